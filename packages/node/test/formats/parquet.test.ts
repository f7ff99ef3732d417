// Parquet: golden files of DuckDB, the contract, exact round trips, rows by groups, runs that would fill memory.
import fc from 'fast-check'
import { bytesSource, type NamedArray } from '@unseen/core'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { describe, expect, it } from 'vitest'
import { checkReader, countingSource, largestAllocation, refusal } from '../../../core/test/formats/contract.js'
import { anyNumbers, anyText } from '../../../core/test/formats/random-arrays.js'
import { parquetReader } from '../../src/formats/parquet.js'
import { writeParquet } from '../../src/formats/parquet-write.js'
import { allReaders } from '../../src/formats/readers.js'
import { expectArrays, goldenFolder } from './golden.js'

const golden = goldenFolder('parquet')
const read = async (bytes: Uint8Array): Promise<readonly NamedArray[]> => (await parquetReader.read(bytesSource(bytes))).arrays

describe('golden files', () => {
  it.each(golden.files)('%s', async (name, wanted) => { expectArrays(await read(golden.bytes(name)), wanted) })

  it.each(golden.refused)('%s is refused (%s)', async (name, code) => {
    await expect(parquetReader.read(bytesSource(golden.bytes(name)), { fileName: name })).rejects.toMatchObject({ code, where: { file: name, column: 'a' } })
  })

  it('groups.parquet, of three groups', async () => {
    const rows = Array.from({ length: 5000 }, (_, i) => i)
    const [label, classes, pair] = await read(golden.bytes('groups.parquet'))
    expect(label).toMatchObject({ name: 'label', type: 'uint8', data: Uint8Array.from(rows, (i) => i % 3) })
    expect(classes.data).toEqual(rows.map((i) => `class ${Math.floor(i / 1000)}`))
    expect(pair).toMatchObject({ type: 'int16', shape: [5000, 2], data: Int16Array.from(rows.flatMap((i) => [i % 5, 7])) })
  })
})

describe('the contract', () => {
  const small = writeParquet([{ name: 'a', shape: [2], data: Int32Array.of(1, 2) }, { name: 'm', shape: [2, 2], data: Float32Array.of(1, 2, 3, 4) }], { compress: false })
  checkReader(parquetReader, allReaders, {
    files: [{ name: 'small.parquet', bytes: golden.bytes('small.parquet') }, { name: 'lists-snappy.parquet', bytes: golden.bytes('lists-snappy.parquet') }, { name: 'our own', bytes: small }],
    claims: [],
    truncation: 'refused',
    expansion: 1032,
  })

  it.each(['groups', 'missing', 'types', 'lists-gzip', 'lists-zstd', 'lists-brotli', 'lists-lz4_raw', 'lists-v2'])('survives damage to %s.parquet', async (name) => {
    const bytes = golden.bytes(`${name}.parquet`)
    const step = Math.ceil(bytes.length / (name === 'groups' ? 100 : 300))
    for (let at = 0; at < bytes.length; at += step) {
      const copy = bytes.slice()
      copy[at] ^= at % 3 === 0 ? 255 : 1 << (at & 7)
      expect(await largestAllocation(() => refusal(parquetReader, copy)), `byte ${at}`).toBeLessThan(1032 * bytes.length + 2 ** 22)
    }
  })

  it('refuses a run that is longer than its page before it is made', async () => {
    const bytes = golden.bytes('groups.parquet')
    // Runs of the label's dictionary places begin behind its page's header; each byte is tried as part of a huge length.
    const codes = new Set<string>()
    for (let at = 4; at < 400; at += 2) {
      const copy = bytes.slice()
      copy.set([0xfe, 0xff, 0xff, 0xff, 0x07], at)
      codes.add(await refusal(parquetReader, copy))
    }
    expect(codes).toContain('format.header')
  })

  it('refuses more rows than a file can hold', async () => {
    const bytes = golden.bytes('small.parquet')
    // Each varint of the footer that says 3 (zigzag 6), made a thousand million.
    for (let at = 4; at < bytes.length; at++) {
      if (bytes[at] !== 6) continue
      const copy = Uint8Array.from([...bytes.subarray(0, at), 0x80, 0xa8, 0xd6, 0xb9, 0x07, ...bytes.subarray(at + 1)])
      copy[copy.length - 8] += 4
      expect(await largestAllocation(() => refusal(parquetReader, copy)), `byte ${at}`).toBeLessThan(2 ** 22)
    }
  })
})

