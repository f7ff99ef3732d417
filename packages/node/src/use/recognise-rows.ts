/**
 * A stream of rows into a stream of answers. Memory stays flat whatever the number of rows. A row that
 * is no row of finite numbers is an error that names it, or is left out and listed.
 */
import {
  type Among,
  type Explanation,
  Matrix,
  type Model,
  type Ranked,
  type RecogniseOptions,
  UnseenError,
  type Verdict,
  count
} from '@unseen/core'
import { defined, markChecked } from '@unseen/core/internal'
import type { RowPiece, RowStream, SkippedRow } from './row-stream.js'
import { type RowWork, inOrder, localWork } from './row-work.js'

/** Which classes may be the answer, and what is said about it. */
export interface RecogniseRowsOptions {
  /** The candidates. Default `'unseen'`. */
  readonly among?: Among
  /** How many classes per row. Default 1. */
  readonly top?: number
  /** Why the best class got its score: contributions that sum to it. Default false. */
  readonly explain?: boolean
  /** Say "none of these": where a row is unlike every class (`true`), or by another rule. Default false. */
  readonly reject?: NonNullable<RecogniseOptions['reject']>
  /** How often a row of a described class may be called unlike every class. Default 0.02. */
  readonly falseAlarms?: number
  /**
   * correct single answers by looking at all rows together (transductive): they are read into memory first
   */
  readonly refine?: NonNullable<RecogniseOptions['refine']>
  /** Leave out rows that cannot be used, instead of refusing all. Default false. */
  readonly skipBad?: boolean
  /** Who works out the answers. Default: this thread. */
  readonly work?: RowWork
  /** Stops it when it fires. */
  readonly signal?: AbortSignal
}

/** What is said about one row. */
export interface Answer {
  /** number of the row in its source, from 0 */
  readonly row: number
  /** Of the row: the image it was made from. */
  readonly name?: string
  /** best first; where the answer is "none of these", what came closest */
  readonly ranked: readonly Ranked[]
  /** of the best score over the next, and whether it was too small; where "none of these" may be said */
  readonly margin?: number
  /** Whether the answer is "none of these"; where that may be said. */
  readonly none?: boolean
  /** What is to be said about it, in plain words. */
  readonly verdict: Verdict
  /** share of hidden classes' rows that are less unlike every class; where a rehearsal measured it */
  readonly unlike?: number
  /** was the best class seen? Where seen and unseen classes compete */
  readonly seen?: boolean
  /** the answer depends on the other rows: where they were refined together */
  readonly transductive?: true
  /** Why the best class got its score, where it was asked for. */
  readonly explanation?: Explanation
}

/** Answers for some rows. */
export interface Answers {
  /** In the order of the rows. */
  readonly answers: readonly Answer[]
  /** Rows that could not be used, and why. */
  readonly skipped: readonly SkippedRow[]
  /** part of the rows, 0 to 1 */
  readonly done: number
}

/** Rows that are looked at together must fit in memory. */
const TOGETHER = 2 ** 31

/**
 * Recognises rows as they come, some at a time.
 *
 * @param model knows the candidates
 * @param stream of `openRowStream`
 * @param options candidates, how many answers, explanations
 */
export async function* recogniseRows(
  model: Model,
  stream: RowStream,
  {
    among = 'unseen',
    top = 1,
    explain = false,
    skipBad = false,
    reject = false,
    falseAlarms,
    refine,
    work = localWork(model),
    signal
  }: RecogniseRowsOptions = {}
): AsyncGenerator<Answers, void, void> {
  checkOrigin(model, stream)
  const { classes } = model.scores([], { among })
  const mixed = new Set(classes.map(name => model.find(name).seen)).size === 2
  const pieces = refine === undefined ? stream.pieces() : together(stream, signal)
  yield* inOrder(pieces, work.pieces, async (piece): Promise<Answers> => {
    if (signal?.aborted === true)
      throw new UnseenError('cancelled', 'Stopped before all rows were recognised.')
    const { rows, names, matrix, skipped } = usableRows(model, piece, skipBad)
    const { decisions, explanations } = await work.decide(matrix, {
      among,
      top,
      reject,
      explain,
      ...defined({ falseAlarms, refine })
    })
    return {
      answers: decisions.map(({ ranked, margin, none, unlike, verdict, transductive }, at) => ({
        row: rows[at],
        ...defined({ name: names === undefined ? undefined : names[at] }),
        ranked,
        ...(reject !== false && { none, ...defined({ margin }) }),
        verdict,
        ...defined({
          unlike,
          seen: mixed ? model.find(ranked[0].class).seen : undefined,
          transductive: transductive ? true : undefined,
          explanation: explanations === undefined ? undefined : explanations[at]
        })
      })),
      skipped,
      done: piece.done
    }
  })
}

