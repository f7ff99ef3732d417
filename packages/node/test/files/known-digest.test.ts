// Digests that are remembered by size and time.
import { knownDigest } from '../../src/files/known-digest.js'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'unseen-digest-'))
afterAll(() => rmSync(folder, { recursive: true }))
const [file, cache] = [join(folder, 'network.onnx'), join(folder, 'cache')]
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const write = (text: string, second: number): void => {
  writeFileSync(file, text)
  utimesSync(file, second, second)
}

it('are found once for a file of the same size and time, and anew for any other', async () => {
  write('first', 1000)
  expect(await knownDigest(file, cache)).toBe(sha256('first'))
  // Nobody has read it: this tells that it was remembered.
  write('other', 1000)
  expect(await knownDigest(file, cache)).toBe(sha256('first'))
  write('other', 2000)
  expect(await knownDigest(file, cache)).toBe(sha256('other'))
  write('longer', 2000)
  expect(await knownDigest(file, cache)).toBe(sha256('longer'))
})

it('are found without a cache, too, and of no file that is not there', async () => {
  write('here', 3000)
  writeFileSync(join(folder, 'in the way'), '')
  expect(await knownDigest(file, join(folder, 'in the way'))).toBe(sha256('here'))
  expect(await knownDigest(join(folder, 'nowhere'), cache)).toBeUndefined()
  for (const name of readdirSync(join(cache, 'digests'))) writeFileSync(join(cache, 'digests', name), '{')
  expect(await knownDigest(file, cache)).toBe(sha256('here'))
})
