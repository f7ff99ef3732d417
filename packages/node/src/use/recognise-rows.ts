/**
 * A stream of rows into a stream of answers. Memory stays flat whatever the number of rows. A row that
 * is no row of finite numbers is an error that names it, or is left out and listed.
 */
import { Matrix, UnseenError, count, type Among, type Explanation, type Model, type Ranked } from '@unseen/core'
import type { RowPiece, RowStream, SkippedRow } from './row-stream.js'

export interface RecogniseRowsOptions {
  readonly among?: Among
  readonly top?: number
  /** why the best class got its score: contributions that sum to it */
  readonly explain?: boolean
  /** leave out rows that cannot be used */
  readonly skipBad?: boolean
  readonly signal?: AbortSignal
}

export interface Answer {
  /** number of the row in its source, from 0 */
  readonly row: number
  readonly name?: string
  /** best first */
  readonly ranked: readonly Ranked[]
  readonly explanation?: Explanation
}

export interface Answers {
  readonly answers: readonly Answer[]
  readonly skipped: readonly SkippedRow[]
  /** part of the rows, 0 to 1 */
  readonly done: number
}

export async function* recogniseRows(model: Model, stream: RowStream, { among = 'unseen', top = 1, explain = false, skipBad = false, signal }: RecogniseRowsOptions = {}): AsyncGenerator<Answers, void, void> {
  checkOrigin(model, stream)
  for await (const piece of stream.pieces()) {
    if (signal?.aborted === true) throw new UnseenError('cancelled', 'Stopped before all rows were recognised.')
    const { rows, names, matrix, skipped } = withoutBad(model, piece, skipBad)
    const ranked = model.recognise(matrix, { among, top })
    const explanations = explain ? explainBest(model, matrix, ranked, among) : undefined
    yield {
      answers: ranked.map((best, at) => ({ row: rows[at], ...(names !== undefined && { name: names[at] }), ranked: best, ...(explanations !== undefined && { explanation: explanations[at] }) })),
      skipped,
      done: piece.done,
    }
  }
}

/** Features of another network mean something else, even if there are as many. */
export function checkOrigin({ notes: { preprocessing } }: Model, { record }: Pick<RowStream, 'record'>): void {
  const [ours, theirs] = [preprocessing?.['digest'], record?.['digest']]
  if (typeof ours !== 'string' || typeof theirs !== 'string') return
  const differs = (['digest', 'tensor'] as const).find((key) => preprocessing?.[key] !== record?.[key])
  if (differs === undefined) return
  throw new UnseenError('features.columns', `These features were made by another ${differs === 'digest' ? 'network' : 'layer'} (${said(record)}) than the model was trained on (${said(preprocessing)}).`, { remedy: 'Extract them again with that network.' })
}

function said(record: Readonly<Record<string, unknown>> | undefined): string {
  return ['model', 'tensor'].flatMap((key) => (typeof record?.[key] === 'string' ? [record[key]] : [])).join(', ')
}

function withoutBad(model: Model, piece: RowPiece, skipBad: boolean): RowPiece {
  const { rows, names, matrix } = piece
  if (matrix.rows > 0 && matrix.columns !== model.trained.columns) {
    throw new UnseenError('features.columns', `Rows have ${count(matrix.columns)} features, the model was trained on ${count(model.trained.columns)}.`, { where: { row: rows[0] }, remedy: 'Use features of the same network as in training.' })
  }
  const bad = badRows(matrix, model.settings.normalise)
  if (bad.size === 0) return piece
  const skipped = [...bad].map(([at, reason]) => ({ row: rows[at], ...(names !== undefined && { name: names[at] }), reason }))
  if (!skipBad) throw new UnseenError('features.not-finite', `Row ${count(skipped[0].row)}${'name' in skipped[0] ? ` (${skipped[0].name})` : ''}: ${skipped[0].reason}.`, { where: { row: skipped[0].row }, remedy: 'Correct it, or leave such rows out with --skip-bad.' })
  const kept = Uint32Array.from({ length: matrix.rows }, (_, at) => at).filter((at) => !bad.has(at))
  return { ...piece, rows: kept.map((at) => rows[at]), matrix: Matrix.select(matrix, kept), skipped: [...piece.skipped, ...skipped], ...(names !== undefined && { names: Array.from(kept, (at) => names[at]) }) }
}

/** Rows of the matrix that hold what is no number, or none that single precision holds, with the reason. */
function badRows(matrix: Matrix, normalise: string): Map<number, string> {
  const bad = new Map<number, string>()
  const largest = normalise === 'none' ? 3.4028234663852886e38 : normalise === 'sqrt' ? 1e76 : Number.MAX_VALUE
  const values = matrix.kind === 'dense' ? matrix.data : matrix.values
  const isFine = (value: number): boolean => value <= largest && value >= -largest
  if (values.every(isFine)) return bad
  const row = new Float64Array(matrix.columns)
  for (let at = 0; at < matrix.rows; at++) {
    Matrix.readRow(matrix, at, row)
    const column = row.findIndex((value) => !isFine(value))
    if (column >= 0) bad.set(at, Number.isFinite(row[column]) ? `the feature in column ${column} is too large` : `the feature in column ${column} is ${row[column]}`)
  }
  return bad
}

/** For each row, why its best class; rows of one class together. */
function explainBest(model: Model, matrix: Matrix, ranked: readonly (readonly Ranked[])[], among: Among): Explanation[] {
  const found: Explanation[] = []
  const rowsOf = new Map<string, number[]>()
  ranked.forEach(([best], at) => {
    const rows = rowsOf.get(best.class)
    if (rows === undefined) rowsOf.set(best.class, [at])
    else rows.push(at)
  })
  for (const [name, rows] of rowsOf) model.explain(Matrix.select(matrix, rows), name, { among }).forEach((explanation, i) => { found[rows[i]] = explanation })
  return found
}
