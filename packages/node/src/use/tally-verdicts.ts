/**
 * What is said of images of unseen classes among all classes the model knows, as newcomers see it: whether verdicts
 * name them, hesitate or call them unlike anything known. A rehearsal that silences unseen classes shows here.
 */
import type { Model, Verdict } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { type RowStream } from './row-stream.js'
import { recogniseRows } from './recognise-rows.js'

/** How many rows of unseen classes were said what about, among all classes. */
export interface SaidOfUnseen {
  /** How many were asked about. */
  readonly rows: number
  /** whose best class is theirs, whatever is said of it */
  readonly right: number
  /** named rightly: the class that is named, or named first, is theirs; with whatever words, but not "unlike" */
  readonly rightly: number
  /** of which one class is named, theirs: "almost surely" or "probably" */
  readonly named: number
  /** of which another is named */
  readonly misnamed: number
  /** "a giraffe or an antelope", of which one is right */
  readonly either: number
  /** the same, of which none is */
  readonly neither: number
  /** "hard to say. Perhaps a cow", which is right */
  readonly perhaps: number
  /** the same, which is wrong */
  readonly hard: number
  /** "unlike anything known" */
  readonly unlike: number
  /** of which nothing is known, since the model was not rehearsed */
  readonly untested: number
}

/**
 * Asks about rows among all classes and counts what is said.
 *
 * @param model with or without a rehearsal
 * @param stream rows of unseen classes
 * @param truth the class of each
 * @param signal stops it
 */
export async function tallyVerdicts(
  model: Model,
  stream: RowStream,
  truth: readonly string[],
  signal?: AbortSignal
): Promise<SaidOfUnseen> {
  const tally = {
    rows: 0,
    right: 0,
    rightly: 0,
    named: 0,
    misnamed: 0,
    either: 0,
    neither: 0,
    perhaps: 0,
    hard: 0,
    unlike: 0,
    untested: 0
  }
  for await (const { answers } of recogniseRows(model, stream, { among: 'all', ...defined({ signal }) }))
    for (const {
      ranked: [best],
      verdict
    } of answers) {
      const own = truth[tally.rows++]
      if (best.class === own) tally.right++
      if (verdict.classes.at(0) === own) tally.rightly++
      tally[placeOf(verdict, own)]++
    }
  return tally
}

function placeOf(
  { kind, classes }: Verdict,
  own: string
): Exclude<keyof SaidOfUnseen, 'rows' | 'right' | 'rightly'> {
  const isNamed = classes.includes(own)
  switch (kind) {
    case 'surely':
    case 'probably':
      return isNamed ? 'named' : 'misnamed'
    case 'either':
      return isNamed ? 'either' : 'neither'
    case 'hard':
      return isNamed ? 'perhaps' : 'hard'
    default:
      return kind
  }
}
