/**
 * The dual of problems/max-margin.ts by second-order steps, for what coordinate ascent cannot finish:
 * with a large lambda or long rows the term 1/2 |w|^2 weighs next to nothing, hundreds of constraints
 * hold each other at g = 0, and moving one row at a time no longer moves the dual.
 *
 * Proximal point steps on the dual, a <- argmax over the box of D(a+) - sigma/2 |a+ - a|^2, lengths
 * measured in sides of the box (r_j = lambda_j / largest lambda), each solved by Newton's method in w, where
 * it is smooth and convex:
 *
 *   a(w) = clip(a + r g(w) / sigma, 0, lambda)       the gradient is w - U' a(w)
 *   (sigma I + U_F' r U_F) step = -sigma (w - U'a(w)) F: constraints with a(w) inside the box
 *
 * U has one row per constraint, w = U'a. Sigma falls by a constant factor. Any w and any a in the box bound
 * the optimum from above and below: the best of each are the certificate and the answer.
 */
import type { Job, Progress } from '../base/progress.js'
import type { NewtonSystem } from './newton-system.js'

/** All constraints in one line; 0 where a block has none (its own class). */
export interface Constraints {
  readonly columns: number
  /** upper ends of the box */
  readonly upper: Float64Array
  /** g(w) of every constraint, into `out` */
  violations(w: Float64Array, out: Float64Array): void
  /** U'a */
  weights(a: Float64Array): Float64Array
  /** row j of U */
  row(j: number, out: Float64Array): void
}

export interface ProximalPoint {
  readonly w: Float64Array
  readonly a: Float64Array
  /** what a proves: no objective lies below */
  readonly dual: number
  readonly steps: number
  readonly stopped: boolean
}

/** The first sigma beside the mean squared length of U's rows, and what it is divided by. */
const FIRST_SIGMA = 0.01
const SHRINK = 3
/** Below this, beside the first, rounding decides. */
const SMALLEST_SIGMA = 1e-9
/** A line search ends where the slope has fallen to this share. */
const FLAT = 0.1

