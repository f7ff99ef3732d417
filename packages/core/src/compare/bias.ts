/**
 * The bias of seen classes (calibrated stacking, Chao et al. 2016; nearly always a penalty), chosen on
 * held-out classes. Scores of a fold are not quite on the scale of those of the final training, so a bias
 * is carried over in units that each training brings along:
 *
 *   unit = mean over training rows of the standard deviation of a row's scores over the seen classes
 */
import { harmonicMean } from '../evaluation/competition.js'
import type { SeenUnseenCurve } from '../evaluation/seen-unseen.js'

/** Of a fold's curve that are kept, evenly spaced along it. */
const STEPS = 100
/** From scores of training rows, (rows x stride); the seen classes come first. */
export function unitOf(scores: Float64Array, seen: number, stride: number): number {
  let total = 0
  for (let at = 0; at < scores.length; at += stride) {
    const row = scores.subarray(at, at + seen)
    const mean = row.reduce((sum, score) => sum + score, 0) / seen
    total += Math.sqrt(row.reduce((sum, score) => sum + (score - mean) ** 2, 0) / seen)
  }
  // Scores that do not tell the classes apart have no scale.
  return total === 0 ? 1 : (total * stride) / scores.length
}

/** A seen-unseen curve in units: what holds between two biases. */
export interface UnitCurve {
  /** (steps), ascending, in units */
  readonly biases: readonly number[]
  /** (steps + 1): per class, below the first bias, between the first and the second, ... */
  readonly seen: readonly number[]
  readonly unseen: readonly number[]
}

export function toUnits({ biases, perClass: { seen, unseen } }: SeenUnseenCurve, unit: number): UnitCurve {
  const last = biases.length
  const along = (k: number): number => seen[k] - seen[0] + unseen[0] - unseen[k]
  let next = 0
  const kept = Array.from({ length: last + 1 }, (_, k) => k).filter(k => {
    if (k !== 0 && k !== last && along(k) < next) return false
    next = along(k) + along(last) / STEPS
    return true
  })
  const short = (values: Float64Array): number[] => kept.map(k => Math.round(1e5 * values[k]) / 1e5)
  return { biases: kept.slice(1).map(k => biases[k - 1] / unit), seen: short(seen), unseen: short(unseen) }
}

/**
 * The bias, in units, with the highest H of the accuracies' means over the folds, and that H; of equals the
 * nearest to none.
 */
export function chooseBias(folds: readonly UnitCurve[]): {
  readonly bias: number
  readonly harmonic: number
} {
  const steps = folds.flatMap(({ biases }) => biases).sort((a, b) => a - b)
  const candidates = [0, ...steps.slice(1).map((bias, k) => (bias + steps[k]) / 2)]
  const mean = (side: 'seen' | 'unseen', bias: number): number =>
    folds.reduce((sum, fold) => sum + fold[side][stepsBelow(fold.biases, bias)], 0) / folds.length
  const rated = candidates.map(bias => ({
    bias,
    harmonic: harmonicMean(mean('seen', bias), mean('unseen', bias))
  }))
  return rated.reduce((best, each) =>
    each.harmonic > best.harmonic ||
    (each.harmonic === best.harmonic && Math.abs(each.bias) < Math.abs(best.bias))
      ? each
      : best
  )
}

/** H of one fold at a bias, in units. */
export function harmonicAt({ biases, seen, unseen }: UnitCurve, bias: number): number {
  const step = stepsBelow(biases, bias)
  return harmonicMean(seen[step], unseen[step])
}

/** How many of these, ascending, lie below. */
function stepsBelow(biases: readonly number[], bias: number): number {
  let [low, high] = [0, biases.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (biases[middle] < bias) low = middle + 1
    else high = middle
  }
  return low
}
