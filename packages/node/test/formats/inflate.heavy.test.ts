// Node's zlib in the place of the streams that browsers share: the same contract, the same answers.
import { type NamedArray, type Reader, readers, writeMatlab, writeNpz } from '@unseen/data'
import { bytesSource } from '@unseen/data/internal'
import { allReaders } from '../../src/formats/readers.js'
import { describe, expect, it } from 'vitest'
import { checkReader } from '../../../data/test/formats/contract.js'

const arrays: NamedArray[] = [
  {
    name: 'features',
    type: 'float32',
    shape: [20, 10],
    data: Float32Array.from({ length: 200 }, (_, i) => i % 7)
  },
  { name: 'classes', type: 'text', shape: [3, 1], data: ['zebra', 'bear', 'polar+bear'] }
]
const npz = await writeNpz(arrays)
const matlab = await writeMatlab(arrays)
const find = (list: readonly Reader[], name: string): Reader =>
  list.find(reader => reader.name === name) ?? readers[0]

describe.each([
  ['npz', npz, 'refused'],
  ['matlab', matlab, 'any']
] as const)('%s', (name, bytes, truncation) => {
  const reader = find(allReaders, name)
  checkReader(reader, allReaders, { files: [{ name, bytes }], claims: [], truncation, expansion: 1032 })

  it('reads as core does', async () => {
    expect(reader).not.toBe(find(readers, name))
    expect(await reader.read(bytesSource(bytes))).toEqual(await find(readers, name).read(bytesSource(bytes)))
  })

  it('passes on what goes wrong with the source, whenever it does', async () => {
    let failed = 0
    for (let reads = 0; reads < 12; reads++) {
      let left = reads
      const source = {
        byteLength: bytes.length,
        slice: async (start: number, end: number) =>
          left-- > 0 ? bytes.slice(start, end) : Promise.reject(new Error('the disk is gone'))
      }
      await reader.read(source).catch((error: unknown) => {
        expect(error).toMatchObject({ message: 'the disk is gone' })
        failed++
      })
    }
    expect(failed).toBeGreaterThan(3)
  })
})