export function* proximalNewton(
  { columns, upper, violations, weights, row }: Constraints,
  system: NewtonSystem,
  start: Float64Array,
  { tolerance, maxSteps, epoch }: { tolerance: number; maxSteps: number; epoch: number }
): Job<ProximalPoint> {
  const size = upper.length
  // At w = 0 the violations are the linear part of the dual.
  const linear = new Float64Array(size)
  violations(new Float64Array(columns), linear)
  let centre = start
  let trial: Float64Array = new Float64Array(size)
  const g = new Float64Array(size)
  const change = new Float64Array(size)
  const free = new Uint32Array(size)
  const w = weights(centre).slice()
  violations(w, g)

  const best = { w: w.slice(), a: centre.slice(), primal: Infinity, dual: -Infinity }
  const gap = (): number => (best.primal > best.dual ? (best.primal - best.dual) / best.primal : 0)
  let sigma = FIRST_SIGMA * meanSquare(row, upper, linear, columns)
  const least = SMALLEST_SIGMA * sigma
  let steps = 0
  let stopped = false

  let largest = 0
  for (const lambda of upper) if (lambda > largest) largest = lambda
  const clipped = (j: number, violation: number): number =>
    Math.min(upper[j], Math.max(0, centre[j] + (upper[j] * violation) / (largest * sigma)))
  /** trial = a(w), and what it proves; returns the gradient. */
  const tryPoint = (): Float64Array => {
    let primal = 0
    let dual = 0
    for (let j = 0; j < size; j++) {
      trial[j] = clipped(j, g[j])
      if (g[j] > 0) primal += upper[j] * g[j]
      dual += trial[j] * linear[j]
    }
    const sum = weights(trial)
    primal += dot(w, w) / 2
    dual -= dot(sum, sum) / 2
    if (primal < best.primal) {
      best.primal = primal
      best.w.set(w)
    }
    if (dual > best.dual) {
      best.dual = dual
      best.a.set(trial)
    }
    return w.map((value, m) => value - sum[m])
  }

  const sign = (): Progress => ({
    stage: 'weights',
    epoch: epoch + steps,
    fraction: 1,
    objective: best.primal,
    gap: gap()
  })
  let gradient = tryPoint()
  while (gap() > tolerance && steps < maxSteps && sigma > least && !stopped) {
    let count = 0
    for (let j = 0; j < size; j++) if (trial[j] > 0 && trial[j] < upper[j]) free[count++] = j
    const readFree = (i: number, out: Float64Array): void => {
      row(free[i], out)
      const scale = Math.sqrt(upper[free[i]] / largest)
      if (scale !== 1) for (let m = 0; m < columns; m++) out[m] *= scale
    }
    const step = yield* system.solve(count, readFree, sigma, gradient, sign())
    if (step === undefined) {
      stopped = true
      break
    }
    for (let m = 0; m < columns; m++) step[m] = -step[m]
    violations(step, change)
    for (let j = 0; j < size; j++) change[j] -= linear[j]
    const along = dot(w, step)
    const across = dot(step, step)
    const slope = (length: number): number => {
      let sum = along + length * across
      for (let j = 0; j < size; j++)
        if (change[j] !== 0) sum += clipped(j, g[j] + length * change[j]) * change[j]
      return sum
    }
    const length = lineSearch(slope)
    for (let m = 0; m < columns; m++) w[m] += length * step[m]
    for (let j = 0; j < size; j++) g[j] += length * change[j]
    steps++
    gradient = tryPoint()
    stopped = yield sign()
    let moved = 0
    for (let j = 0; j < size; j++) {
      const distance = trial[j] - centre[j]
      if (distance !== 0) moved += (largest / upper[j]) * distance * distance
    }
    if (length > 0 && dot(gradient, gradient) > 2 * sigma * moved) continue
    const old = centre
    centre = trial
    trial = old === start ? new Float64Array(size) : old
    sigma /= SHRINK
    gradient = tryPoint()
  }
  return { w: best.w, a: best.a, dual: best.dual, steps, stopped }
}

/** Where a rising slope that begins below 0 has nearly reached it: false position, Illinois. */
function lineSearch(slope: (length: number) => number): number {
  let low = 0
  let atLow = slope(0)
  if (!(atLow < 0)) return 0
  const flat = -FLAT * atLow
  let high = 1
  let atHigh = slope(1)
  while (atHigh < -flat && high < 1024) {
    low = high
    atLow = atHigh
    high *= 2
    atHigh = slope(high)
  }
  if (Math.abs(atHigh) <= flat) return high
  let side = 0
  for (let tries = 0; tries < 30; tries++) {
    const middle = low - (atLow * (high - low)) / (atHigh - atLow)
    const value = slope(middle)
    if (Math.abs(value) <= flat) return middle
    if (value < 0) {
      low = middle
      atLow = value
      if (side === -1) atHigh /= 2
      side = -1
    } else {
      high = middle
      atHigh = value
      if (side === 1) atLow /= 2
      side = 1
    }
  }
  return low
}

/** Mean squared length of rows of U, from some of them spread over all. */
function meanSquare(
  row: (j: number, out: Float64Array) => void,
  upper: Float64Array,
  linear: Float64Array,
  columns: number
): number {
  const out = new Float64Array(columns)
  const stride = Math.max(1, Math.floor(upper.length / 1000))
  let squares = 0
  let count = 0
  for (let j = 0; j < upper.length; j += stride) {
    if (upper[j] === 0 || linear[j] === 0) continue
    row(j, out)
    squares += dot(out, out)
    count++
  }
  return squares / Math.max(1, count) || 1
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let m = 0; m < a.length; m++) sum += a[m] * b[m]
  return sum
}
