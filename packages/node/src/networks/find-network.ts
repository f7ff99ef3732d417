/** A network by its name, its digest or its file: the one way in for everything that asks for one. */
import { UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { networks } from './entries.js'
import { folderTowers } from './folder-towers.js'
import { HUB } from './hub/address.js'
import { hubBlob, hubNetwork } from './hub/hub-network.js'
import { hubEntry, presetAddress } from './hub/presets.js'
import type { LocalNetwork, NetworkEntry, NetworkOptions } from './network.js'
import { storedNetwork } from './store.js'
import { stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'

/** A network that was asked for. */
export interface FoundNetwork {
  /** Of the list of networks, or of its file. */
  readonly name: string
  /** the ONNX file */
  readonly file: string
  /** names the space that its features share with texts, as CLIP's do */
  readonly space?: string
  /** All that is known of it, unless it is a file of one's own. */
  readonly known?: LocalNetwork
}

/**
 * The network of that name (`resnet50`, `hub:ORG/NAME`), digest (`sha256:...`, as data sets and models record it) or file; a
 * named one is fetched at its first use. With `./` before it, a name is a file. A folder with two towers of one
 * space gives the tower of images.
 *
 * @param nameOrFile a name of `networks`, a digest, an ONNX file, or a folder with two towers
 * @param options where networks are kept, and how fetching is watched and stopped
 */
export async function findNetwork(nameOrFile: string, options: NetworkOptions = {}): Promise<FoundNetwork> {
  if (nameOrFile.startsWith('sha256:')) return byDigest(nameOrFile, options)
  const address = presetAddress(nameOrFile)
  if (address !== undefined) {
    const { name, folder, network, towers } = await hubNetwork(address, 'images', options)
    return { name, file: join(folder, network), ...defined({ space: towers?.space }) }
  }
  const entry = networks.find(({ name }) => name === nameOrFile)
  if (entry !== undefined) return found(await entry.get(options))
  const it = await stat(nameOrFile).catch(() => undefined)
  if (it?.isFile() === true) return { name: basename(nameOrFile), file: nameOrFile }
  const pair = it?.isDirectory() === true ? await folderTowers(nameOrFile) : undefined
  if (pair !== undefined)
    return {
      name: basename(resolve(nameOrFile)),
      file: join(nameOrFile, pair.images),
      space: pair.towers.space
    }
  throw new UnseenError('path.missing', `There is no network "${nameOrFile}", and no file of that name.`, {
    where: { file: nameOrFile },
    remedy: `Name an ONNX file, or one of ${networks.map(({ name }) => name).join(', ')}, or hub:ORG/NAME.`
  })
}

/** The entry of that name, or a refusal that lists the names. */
export function networkEntry(name: string): NetworkEntry {
  const entry = name.startsWith(HUB) ? hubEntry(name) : networks.find(candidate => candidate.name === name)
  if (entry !== undefined) return entry
  throw new UnseenError(
    'options.value',
    `There is no network "${name}"; there are ${networks.map(known => known.name).join(', ')}.`,
    { where: { name } }
  )
}

async function byDigest(digest: string, options: NetworkOptions): Promise<FoundNetwork> {
  const here = await storedNetwork(digest, options)
  if (here !== undefined) return found(here)
  const blob = await hubBlob(digest)
  if (blob !== undefined) return { name: basename(blob), file: blob }
  const entry = networks.find(candidate => candidate.digest === digest)
  if (entry !== undefined) return found(await entry.get(options))
  throw new UnseenError('path.missing', `The network with the digest ${digest} is not on this machine.`, {
    where: { digest },
    remedy: 'Name its ONNX file, or the hub:ORG/NAME@COMMIT that its record has.'
  })
}

const found = (known: LocalNetwork): FoundNetwork => ({ name: known.name, file: known.file, known })
