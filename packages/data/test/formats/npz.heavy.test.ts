// .npz and the zip archives beneath: the contract, exact round trips, and hostile archives.
import { crc32 } from '@unseen/core/internal'
import { bytesSource } from '../../src/formats/bytes.js'
import { writeNpy } from '../../src/formats/npy/npy.js'
import { npzReader, writeNpz } from '../../src/formats/npy/npz.js'
import type { NamedArray } from '../../src/formats/reader.js'
import { readers } from '../../src/formats/readers.js'
import { startReading } from '../../src/formats/reading.js'
import { writeZip } from '../../src/formats/zip/zip-write.js'
import { openZip, unzip } from '../../src/formats/zip/zip.js'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync, crc32 as zlibCrc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkReader, refusal } from './contract.js'
import { goldenBytes } from './golden.js'
import { anyArrays } from './random-arrays.js'

const array: NamedArray = {
  name: 'a',
  type: 'float32',
  shape: [4, 3],
  data: Float32Array.from({ length: 12 }, (_, i) => i / 4)
}
const npy = writeNpy(array)
const wide = await writeNpz([array], { zip64: true })

interface Crafted {
  readonly name?: string
  readonly body?: Uint8Array
  readonly method?: number
  readonly flags?: number
  readonly crc?: number
  readonly packedSize?: number
  readonly size?: number
  readonly headerAt?: number
}

const u16 = (value: number): number[] => [value & 255, (value >>> 8) & 255]
const u32 = (value: number): number[] => [...u16(value & 0xffff), ...u16(value >>> 16)]

/** An archive that says whatever it is told to. */
function crafted(
  entries: readonly Crafted[],
  change: { readonly entries?: number; readonly start?: number; readonly before?: number[] } = {}
): Uint8Array {
  const out: number[] = [...(change.before ?? [])]
  const directory = entries.map(
    ({
      name = 'a.npy',
      body = npy,
      method = 0,
      flags = 0,
      crc = crc32(body),
      packedSize = body.length,
      size = npy.length,
      headerAt = out.length
    }) => {
      const encoded = [...new TextEncoder().encode(name)]
      const common = [
        ...u16(20),
        ...u16(flags),
        ...u16(method),
        ...u32(0),
        ...u32(crc),
        ...u32(packedSize),
        ...u32(size),
        ...u16(encoded.length),
        ...u16(0)
      ]
      if (headerAt === out.length) out.push(...u32(0x04034b50), ...common, ...encoded, ...body)
      return [
        ...u32(0x02014b50),
        ...u16(20),
        ...common,
        ...u16(0),
        ...u16(0),
        ...u16(0),
        ...u32(0),
        ...u32(headerAt),
        ...encoded
      ]
    }
  )
  const start = out.length
  out.push(...directory.flat())
  const count = change.entries ?? entries.length
  return Uint8Array.from([
    ...out,
    ...u32(0x06054b50),
    ...u32(0),
    ...u16(count),
    ...u16(count),
    ...u32(out.length - start),
    ...u32(change.start ?? start),
    ...u16(0)
  ])
}

/** A .npy header that claims 2^30 bytes of zeros, and as many zeros, packed 1,000 : 1. */
function bomb(claimed: number, actual: number): Crafted {
  const head = writeNpy({ name: 'a', shape: [1], data: new Uint8Array(1) }).slice(0, -1)
  const text = new TextDecoder('latin1')
    .decode(head)
    .replace('(1,), }', `(${claimed},), }`)
    .replace(/ +\n$/, '')
  const header = new Uint8Array(head.length).fill(32)
  header.set(Uint8Array.from(text, c => c.charCodeAt(0)).subarray(0, head.length))
  header[head.length - 1] = 10
  const content = new Uint8Array(head.length + actual)
  content.set(header)
  return { body: deflateRawSync(content), method: 8, size: head.length + claimed, crc: zlibCrc32(content) }
}

