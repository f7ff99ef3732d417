/** Every encoder that can be had by name, and the way to open one or a folder of the user's own. */
import { UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { type Encoder, type EncoderSpec, type OpenOptions, wordEncoder } from '@unseen/networks'
import { cachedEncoder } from './embedding-cache.js'
import { minilm } from './minilm.js'
import { openSentenceEncoder } from './sentence-encoder.js'
import { folderTowers } from '../networks/folder-towers.js'
import { hubNetwork } from '../networks/hub/hub-network.js'
import { presetAddress } from '../networks/hub/presets.js'
import { openWordStore } from './word-store.js'
import { words } from './words.js'
import { stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'

/** Encoders that can be had by name. */
export const encoders: readonly EncoderSpec[] = [minilm, words]

/**
 * Opens an encoder by name (`minilm`, `words`, `clip-b32`, `hub:ORG/NAME`), or from a folder with an ONNX network and its tokenizer.json,
 * or with word vectors.
 *
 * @param nameOrFolder one of `encoders`, or a folder
 * @param options where its files are kept
 */
export async function openEncoder(nameOrFolder: string, options: OpenOptions = {}): Promise<Encoder> {
  const spec = encoders.find(({ name }) => name === nameOrFolder)
  if (spec !== undefined) return cachedEncoder(await spec.open(options), options.cache)
  const address = presetAddress(nameOrFolder)
  if (address !== undefined) return cachedEncoder(await openHubEncoder(address, options), options.cache)
  const isFolder = await stat(nameOrFolder).then(
    found => found.isDirectory(),
    () => false
  )
  if (!isFolder) {
    throw new UnseenError(
      'encoder.missing',
      `There is no encoder "${nameOrFolder}", and no folder of that name.`,
      {
        where: { encoder: nameOrFolder },
        remedy: `Use ${encoders.map(({ name }) => name).join(' or ')}, or name a folder with an ONNX network and its tokenizer.json.`
      }
    )
  }
  const hasWords = await stat(join(nameOrFolder, 'words.index')).then(
    found => found.isFile(),
    () => false
  )
  const name = basename(resolve(nameOrFolder))
  if (hasWords)
    return cachedEncoder(wordEncoder(await openWordStore(nameOrFolder), name, name), options.cache)
  const pair = await folderTowers(nameOrFolder)
  return cachedEncoder(
    await openSentenceEncoder({
      folder: nameOrFolder,
      ...defined({ pooling: options.pooling, network: pair?.texts, towers: pair?.towers })
    }),
    options.cache
  )
}

/** The text tower, or the one network, of a hub's repository. */
async function openHubEncoder(address: string, options: OpenOptions): Promise<Encoder> {
  const { name, folder, network, towers } = await hubNetwork(address, 'texts', options)
  return openSentenceEncoder({
    folder,
    name,
    model: name,
    network,
    ...defined({ towers, pooling: options.pooling })
  })
}
