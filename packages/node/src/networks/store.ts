/**
 * The networks of the cache: networks/DIGEST holds network.onnx, network.json with what is known of it, and its
 * licence. A folder comes into being whole or not at all, and never changes.
 */
import { UnseenError } from '@unseen/core'
import { cacheFolder } from '../files/cache-folder.js'
import { knownDigest } from '../files/known-digest.js'
import { makeFolderWhole, syncFiles } from '../files/whole-folder.js'
import type { LocalNetwork, NetworkFacts, NetworkOptions } from './network.js'
import { createHash } from 'node:crypto'
import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const NETWORK = 'network.onnx'
const FACTS = 'network.json'
const DIGEST = /^[0-9a-f]{64}$/

const schema = z.object({
  name: z.string(),
  summary: z.string(),
  reads: z.enum(['images', 'texts', 'images and texts']),
  length: z.int().positive(),
  licence: z.string(),
  source: z.string(),
  preparation: z.string(),
  pooling: z.string(),
  bytes: z.number()
})

/** Where networks are kept. */
export function networksFolder({ cache = cacheFolder() }: NetworkOptions): string {
  return join(cache, 'networks')
}

/** The network with this digest ('sha256:' and 64 digits); undefined where it is not here, or damaged. */
export async function storedNetwork(
  digest: string,
  options: NetworkOptions = {}
): Promise<LocalNetwork | undefined> {
  const folder = folderOf(digest, options)
  const text = await readFile(join(folder, FACTS), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const facts = schema.safeParse(parseJson(text))
  const file = join(folder, NETWORK)
  if (!facts.success || `sha256:${await knownDigest(file, options.cache)}` !== digest) return undefined
  return { ...facts.data, digest, file }
}

/** Every network that lies here whole. */
export async function storedNetworks(options: NetworkOptions = {}): Promise<LocalNetwork[]> {
  const names = await readdir(networksFolder(options)).catch(() => [])
  const found = await Promise.all(
    names.filter(name => DIGEST.test(name)).map(name => storedNetwork(`sha256:${name}`, options))
  )
  return found.filter(network => network !== undefined)
}

/** Keeps a network with all that is known of it; what a damaged one left is replaced. */
export async function storeNetwork(
  network: Uint8Array,
  facts: NetworkFacts,
  licence: Uint8Array,
  options: NetworkOptions = {}
): Promise<LocalNetwork> {
  const digest = `sha256:${createHash('sha256').update(network).digest('hex')}`
  const here = await storedNetwork(digest, options)
  if (here !== undefined) return here
  const folder = folderOf(digest, options)
  const bytes = network.length + licence.length
  await rm(folder, { recursive: true, force: true })
  await makeFolderWhole(folder, async part => {
    const files = {
      [NETWORK]: network,
      LICENCE: licence,
      [FACTS]: JSON.stringify({ ...facts, bytes }, null, 2)
    }
    for (const [name, content] of Object.entries(files)) await writeFile(join(part, name), content)
    await syncFiles(Object.keys(files).map(name => join(part, name)))
  })
  return { ...facts, bytes, digest, file: join(folder, NETWORK) }
}

/** Whether there was one. */
export async function removeStored(digest: string, options: NetworkOptions = {}): Promise<boolean> {
  const folder = folderOf(digest, options)
  const isHere = (await readdir(folder).catch(() => [])).length > 0
  await rm(folder, { recursive: true, force: true })
  return isHere
}

function folderOf(digest: string, options: NetworkOptions): string {
  const name = digest.replace(/^sha256:/, '')
  if (DIGEST.test(name)) return join(networksFolder(options), name)
  throw new UnseenError(
    'options.value',
    `${JSON.stringify(digest)} is no digest of a network: "sha256:" and 64 digits are expected.`
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
