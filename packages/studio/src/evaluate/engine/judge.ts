/** From scores of test images to what is shown: the curve of all biases, and everything at one of them. */
import {
  type Model,
  type SeenUnseenCurve,
  accuracy,
  confusion,
  coverageAt,
  coverageCurve,
  seenUnseenCurve,
  thresholdOf
} from '@unseen/core'
import { answersAt, defined, generalisedAt, thinCoverage, wilson } from '@unseen/core/internal'
import type { BiasFacts, BiasQuestion, CellQuestion, CurvePoint, EvaluationFacts } from '../facts.js'
import { type Bench, type Scored, leadsAt } from './bench.js'

/** Points of a curve that is drawn. */
const POINTS = 240
/** Of the answers that change with the bias, this part at each end is left out of the slider's range. */
const TRIMMED = 0.005
/** The largest margin worth asking for leaves this part of the answers. */
const FEWEST = 0.02

export function evaluationFacts({ data, trained }: Bench, scored: Scored, model: Model): EvaluationFacts {
  const { classes, competition } = scored
  const { labels, seen } = competition
  const rows = new Array<number>(classes.length).fill(0)
  for (const label of labels) rows[label]++
  const curve = seenUnseenCurve(competition)
  const own = Array.from(labels.keys()).filter(i => !seen[labels[i]])
  const { bias } = model.notes
  const margin = thresholdOf(model.notes)?.all?.least
  return {
    classes: classes.map((name, c) => ({ name, seen: seen[c], rows: rows[c] })),
    rows: { seen: labels.length - own.length, unseen: own.length },
    keptBy: data.keptBy,
    trainedOn: trained.notes.training.rows,
    curve: drawn(curve),
    area: curve.area,
    best: curve.best,
    none: generalisedAt(competition, 0).perClass,
    rehearsed: defined({ bias, margin }),
    range: rangeOf(curve, [0, curve.best.bias, ...(bias === undefined ? [] : [bias])]),
    unseenOnly: accuracy(
      own.map(i => classes[labels[i]]),
      own.map(i => classes[competition.bestUnseen[i]])
    ).perClass
  }
}

/** At most so many places, evenly spaced along the staircase. */
function drawn({ biases, perClass: { seen, unseen } }: SeenUnseenCurve): CurvePoint[] {
  const last = seen.length - 1
  const length = (k: number): number => seen[k] - seen[0] + unseen[0] - unseen[k]
  const points: CurvePoint[] = []
  let next = 0
  for (let k = 0; k <= last; k++) {
    if (k !== last && length(k) < next) continue
    points.push({ bias: middle(biases, k), seen: seen[k], unseen: unseen[k] })
    next = length(k) + length(last) / POINTS
  }
  return points
}

/** In the middle of a step; outside of all steps, as far beyond the last. */
function middle(biases: Float64Array, k: number): number {
  const [before, after] = [biases.at(Math.max(0, k - 1)) ?? 0, biases.at(Math.min(k, biases.length - 1)) ?? 0]
  if (k === 0) return before - Math.abs(before) * 1e-3 - 1e-9
  if (k === biases.length) return after + Math.abs(after) * 1e-3 + 1e-9
  return before + (after - before) / 2
}

function rangeOf(
  { biases }: SeenUnseenCurve,
  within: readonly number[]
): { readonly minimum: number; readonly maximum: number } {
  const trimmed = Math.floor(TRIMMED * biases.length)
  const ends = [biases.at(trimmed) ?? -1, biases.at(-1 - trimmed) ?? 1]
  return { minimum: Math.min(...ends, ...within), maximum: Math.max(...ends, ...within) }
}

export function biasFacts(
  scored: Scored,
  model: Model,
  { bias: wanted, margin: asked }: BiasQuestion
): BiasFacts {
  const {
    classes,
    competition,
    unseen: [best, next]
  } = scored
  const { labels, seen, bestUnseen } = competition
  const bias = wanted ?? model.notes.bias ?? 0
  const margin = asked ?? thresholdOf(model.notes)?.all?.least ?? 0
  const answers = answersAt(competition, bias)
  const named = (indices: Int32Array): string[] => Array.from(indices, c => classes[c])
  const { perClass, perImage } = generalisedAt(competition, bias)
  const { byClass } = accuracy(named(labels), named(answers), { classes })
  const all = coverageCurve(
    leadsAt(scored, bias),
    labels.map((label, i) => Number(label === answers[i]))
  )
  const own = Array.from(labels.keys()).filter(i => !seen[labels[i]])
  return {
    ...perClass,
    bias,
    perImage,
    counts: confusion(named(labels), named(answers), { classes }).counts,
    byClass: byClass.map(each => ({
      name: each.class,
      seen: seen[classes.indexOf(each.class)],
      rows: each.rows,
      correct: each.correct,
      accuracy: each.accuracy,
      ...wilson(each.correct, each.rows)
    })),
    coverage: {
      margin,
      at: coverageAt(all, margin),
      all: thinCoverage(all, POINTS),
      ...defined({
        unseen:
          seen.filter(is => !is).length > 1
            ? thinCoverage(
                coverageCurve(
                  own.map(i => best[i] - next[i]),
                  own.map(i => labels[i] === bestUnseen[i])
                ),
                POINTS
              )
            : undefined
      }),
      most: Math.max(margin, all.find(({ coverage }) => coverage >= FEWEST)?.threshold ?? 1)
    }
  }
}

/** Images with this label that get this answer, the surest first. */
export function cellRows(scored: Scored, { label, answer, bias }: CellQuestion): Uint32Array {
  const { classes, competition, rows } = scored
  const answers = answersAt(competition, bias)
  const leads = leadsAt(scored, bias)
  const own = Array.from(rows.keys()).filter(
    i => classes[competition.labels[i]] === label && classes[answers[i]] === answer
  )
  return Uint32Array.from(
    own.sort((a, b) => leads[b] - leads[a] || a - b),
    i => rows[i]
  )
}
