// Sparse rows of strangers: every index array is held against the others before anything is looked up by it.
import { UnseenError } from '@unseen/core'
import type { NamedArray } from '../../src/formats/reader.js'
import { readCsr } from '../../src/layouts/csr.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const place = { file: 'rows.npz' }
const array = (name: string, values: readonly number[]): NamedArray => ({
  name,
  type: 'float64',
  shape: [values.length],
  data: Float64Array.from(values)
})
interface Parts {
  readonly data: readonly number[]
  readonly indices: readonly number[]
  readonly indptr: readonly number[]
  readonly shape: readonly number[]
}
const good: Parts = { data: [1, 2, 3], indices: [2, 0, 1], indptr: [0, 2, 2, 3], shape: [3, 4] }
const read = (parts: Partial<Parts>) =>
  readCsr(
    Object.entries({ ...good, ...parts }).map(([name, values]) => array(name, values)),
    place
  )

describe('sparse rows', () => {
  it('are read, whatever the order of their columns', async () => {
    const rows = read({})
    expect([rows?.rows, rows?.columns]).toEqual([3, 4])
  })

  it.each([
    // A file of two kilobytes with this kept a reader busy for as long as it takes to count to it.
    ['a start far beyond the end', { indptr: [0, 4e9, 4e9, 3] }],
    ['starts that fall', { indptr: [0, 3, 2, 3] }],
    ['starts that begin late', { indptr: [1, 2, 2, 3] }],
    ['starts that end early', { indptr: [0, 1, 1, 2] }],
    ['a negative start', { indptr: [0, -1, 2, 3] }],
    ['a start that is no whole number', { indptr: [0, 0.5, 2, 3] }],
    ['a start that is no number', { indptr: [0, NaN, 2, 3] }],
    ['a start that is the right one modulo 2^32', { indptr: [0, 2 ** 32 + 2, 2, 3] }],
    ['too few starts', { indptr: [0, 3] }],
    ['more rows than starts', { shape: [4e9, 4] }],
    ['a column that is not there', { indices: [4, 0, 1] }],
    ['a negative column', { indices: [-1, 0, 1] }],
    ['the same column twice', { indices: [1, 1, 1] }],
    ['fewer indices than values', { indices: [2, 0] }],
    ['columns without end', { shape: [3, 4e9] }],
    ['three dimensions', { shape: [3, 4, 1] }],
    ['no shape', { shape: [] }]
  ])('with %s are refused', (_, parts) => {
    expect(() => read(parts)).toThrow(UnseenError)
  })

  it('with texts for numbers are refused', () => {
    const words: NamedArray = { name: 'indices', type: 'text', shape: [3], data: ['0', '1', '2'] }
    const others = Object.entries(good).filter(([name]) => name !== 'indices')
    expect(() =>
      readCsr([words, ...others.map(([name, values]) => array(name, values as number[]))], place)
    ).toThrow('holds texts')
  })

  it('of any numbers are refused by an error of ours, or are a matrix', () => {
    const value = fc.oneof(
      { arbitrary: fc.integer({ min: 0, max: 4 }), weight: 4 },
      fc.constantFrom(-1, 0.5, NaN, Infinity, 2 ** 31, 2 ** 32, 4e9, 1e300)
    )
    const list = fc.array(value, { maxLength: 5 })
    fc.assert(
      fc.property(fc.record({ data: list, indices: list, indptr: list, shape: list }), parts => {
        try {
          const rows = read(parts)
          expect(rows?.rows).toBe(parts.shape[0])
        } catch (error) {
          expect(error).toBeInstanceOf(UnseenError)
        }
      }),
      { numRuns: 2000 }
    )
  })
})