describe('the npz reader', () => {
  const nested = Array.from({ length: 50 }, (_, i) => ({
    name: `${i}.npy`,
    headerAt: 0,
    body: deflateRawSync(npy),
    method: 8
  }))
  checkReader(npzReader, readers, {
    files: [
      ...['stored.npz', 'descriptors.npz'].map(name => ({ name, bytes: goldenBytes(name) })),
      { name: 'zip64.npz', bytes: wide }
    ],
    claims: [
      { name: 'more than deflate can pack', bytes: crafted([{ ...bomb(2 ** 30, 1000) }]) },
      { name: 'as much as the limit and no more', bytes: crafted([bomb(2 ** 20, 2 ** 22)]) },
      { name: 'one block many times', bytes: crafted([{ body: deflateRawSync(npy), method: 8 }, ...nested]) },
      { name: '65,534 entries', bytes: crafted([{}], { entries: 65534 }) }
    ],
    truncation: 'refused',
    expansion: 40
  })

  it('stops unpacking when more comes than is claimed', async () => {
    expect(await refusal(npzReader, crafted([bomb(1000, 2 ** 24)]))).toBe('format.size')
    expect(await refusal(npzReader, crafted([bomb(2 ** 20, 1000)]))).toMatch(/format\.(truncated|size)/)
  })

  it('reads what a bomb must not be mistaken for: zeros, packed a thousandfold', async () => {
    const zeros: NamedArray = {
      name: 'zeros',
      type: 'float32',
      shape: [1000, 1000],
      data: new Float32Array(1e6)
    }
    const bytes = await writeNpz([zeros])
    expect(bytes.length).toBeLessThan(5000)
    const [{ shape, data }] = (await npzReader.read(bytesSource(bytes))).arrays
    expect(shape).toEqual([1000, 1000])
    expect((data as Float32Array).every(value => value === 0)).toBe(true)
  })

  it('reads crafted archives that are in order', async () => {
    for (const entries of [
      [{}],
      [{}, { name: 'b.npy' }],
      [{ body: deflateRawSync(npy), method: 8, crc: crc32(npy) }]
    ])
      expect(await refusal(npzReader, crafted(entries))).toBe('read')
  })

  it.each<[string, Uint8Array, string]>([
    ['encrypted', crafted([{ flags: 1 }]), 'format.unsupported'],
    ['packed by another method', crafted([{ method: 12 }]), 'format.unsupported'],
    ['with a wrong checksum', crafted([{ crc: 1 }]), 'format.value'],
    ['with a wrong size', crafted([{ size: npy.length + 1 }]), 'format.size'],
    ['overlapping', crafted([{ name: 'a.npy' }, { name: 'b.npy', headerAt: 0 }]), 'format.header'],
    ['with an entry beyond the directory', crafted([{ headerAt: 100_000 }]), 'format.header'],
    ['with the same name twice', crafted([{}, {}]), 'format.header'],
    ['with something before it', crafted([{}], { before: [1, 2, 3], start: 0 }), 'format.header'],
    ['with fewer entries than claimed', crafted([{}], { entries: 2 }), 'format.header'],
    [
      'whose deflated data are noise',
      crafted([{ method: 8, body: Uint8Array.from({ length: 500 }, (_, i) => (i * 89) ^ 37) }]),
      'format.value'
    ],
    ['without any array', crafted([{ name: 'xl/workbook.xml' }]), 'format.unsupported'],
    ...[
      '../a.npy',
      '/a.npy',
      'a/../../b.npy',
      'C:/a.npy',
      '..\\a.npy',
      'a\u0000.npy',
      './a.npy',
      'a//b.npy',
      ''
    ].map((name): [string, Uint8Array, string] => [
      `with the name ${JSON.stringify(name)}`,
      crafted([{ name }]),
      'format.header'
    ])
  ])('refuses an archive %s', async (_, bytes, code) => {
    expect(await refusal(npzReader, bytes)).toBe(code)
  })

  it('is not fooled by an end of archive within the comment', async () => {
    const bytes = crafted([{}])
    const fake = crafted([])
    const whole = Uint8Array.from([...bytes, ...fake.subarray(0, 22), 1])
    whole[bytes.length - 2] = 23
    expect((await npzReader.read(bytesSource(whole))).arrays).toEqual([array])
  })
})

