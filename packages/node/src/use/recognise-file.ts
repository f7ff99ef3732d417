/** Rows of a file, a data set or a folder of images as answers, piece by piece or as a file of answers. */
import type { Model } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { writeFileWhole } from '../files/write-file.js'
import { type AnswerFormat, answerFormat } from './answer-formats.js'
import { type OpenRowsOptions, openRowStream } from './open-rows.js'
import { type Answer, type RecogniseRowsOptions, recogniseRows } from './recognise-rows.js'
import type { SkippedRow } from './row-stream.js'

/** Which rows are recognised, and how. */
export interface RecognisePathOptions extends RecogniseRowsOptions, Omit<OpenRowsOptions, 'skipBad'> {
  /** part of the rows, 0 to 1, and how many there were */
  readonly onProgress?: (done: number, rows: number) => void
}

/** What all answers come to. */
export interface RecogniseSummary {
  /** How many were answered. */
  readonly rows: number
  /** Rows that could not be used, and why. */
  readonly skipped: readonly SkippedRow[]
  /** how many rows each class got, most first */
  readonly counts: readonly { readonly class: string; readonly rows: number }[]
  /** rows whose answer was "none of these"; where it may be said */
  readonly none?: number
  /** every answer depends on the other rows */
  readonly transductive?: true
}

/** Answers that come while they are taken. */
export interface Recognition {
  /** Answers, some rows at a time; nothing is read before the first is asked for. */
  readonly pieces: AsyncGenerator<readonly Answer[], void, void>
  /** of the pieces taken so far */
  summary(): RecogniseSummary
}

/**
 * Recognises the rows of a file, a data set or a folder of images, however large: `unseen recognise`. Answers
 * come a piece at a time; `summary()` counts what has been taken.
 *
 * @param model knows the candidates
 * @param path features in any format, a data set, or images (with `backbone`)
 * @param options candidates, how many answers, explanations, the network for images
 * @example
 * ```ts
 * import { recognisePath } from 'unseen'
 *
 * const recognition = recognisePath(model, path, { among: 'all', top: 3 })
 * for await (const answers of recognition.pieces)
 *   for (const { row, ranked } of answers) console.log(row, ranked[0].class)
 * console.log(recognition.summary().counts)
 * ```
 */
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

/**
 * Recognises the rows of a file and writes the answers: the whole file, or none.
 *
 * @param model knows the candidates
 * @param path features in any format, a data set, or images
 * @param out the file to be written; its ending names the format unless `format` does
 * @param options as for `recognisePath`
 */
export async function recogniseFile(
  model: Model,
  path: string,
  out: string,
  {
    format,
    safeCsv = false,
    ...options
  }: RecognisePathOptions & { readonly format?: AnswerFormat['name']; readonly safeCsv?: boolean } = {}
): Promise<RecogniseSummary> {
  const { encode } = answerFormat(format, out)
  const { pieces, summary } = recognisePath(model, path, options)
  await writeFileWhole(
    out,
    encode(pieces, {
      seen: model.seen,
      top: options.top ?? 1,
      explain: options.explain === true,
      safeCsv,
      margins: options.reject !== undefined && options.reject !== false
    })
  )
  return summary()
}