describe('the writer', () => {
  const rows = 4
  const numbers = anyNumbers(fc.oneof(fc.constant<number[]>([rows]), fc.integer({ min: 1, max: 5 }).map((width) => [rows, width])))
  const texts = fc.record({ name: fc.stringMatching(/^[a-z]{1,8}$/), data: fc.array(anyText(), { minLength: rows, maxLength: rows }) }).map(({ name, data }): NamedArray => ({ name, type: 'text', shape: [rows], data }))

  it('is undone by the reader', async () => {
    await fc.assert(fc.asyncProperty(fc.uniqueArray(fc.oneof({ weight: 3, arbitrary: numbers }, { weight: 1, arbitrary: texts }), { minLength: 1, maxLength: 5, selector: ({ name }) => name }), fc.boolean(), async (arrays, compress) => {
      // Halves are written as float32.
      expect(await read(writeParquet(arrays, { compress }))).toEqual(arrays.map((array) => (array.type.endsWith('float16') ? { ...array, type: 'float32' } : array)))
    }), { numRuns: 100 })
  })

  it('refuses what a table cannot hold', () => {
    const a = { name: 'a', shape: [2], data: Int32Array.of(1, 2) }
    for (const arrays of [[a, { ...a, name: 'b', shape: [1], data: Int32Array.of(1) }], [a, a], [{ ...a, shape: [] , data: Int32Array.of(1) }], [{ ...a, shape: [2, 1, 1] }], [{ ...a, shape: [2, 0], data: new Int32Array(0) }]]) {
      expect(() => writeParquet(arrays)).toThrow(expect.objectContaining({ code: 'format.unsupported' }))
    }
  })
})

it('reads halves', async () => {
  const bytes = new Uint8Array(parquetWriteBuffer({ columnData: [{ name: 'h', type: 'FLOAT16', data: [1, -0.5, 65504, 0.25] }] }))
  expect(await read(bytes)).toEqual([{ name: 'h', type: 'float16', shape: [4], data: Float32Array.of(1, -0.5, 65504, 0.25) }])
})

describe('rows', () => {
  it('come from the groups they stand in', async () => {
    const bytes = golden.bytes('groups.parquet')
    const whole = (await read(bytes))[2].data as Int16Array
    const source = countingSource(bytes)
    const pair = await parquetReader.openRows?.(source)
    expect(pair).toMatchObject({ rows: 5000, columns: 2, type: 'int16' })
    for (const [start, end] of [[0, 1], [2047, 2049], [0, 5000], [4999, 5000], [7, 7]]) expect(await pair?.read(start, end)).toEqual(whole.subarray(2 * start, 2 * end))
    source.asked = 0
    await pair?.read(4500, 4600)
    await pair?.read(4600, 4700)
    expect(source.asked).toBeLessThan(600)
    await expect(pair?.read(0, 5001)).rejects.toThrow(RangeError)
  })

  it('are of a list of numbers, by name where there are several', async () => {
    const open = async (name: string, array?: string) => parquetReader.openRows?.(bytesSource(golden.bytes(name)), array === undefined ? {} : { array })
    expect(await open('lists-snappy.parquet')).toBeUndefined()
    expect(await open('lists-snappy.parquet', 'features')).toMatchObject({ columns: 3 })
    expect(await open('lists-snappy.parquet', 'label')).toBeUndefined()
    expect(await open('types.parquet')).toBeUndefined()
  })
})
