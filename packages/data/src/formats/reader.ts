/**
 * What every file reader offers. A file is a set of named arrays, whatever its format; a reader is
 * chosen by the file's first bytes, never by its name alone. Readers ask the source for just what
 * they need, check every claim of the file against its length before they allocate, and refuse with
 * a typed error that says where.
 */
import type { ByteSource } from './byte-source.js'
import type { Inflate } from './zip/deflate.js'

export type NumberArray =
  | Float64Array
  | Float32Array
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array

/** Numbers or texts with a shape, row-major. */
export interface NamedArray {
  /** As in the file. */
  readonly name: string
  /** Length of each axis. */
  readonly shape: readonly number[]
  /** the file's own type, e.g. float16 (whose values are held as Float32Array), int64, text, bool */
  readonly type: string
  /** The entries. */
  readonly data: NumberArray | readonly string[]
}

/** The arrays of one file. */
export interface ArrayFile {
  /** Name of the reader that understood it. */
  readonly format: string
  /** In the order of the file. */
  readonly arrays: readonly NamedArray[]
  /** names of what else is in the file and was not read */
  readonly others?: readonly string[]
}

export type Crc32 = (bytes: Uint8Array, before: number) => number

/** Limits and names for readers of files. */
export interface ReadOptions {
  /** Refuse files whose arrays would take more bytes than this. Default 4 GiB. */
  readonly maximumBytes?: number
  /** What messages call the file. */
  readonly fileName?: string
  /** Unpacks deflate. Default: the platform's own streams. */
  readonly inflate?: Inflate
  /** The CRC-32 of what came before followed by `bytes`. Default: one of our own. */
  readonly crc32?: Crc32
}

/** Which matrix of a file is wanted. */
export interface RowsOptions extends ReadOptions {
  /** Name of the array. Default: the file's only one with two axes. */
  readonly array?: string
}

/** A matrix in a file, of which any rows can be read without the others. */
export interface ArrayRows {
  /** How many there are. */
  readonly rows: number
  /** Entries of each. */
  readonly columns: number
  /** as in NamedArray */
  readonly type: string
  /** Rows start .. end - 1, row-major. Every call takes memory for these rows alone. */
  read(start: number, end: number): Promise<NumberArray>
}

/** A file format. docs/add-a-reader.md says how to write one. */
export interface Reader {
  /** What commands and messages call the format. */
  readonly name: string
  /** Endings of file names, without the dot, for people; files are told apart by their contents. */
  readonly extensions: readonly string[]
  /** Does a file that begins with these bytes (up to 512, fewer for short files) look like mine? */
  recognises(head: Uint8Array): boolean
  /** All arrays of a file. */
  read(source: ByteSource, options?: ReadOptions): Promise<ArrayFile>
  /** Rows of one matrix of numbers; undefined if there is none, or none that can be read by rows. */
  openRows?(source: ByteSource, options?: RowsOptions): Promise<ArrayRows | undefined>
}