/** All rows of a stream as one piece. */
async function* together(
  stream: RowStream,
  signal: AbortSignal | undefined
): AsyncGenerator<RowPiece, void, void> {
  const pieces: RowPiece[] = []
  let bytes = 0
  for await (const piece of stream.pieces()) {
    if (signal?.aborted === true) throw new UnseenError('cancelled', 'Stopped before all rows were read.')
    bytes += 4 * (piece.matrix.kind === 'dense' ? piece.matrix.data.length : 2 * piece.matrix.values.length)
    if (bytes > TOGETHER)
      throw new UnseenError(
        'memory.limit',
        'Clusters need all rows in memory, and these are more than two gigabytes.',
        { remedy: 'Leave out --refine, or recognise fewer rows at a time.' }
      )
    pieces.push(piece)
  }
  if (pieces.length === 0) return
  const names = pieces.flatMap(piece => piece.names ?? [])
  yield {
    rows: pieces.flatMap(({ rows }) => Array.from(rows)),
    matrix: Matrix.stack(
      pieces.map(({ matrix }) => matrix),
      pieces[0].matrix.columns
    ),
    skipped: pieces.flatMap(({ skipped }) => skipped),
    done: 1,
    ...defined({ names: pieces[0].names === undefined ? undefined : names })
  }
}

/** Features of another network mean something else, even if there are as many. */
export function checkOrigin(
  { notes: { preprocessing } }: Model,
  { record }: Pick<RowStream, 'record'>
): void {
  const [ours, theirs] = [preprocessing?.['digest'], record?.['digest']]
  if (typeof ours !== 'string' || typeof theirs !== 'string') return
  const differs = (['digest', 'tensor'] as const).find(key => preprocessing?.[key] !== record?.[key])
  if (differs === undefined) return
  throw new UnseenError(
    'features.columns',
    `These features were made by another ${differs === 'digest' ? 'network' : 'layer'} (${said(record)}) than the model was trained on (${said(preprocessing)}).`,
    { remedy: 'Extract them again with that network.' }
  )
}

function said(record: Readonly<Record<string, unknown>> | undefined): string {
  return ['model', 'tensor']
    .flatMap(key => (typeof record?.[key] === 'string' ? [record[key]] : []))
    .join(', ')
}

/** The rows of a piece that can be used; others are an error, or are listed. */
export function usableRows(model: Model, piece: RowPiece, skipBad: boolean): RowPiece {
  const { rows, names, matrix } = piece
  if (matrix.rows > 0 && matrix.columns !== model.trained.columns) {
    throw new UnseenError(
      'features.columns',
      `Rows have ${count(matrix.columns)} features, the model was trained on ${count(model.trained.columns)}.`,
      { where: { row: rows[0] }, remedy: 'Use features of the same network as in training.' }
    )
  }
  const bad = badRows(matrix, model.settings.normalise)
  if (bad.size === 0) return { ...piece, matrix: markChecked(matrix, model.trained.columns) }
  const skipped = [...bad].map(([at, reason]) => ({
    row: rows[at],
    ...defined({ name: names === undefined ? undefined : names[at] }),
    reason
  }))
  if (!skipBad)
    throw new UnseenError(
      'features.not-finite',
      `Row ${count(skipped[0].row)}${'name' in skipped[0] ? ` (${skipped[0].name})` : ''}: ${skipped[0].reason}.`,
      { where: { row: skipped[0].row }, remedy: 'Correct it, or leave such rows out with --skip-bad.' }
    )
  const kept = Uint32Array.from({ length: matrix.rows }, (_, at) => at).filter(at => !bad.has(at))
  return {
    ...piece,
    rows: kept.map(at => rows[at]),
    matrix: markChecked(Matrix.select(matrix, kept), model.trained.columns),
    skipped: [...piece.skipped, ...skipped],
    ...defined({ names: names === undefined ? undefined : Array.from(kept, at => names[at]) })
  }
}

/** Rows of the matrix that hold what is no number, or none that single precision holds, with the reason. */
function badRows(matrix: Matrix, normalise: string): Map<number, string> {
  const bad = new Map<number, string>()
  const largest =
    normalise === 'none' ? 3.4028234663852886e38 : normalise === 'sqrt' ? 1e76 : Number.MAX_VALUE
  const values = matrix.kind === 'dense' ? matrix.data : matrix.values
  const isFine = (value: number): boolean => value <= largest && value >= -largest
  if (values.every(isFine)) return bad
  const row = new Float64Array(matrix.columns)
  for (let at = 0; at < matrix.rows; at++) {
    Matrix.readRow(matrix, at, row)
    const column = row.findIndex(value => !isFine(value))
    if (column >= 0)
      bad.set(
        at,
        Number.isFinite(row[column])
          ? `the feature in column ${column} is too large`
          : `the feature in column ${column} is ${row[column]}`
      )
  }
  return bad
}
