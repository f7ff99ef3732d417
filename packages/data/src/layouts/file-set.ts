/**
 * The files of a data set wherever they are: a folder, a zip archive, files dropped on a page. Names
 * are relative, with '/' between folders. A file is read once, however many ask for it.
 */
import { type RowSource, UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { toRowSource } from '../formats/array-rows.js'
import type { ByteSource } from '../formats/byte-source.js'
import type { ArrayFile, Reader } from '../formats/reader.js'
import { openRows, readArrays } from '../formats/readers.js'
import type { Manifest } from '../manifest/types.js'

/** The files of a data set wherever they are: a folder, an archive, files dropped on a page. */
export interface FileSet {
  /** of the folder, the archive or the single file, without extension */
  readonly name: string
  /** Of all files, relative, with '/' between folders. */
  readonly names: readonly string[]
  /** what dataset.json says, if there is one, after it has been checked */
  readonly manifest?: Manifest
  /** All arrays of a file; it is read once, however many ask. */
  arrays(name: string): Promise<ArrayFile>
  /**
   * The rows of a matrix in this file, left where they are; undefined where the whole file is better read at
   * once.
   */
  rows(name: string, array?: string): Promise<RowSource | undefined>
  /** A file as it is. */
  bytes(name: string): Promise<Uint8Array>
}

export interface FileSetOptions {
  /** Of the folder or the archive, without extension. */
  readonly name: string
  /** What dataset.json says, after `parseManifest` checked it. */
  readonly manifest?: Manifest | undefined
  /** opens files by their name; a source is kept as long as rows are read from it */
  readonly files: ReadonlyMap<string, () => Promise<ByteSource>>
  /** Every format that is read here. Default `readers`. */
  readonly readers?: readonly Reader[]
  /** In bytes: larger files are left where they are, where their format allows it. Default 64 MiB. */
  readonly streamFrom?: number
}

const STREAM_FROM = 2 ** 26

/**
 * Files by name as one data set, to be handed to `readDraft`.
 *
 * @param options names, and how each file is opened
 * @example
 * ```ts
 * import { examine, fileSet, readDraft, toDataset } from '@unseen/data'
 *
 * const draft = await readDraft(fileSet({ name: 'zoo', files }))
 * const { findings } = await examine(draft)
 * for (const { severity, message } of findings) console.log(severity, message)
 * const dataset = toDataset(draft)
 * ```
 */
export function fileSet({
  name,
  manifest,
  files,
  readers,
  streamFrom = STREAM_FROM
}: FileSetOptions): FileSet {
  const known = new Map<string, Promise<ArrayFile>>()
  const open = async (file: string): Promise<ByteSource> => {
    const opened = files.get(file)
    if (opened === undefined)
      throw new UnseenError('path.missing', `There is no ${file} in ${name}.`, { where: { file } })
    return opened()
  }
  return {
    name,
    names: [...files.keys()],
    ...defined({ manifest }),
    arrays(file) {
      const before = known.get(file)
      if (before !== undefined) return before
      const reading = open(file).then(source => readArrays(source, { fileName: file }, readers))
      known.set(file, reading)
      return reading
    },
    async rows(file, array) {
      const source = await open(file)
      if (source.byteLength < streamFrom) return undefined
      const rows = await openRows(source, { fileName: file, ...defined({ array }) }, readers)
      return rows && toRowSource(rows)
    },
    async bytes(file) {
      const source = await open(file)
      return source.slice(0, source.byteLength)
    }
  }
}
