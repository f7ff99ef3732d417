/**
 * numpy's .npz: a zip archive (zip.ts) with one .npy file (npy.ts) for every array. The claims of
 * the directory, the header of the array and the limit must agree before an array is allocated, and
 * the archive is unpacked right into it.
 * Tests: ../../../test/formats/npz.heavy.test.ts
 */
import { count } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { ArrayToWrite } from '../element-types.js'
import type { ArrayRows, NamedArray, Reader } from '../reader.js'
import { startReading } from '../reading.js'
import { type ZipOptions, writeZip } from '../zip/zip-write.js'
import { checkEntry, openZip, storedEntry, unzip } from '../zip/zip.js'
import { openNpyRows, readNpy, writeNpy } from './npy.js'

const suffix = /\.npy$/

export const npzReader: Reader = {
  name: 'npz',
  extensions: ['npz'],
  recognises: head =>
    head[0] === 0x50 &&
    head[1] === 0x4b &&
    ((head[2] === 3 && head[3] === 4) || (head[2] === 5 && head[3] === 6)),
  async read(source, options) {
    const reading = startReading(options)
    const entries = await openZip(source, reading)
    const files = entries.filter(({ name }) => suffix.test(name))
    if (files.length === 0 && entries.length > 0) {
      throw reading.fail(
        'format.unsupported',
        `The zip archive has ${count(entries.length)} files, but no array (.npy).`,
        {},
        'Unpack it and read the files in it.'
      )
    }
    // What is no array by its name: a changed name must not pass for that.
    const others = entries.filter(({ name }) => !suffix.test(name))
    for (const entry of others) await checkEntry(source, entry, reading)
    const arrays: NamedArray[] = []
    for (const entry of files)
      arrays.push(
        await readNpy(unzip(source, entry, reading), entry.size, entry.name.replace(suffix, ''), reading)
      )
    return {
      format: 'npz',
      arrays,
      ...defined({ others: others.length > 0 ? others.map(({ name }) => name) : undefined })
    }
  },
  async openRows(source, options) {
    const reading = startReading(options)
    const wanted = options?.array
    const files = (await openZip(source, reading)).filter(
      ({ name }) => suffix.test(name) && (wanted === undefined || name.replace(suffix, '') === wanted)
    )
    // Which of several is a matrix only their headers tell, and those of compressed ones are not asked.
    if (files.some(({ deflated }) => deflated)) return undefined
    const matrices: ArrayRows[] = []
    for (const entry of files) {
      const rows = await openNpyRows(await storedEntry(source, entry, reading), options)
      if (rows !== undefined) matrices.push(rows)
    }
    return matrices.length === 1 ? matrices[0] : undefined
  }
}

/**
 * As np.savez_compressed, or np.savez with `compress: false`.
 *
 * @param arrays each with a name
 * @param options `compress`: true unless given
 */
export async function writeNpz(
  arrays: readonly ArrayToWrite[],
  options?: ZipOptions
): Promise<Uint8Array<ArrayBuffer>> {
  return writeZip(
    arrays.map(array => ({ name: `${array.name}.npy`, bytes: writeNpy(array) })),
    options
  )
}
