// Parquet: golden files of DuckDB, exact round trips, rows by groups. parquet.heavy.test.ts has the contract.
import type { NamedArray } from '@unseen/data'
import { bytesSource } from '@unseen/data/internal'
import { writeParquet } from '../../src/formats/parquet-write.js'
import { parquetReader } from '../../src/formats/parquet.js'
import fc from 'fast-check'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { describe, expect, it } from 'vitest'
import { countingSource } from '../../../data/test/formats/contract.js'
import { anyNumbers, anyText } from '../../../data/test/formats/random-arrays.js'
import { expectArrays, goldenFolder } from './golden.js'

const golden = goldenFolder('parquet')
const read = async (bytes: Uint8Array): Promise<readonly NamedArray[]> =>
  (await parquetReader.read(bytesSource(bytes))).arrays

describe('golden files', () => {
  it.each(golden.files)('%s', async (name, wanted) => {
    expectArrays(await read(golden.bytes(name)), wanted)
  })

  it.each(golden.refused)('%s is refused (%s)', async (name, code) => {
    await expect(
      parquetReader.read(bytesSource(golden.bytes(name)), { fileName: name })
    ).rejects.toMatchObject({ code, where: { file: name, column: 'a' } })
  })

  it('a group that claims fewer than no columns is refused, and nothing goes in circles', async () => {
    const bytes = golden.bytes('lists-brotli.parquet').slice()
    bytes[236] = 1
    await expect(read(bytes)).rejects.toMatchObject({ code: 'format.header' })
  })

  it('groups.parquet, of three groups', async () => {
    const rows = Array.from({ length: 5000 }, (_, i) => i)
    const [label, classes, pair] = await read(golden.bytes('groups.parquet'))
    expect(label).toMatchObject({ name: 'label', type: 'uint8', data: Uint8Array.from(rows, i => i % 3) })
    expect(classes.data).toEqual(rows.map(i => `class ${Math.floor(i / 1000)}`))
    expect(pair).toMatchObject({
      type: 'int16',
      shape: [5000, 2],
      data: Int16Array.from(rows.flatMap(i => [i % 5, 7]))
    })
  })
})

describe('the writer', () => {
  const rows = 4
  const numbers = anyNumbers(
    fc.oneof(
      fc.constant<number[]>([rows]),
      fc.integer({ min: 1, max: 5 }).map(width => [rows, width])
    )
  )
  const texts = fc
    .record({
      name: fc.stringMatching(/^[a-z]{1,8}$/),
      data: fc.array(anyText(), { minLength: rows, maxLength: rows })
    })
    .map(({ name, data }): NamedArray => ({ name, type: 'text', shape: [rows], data }))

  it('is undone by the reader', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.oneof({ weight: 3, arbitrary: numbers }, { weight: 1, arbitrary: texts }), {
          minLength: 1,
          maxLength: 5,
          selector: ({ name }) => name
        }),
        fc.boolean(),
        async (arrays, compress) => {
          // Halves are written as float32.
          expect(await read(writeParquet(arrays, { compress }))).toEqual(
            arrays.map(array => (array.type.endsWith('float16') ? { ...array, type: 'float32' } : array))
          )
        }
      ),
      { numRuns: 100 }
    )
  })

  it('refuses what a table cannot hold', () => {
    const a = { name: 'a', shape: [2], data: Int32Array.of(1, 2) }
    for (const arrays of [
      [a, { ...a, name: 'b', shape: [1], data: Int32Array.of(1) }],
      [a, a],
      [{ ...a, shape: [], data: Int32Array.of(1) }],
      [{ ...a, shape: [2, 1, 1] }],
      [{ ...a, shape: [2, 0], data: new Int32Array(0) }]
    ]) {
      expect(() => writeParquet(arrays)).toThrow(expect.objectContaining({ code: 'format.unsupported' }))
    }
  })
})

it('reads halves', async () => {
  const bytes = new Uint8Array(
    parquetWriteBuffer({ columnData: [{ name: 'h', type: 'FLOAT16', data: [1, -0.5, 65504, 0.25] }] })
  )
  expect(await read(bytes)).toEqual([
    { name: 'h', type: 'float16', shape: [4], data: Float32Array.of(1, -0.5, 65504, 0.25) }
  ])
})

describe('rows', () => {
  it('come from the groups they stand in', async () => {
    const bytes = golden.bytes('groups.parquet')
    const whole = (await read(bytes))[2].data as Int16Array
    const source = countingSource(bytes)
    const pair = await parquetReader.openRows?.(source)
    expect(pair).toMatchObject({ rows: 5000, columns: 2, type: 'int16' })
    for (const [start, end] of [
      [0, 1],
      [2047, 2049],
      [0, 5000],
      [4999, 5000],
      [7, 7]
    ])
      expect(await pair?.read(start, end)).toEqual(whole.subarray(2 * start, 2 * end))
    source.asked = 0
    await pair?.read(4500, 4600)
    await pair?.read(4600, 4700)
    expect(source.asked).toBeLessThan(600)
    await expect(pair?.read(0, 5001)).rejects.toThrow(RangeError)
  })

  it('are of a list of numbers, by name where there are several', async () => {
    const open = async (name: string, array?: string) =>
      parquetReader.openRows?.(bytesSource(golden.bytes(name)), array === undefined ? {} : { array })
    expect(await open('lists-snappy.parquet')).toBeUndefined()
    expect(await open('lists-snappy.parquet', 'features')).toMatchObject({ columns: 3 })
    expect(await open('lists-snappy.parquet', 'label')).toBeUndefined()
    expect(await open('types.parquet')).toBeUndefined()
  })
})
