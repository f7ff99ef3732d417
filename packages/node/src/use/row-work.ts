/**
 * What is worked out for rows, a piece at a time: in this thread, or by workers elsewhere
 * (queue/queue-rows.ts).
 */
import {
  type Among,
  type Decision,
  type Explanation,
  type Matrix,
  type Model,
  type RecogniseOptions
} from '@unseen/core'
import { defined } from '@unseen/core/internal'

export interface DecideOptions {
  readonly among: Among
  readonly top: number
  readonly reject: NonNullable<RecogniseOptions['reject']>
  readonly falseAlarms?: number
  readonly refine?: NonNullable<RecogniseOptions['refine']>
  readonly explain: boolean
}

export interface Decided {
  readonly decisions: readonly Decision[]
  /** why the best class of each row, where it was asked for */
  readonly explanations?: readonly Explanation[]
}

export interface RowWork {
  /** pieces that may be at work at a time */
  readonly pieces: number
  decide(matrix: Matrix, options: DecideOptions): Promise<Decided>
  /** row-major (rows x seen) */
  proportions(matrix: Matrix): Promise<Float32Array>
}

export function localWork(model: Model): RowWork {
  return {
    pieces: 1,
    decide: async (matrix, options) => decideRows(model, matrix, options),
    proportions: async matrix => model.proportions(matrix)
  }
}

export function decideRows(model: Model, matrix: Matrix, { explain, ...options }: DecideOptions): Decided {
  const found = model.decide(matrix, { ...options, explain })
  return {
    decisions: found.map(({ explanation: _explanation, ...decision }) => decision),
    ...defined({ explanations: explain ? found.flatMap(({ explanation }) => explanation ?? []) : undefined })
  }
}

/** Results in the order of the pieces, with at most `ahead` at work. */
export async function* inOrder<Piece, Result>(
  pieces: AsyncIterable<Piece>,
  ahead: number,
  work: (piece: Piece) => Promise<Result>
): AsyncGenerator<Result, void, void> {
  const out: Promise<Result>[] = []
  for await (const piece of pieces) {
    const result = work(piece)
    // It is looked at when its turn comes, which may be never.
    result.catch(() => undefined)
    out.push(result)
    if (out.length >= ahead) yield (await out.shift()) as Result
  }
  for (const result of out) yield await result
}
