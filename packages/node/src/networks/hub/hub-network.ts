/**
 * Networks of a hub in the layout of Hugging Face: one network (onnx/model.onnx), an image tower and a text
 * tower (onnx/vision_model.onnx, onnx/text_model.onnx), or both in one file, each in several precisions that
 * the name of the file tells (model_quantized.onnx), with what says how they are used beside them.
 */
import { type SentenceRecord, UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { takesBoth } from '../folder-towers.js'
import type { NetworkOptions } from '../network.js'
import { towerScale } from '../tower-scale.js'
import { type HubAddress, hubAddress, hubName } from './address.js'
import { type HubRepository, openRepository } from './repository.js'
import { hubSettings } from './settings.js'
import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** One tower of a hub's network on this machine. */
export interface HubNetwork {
  /** hub:ORG/NAME@COMMIT: the same for ever */
  readonly name: string
  /** the snapshot, where tokenizer and configurations lie */
  readonly folder: string
  /** of the network, within the folder */
  readonly network: string
  /** the space that its image tower and its text tower share, where it has both */
  readonly towers: SentenceRecord['towers']
  readonly licence: string | undefined
}

/** What is read beside a network, where a repository has it. */
const companions = [
  'config.json',
  'preprocessor_config.json',
  'processor_config.json',
  'tokenizer.json',
  'tokenizer_config.json',
  '1_Pooling/config.json',
  'modules.json',
  'sentence_bert_config.json'
]
const towerNames = { images: 'vision_model', texts: 'text_model' } as const

/** Fetches what `reads` needs of the network that `name` (hub:...) names; what is here is not fetched again. */
export async function hubNetwork(
  name: string,
  reads: 'images' | 'texts',
  { signal, onProgress, offline }: NetworkOptions = {}
): Promise<HubNetwork> {
  const address = hubAddress(name)
  const settings = await hubSettings()
  const repository = await openRepository(
    address,
    { ...settings, offline: offline ?? settings.offline },
    defined({ signal, onProgress })
  )
  const { files } = repository
  const network = networkIn(files, reads, address)
  await Promise.all(companions.filter(file => files.includes(file)).map(file => repository.fetch(file)))
  const path = await repository.fetch(network)
  // Weights of large exports lie beside the network.
  for (const file of files.filter(
    other => other.startsWith(`${network}_data`) || other === `${network}.data`
  ))
    await repository.fetch(file)
  const pinned = hubName({ ...address, revision: repository.commit })
  return {
    name: pinned,
    folder: repository.folder,
    network,
    licence: repository.licence,
    towers: (await hasTowers(repository, path))
      ? { space: pinned, ...towerScale(address.repository, await configOf(repository)) }
      : undefined
  }
}

function networkIn(files: readonly string[], reads: 'images' | 'texts', address: HubAddress): string {
  const ending = address.variant === '' ? '' : `_${address.variant}`
  const candidates = [towerNames[reads], 'model'].flatMap(name => [
    `onnx/${name}${ending}.onnx`,
    `${name}${ending}.onnx`
  ])
  const found = candidates.find(file => files.includes(file))
  if (found !== undefined) return found
  const offered = files.filter(file => file.endsWith('.onnx'))
  throw new UnseenError(
    'path.missing',
    `${hubName(address)} has no ${candidates[0]} and no ${candidates[2]}.`,
    {
      where: { name: hubName(address) },
      remedy:
        offered.length === 0
          ? 'It has no ONNX network at all; look for the same model under Xenova or onnx-community.'
          : `It has ${offered.join(', ')}: put what stands behind _ after #, as in #quantized.`
    }
  )
}

/** Two towers of one space: two files, or one file that takes both. */
async function hasTowers({ files }: HubRepository, network: string): Promise<boolean> {
  const has = (tower: string): boolean =>
    files.some(file => new RegExp(`(^|/)${tower}(_[a-z0-9]+)?\\.onnx$`).test(file))
  return (has(towerNames.images) && has(towerNames.texts)) || takesBoth(network)
}

async function configOf({ files, folder }: HubRepository): Promise<unknown> {
  if (!files.includes('config.json')) return undefined
  const path = join(folder, 'config.json')
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (cause) {
    throw new UnseenError('network.broken', `${path} is no JSON.`, { where: { file: path }, cause })
  }
}

/** The blob with this digest ('sha256:' and 64 digits), wherever in the hub's cache it lies. */
export async function hubBlob(digest: string): Promise<string | undefined> {
  const { cache } = await hubSettings()
  const name = digest.replace(/^sha256:/, '')
  for (const repository of await readdir(cache).catch(() => [])) {
    const path = join(cache, repository, 'blobs', name)
    const isHere = await stat(path).then(
      found => found.isFile(),
      () => false
    )
    if (isHere) return path
  }
  return undefined
}
