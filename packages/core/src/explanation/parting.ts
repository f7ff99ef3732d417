/**
 * How to part two look-alikes: the smallest change of one description that takes its mixture to a
 * given distance from the other's.
 *
 *   D(r) = |z(r) - z_other|,   dD / dr_k = <z(r) - z_other, dz / dr_k> / D   (|dz / dr_k| where D = 0)
 *
 * The derivative only says which attributes to try: those that gain most over what is left of their
 * range. Each is then moved and embedded again, with bisection for the point where D reaches the
 * target, so what is suggested has been seen to hold. If no attribute does it alone, the best one
 * goes to its end and the search goes on from there. Changes are measured in parts of an attribute's
 * range, which makes units comparable, and stay within it: a description nobody could give is no help.
 */
import type { Similarity } from '../base/options.js'
import { comparedMixtures } from '../embedding/compare.js'
import type { GaussianMixture } from '../embedding/gaussian-mixture.js'
import type { Dictionary } from '../embedding/source.js'
import { unitSignatures } from '../input/signatures.js'
import { Matrix } from '../linalg/matrix.js'
import { mixtureDerivative } from './derivative.js'
import { distance } from './look-alikes.js'

/** Attributes tried, by their derivative; changes put together at most; halvings of the range. */
const TRIED = 6
const TOGETHER = 5
const HALVINGS = 12
/** Mixtures this near are the same but for rounding. */
const COINCIDE = 1e-9

export interface PartingProblem {
  readonly dictionary: Dictionary | GaussianMixture
  readonly compare: Similarity
  /** the description that may change, as given (attributes) */
  readonly signature: Float64Array
  /** compared mixture of the class to part from (seen) */
  readonly other: Float64Array
  /** distance of compared mixtures to reach */
  readonly target: number
  /** least and greatest value of each attribute (attributes) */
  readonly ranges: { readonly low: Float64Array; readonly high: Float64Array }
}

export interface AttributeChange {
  /** column of the signature table */
  readonly index: number
  readonly direction: 'more' | 'less'
  /** to - from */
  readonly change: number
  readonly from: number
  readonly to: number
}

export interface Parting {
  /** one where it suffices, up to five together otherwise */
  readonly changes: readonly AttributeChange[]
  /** of the compared mixtures after the changes, at least the target: measured, not extrapolated */
  readonly distance: number
}

/**
 * Ways to part, the smallest change first: up to `alternatives` if one attribute suffices, one if not, none
 * if nothing within the ranges does.
 */
export function findPartings(problem: PartingProblem, alternatives = 3): Parting[] {
  const { target } = problem
  let signature: Float64Array = problem.signature
  let here = distanceAt(problem, signature)
  const changed: AttributeChange[] = []
  if (here >= target) return [{ changes: [], distance: here }]
  while (changed.length < TOGETHER) {
    const tried = promising(problem, signature, changed).map(({ index, end }) => ({
      index,
      end,
      reached: distanceAt(problem, moved(signature, index, end))
    }))
    const enough = tried.filter(({ reached }) => reached >= target)
    if (enough.length > 0) {
      return enough
        .map(({ index, end }) => smallest(problem, signature, index, end))
        .sort((a, b) => a.part - b.part)
        .slice(0, changed.length === 0 ? alternatives : 1)
        .map(({ change, reached }) => ({ changes: [...changed, change], distance: reached }))
    }
    const best = tried.reduce((top, move) => (move.reached > top.reached ? move : top), {
      index: -1,
      end: 0,
      reached: here
    })
    if (best.index < 0) return []
    changed.push(changeOf(signature, best.index, best.end))
    signature = moved(signature, best.index, best.end)
    here = best.reached
  }
  return []
}

/** Moves to the end of an attribute's range, those with the largest promised gain of distance first. */
function promising(
  problem: PartingProblem,
  signature: Float64Array,
  changed: readonly AttributeChange[]
): { index: number; end: number }[] {
  const { dictionary, compare, other, ranges } = problem
  const { mixture, compared } = embed(problem, signature)
  const derivative = mixtureDerivative(dictionary, signature, mixture, compare)
  const apart = distance(compared, other)
  const { size, length } = dictionary
  const moves: { index: number; end: number; gain: number }[] = []
  for (let k = 0; k < length; k++) {
    if (changed.some(({ index }) => index === k)) continue
    let slope = 0
    for (let s = 0; s < size; s++)
      slope +=
        apart > COINCIDE
          ? ((compared[s] - other[s]) / apart) * derivative[s * length + k]
          : derivative[s * length + k] * derivative[s * length + k]
    for (const end of [ranges.low[k], ranges.high[k]]) {
      const room = end - signature[k]
      // From the very same mixture every direction leads away.
      if (room !== 0)
        moves.push({
          index: k,
          end,
          gain: apart > COINCIDE ? slope * room : Math.sqrt(slope) * Math.abs(room)
        })
    }
  }
  return moves.sort((a, b) => b.gain - a.gain || a.index - b.index).slice(0, TRIED)
}

/** Bisection between here (not parted) and the end of the range (parted); keeps the parted side. */
function smallest(
  problem: PartingProblem,
  signature: Float64Array,
  index: number,
  end: number
): { change: AttributeChange; reached: number; part: number } {
  let near = signature[index]
  let far = end
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (near + far) / 2
    if (distanceAt(problem, moved(signature, index, middle)) >= problem.target) far = middle
    else near = middle
  }
  const { low, high } = problem.ranges
  return {
    change: changeOf(signature, index, far),
    reached: distanceAt(problem, moved(signature, index, far)),
    part: Math.abs(far - signature[index]) / (high[index] - low[index])
  }
}

function changeOf(signature: Float64Array, index: number, to: number): AttributeChange {
  const from = signature[index]
  return { index, direction: to > from ? 'more' : 'less', change: to - from, from, to }
}

function moved(signature: Float64Array, index: number, to: number): Float64Array {
  const copy = Float64Array.from(signature)
  copy[index] = to
  return copy
}

/** A description that says nothing has no mixture: it parts from nothing. */
function distanceAt(problem: PartingProblem, signature: Float64Array): number {
  return signature.some(value => value !== 0)
    ? distance(embed(problem, signature).compared, problem.other)
    : 0
}

function embed(
  { dictionary, compare }: PartingProblem,
  signature: Float64Array
): { mixture: Float64Array; compared: Float64Array } {
  const { mixture } = dictionary.embed(unitSignatures(Matrix.dense(1, signature.length, signature)))
  return { mixture, compared: comparedMixtures(mixture, mixture.length, compare) }
}
