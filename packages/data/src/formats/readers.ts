/** Every reader there is. A file is read by the first that recognises its beginning. */
import type { ByteSource } from './byte-source.js'
import { matlabReader } from './matlab/matlab.js'
import { npyReader } from './npy/npy.js'
import { npzReader } from './npy/npz.js'
import type { ArrayFile, ArrayRows, ReadOptions, Reader, RowsOptions } from './reader.js'
import { sliceOf, startReading } from './reading.js'
import { safetensorsReader } from './safetensors.js'
import { delimitedReader } from './text/delimited.js'
import { jsonLinesReader } from './text/json-lines.js'

/** Formats with a signature come first, texts last: almost any text looks like CSV. */
export const readers: readonly Reader[] = [
  npyReader,
  npzReader,
  safetensorsReader,
  matlabReader,
  jsonLinesReader,
  delimitedReader
]

const HEAD = 512

/** Beginnings of files that are often tried, with what to do about them where no reader knows them. */
const strangers: readonly { readonly begins: RegExp; readonly what: string; readonly remedy: string }[] = [
  {
    begins: /^version https:\/\/git-lfs/,
    what: 'a pointer of Git LFS, not the file itself',
    remedy: 'Fetch it with git lfs pull.'
  },
  { begins: /^\u001f\u008b/, what: 'packed by gzip', remedy: 'Unpack it first.' },
  {
    begins: /^\u0080[\u0002-\u0005]/,
    what: 'a Python pickle, which cannot be read safely',
    remedy: 'Save the arrays with np.savez.'
  },
  {
    begins: /^\u0089HDF\r\n/,
    what: 'HDF5 (MATLAB 7.3 files are), which is read in Node only',
    remedy: 'Convert it with the command line, or save it with -v7.'
  },
  {
    begins: /^PAR1/,
    what: 'Parquet, which is read in Node only',
    remedy: 'Convert it with the command line, or save it as CSV or npz.'
  },
  { begins: /^(?:\u00ff\u00fe|\u00fe\u00ff)/, what: 'UTF-16 text', remedy: 'Save it as UTF-8.' },
  { begins: /^\s*\[/, what: 'one JSON list', remedy: 'Write one object a line (JSON lines).' },
  { begins: /^\s*</, what: 'HTML or XML', remedy: 'Was a page saved instead of the file?' }
]

/**
 * The reader for this file, by its contents; `known` are those to choose from, in order.
 *
 * @param source the file
 * @param options its name, for messages
 * @param known formats to choose from, in this order; `readers` unless given
 */
export async function detectFormat(
  source: ByteSource,
  options?: ReadOptions,
  known: readonly Reader[] = readers
): Promise<Reader> {
  const reading = startReading(options)
  if (source.byteLength === 0) throw reading.fail('format.unknown', 'The file is empty.')
  const head = await sliceOf(source, 0, Math.min(HEAD, source.byteLength), reading)
  const reader = known.find(candidate => candidate.recognises(head))
  if (reader !== undefined && reader !== delimitedReader) return reader
  const text = String.fromCharCode(...head)
  const stranger = strangers.find(({ begins }) => begins.test(text))
  if (stranger !== undefined)
    throw reading.fail('format.unknown', `The file is ${stranger.what}.`, {}, stranger.remedy)
  if (reader === undefined)
    throw reading.fail(
      'format.unknown',
      `The file is in no format that is read: ${known.map(({ name }) => name).join(', ')}.`
    )
  return reader
}

/**
 * The arrays of a file in any of the formats.
 *
 * @param source the file
 * @param options its name, for messages, and limits
 * @param known formats to choose from; `readers` unless given
 */
export async function readArrays(
  source: ByteSource,
  options?: ReadOptions,
  known?: readonly Reader[]
): Promise<ArrayFile> {
  return (await detectFormat(source, options, known)).read(source, options)
}

/**
 * The rows of one matrix, to be read a piece at a time; undefined where only the whole file can be read.
 *
 * @param source the file, open as long as rows are read
 * @param options which array, the file's name and limits
 * @param known formats to choose from; `readers` unless given
 */
export async function openRows(
  source: ByteSource,
  options?: RowsOptions,
  known?: readonly Reader[]
): Promise<ArrayRows | undefined> {
  return (await detectFormat(source, options, known)).openRows?.(source, options)
}
