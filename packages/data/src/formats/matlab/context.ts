/**
 * What one reading of a MATLAB file shares: how to refuse, and what may still be allocated. Every
 * claim is charged here before memory is asked for, so that a small file never takes the machine down.
 */
import { type ErrorCode, UnseenError, count } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { ReadOptions } from '../reader.js'
import { type Reading, startReading } from '../reading.js'

export type FormatErrorCode = Extract<ErrorCode, `format.${string}`>

/**
 * An object in memory is far larger than the eight bytes an empty cell takes in a file, hence a limit of its
 * own.
 */
const MOST_VALUES = 1 << 22

const remedies: Readonly<Record<FormatErrorCode, string>> = {
  'format.unknown': 'Is it a MATLAB file?',
  'format.truncated': 'Copy or download the whole file again.',
  'format.header':
    'The file is damaged or was written incorrectly: copy it again, or save it again from MATLAB.',
  'format.unsupported': 'Save plain arrays, character arrays or cell arrays of them.',
  'format.value': 'Save the variable again from MATLAB.',
  'format.size': 'If the file is sound, allow more by maximumBytes; otherwise copy it again.'
}

export class Context {
  readonly file: string
  readonly maximumBytes: number
  /** the element's place in the file and the variable being read, for messages */
  offset = 0
  variable = ''
  /** for what is shared with other readers: pieces of the source, and refusals of those */
  readonly reading: Reading
  private bytesLeft: number
  private valuesLeft = MOST_VALUES

  constructor(file: string, maximumBytes: number, options: ReadOptions = {}) {
    this.file = file
    this.maximumBytes = maximumBytes
    this.bytesLeft = maximumBytes
    this.reading = startReading({ ...options, fileName: file, maximumBytes })
  }

  refuse(code: FormatErrorCode, message: string, remedy?: string, cause?: unknown): never {
    throw this.error(code, message, remedy, cause)
  }

  error(code: FormatErrorCode, message: string, remedy = remedies[code], cause?: unknown): UnseenError {
    const where = {
      file: this.file,
      offset: this.offset,
      ...defined({ variable: this.variable === '' ? undefined : this.variable })
    }
    const place =
      this.variable === ''
        ? this.file
        : `${this.file}, variable ${JSON.stringify(this.variable.slice(0, 60))}`
    return new UnseenError(code, `${place}: ${message}`, { where, remedy, cause })
  }

  /** Charges bytes that are about to be allocated. */
  takeBytes(bytes: number): void {
    this.bytesLeft -= bytes
    if (!(this.bytesLeft >= 0))
      this.refuse('format.size', `its arrays take more than the ${count(this.maximumBytes)} bytes allowed.`)
  }

  takeValues(values: number): void {
    this.valuesLeft -= values
    if (!(this.valuesLeft >= 0))
      this.refuse(
        'format.size',
        `it holds more than ${count(MOST_VALUES)} cells and fields.`,
        'Save numbers as one array instead of one cell each.'
      )
  }

  /** Memory may be short although the file is within its limits. */
  allocate<T>(bytes: number, make: () => T): T {
    try {
      return make()
    } catch (cause) {
      return this.refuse(
        'format.size',
        `there is no memory for ${count(bytes)} bytes.`,
        'Close other programs, or save fewer variables in one file.',
        cause
      )
    }
  }
}
