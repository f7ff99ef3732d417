// HDF5 and MATLAB 7.3: golden files of h5py, held also to the reader of MATLAB's older files; the contract;
// damage. The thread loads the built files: dist must be up to date (`npm run build`; npm test sees to it).
import {
  type NamedArray,
  type Reader,
  fileSet,
  fingerprint,
  readArrays,
  readDraft,
  toDataset
} from '@unseen/data'
import { bytesSource } from '@unseen/data/internal'
import { openFile } from '../../src/files/file-source.js'
import { limitMemory, storedBytes } from '../../src/formats/hdf5-library.js'
import { readHdf5 } from '../../src/formats/hdf5-read.js'
import { hdf5Reader } from '../../src/formats/hdf5.js'
import { allReaders } from '../../src/formats/readers.js'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ready } from 'h5wasm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { checkReader } from '../../../data/test/formats/contract.js'
import { hdf5Reader as threaded, readInThread } from '../../dist/formats/hdf5.js'
import { expectArrays, goldenFolder } from './golden.js'

const golden = goldenFolder('hdf5')

/** Without the thread, which takes longer to start than most of these files to read. */
const reader: Reader = {
  ...hdf5Reader,
  read: async (source, options) => ({
    format: 'hdf5',
    arrays: readHdf5(await ready, storedBytes(await source.slice(0, source.byteLength)), options)
  })
}
const all = allReaders.map(candidate => (candidate === hdf5Reader ? reader : candidate))
const read = async (name: string): Promise<readonly NamedArray[]> =>
  (await reader.read(bytesSource(golden.bytes(name)), { fileName: name })).arrays
const byName = (arrays: readonly NamedArray[]): NamedArray[] =>
  [...arrays].sort((a, b) => (a.name < b.name ? -1 : 1))

// The library prints the history of each failure, to what it finds when it is loaded.
vi.hoisted(() => {
  console.error = () => undefined
})
beforeAll(limitMemory)

describe('golden files', () => {
  it.each(golden.files)('%s', async (name, wanted) => {
    expectArrays(await read(name), wanted)
  })

  it.each(golden.refused)('%s is refused (%s) with a remedy', async (name, code) => {
    await expect(read(name)).rejects.toMatchObject({
      code,
      remedy: expect.any(String) as string,
      where: { file: name }
    })
  })

  it.each(['numbers', 'texts', 'trees'])('%s.mat is what MATLAB saves by -v7', async name => {
    const older = readFileSync(new URL(`../../../data/golden/matlab/${name}.mat`, import.meta.url))
    expect(byName(await read(`${name}.mat`))).toEqual(byName((await readArrays(bytesSource(older))).arrays))
  })

  it.each(['types.h5', 'texts.h5', 'layouts.h5', 'numbers.mat', 'texts.mat'])(
    '%s is the same in pieces of any size',
    async name => {
      const whole = await read(name)
      for (const piece of [1, 12, 100, 1000])
        expect(
          readHdf5(await ready, storedBytes(golden.bytes(name)), {}, { piece }),
          `${piece} bytes`
        ).toEqual(whole)
    }
  )

  it('the xlsa17 pair means the same in both versions', async () => {
    const pair = async (version: string) => {
      const files = new Map(
        ['att_splits', 'res101'].map(name => [
          `${name}.mat`,
          async () => bytesSource(golden.bytes(`xlsa17-${name}${version}.mat`))
        ])
      )
      return toDataset(await readDraft(fileSet({ name: 'pair', files, readers: all })))
    }
    const newer = await pair('')
    expect(await fingerprint(newer)).toBe(await fingerprint(await pair('-v7')))
    expect(newer.classes).toEqual(['zebra', 'bear', 'polar+bear'])
    expect(newer.features).toMatchObject({ rows: 5, columns: 4 })
  })
})

describe('the contract', () => {
  checkReader(reader, all, {
    files: ['small.h5'].map(name => ({ name, bytes: golden.bytes(name) })),
    claims: golden.refused
      .filter(([name]) => name.startsWith('bomb'))
      .map(([name]) => ({ name, bytes: golden.bytes(name) })),
    truncation: 'refused',
    expansion: 1032
  })

  it('takes MATLAB 7.3 from the reader of older files', () => {
    for (const name of ['trees.mat', 'types.h5'])
      expect(allReaders.find(candidate => candidate.recognises(golden.bytes(name).subarray(0, 512)))).toBe(
        hdf5Reader
      )
  })
})

describe('in a thread of its own', () => {
  it('reads a file on disk, and bytes from anywhere', async () => {
    const source = await openFile(fileURLToPath(golden.url('small.h5')))
    const wanted = await read('small.h5')
    expect(await threaded.read(source)).toEqual({ format: 'hdf5', arrays: wanted })
    expect((await threaded.read(bytesSource(golden.bytes('small.h5')))).arrays).toEqual(wanted)
    await source.close()
  })

  it('refuses as it would without', async () => {
    await expect(
      threaded.read(bytesSource(golden.bytes('virtual.h5')), { fileName: 'my.h5' })
    ).rejects.toMatchObject({
      name: 'UnseenError',
      code: 'format.unsupported',
      message: expect.stringMatching(/my\.h5.*Copy its contents into one dataset\.$/) as string,
      where: { file: 'my.h5', variable: 'a' }
    })
    await expect(
      threaded.read(bytesSource(golden.bytes('small.h5')), { maximumBytes: 10 })
    ).rejects.toMatchObject({ code: 'format.size' })
  })

  it('gives up on a file that keeps the library busy for ever', async () => {
    const from = golden.bytes('small-chunked.h5')
    // A free space in the heap of texts that has no length.
    from[2132] ^= 16
    await expect(readInThread({ from, options: { fileName: 'round.h5' } }, 3000)).rejects.toMatchObject({
      code: 'format.header',
      message: expect.stringContaining('no progress for 3 s') as string
    })
  })
})
