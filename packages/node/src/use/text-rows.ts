/**
 * Rows of CSV, TSV and JSON lines, which cannot be read from the middle: the file is cut at line ends
 * into pieces of some megabytes, each read as a file of its own under the same first line. So the file
 * may be larger than memory.
 */
import { type Matrix, UnseenError, count } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { type ByteSource, type NamedArray, readArrays } from '@unseen/data'
import { bytesSource } from '@unseen/data/internal'
import type { RowPiece, RowStream } from './row-stream.js'

const PIECE = 2 ** 23
const NEWLINE = 10
const QUOTE = 34

export interface TextRowsOptions {
  readonly fileName: string
  /** names in the first line, which every piece needs */
  readonly header: boolean
  /** the matrix of a piece and the names of its rows */
  readonly pick: (arrays: readonly NamedArray[]) => {
    readonly matrix: Matrix
    readonly names?: readonly string[]
  }
}

export function textRows(source: ByteSource, { fileName, header, pick }: TextRowsOptions): RowStream {
  return {
    async *pieces() {
      let first: Uint8Array = new Uint8Array()
      let row = 0
      for await (const { bytes, end } of linesOf(source)) {
        const isFirst = end === bytes.length
        const text = isFirst || !header ? bytes : joined(first, bytes)
        if (isFirst) first = bytes.subarray(0, bytes.indexOf(NEWLINE) + 1)
        const { matrix, names } = pick((await readPiece(text, fileName, row)).arrays)
        yield {
          rows: Uint32Array.from({ length: matrix.rows }, (_, i) => row + i),
          matrix,
          skipped: [],
          done: end / source.byteLength,
          ...defined({ names })
        } satisfies RowPiece
        row += matrix.rows
      }
    }
  }
}

async function readPiece(bytes: Uint8Array, fileName: string, row: number): ReturnType<typeof readArrays> {
  try {
    return await readArrays(bytesSource(bytes), { fileName })
  } catch (error) {
    // Numbers of lines are those of the piece.
    if (!(error instanceof UnseenError) || row === 0) throw error
    throw new UnseenError(error.code, `${error.message} (Counted from row ${count(row)} of the file.)`, {
      where: { ...error.where, from: row },
      cause: error
    })
  }
}

/** Whole lines, some megabytes at a time; a line end within quotes ends no line. */
async function* linesOf(
  source: ByteSource
): AsyncGenerator<{ readonly bytes: Uint8Array; readonly end: number }, void, void> {
  let rest: Uint8Array = new Uint8Array()
  for (let at = 0; at < source.byteLength;) {
    const next = await source.slice(at, Math.min(at + PIECE, source.byteLength))
    if (next.length === 0) throw new UnseenError('format.truncated', 'The file was cut while it was read.')
    at += next.length
    const text = joined(rest, next)
    const cut = at === source.byteLength ? text.length : lastLineEnd(text)
    rest = text.subarray(cut)
    if (cut > 0) yield { bytes: text.subarray(0, cut), end: at - rest.length }
  }
}

function lastLineEnd(text: Uint8Array): number {
  let [inside, last] = [false, 0]
  for (let at = 0; at < text.length; at++) {
    if (text[at] === QUOTE) inside = !inside
    else if (text[at] === NEWLINE && !inside) last = at + 1
  }
  return last
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}
