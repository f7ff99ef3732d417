/**
 * What a reader carries along while it reads one file: how to refuse, and how much memory is left.
 * Nothing of a size that the file claims is allocated before `charge` or `allocate` agreed to it.
 */
import { type ErrorCode, UnseenError, count } from '@unseen/core'
import { crc32 as ownCrc32, defined } from '@unseen/core/internal'
import type { ByteSource } from './byte-source.js'
import type { Crc32, ReadOptions } from './reader.js'
import { type Inflate, inflate as inflateByStreams } from './zip/deflate.js'

export type Where = Readonly<Record<string, string | number>>

export interface Reading {
  /** The error to throw; names the file if that is known. */
  fail(code: ErrorCode, message: string, where?: Where, remedy?: string): UnseenError
  /** Counts bytes against the limit of the file; `what` names them in the refusal. */
  charge(bytes: number, what: string): void
  /** Charged bytes, aligned for any number. */
  allocate(bytes: number, what: string): Uint8Array<ArrayBuffer>
  readonly inflate: Inflate
  readonly crc32: Crc32
}

const DEFAULT_MAXIMUM = 2 ** 32
const CHUNK = 2 ** 20

export function startReading({
  fileName,
  maximumBytes = DEFAULT_MAXIMUM,
  inflate = inflateByStreams,
  crc32 = ownCrc32
}: ReadOptions = {}): Reading {
  let left = maximumBytes

  const fail: Reading['fail'] = (code, message, where = {}, remedy) =>
    new UnseenError(code, fileName === undefined ? message : `${fileName}: ${message}`, {
      where: fileName === undefined ? where : { file: fileName, ...where },
      ...defined({ remedy })
    })

  const charge: Reading['charge'] = (bytes, what) => {
    if (!(bytes <= left)) {
      throw fail(
        'format.size',
        `${what} would take ${count(bytes)} bytes of memory, ${count(left)} of ${count(maximumBytes)} are left.`,
        {},
        'Raise maximumBytes if the file is to be trusted.'
      )
    }
    left -= bytes
  }

  const allocate: Reading['allocate'] = (bytes, what) => {
    charge(bytes, what)
    try {
      return new Uint8Array(bytes)
    } catch {
      throw fail('format.size', `${what} takes ${count(bytes)} bytes, more than this machine gives.`)
    }
  }

  return { fail, charge, allocate, inflate, crc32 }
}

/** Exactly these bytes of the source. The reader has checked that they lie within it. */
export async function sliceOf(
  source: ByteSource,
  start: number,
  end: number,
  { fail }: Reading
): Promise<Uint8Array> {
  const bytes = await source.slice(start, end)
  if (bytes.length !== end - start)
    throw fail(
      'format.truncated',
      `Bytes ${count(start)} to ${count(end)} were asked for, ${count(bytes.length)} came.`,
      { byte: start }
    )
  return bytes
}

/** The bytes from `start` to `end`, a piece at a time. */
export async function* chunksOf(
  source: ByteSource,
  start: number,
  end: number,
  reading: Reading
): AsyncGenerator<Uint8Array, void, void> {
  for (let at = start; at < end; at += CHUNK)
    yield await sliceOf(source, at, Math.min(at + CHUNK, end), reading)
}

/** These bytes in memory of their own, charged and aligned for any number. */
export async function bytesOf(
  source: ByteSource,
  start: number,
  end: number,
  what: string,
  reading: Reading
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = reading.allocate(end - start, what)
  let at = 0
  for await (const chunk of chunksOf(source, start, end, reading)) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/** A name or text out of a file, fit to stand in a message. */
export function quote(text: string): string {
  const shown = text.length > 60 ? `${text.slice(0, 60)}...` : text
  return JSON.stringify(shown).replace(/[\u007f-\u009f\u2028\u2029]/g, ' ')
}

/** How many entries an array of this shape has, or NaN for a shape that no array can have. */
export function entriesOf(shape: readonly number[]): number {
  if (shape.length > 64 || !shape.every(length => Number.isSafeInteger(length) && length >= 0)) return NaN
  return shape.includes(0) ? 0 : shape.reduce((product, length) => product * length, 1)
}
