/**
 * Regularised logistic regression, binary (many outputs at once) or multinomial:
 *
 *   minimise over W, b   sum_i loss(W'x_i + b) + lambda/2 |W|^2        intercepts b are free
 *
 * by limited-memory BFGS, which starts from the curvature that the loss has at zero (a system in X'X,
 * factorised once for a lambda). Outputs are linear in the variables, so X D for the direction D gives the
 * outputs anywhere along it: the line search is exact enough at no further product, and one iteration
 * costs one product with the rows and one with their transpose. Certified by the length of the
 * gradient relative to the one at zero. Not converging is a result, not an exception.
 */
import type { Job } from '../../base/progress.js'
import type { CentredRows } from './centred-rows.js'
import { LimitedMemory } from './limited-memory.js'
import type { Line, LogisticLoss } from './logistic-losses.js'

export interface LogisticSettings {
  readonly lambda: number
  /** of the gradient's length, relative to the one at zero */
  readonly tolerance?: number
  readonly iterations?: number
  /** weights to start from, as a solution has them; zero unless given */
  readonly start?: Float64Array
}

export interface LogisticSolution {
  /** on rows as they are, not centred: (columns x s), the last row the intercepts */
  readonly weights: Float64Array
  /** largest over the problems, relative to the one at zero */
  readonly gradient: number
  readonly iterations: number
  readonly converged: boolean
  readonly objective: number
}

/** Undefined when told to stop. `s`: columns of the loss, a multiple of 4. */
export function* solveLogistic(
  rows: CentredRows,
  loss: LogisticLoss,
  s: number,
  { lambda, tolerance = 1e-3, iterations = 200, start: from }: LogisticSettings
): Job<LogisticSolution | undefined> {
  const { columns } = rows
  const penalised = (columns - 1) * s
  const weights = new Float64Array(columns * s)
  const outputs = new Float64Array(rows.rows * s)
  const along = new Float32Array(rows.rows * s)
  const residuals = new Float32Array(rows.rows * s)
  const memory = new LimitedMemory(s, loss.joined)
  let gradient = new Float64Array(columns * s)
  let values = loss.residuals(outputs, residuals)
  if (!(yield* rows.adjoint(residuals, s, gradient))) return undefined
  if (!(yield* rows.prepareSystem(loss.curvature, lambda))) return undefined
  const start = memory.products(gradient, gradient)
  const relativeTo = (own: Float64Array): number =>
    Math.sqrt(
      memory
        .products(own, own)
        .reduce((most, square, c) => Math.max(most, start[c] > 0 ? square / start[c] : 0), 0)
    )
  if (from !== undefined) {
    weights.set(rows.centre(from, s))
    if (!(yield* rows.multiply(Float32Array.from(weights), s, along))) return undefined
    outputs.set(along)
    values = loss.residuals(outputs, residuals)
    if (!(yield* rows.adjoint(residuals, s, gradient))) return undefined
    for (let at = 0; at < penalised; at++) gradient[at] += lambda * weights[at]
  }
  let relative = relativeTo(gradient)
  let iteration = 0
  for (; iteration < iterations && relative > tolerance; iteration++) {
    const direction = Float32Array.from(memory.direction(gradient, v => rows.precondition(v, s)))
    if (!(yield* rows.multiply(direction, s, along))) return undefined
    const [length, slope] = [
      memory.products(direction.subarray(0, penalised), direction.subarray(0, penalised)),
      memory.products(direction.subarray(0, penalised), weights.subarray(0, penalised))
    ]
    const t = lineSearch(
      loss,
      outputs,
      along,
      { slope, length, lambda },
      memory.products(direction, gradient)
    )
    const step = direction
    for (let at = 0; at < step.length; at++) weights[at] += step[at] *= t[at % s]
    for (let at = 0; at < along.length; at++) outputs[at] += t[at % s] * along[at]
    values = loss.residuals(outputs, residuals)
    const next = new Float64Array(columns * s)
    if (!(yield* rows.adjoint(residuals, s, next))) return undefined
    for (let at = 0; at < penalised; at++) next[at] += lambda * weights[at]
    memory.remember(
      step,
      Float32Array.from(next, (value, at) => value - gradient[at])
    )
    gradient = next
    relative = relativeTo(gradient)
  }
  const penalty = weights.subarray(0, penalised).reduce((sum, value) => sum + value * value, 0)
  const total = loss.joined ? values[0] : values.reduce((sum, value) => sum + value, 0)
  return {
    weights: rows.uncentre(weights, s),
    gradient: relative,
    iterations: iteration,
    converged: relative <= tolerance,
    objective: total + (lambda / 2) * penalty
  }
}

/** The penalty along the line: lambda (slope t + length t^2 / 2), per column. */
interface Penalty {
  readonly slope: Float64Array
  readonly length: Float64Array
  readonly lambda: number
}

/** Evaluations of the line at most: each halves a bracket or does better. */
const TRIALS = 12
/** A step is taken when the slope fell to this part of the one at its start. */
const ENOUGH = 0.3

/**
 * Step per column where the slope along the line has nearly gone: Newton from 1, kept inside the bracket of a
 * convex function.
 */
function lineSearch(
  loss: LogisticLoss,
  outputs: Float64Array,
  along: Float32Array,
  { slope, length, lambda }: Penalty,
  start: Float64Array
): Float64Array {
  const s = start.length
  const line: Line = {
    value: new Float64Array(s),
    slope: new Float64Array(s),
    curvature: new Float64Array(s)
  }
  const t = Float64Array.from(start, fall => (fall < 0 ? 1 : 0))
  const low = new Float64Array(s)
  const high = new Float64Array(s).fill(Infinity)
  const at = loss.along(outputs, along)
  for (let trial = 0; trial < TRIALS; trial++) {
    at(t, line)
    let open = 0
    for (let c = 0; c < s; c++) {
      const now = line.slope[c] + lambda * (slope[c] + t[c] * length[c])
      if (start[c] >= 0 || Math.abs(now) <= ENOUGH * -start[c]) continue
      open++
      if (now < 0) low[c] = t[c]
      else high[c] = t[c]
      const newton = t[c] - now / (line.curvature[c] + lambda * length[c])
      if (newton > low[c] && newton < high[c]) t[c] = newton
      else t[c] = high[c] === Infinity ? 2 * t[c] : (low[c] + high[c]) / 2
    }
    if (open === 0) return t
  }
  return low
}
