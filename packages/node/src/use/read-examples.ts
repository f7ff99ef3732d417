/** Images, or rows of a file, that are shown to a model as examples of a class. */
import { Matrix, type Model, UnseenError, count } from '@unseen/core'
import { type OpenRowsOptions, openRowStream } from './open-rows.js'
import type { SkippedRow } from './row-stream.js'

export interface ReadExamplesOptions extends OpenRowsOptions {
  /** which rows of a source, from 0; all of them unless given */
  readonly number?: readonly number[]
}

/** A class of that many examples has rows enough to be trained on. */
const MOST = 10_000

export async function readExamples(
  model: Model,
  paths: readonly string[],
  { number, ...options }: ReadExamplesOptions
): Promise<{ rows: Matrix; names: readonly string[] | undefined; skipped: readonly SkippedRow[] }> {
  const wanted = number === undefined ? undefined : new Set(number)
  const parts: Matrix[] = []
  const names: string[] = []
  const skipped: SkippedRow[] = []
  for (const path of paths) {
    const found = new Set<number>()
    for await (const piece of (await openRowStream(path, model, options)).pieces()) {
      const all = Array.from(piece.rows)
      const kept = all.flatMap((row, at) => (wanted === undefined || wanted.has(row) ? [at] : []))
      for (const at of kept) {
        found.add(all[at])
        names.push(piece.names?.[at] ?? `${path}:${all[at]}`)
      }
      parts.push(kept.length === all.length ? piece.matrix : Matrix.select(piece.matrix, kept))
      skipped.push(...piece.skipped)
      if (names.length > MOST)
        throw new UnseenError(
          'options.value',
          `${path} has more than ${count(MOST)} rows: these are no few images.`,
          { where: { file: path }, remedy: 'Choose some with --number, or train with them as a seen class.' }
        )
    }
    const missing = number?.find(row => !found.has(row))
    if (missing !== undefined)
      throw new UnseenError('options.value', `${path} has no row ${missing}.`, {
        where: { file: path, option: 'number' },
        remedy: 'Rows are counted from 0.'
      })
  }
  return { rows: joined(parts), names, skipped }
}

function joined(parts: readonly Matrix[]): Matrix {
  const filled = parts.filter(({ rows }) => rows > 0)
  if (filled.length === 0) return Matrix.dense(0, 0, new Float32Array(0))
  const [{ columns }] = filled
  const wrong = filled.find(part => part.columns !== columns)
  if (wrong !== undefined)
    throw new UnseenError(
      'features.ragged',
      `Rows have ${count(columns)} and ${count(wrong.columns)} features.`,
      { remedy: 'Give rows of one network.' }
    )
  const rows = filled.reduce((sum, part) => sum + part.rows, 0)
  const data = new Float64Array(rows * columns)
  let at = 0
  for (const part of filled)
    for (let i = 0; i < part.rows; i++, at++)
      Matrix.readRow(part, i, data.subarray(at * columns, (at + 1) * columns))
  return Matrix.dense(rows, columns, data)
}
