/** Rows of a file, a data set or a folder of images as answers, piece by piece or as a file of answers. */
import type { Model } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { writeFileWhole } from '../files/write-file.js'
import { type AnswerFormat, answerFormat } from './answer-formats.js'
import { type OpenRowsOptions, openRowStream } from './open-rows.js'
import { type Answer, type RecogniseRowsOptions, recogniseRows } from './recognise-rows.js'
import type { SkippedRow } from './row-stream.js'

export interface RecognisePathOptions extends RecogniseRowsOptions, Omit<OpenRowsOptions, 'skipBad'> {
  /** part of the rows, 0 to 1, and how many there were */
  readonly onProgress?: (done: number, rows: number) => void
}

export interface RecogniseSummary {
  readonly rows: number
  readonly skipped: readonly SkippedRow[]
  /** how many rows each class got, most first */
  readonly counts: readonly { readonly class: string; readonly rows: number }[]
  /** rows whose answer was "none of these"; where it may be said */
  readonly none?: number
  /** every answer depends on the other rows */
  readonly transductive?: true
}

export interface Recognition {
  readonly pieces: AsyncGenerator<readonly Answer[], void, void>
  /** of the pieces taken so far */
  summary(): RecogniseSummary
}

export function recognisePath(
  model: Model,
  path: string,
  { onProgress, ...options }: RecognisePathOptions = {}
): Recognition {
  const counts = new Map<string, number>()
  const skipped: SkippedRow[] = []
  let [rows, none] = [0, 0]
  async function* pieces(): AsyncGenerator<readonly Answer[], void, void> {
    for await (const piece of recogniseRows(model, await openRowStream(path, model, options), options)) {
      for (const { ranked, none: isNone = false } of piece.answers) {
        if (isNone) none++
        else counts.set(ranked[0].class, (counts.get(ranked[0].class) ?? 0) + 1)
      }
      rows += piece.answers.length
      skipped.push(...piece.skipped)
      onProgress?.(piece.done, rows)
      if (piece.answers.length > 0) yield piece.answers
    }
  }
  return {
    pieces: pieces(),
    summary: () => ({
      rows,
      skipped,
      counts: [...counts]
        .map(([name, number]) => ({ class: name, rows: number }))
        .sort((a, b) => b.rows - a.rows),
      ...defined({
        none: options.reject !== undefined && options.reject !== false ? none : undefined,
        transductive: options.refine === undefined ? undefined : (true as const)
      })
    })
  }
}

/** Writes the whole file of answers, or none. */
export async function recogniseFile(
  model: Model,
  path: string,
  out: string,
  { format, ...options }: RecognisePathOptions & { readonly format?: AnswerFormat['name'] } = {}
): Promise<RecogniseSummary> {
  const { encode } = answerFormat(format, out)
  const { pieces, summary } = recognisePath(model, path, options)
  await writeFileWhole(
    out,
    encode(pieces, {
      seen: model.seen,
      top: options.top ?? 1,
      explain: options.explain === true,
      margins: options.reject !== undefined && options.reject !== false
    })
  )
  return summary()
}
