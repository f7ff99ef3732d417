/**
 * Dual variables in blocks: one block per row (or per class mean), one variable a_k in [0, lambda] per
 * wrong class k. What is done to a block knows only its violations g (see problems/max-margin.ts).
 */
import { type CompactRows, type MaxMarginProblem, addMixture } from '../problems/max-margin.js'

/** Sums over constraints: the primal's hinges, and the duality gap lambda [g]_+ - a g. */
export interface Tally {
  hinges: number
  gap: number
}

export class DualBlocks {
  /** (blocks x S) */
  readonly values: Float64Array
  /** upper end of the box */
  lambda = 0
  private readonly labels: Uint32Array
  private readonly seen: number
  private readonly mixtures: CompactRows
  private readonly delta: Float64Array
  /** remembered step lengths; Infinity: to the corner of the box */
  private readonly lengths: Float64Array
  private readonly direction: Float64Array

  /** labels: the class of each block */
  constructor({ mixtures, delta, ranges }: MaxMarginProblem, labels: Uint32Array) {
    this.labels = labels
    this.seen = ranges.length
    this.mixtures = mixtures
    this.delta = delta
    this.values = new Float64Array(labels.length * this.seen)
    this.lengths = new Float64Array(labels.length).fill(Infinity)
    this.direction = new Float64Array(this.seen)
  }

  /** The trial step of a block with violations g: its beta, and as result the dual's slope along it. */
  trial(block: number, g: Float64Array, beta: Float64Array, tally: Tally): number {
    const { values, direction, lambda, mixtures, seen } = this
    const offset = block * seen
    const length = this.lengths[block]
    let slope = 0
    let moved = 0
    let hinges = 0
    let gap = 0
    beta.fill(0)
    for (let k = 0; k < seen; k++) {
      const violation = g[k]
      const dual = values[offset + k]
      if (violation > 0) {
        hinges += lambda * violation
        gap += (lambda - dual) * violation
      } else gap -= dual * violation
      const change =
        (violation === 0 ? dual : Math.min(lambda, Math.max(0, dual + length * violation))) - dual
      direction[k] = change
      if (change === 0) continue
      slope += change * violation
      moved += change
      addMixture(mixtures, k, -change, beta)
    }
    tally.hinges += hinges
    tally.gap += gap
    addMixture(mixtures, this.labels[block], moved, beta)
    return slope
  }

  /**
   * Takes `step` of the last trial, and remembers how far to try next time: farther after a full step, less
   * far after a short one.
   */
  apply(block: number, step: number, g: Float64Array): void {
    const { values, direction, lengths, seen } = this
    const offset = block * seen
    let moved = 0
    let violated = 0
    for (let k = 0; k < seen; k++) {
      values[offset + k] += step * direction[k]
      moved += Math.abs(direction[k])
      if (direction[k] !== 0) violated += Math.abs(g[k])
    }
    if (step === 1) lengths[block] *= 2
    else
      lengths[block] =
        lengths[block] === Infinity ? (step * moved) / violated : Math.max(step, 0.25) * lengths[block]
  }

  /** Adds a block with violations g to the tally. */
  count(block: number, g: Float64Array, tally: Tally): void {
    for (let k = 0; k < this.seen; k++) {
      const hinge = g[k] > 0 ? this.lambda * g[k] : 0
      tally.hinges += hinge
      tally.gap += hinge - this.values[block * this.seen + k] * g[k]
    }
  }

  /** beta = sum_k a_k (z_y - z_k); false when all a_k are 0 */
  mix(block: number, beta: Float64Array): boolean {
    const { values, mixtures, seen } = this
    let total = 0
    beta.fill(0)
    for (let k = 0; k < seen; k++) {
      const dual = values[block * seen + k]
      if (dual === 0) continue
      total += dual
      addMixture(mixtures, k, -dual, beta)
    }
    addMixture(mixtures, this.labels[block], total, beta)
    return total > 0
  }

  /** beta = z_y - z_k: what one unit of a_k adds */
  difference(block: number, k: number, beta: Float64Array): void {
    beta.fill(0)
    addMixture(this.mixtures, this.labels[block], 1, beta)
    addMixture(this.mixtures, k, -1, beta)
  }

  /** sum of a Delta: the linear part of the dual */
  gain(): number {
    const { values, labels, delta, seen } = this
    let sum = 0
    for (let block = 0; block < labels.length; block++) {
      for (let k = 0; k < seen; k++) sum += values[block * seen + k] * delta[labels[block] * seen + k]
    }
    return sum
  }

  /** By how much all variables could be multiplied within the box. */
  room(): number {
    let largest = 0
    for (const value of this.values) if (value > largest) largest = value
    return largest === 0 ? Infinity : this.lambda / largest
  }

  /**
   * Multiplies all variables; clipped, since scaling to the edge of the box may overshoot it by a rounding
   * error.
   */
  scale(factor: number): void {
    for (let k = 0; k < this.values.length; k++)
      this.values[k] = Math.min(this.lambda, this.values[k] * factor)
  }
}
