// Files on disk: found by their contents, and by rows where they are larger than memory may be.
import { crc32 } from '@unseen/core/internal'
import { openRows, readers, writeNpy, writeNpz } from '@unseen/data'
import { bytesSource } from '@unseen/data/internal'
import { openFile } from '../../src/files/file-source.js'
import { allReaders, detectFile, readFile } from '../../src/formats/readers.js'
import { mkdtempSync, openSync, closeSync, ftruncateSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import zlib from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'unseen-readers-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, bytes: Uint8Array | string): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

it('knows every reader of core, in the same order', () => {
  const names = readers.map(({ name }) => name)
  expect(allReaders.map(({ name }) => name).filter(name => names.includes(name))).toEqual(names)
})

it('reads a file by its contents, whatever its name', async () => {
  const path = write('misnamed.csv', writeNpy({ name: 'x', shape: [2], data: Float32Array.of(1, 2) }))
  expect((await detectFile(path)).name).toBe('npy')
  expect(await readFile(path)).toEqual({
    format: 'npy',
    arrays: [{ name: 'misnamed.csv', shape: [2], type: 'float32', data: Float32Array.of(1, 2) }]
  })
})

it('names the file in refusals', async () => {
  const path = write('noise.bin', Uint8Array.of(0, 1, 2, 3))
  await expect(detectFile(path)).rejects.toMatchObject({ code: 'format.unknown', where: { file: path } })
  await expect(readFile(path)).rejects.toMatchObject({ code: 'format.unknown', where: { file: path } })
  await expect(readFile(join(folder, 'absent'))).rejects.toMatchObject({ code: 'path.missing' })
})

it('takes rows from a file far larger than the memory it may use', async () => {
  const [rows, columns] = [2_000_000, 1024]
  const header =
    `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows}, ${columns}), }`.padEnd(117) + '\n'
  const start = Buffer.concat([
    Buffer.from([0x93]),
    Buffer.from('NUMPY'),
    Buffer.from([1, 0, header.length, 0]),
    Buffer.from(header)
  ])
  const path = join(folder, 'large.npy')
  const file = openSync(path, 'w')
  ftruncateSync(file, start.length + rows * columns * 4)
  writeSync(file, start)
  const marked = [0, 777_777, 1_048_576, rows - 1]
  for (const row of marked)
    writeSync(file, new Float32Array(columns).fill(row), 0, columns * 4, start.length + row * columns * 4)
  closeSync(file)

  const source = await openFile(path)
  expect(source.byteLength).toBeGreaterThan(8e9)
  const features = await openRows(source, { maximumBytes: 2 ** 24 }, allReaders)
  expect(features).toMatchObject({ rows, columns, type: 'float32' })
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  for (let at = 0; at < rows; at += 40_000) {
    expect((await features?.read(at, at + 1000))?.length).toBe(1000 * columns)
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
  }
  for (const row of marked)
    expect(new Set((await features?.read(row, row + 1)) as Float32Array)).toEqual(new Set([row]))
  await expect(features?.read(0, rows)).rejects.toMatchObject({ code: 'format.size' })
  expect(most).toBeLessThan(2 ** 29)
  await source.close()
})

describe('checksums', () => {
  const data = Float32Array.from({ length: 3000 }, (_, at) => at)
  const npz = (): Promise<Uint8Array> =>
    writeNpz([{ name: 'features', type: 'float32', shape: [300, 10], data }], { compress: false })
  const reader = allReaders.find(({ name }) => name === 'npz')!

  it('are those of zlib and of our own alike, whole or in parts', () => {
    const bytes = new Uint8Array(data.buffer)
    for (const end of [0, 1, 7, 8, 9, 12_000]) {
      expect(crc32(bytes.subarray(0, end))).toBe(zlib.crc32(bytes.subarray(0, end)))
      expect(crc32(bytes.subarray(end), crc32(bytes.subarray(0, end)))).toBe(zlib.crc32(bytes))
    }
  })

  it('are taken by what is passed in, and decide', async () => {
    const bytes = await npz()
    let summed = 0
    const counting = (piece: Uint8Array, before: number): number => {
      summed += piece.length
      return zlib.crc32(piece, before)
    }
    const { arrays } = await reader.read(bytesSource(bytes), { crc32: counting })
    expect(arrays[0].data).toEqual(data)
    expect(summed).toBeGreaterThanOrEqual(data.byteLength)
    await expect(reader.read(bytesSource(bytes), { crc32: () => 0 })).rejects.toThrow('its checksum differs')
  })

  it('find one bit that changed', async () => {
    const bytes = await npz()
    bytes[6000] ^= 1
    await expect(reader.read(bytesSource(bytes))).rejects.toThrow('its checksum differs')
  })
})
