// Networks by name, digest and file, in a cache of the test's own.
import { findNetwork } from '../../src/networks/find-network.js'
import { networks } from '../../src/networks/entries.js'
import { removeStored, storeNetwork, storedNetwork, storedNetworks } from '../../src/networks/store.js'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'unseen-networks-'))
afterAll(() => rmSync(folder, { recursive: true }))
let caches = 0
const cacheOf = (): { cache: string } => ({ cache: join(folder, `cache-${caches++}`) })

const facts = {
  name: 'small',
  summary: 'a network of a test',
  reads: 'images',
  length: 3,
  licence: 'MIT',
  source: 'a test',
  preparation: 'none',
  pooling: 'none'
} as const
const bytes = new TextEncoder().encode('a network')
const licence = new TextEncoder().encode('may be used')

describe('the networks of the cache', () => {
  it('are found by their digest with all that is known of them', async () => {
    const options = cacheOf()
    const stored = await storeNetwork(bytes, facts, licence, options)
    expect(stored).toMatchObject({ ...facts, bytes: bytes.length + licence.length })
    expect(await storedNetwork(stored.digest, options)).toEqual(stored)
    expect(await storedNetworks(options)).toEqual([stored])
    expect(await findNetwork(stored.digest, options)).toEqual({
      name: 'small',
      file: stored.file,
      known: stored
    })
    // Whole, and nothing beside it.
    expect(readdirSync(join(options.cache, 'networks'))).toEqual([stored.digest.slice(7)])
    // Once more is no second one.
    expect(await storeNetwork(bytes, facts, licence, options)).toEqual(stored)
  })

  it('that are damaged count as absent and are replaced', async () => {
    const options = cacheOf()
    const stored = await storeNetwork(bytes, facts, licence, options)
    writeFileSync(stored.file, 'something else')
    expect(await storedNetwork(stored.digest, options)).toBeUndefined()
    expect(await storedNetworks(options)).toEqual([])
    await storeNetwork(bytes, facts, licence, options)
    expect(await storedNetwork(stored.digest, options)).toEqual(stored)
    writeFileSync(join(stored.file, '../network.json'), '{}')
    expect(await storedNetwork(stored.digest, options)).toBeUndefined()
  })

  it('are removed whole', async () => {
    const options = cacheOf()
    const { digest } = await storeNetwork(bytes, facts, licence, options)
    expect(await removeStored(digest, options)).toBe(true)
    expect(await removeStored(digest, options)).toBe(false)
    await expect(findNetwork(digest, options)).rejects.toMatchObject({ code: 'path.missing' })
    await expect(findNetwork('sha256:../..', options)).rejects.toMatchObject({ code: 'options.value' })
  })
})

describe('findNetwork', () => {
  it('takes a file, and a name as a file where ./ stands before it', async () => {
    const file = join(folder, 'own.onnx')
    writeFileSync(file, bytes)
    expect(await findNetwork(file)).toEqual({ name: 'own.onnx', file })
    mkdirSync(join(folder, 'resnet50.onnx'))
    await expect(findNetwork(join(folder, 'resnet50.onnx'))).rejects.toMatchObject({ code: 'path.missing' })
  })

  it('says which names there are', async () => {
    await expect(findNetwork('resnet5', cacheOf())).rejects.toMatchObject({
      code: 'path.missing',
      remedy: expect.stringContaining('resnet50') as string
    })
  })

  it('has entries that name licence, source, preparation and pooling, each name once', () => {
    expect(new Set(networks.map(({ name }) => name)).size).toBe(networks.length)
    for (const entry of networks)
      for (const key of ['summary', 'licence', 'source', 'preparation', 'pooling'] as const)
        expect(entry[key], `${entry.name}: ${key}`).toMatch(/\w/)
  })
})
