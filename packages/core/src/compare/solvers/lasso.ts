/**
 * The lasso, which leaves most columns out:
 *
 *   minimise over w   1/2 |X w - t|^2 + part max|X't| |w|_1
 *
 * where part is 1 or more: w = 0. By FISTA (Beck and Teboulle 2009). Columns of X lie one after the other, so
 * that X w costs only the columns in use.
 */
export interface LassoProblem {
  /** (columns x rows): column j from j * rows */
  readonly x: Float32Array
  /** (rows) */
  readonly t: Float64Array
}

/** Steps of the power method for the largest eigenvalue of X'X, and what it may lie below. */
const POWER_STEPS = 12
const MARGIN = 1.02

/** w (columns) */
export function solveLasso(problem: LassoProblem, part: number, steps: number): Float64Array {
  const { x, t } = problem
  const columns = x.length / t.length
  const penalty = part * adjoint(problem, t).reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const step = 1 / (MARGIN * largestEigenvalue(problem))
  let w = new Float64Array(columns)
  if (!Number.isFinite(step)) return w
  let ahead = w
  let momentum = 1
  for (let k = 0; k < steps; k++) {
    const residual = multiply(problem, ahead)
    for (let i = 0; i < t.length; i++) residual[i] -= t[i]
    const slope = adjoint(problem, residual)
    const next = ahead.map((value, j) => shrink(value - step * slope[j], step * penalty))
    const before = w
    const faster = (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2
    ahead = next.map((value, j) => value + ((momentum - 1) / faster) * (value - before[j]))
    ;[w, momentum] = [next, faster]
  }
  return w
}

/** X'(t - X w), (columns): at the optimum none exceeds the penalty, and where w is not 0 all reach it */
export function lassoCorrelations(problem: LassoProblem, w: Float64Array): Float64Array {
  const reached = multiply(problem, w)
  return adjoint(
    problem,
    problem.t.map((value, i) => value - reached[i])
  )
}

function shrink(value: number, by: number): number {
  return value > by ? value - by : value < -by ? value + by : 0
}

function largestEigenvalue(problem: LassoProblem): number {
  let v = adjoint(problem, problem.t)
  let value = 0
  for (let k = 0; k < POWER_STEPS; k++) {
    const size = Math.sqrt(v.reduce((sum, entry) => sum + entry * entry, 0))
    if (size === 0) return 0
    v = adjoint(
      problem,
      multiply(
        problem,
        v.map(entry => entry / size)
      )
    )
    value = Math.sqrt(v.reduce((sum, entry) => sum + entry * entry, 0))
  }
  return value
}

/** X w, (rows) */
function multiply({ x, t }: LassoProblem, w: Float64Array): Float64Array {
  const rows = t.length
  const out = new Float64Array(rows)
  for (let j = 0; j < w.length; j++) {
    if (w[j] === 0) continue
    const [factor, first] = [w[j], j * rows]
    for (let i = 0; i < rows; i++) out[i] += factor * x[first + i]
  }
  return out
}

/** X'r, (columns) */
function adjoint({ x, t }: LassoProblem, r: Float64Array): Float64Array {
  const rows = t.length
  const out = new Float64Array(x.length / rows)
  for (let j = 0; j < out.length; j++) {
    let sum = 0
    for (let i = 0, at = j * rows; i < rows; i++, at++) sum += x[at] * r[i]
    out[j] = sum
  }
  return out
}
