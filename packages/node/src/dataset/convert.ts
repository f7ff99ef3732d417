/** From any data set, or any file of arrays, to another form; what was written is read back and compared. */
import { UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { type NamedArray, fingerprint } from '@unseen/data'
import { writeFileWhole } from '../files/write-file.js'
import { readFile } from '../formats/readers.js'
import { type ArrayFormat, arrayFormats, arrayWriter } from './array-writers.js'
import { openDataset } from './open.js'
import { type SaveOptions, saveDataset } from './save.js'
import { saveSingleFile } from './single-file.js'
import type { StoreLoss } from './stored-rows.js'
import { stat } from 'node:fs/promises'
import { extname } from 'node:path'

/** How a data set is written. */
export interface ConvertOptions extends Pick<SaveOptions, 'format' | 'store' | 'overwrite' | 'signal'> {
  /** Read back what was written and compare. Default true. */
  readonly check?: boolean
  /** Called with rows done, of how many. */
  readonly onProgress?: (stage: 'writing' | 'reading', done: number, total: number) => void
}

/** What was written. */
export interface Converted {
  /** The folder or the file. */
  readonly out: string
  /** of what was written, where it was read back */
  readonly fingerprint?: string
  /** What a smaller type cost, where one was asked for. */
  readonly loss?: StoreLoss
  /** what a single file cannot hold */
  readonly leftOut: readonly string[]
}

/**
 * Writes a data set as a folder, or as one .npz file if `out` ends so.
 *
 * @param path anything that `openDataset` reads
 * @param out a folder, or NAME.npz
 * @param options formats and types
 */
export async function convertDataset(
  path: string,
  out: string,
  { check = true, onProgress, signal, ...options }: ConvertOptions = {}
): Promise<Converted> {
  const dataset = await openDataset(path)
  const isFile = /\.npz$/i.test(out)
  if (isFile && (options.format ?? 'npz') !== 'npz')
    throw new UnseenError(
      'options.combination',
      `${out} is one npz file; the format ${options.format} is for a folder.`,
      { where: { format: options.format ?? '' }, remedy: 'Name a folder.' }
    )
  if (isFile && (options.store ?? 'exact') !== 'exact')
    throw new UnseenError('options.combination', 'A single file keeps features as they are.', {
      remedy: 'Name a folder.'
    })
  if (isFile) await refuseExistingFile(out, options.overwrite)
  const watch = (stage: 'writing' | 'reading') => ({
    ...defined({ signal }),
    onProgress: (done: number, total: number) => onProgress?.(stage, done, total)
  })
  const leftOut = isFile ? await saveSingleFile(dataset, out) : []
  const loss = isFile
    ? undefined
    : (await saveDataset(dataset, out, { ...options, ...watch('writing') })).loss
  if (!check) return { out, leftOut, ...defined({ loss }) }
  const written = await fingerprint(await openDataset(out), watch('reading'))
  if (loss === undefined && written !== (await fingerprint(dataset, watch('reading')))) {
    throw new UnseenError(
      'dataset.content',
      `What was written to ${out} reads back as something else (${written}).`,
      { where: { file: out }, remedy: 'Write it in another format, and report this.' }
    )
  }
  return { out, fingerprint: written, leftOut, ...defined({ loss }) }
}

/** Which arrays are written, and how. */
export interface ConvertArraysOptions {
  /** One array of the file. Default all. */
  readonly array?: string
  /** Default: by the ending of `out`. */
  readonly format?: ArrayFormat
  /** Whether a file may be replaced. Default false. */
  readonly overwrite?: boolean
}

/**
 * Arrays as they are, from one file to another. Returns those that were written.
 *
 * @param path a file in any of the formats
 * @param out the file to be written
 * @param options which arrays, and the format
 */
export async function convertArrays(
  path: string,
  out: string,
  { array: wanted, format, overwrite }: ConvertArraysOptions = {}
): Promise<readonly NamedArray[]> {
  const writer = arrayWriter(format ?? formatOf(out))
  await refuseExistingFile(out, overwrite)
  const { arrays } = await readFile(path)
  const chosen = wanted === undefined ? arrays : arrays.filter(({ name }) => name === wanted)
  const names = arrays.map(({ name }) => name).join(', ')
  if (chosen.length === 0)
    throw new UnseenError('dataset.name', `${path} has no array ${JSON.stringify(wanted ?? '')}.`, {
      where: { file: path },
      remedy: `It has: ${names}.`
    })
  // A CSV is a matrix with the names of its columns; the matrix alone is what other formats hold.
  const only =
    writer.holds === 'one' && wanted === undefined ? chosen.filter(({ name }) => name !== 'columns') : chosen
  if (writer.holds === 'one' && only.length !== 1)
    throw new UnseenError(
      'options.combination',
      `${writer.name} holds one array, ${path} has ${arrays.length}: ${names}.`,
      { where: { file: path }, remedy: 'Say which with --array, or write .npz.' }
    )
  await writeFileWhole(out, await writer.write(only))
  return only
}

export function formatOf(path: string): ArrayFormat {
  const extension = extname(path).slice(1).toLowerCase()
  const found = arrayFormats.find(name => arrayWriter(name).extension === extension)
  if (found === undefined)
    throw new UnseenError('options.value', `The ending of ${path} names no format that is written.`, {
      where: { file: path },
      remedy: `There are: ${arrayFormats.join(', ')}.`
    })
  return found
}

async function refuseExistingFile(path: string, overwrite = false): Promise<void> {
  if (!overwrite && (await stat(path).catch(() => undefined)) !== undefined)
    throw new UnseenError('path.exists', `${path} exists already.`, {
      where: { file: path },
      remedy: 'Name another file, or overwrite it with --overwrite.'
    })
}