describe('the npz writer', () => {
  it('is undone by the reader', async () => {
    await fc.assert(
      fc.asyncProperty(anyArrays(), fc.boolean(), fc.boolean(), async (arrays, compress, zip64) => {
        const bytes = await writeNpz(arrays, { compress, zip64 })
        const read = await npzReader.read(bytesSource(bytes))
        expect(read.arrays).toEqual(
          arrays.map(one => (one.type === 'bfloat16' ? { ...one, type: 'float32' } : one))
        )
        expect(await writeNpz(arrays, { compress, zip64 })).toEqual(bytes)
      }),
      { numRuns: 40 }
    )
  })

  it('writes what Python unpacks, zip64 or not', async ({ skip }) => {
    const folder = mkdtempSync(join(tmpdir(), 'unseen-zip-'))
    try {
      const python = (file: string): string =>
        execFileSync(
          'python3',
          [
            '-c',
            'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(",".join(i.filename + ":" + str(i.file_size) for i in z.infolist()))',
            file
          ],
          { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }
        ).trim()
      for (const zip64 of [false, true]) {
        const file = join(folder, `${String(zip64)}.zip`)
        writeFileSync(
          file,
          await writeZip(
            [
              { name: 'a.npy', bytes: npy },
              { name: 'Käfer', bytes: new Uint8Array(5000) },
              { name: 'nothing', bytes: new Uint8Array(0) }
            ],
            { zip64 }
          )
        )
        let listed: string
        try {
          listed = python(file)
        } catch (error) {
          if ((error as { code?: string }).code === 'ENOENT') return skip('there is no python3')
          throw error
        }
        expect(listed).toBe(`a.npy:${npy.length},Käfer:5000,nothing:0`)
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('zip entries', () => {
  it('come out a piece at a time, and may be left at any', async () => {
    const bytes = Uint8Array.from({ length: 300_000 }, (_, i) => (i * i) >>> 7)
    const source = bytesSource(await writeZip([{ name: 'x', bytes }]))
    const reading = startReading()
    const [entry] = await openZip(source, reading)
    const pieces: Uint8Array[] = []
    for await (const piece of unzip(source, entry, reading)) pieces.push(piece)
    expect(pieces.length).toBeGreaterThan(1)
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true)
    for await (const piece of unzip(source, entry, reading)) {
      expect(piece.length).toBeLessThan(bytes.length)
      break
    }
  })

  it('pass on what goes wrong in the source', async () => {
    const bytes = await writeZip([
      { name: 'x', bytes: Uint8Array.from({ length: 5000 }, (_, i) => (i * i) >>> 5) }
    ])
    for (const isLate of [false, true]) {
      const source = bytesSource(bytes)
      const reading = startReading()
      const [entry] = await openZip(source, reading)
      let asked = 0
      const broken = {
        ...source,
        slice: async (start: number, end: number) =>
          ++asked > (isLate ? 1 : 0)
            ? Promise.reject(new Error('the disk is gone'))
            : source.slice(start, end)
      }
      await expect(unzip(broken, entry, reading).next()).rejects.toThrow('the disk is gone')
    }
  })
})

describe('crc32', () => {
  it('is that of zlib, in one piece or several', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(100), (bytes, cut) => {
        expect(crc32(bytes)).toBe(zlibCrc32(bytes))
        expect(crc32(bytes.subarray(cut), crc32(bytes.subarray(0, cut)))).toBe(zlibCrc32(bytes))
      })
    )
  })
})

describe('a flipped bit', () => {
  it('never takes an array away in silence', async () => {
    const arrays = [array, { ...array, name: 'labels' }]
    const bytes = await writeNpz(arrays)
    const lost: number[] = []
    for (let bit = 0; bit < 8 * bytes.length; bit++) {
      const flipped = bytes.slice()
      flipped[bit >> 3] ^= 1 << (bit & 7)
      try {
        const file = await npzReader.read(bytesSource(flipped))
        const names = file.arrays.map(({ name }) => name).sort()
        if (names.join() !== 'a,labels') lost.push(bit)
      } catch (error) {
        expect(error).toMatchObject({ name: 'UnseenError' })
      }
    }
    expect(lost).toEqual([])
  })

  it('of an archive with other files leaves them named', async () => {
    const bytes = await writeZip([
      { name: 'a.npy', bytes: npy },
      { name: 'README.txt', bytes: new TextEncoder().encode('hello') }
    ])
    expect(await npzReader.read(bytesSource(bytes))).toMatchObject({ others: ['README.txt'] })
  })
})
