/**
 * The seen-unseen curve (Chao et al. 2016), exactly: accuracy on rows of seen and of unseen classes as
 * the bias goes from none to all. Every row changes its answer once (competition.ts), so the curve is a
 * staircase with at most one step per row: sorted once, swept once.
 *
 *   AUSUC = area under unseen accuracy as a function of seen accuracy
 *
 * Rows that change at the very same bias make one slanted step, the mean of all ways to break the tie.
 */
import { type Competition, type Generalised, generalised } from './competition.js'

/** Accuracy on seen and on unseen classes for every bias between them. */
export interface SeenUnseenCurve {
  /** (steps): biases at which an accuracy changes, ascending */
  readonly biases: Float64Array
  /**
   * (steps + 1): accuracies per class below the first bias, between the first and the second, ... above the
   * last.
   */
  readonly perClass: { readonly seen: Float64Array; readonly unseen: Float64Array }
  /** The same per image. */
  readonly perImage: { readonly seen: Float64Array; readonly unseen: Float64Array }
  /** Area under the curve, per class. */
  readonly area: number
  /** Area under the curve, per image. */
  readonly areaPerImage: number
  /** the bias with the highest harmonic mean per class, in the middle between two steps */
  readonly best: Generalised & { readonly bias: number }
}

/**
 * The curve of accuracies over all biases, its area and its best point.
 *
 * @param competition scores of seen and unseen classes, as they compete
 */
export function seenUnseenCurve(competition: Competition): SeenUnseenCurve {
  const steps = sweep(competition)
  const perClass = staircase(steps, classWeights(competition))
  const perImage = staircase(steps, imageWeights(competition))
  return {
    biases: steps.biases,
    perClass,
    perImage,
    area: areaUnder(perClass),
    areaPerImage: areaUnder(perImage),
    best: bestOf(steps.biases, perClass)
  }
}

/** Points to draw: at most `most`, evenly spaced along the curve, both ends and the best among them. */
export function curvePoints(
  { perClass: { seen, unseen }, best }: SeenUnseenCurve,
  most = 200
): { readonly seen: number; readonly unseen: number }[] {
  const last = seen.length - 1
  const length = (k: number): number => seen[k] - seen[0] + unseen[0] - unseen[k]
  const whole = length(last)
  const points: { seen: number; unseen: number }[] = []
  let next = 0
  for (let k = 0; k <= last; k++) {
    const isBest = seen[k] === best.seen && unseen[k] === best.unseen
    if (k !== last && !isBest && length(k) < next) continue
    points.push({ seen: seen[k], unseen: unseen[k] })
    if (!isBest) next = length(k) + whole / Math.max(1, most - 2)
  }
  return points
}

/** Rows that can be right, by the bias at which they change. */
export interface Steps {
  /** distinct, ascending */
  readonly biases: Float64Array
  /** rows in order of their bias, and for each the step it belongs to */
  readonly rows: Int32Array
  readonly stepOf: Int32Array
  /** (rows): 1 a seen row that becomes right, -1 an unseen row that becomes wrong */
  readonly change: Int8Array
}

export function sweep({ seen, labels, switchAt, bestSeen, bestUnseen }: Competition): Steps {
  const matters = Int32Array.from(labels.keys()).filter(
    i => labels[i] === (seen[labels[i]] ? bestSeen[i] : bestUnseen[i])
  )
  const rows = matters.sort((a, b) => switchAt[a] - switchAt[b] || a - b)
  const biases: number[] = []
  const stepOf = new Int32Array(rows.length)
  rows.forEach((row, k) => {
    if (k === 0 || switchAt[row] !== switchAt[rows[k - 1]]) biases.push(switchAt[row])
    stepOf[k] = biases.length - 1
  })
  return {
    biases: Float64Array.from(biases),
    rows,
    stepOf,
    change: Int8Array.from(rows, row => (seen[labels[row]] ? 1 : -1))
  }
}

/** Accuracies between the steps; `weights` (rows) sum to 1 over the seen and over the unseen rows. */
export function staircase(
  { biases, rows, stepOf, change }: Steps,
  weights: Float64Array
): { seen: Float64Array; unseen: Float64Array } {
  const [seen, unseen] = [new Float64Array(biases.length + 1), new Float64Array(biases.length + 1)]
  rows.forEach((row, k) => {
    // What is lost at a step was there before it: unseen accuracy is summed from the end, so that it ends at
    // 0.
    if (change[k] > 0) seen[stepOf[k] + 1] += weights[row]
    else unseen[stepOf[k]] += weights[row]
  })
  for (let k = 1; k < seen.length; k++) seen[k] += seen[k - 1]
  for (let k = unseen.length - 2; k >= 0; k--) unseen[k] += unseen[k + 1]
  return { seen, unseen }
}

export function areaUnder({
  seen,
  unseen
}: {
  readonly seen: Float64Array
  readonly unseen: Float64Array
}): number {
  let area = 0
  for (let k = 1; k < seen.length; k++) area += ((seen[k] - seen[k - 1]) * (unseen[k] + unseen[k - 1])) / 2
  return area
}

/** Every class that has rows counts alike. */
function classWeights({ labels, seen }: Competition): Float64Array {
  const rows = new Float64Array(seen.length)
  for (const label of labels) rows[label]++
  const tested = (wanted: boolean): number => seen.filter((is, c) => is === wanted && rows[c] > 0).length
  const [ofSeen, ofUnseen] = [tested(true), tested(false)]
  return Float64Array.from(labels, label => 1 / (rows[label] * (seen[label] ? ofSeen : ofUnseen)))
}

function imageWeights({ labels, seen }: Competition): Float64Array {
  const ofSeen = labels.reduce((sum, label) => sum + (seen[label] ? 1 : 0), 0)
  return Float64Array.from(labels, label => 1 / (seen[label] ? ofSeen : labels.length - ofSeen))
}

/** Of equally good places the one nearest to no bias at all; at the ends H is 0 and nothing is best. */
function bestOf(
  biases: Float64Array,
  { seen, unseen }: { readonly seen: Float64Array; readonly unseen: Float64Array }
): SeenUnseenCurve['best'] {
  let best: SeenUnseenCurve['best'] = { ...generalised(0, 0), bias: 0 }
  for (let k = 1; k < biases.length; k++) {
    const found = generalised(seen[k], unseen[k])
    const bias = biases[k - 1] + (biases[k] - biases[k - 1]) / 2
    if (
      found.harmonic > best.harmonic ||
      (found.harmonic === best.harmonic && found.harmonic > 0 && Math.abs(bias) < Math.abs(best.bias))
    )
      best = { ...found, bias }
  }
  return best
}
