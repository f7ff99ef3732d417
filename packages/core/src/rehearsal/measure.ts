/**
 * One training of a rehearsal, measured: rows of the hidden classes, and rows of the other classes that
 * were kept out of training, scored against both kinds. Of each row its two best scores of either
 * kind are kept, from which every bias and every threshold follows, and of many rows all scores, on which
 * probabilities are tested. Scores are divided by their unit,
 *
 *   unit = mean over training rows of the standard deviation of a row's scores over the seen classes,
 *
 * since scores of trainings on other classes, and of other methods, have other sizes.
 */
import { defined } from '../base/defined.js'
import { type Job, stopped } from '../base/progress.js'
import { createRandom } from '../base/random.js'
import type { Group } from './groups.js'
import { UNIT_ROWS, spaced } from './spaced.js'
import { type Strangeness, strangenessOf } from './strangers.js'
import { type RowScorer, type Trainer, restOf } from './trainer.js'

/** The rows of one set of classes that compete. */
export interface PartRows {
  readonly candidates: readonly number[]
  readonly rows: readonly MeasuredRow[]
  /** of rows of the hidden classes: what they are taken for when all are looked at together, where that can be done */
  readonly together?: ReadonlyMap<number, number>
}

export interface MeasuredRow {
  readonly row: number
  /** true class */
  readonly label: number
  readonly hidden: boolean
  /** best of the seen and of the hidden classes, and their scores with those of the second best, in units */
  readonly bestSeen: number
  readonly bestHidden: number
  readonly seen: readonly [number, number]
  readonly unseen: readonly [number, number]
  /**
   * scores of all candidates in units, those of the seen classes first, and the place of its class among them;
   * of so many rows as fit in LINES numbers
   */
  readonly line?: { readonly scores: Float32Array; readonly truth: number }
}

/** Rows that are scored at a time. */
const CHUNK = 256
/** Numbers that whole lines of scores may take in one training: probabilities are tested on these rows. */
const LINES = 2 ** 20
/** What one training showed. */
export interface MeasuredGroup {
  readonly parts: readonly PartRows[]
  /** how unlike every class rows are; where that can be measured, and more than one class was hidden */
  readonly strangeness?: Strangeness
}

export function* measureGroup(
  trainer: Trainer,
  scorer: RowScorer,
  { hidden, parts }: Group,
  trained: Uint32Array,
  kept: Uint32Array
): Job<MeasuredGroup> {
  const { labels, classes } = trainer
  const rest = restOf(classes.length, hidden)
  const out = new Set(hidden)
  const own = trained.filter(row => !out.has(labels[row]))
  const unit = scoreUnit(scorer.scores(spaced(own, UNIT_ROWS), rest), rest.length)
  const candidates = [...rest, ...hidden]
  const place = new Map(candidates.map((index, at) => [index, at]))
  const measured = parts.map(part => ({
    candidates: part,
    places: part.map(index => place.get(index) ?? 0),
    rows: [] as MeasuredRow[]
  }))
  const seenPlaces = rest.map((_, at) => at)
  const tested = Uint32Array.from(labels.keys()).filter(row => out.has(labels[row]))
  const keptSeen = kept.filter(row => !out.has(labels[row]))
  const rows = Uint32Array.from([...tested, ...keptSeen])
  // A class that is hidden by itself has no rival of its kind.
  const whole = isWhole(rows.length, hidden.length < 2 ? 0 : LINES / (candidates.length * parts.length))
  for (let at = 0; at < rows.length; at += CHUNK) {
    const some = rows.subarray(at, at + CHUNK)
    const scores = scorer.scores(some, candidates)
    some.forEach((row, i) => {
      const line = scores.subarray(i * candidates.length, (i + 1) * candidates.length)
      const isHidden = out.has(labels[row])
      const [s, ...seen] = bestTwo(line, seenPlaces, unit)
      const kept = whole[at + i]
      for (const { candidates: part, places, rows: list } of measured) {
        if (isHidden && !part.includes(labels[row])) continue
        const [u, ...unseen] = bestTwo(line, places, unit)
        list.push({
          row,
          label: labels[row],
          hidden: isHidden,
          bestSeen: candidates[s],
          bestHidden: candidates[u],
          seen,
          unseen,
          ...(kept && { line: lineOf(line, [...seenPlaces, ...places], place.get(labels[row]) ?? 0, unit) })
        })
      }
    })
    if (yield { stage: 'prepare', message: `row ${at} of ${rows.length}` }) throw stopped()
  }
  return {
    parts: measured.map(({ candidates: part, rows: list }) => ({
      candidates: part,
      rows: list,
      ...defined({ together: part.length < 2 ? undefined : answersTogether(scorer, part, list) })
    })),
    ...defined({
      strangeness:
        hidden.length < 2
          ? undefined
          : strangenessOf(trainer, scorer, { own, rest, hidden, tested, kept: keptSeen })
    })
  }
}

function answersTogether(
  scorer: RowScorer,
  part: readonly number[],
  list: readonly MeasuredRow[]
): ReadonlyMap<number, number> | undefined {
  const rows = Uint32Array.from(list.flatMap(({ row, hidden }) => (hidden ? [row] : [])))
  const answers = scorer.together?.(rows, part)
  return answers && new Map(Array.from(rows, (row, at) => [row, part[answers[at]]]))
}

/**
 * Mean over the rows of the standard deviation of their scores; 1 where all scores are alike, so that it can
 * divide. (rows x classes)
 */
export function scoreUnit(scores: Float64Array, classes: number): number {
  let total = 0
  for (let at = 0; at < scores.length; at += classes) {
    const line = scores.subarray(at, at + classes)
    const mean = line.reduce((sum, score) => sum + score, 0) / classes
    total += Math.sqrt(line.reduce((sum, score) => sum + (score - mean) * (score - mean), 0) / classes)
  }
  const unit = (total * classes) / scores.length
  return unit > 0 && Number.isFinite(unit) ? unit : 1
}

/** Which of the rows are kept whole: about `most` of them, by chance, so that no order of rows matters. */
function isWhole(rows: number, most: number): readonly boolean[] {
  const random = createRandom(rows)
  return Array.from({ length: rows }, () => random.next() * rows < most)
}

/** Scores at these places in units, and where among them the place `own` is. */
function lineOf(
  scores: Float64Array,
  places: readonly number[],
  own: number,
  unit: number
): NonNullable<MeasuredRow['line']> {
  return { scores: Float32Array.from(places, at => scores[at] / unit), truth: places.indexOf(own) }
}

/** Place of the best score, and the two best scores in units; the earlier of equals is the better. */
function bestTwo(scores: Float64Array, places: readonly number[], unit: number): [number, number, number] {
  let best = places[0]
  let second = -Infinity
  for (const at of places.slice(1)) {
    if (scores[at] > scores[best]) {
      second = scores[best]
      best = at
    } else if (scores[at] > second) second = scores[at]
  }
  return [best, scores[best] / unit, second / unit]
}
