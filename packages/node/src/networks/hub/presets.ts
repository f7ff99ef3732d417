/**
 * Networks of Hugging Face by short names: what is known of each before it is fetched. Their files go to the
 * folder that other programs share, so that none is fetched twice.
 */
import { UnseenError } from '@unseen/core'
import { knownDigest } from '../../files/known-digest.js'
import type { LocalNetwork, NetworkEntry, NetworkFacts, NetworkOptions } from '../network.js'
import { HUB, hubAddress } from './address.js'
import { type HubNetwork, hubNetwork } from './hub-network.js'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'

interface HubPreset extends Pick<NetworkFacts, 'name' | 'summary' | 'reads' | 'length' | 'licence'> {
  /** hub:ORG/NAME */
  readonly address: string
  /** the networks that make its rows, in words */
  readonly pooling: string
}

const asItsConfig = 'as its preprocessor_config.json says'
const ownEmbeds = "the network's own image_embeds and text_embeds"

const presets: readonly HubPreset[] = [
  {
    name: 'clip-b32',
    address: 'hub:Xenova/clip-vit-base-patch32',
    summary: 'photographs and texts in one space, CLIP ViT-B/32 of OpenAI',
    reads: 'images and texts',
    length: 512,
    licence: 'MIT (OpenAI, github.com/openai/CLIP)',
    pooling: ownEmbeds
  },
  {
    name: 'clip-b16',
    address: 'hub:Xenova/clip-vit-base-patch16',
    summary: 'photographs and texts in one space, CLIP ViT-B/16 of OpenAI',
    reads: 'images and texts',
    length: 512,
    licence: 'MIT (OpenAI, github.com/openai/CLIP)',
    pooling: ownEmbeds
  },
  {
    name: 'siglip2-b16',
    address: 'hub:onnx-community/siglip2-base-patch16-224-ONNX',
    summary: 'photographs and texts in one space, SigLIP 2 B/16 of Google',
    reads: 'images and texts',
    length: 768,
    licence: 'Apache-2.0 (Google)',
    pooling: "the network's own pooler_output"
  },
  {
    name: 'siglip-b16',
    address: 'hub:Xenova/siglip-base-patch16-224',
    summary: 'photographs and texts in one space, SigLIP B/16 of Google',
    reads: 'images and texts',
    length: 768,
    licence: 'Apache-2.0 (Google)',
    pooling: "the network's own pooler_output"
  },
  {
    name: 'dinov2-s',
    address: 'hub:onnx-community/dinov2-small',
    summary: 'photographs, DINOv2 ViT-S/14 of Meta, trained without labels',
    reads: 'images',
    length: 384,
    licence: 'Apache-2.0 (Meta)',
    pooling: 'the first token (CLS) of the last states'
  }
]

export const hubPresets: readonly NetworkEntry[] = presets.map(({ address, ...facts }) =>
  entryOf(address, { ...facts, source: address, preparation: asItsConfig })
)

/** An entry for any network of a hub, which nobody has described. */
export function hubEntry(name: string): NetworkEntry {
  hubAddress(name)
  return entryOf(name, {
    name,
    summary: 'a network of a hub',
    reads: 'images and texts',
    length: 0,
    licence: 'see its page',
    source: name,
    preparation: asItsConfig,
    pooling: 'as its files say'
  })
}

/** hub:ORG/NAME of a short name; undefined for any other name. */
export function presetAddress(name: string): string | undefined {
  return name.startsWith(HUB) ? name : presets.find(preset => preset.name === name)?.address
}

function entryOf(address: string, facts: NetworkFacts): NetworkEntry {
  const get = async (options: NetworkOptions = {}): Promise<LocalNetwork> => {
    const found = await towers(address, facts.reads, options)
    const [first] = found
    const files = found.map(({ folder, network }) => join(folder, network))
    const sizes = await Promise.all(files.map(async file => (await stat(file)).size))
    return {
      ...facts,
      ...(first.licence !== undefined && facts.length === 0 && { licence: first.licence }),
      source: first.name,
      file: files[0],
      digest: `sha256:${await knownDigest(files[0], options.cache)}`,
      bytes: sizes.reduce((sum, size) => sum + size, 0)
    }
  }
  return {
    ...facts,
    get,
    find: (options = {}) =>
      get({ ...options, offline: true }).catch((error: unknown) => {
        if (error instanceof UnseenError) return undefined
        throw error
      }),
    remove: () =>
      Promise.reject(
        new UnseenError('options.value', `${facts.name} lies in a folder that other programs use too.`, {
          remedy: "Remove it with Hugging Face's own command, `hf cache`."
        })
      )
  }
}

/** Both towers, or the one that there is. */
async function towers(
  address: string,
  reads: NetworkFacts['reads'],
  options: NetworkOptions
): Promise<readonly [HubNetwork, ...HubNetwork[]]> {
  if (reads !== 'images and texts') return [await hubNetwork(address, reads, options)]
  const images = await hubNetwork(address, 'images', options)
  const texts = await hubNetwork(address, 'texts', options)
  return texts.network === images.network ? [images] : [images, texts]
}
