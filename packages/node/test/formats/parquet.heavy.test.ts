// Parquet: the contract, damage, runs that would fill memory.
import { writeParquet } from '../../src/formats/parquet-write.js'
import { parquetReader } from '../../src/formats/parquet.js'
import { allReaders } from '../../src/formats/readers.js'
import { describe, expect, it } from 'vitest'
import { checkReader, largestAllocation, refusal } from '../../../data/test/formats/contract.js'
import { goldenFolder } from './golden.js'

const golden = goldenFolder('parquet')

describe('the contract', () => {
  const small = writeParquet(
    [
      { name: 'a', shape: [2], data: Int32Array.of(1, 2) },
      { name: 'm', shape: [2, 2], data: Float32Array.of(1, 2, 3, 4) }
    ],
    { compress: false }
  )
  checkReader(parquetReader, allReaders, {
    files: [
      { name: 'small.parquet', bytes: golden.bytes('small.parquet') },
      { name: 'lists-snappy.parquet', bytes: golden.bytes('lists-snappy.parquet') },
      { name: 'our own', bytes: small }
    ],
    claims: [],
    truncation: 'refused',
    expansion: 1032
  })

  it.each([
    'groups',
    'missing',
    'types',
    'lists-gzip',
    'lists-zstd',
    'lists-brotli',
    'lists-lz4_raw',
    'lists-v2'
  ])('survives damage to %s.parquet', async name => {
    const bytes = golden.bytes(`${name}.parquet`)
    const step = Math.ceil(bytes.length / (name === 'groups' ? 100 : 300))
    for (let at = 0; at < bytes.length; at += step) {
      const copy = bytes.slice()
      copy[at] ^= at % 3 === 0 ? 255 : 1 << (at & 7)
      expect(await largestAllocation(() => refusal(parquetReader, copy)), `byte ${at}`).toBeLessThan(
        1032 * bytes.length + 2 ** 22
      )
    }
  })

  it('refuses a run that is longer than its page before it is made', async () => {
    const bytes = golden.bytes('groups.parquet')
    // Runs of the label's dictionary places begin behind its page's header; each byte is tried as part of a
    // huge length.
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
      const copy = Uint8Array.from([
        ...bytes.subarray(0, at),
        0x80,
        0xa8,
        0xd6,
        0xb9,
        0x07,
        ...bytes.subarray(at + 1)
      ])
      copy[copy.length - 8] += 4
      expect(await largestAllocation(() => refusal(parquetReader, copy)), `byte ${at}`).toBeLessThan(2 ** 22)
    }
  })
})
