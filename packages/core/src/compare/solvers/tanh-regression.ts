/**
 * A network of two layers by squares:
 *
 *   minimise over A, B   1/2 sum_i |B' [tanh(A'x_i), 1] - t_(y_i)|^2 + lambda/2 (|A|^2 + |B|^2)
 *
 * where rows of one class share a target. For a given A the best B is a ridge regression on the hidden
 * layer and is solved for exactly (variable projection, Golub and Pereyra 1973), which leaves a smooth
 * function of A alone; its gradient is the partial one at the best B. A is found by limited-memory
 * BFGS from a random start, the curvature of the rows as first guess. Intercepts are free.
 */
import type { Job } from '../../base/progress.js'
import type { Random } from '../../base/random.js'
import { GrowingCholesky } from '../../linalg/growing-cholesky.js'
import type { CentredRows } from './centred-rows.js'
import { LimitedMemory } from './limited-memory.js'

export interface TanhTargets {
  /** (rows): class of each */
  readonly labels: Int32Array
  /** (classes x length) */
  readonly targets: Float64Array
  readonly length: number
}

export interface TanhPoint {
  /** (columns x hidden), the last row intercepts, on centred rows */
  readonly a: Float64Array
  /** (hidden + 1 x length), the last row intercepts */
  readonly b: Float64Array
  readonly objective: number
  /** by A, (columns x hidden) */
  readonly gradient: Float64Array
}

/** Units must not be all alike at the start: outputs before tanh of about this size. */
const START = 1
const TOLERANCE = 1e-2
const SUFFICIENT = 1e-4
const HALVINGS = 20

/** `hidden` is a multiple of 4. Undefined when told to stop. */
export function* solveTanhRegression(
  rows: CentredRows,
  problem: TanhTargets,
  hidden: number,
  lambda: number,
  random: Random,
  iterations = 20
): Job<TanhPoint | undefined> {
  const start = Float64Array.from(
    { length: rows.columns * hidden },
    () => START * (random.next() - 0.5) * Math.sqrt(12)
  )
  start.fill(0, (rows.columns - 1) * hidden)
  let point = yield* evaluateTanh(rows, problem, hidden, lambda, start)
  if (point === undefined) return undefined
  // Gauss and Newton: a unit's curvature is that of the rows times the square of what it passes on.
  const passed =
    point.b.subarray(0, hidden * problem.length).reduce((sum, value) => sum + value * value, 0) / hidden
  if (!(yield* rows.prepareSystem(passed / 2, lambda))) return undefined
  const memory = new LimitedMemory(1, true)
  // The outer layer grows and shrinks, and with it the curvature: its size is taken from the last step.
  let size = 1
  const guess = (v: Float64Array): void => {
    rows.precondition(v, hidden)
    for (let at = 0; at < v.length; at++) v[at] *= size
  }
  const first = memory.products(point.gradient, point.gradient)[0]
  for (
    let iteration = 0;
    iteration < iterations &&
    memory.products(point.gradient, point.gradient)[0] > TOLERANCE * TOLERANCE * first;
    iteration++
  ) {
    const from: TanhPoint = point
    const direction = memory.direction(from.gradient, guess)
    const slope = memory.products(direction, from.gradient)[0]
    let next: TanhPoint | undefined
    let t = 1
    for (let halving = 0; halving < HALVINGS; halving++, t /= 2) {
      next = yield* evaluateTanh(
        rows,
        problem,
        hidden,
        lambda,
        from.a.map((value, at) => value + t * direction[at])
      )
      if (next === undefined) return undefined
      if (next.objective <= from.objective + SUFFICIENT * t * slope) break
    }
    if (next === undefined || next.objective >= from.objective) break
    const { a, gradient } = next
    const step = Float32Array.from(a, (value, at) => value - from.a[at])
    const change = Float32Array.from(gradient, (value, at) => value - from.gradient[at])
    memory.remember(step, change)
    const bent = Float64Array.from(change)
    rows.precondition(bent, hidden)
    size = Math.max(1e-3, memory.products(step, change)[0] / memory.products(change, bent)[0])
    point = next
  }
  return point
}

export function* evaluateTanh(
  rows: CentredRows,
  { labels, targets, length }: TanhTargets,
  hidden: number,
  lambda: number,
  a: Float64Array
): Job<TanhPoint | undefined> {
  const n = rows.rows
  const inner = new Float32Array(n * hidden)
  if (!(yield* rows.multiply(Float32Array.from(a), hidden, inner))) return undefined
  for (let at = 0; at < inner.length; at++) inner[at] = Math.tanh(inner[at])
  const b = outerLayer(inner, labels, targets, length, hidden, lambda)
  const back = new Float32Array(n * hidden)
  const residual = new Float64Array(length)
  let squares = 0
  for (let i = 0; i < n; i++) {
    for (let l = 0; l < length; l++) residual[l] = b[hidden * length + l] - targets[labels[i] * length + l]
    for (let j = 0; j < hidden; j++)
      for (let l = 0; l < length; l++) residual[l] += inner[i * hidden + j] * b[j * length + l]
    for (let l = 0; l < length; l++) squares += residual[l] * residual[l]
    for (let j = 0; j < hidden; j++) {
      let sum = 0
      for (let l = 0; l < length; l++) sum += residual[l] * b[j * length + l]
      back[i * hidden + j] = sum * (1 - inner[i * hidden + j] * inner[i * hidden + j])
    }
  }
  const gradient = new Float64Array(a.length)
  if (!(yield* rows.adjoint(back, hidden, gradient))) return undefined
  const penalised = (rows.columns - 1) * hidden
  for (let at = 0; at < penalised; at++) gradient[at] += lambda * a[at]
  const square = (values: Float64Array): number => values.reduce((sum, value) => sum + value * value, 0)
  return {
    a,
    b,
    gradient,
    objective:
      squares / 2 + (lambda / 2) * (square(a.subarray(0, penalised)) + square(b.subarray(0, hidden * length)))
  }
}

/** The best B: (H'H + lambda I) B = H'T for H the hidden layer and a column of ones. */
function outerLayer(
  inner: Float32Array,
  labels: Int32Array,
  targets: Float64Array,
  length: number,
  hidden: number,
  lambda: number
): Float64Array {
  const size = hidden + 1
  const gram = new Float64Array(size * size)
  const classes = targets.length / length
  /** sums of the hidden layer per class: H'T needs no more */
  const sums = new Float64Array(classes * size)
  const row = new Float64Array(size).fill(1)
  labels.forEach((label, i) => {
    row.set(inner.subarray(i * hidden, (i + 1) * hidden))
    for (let j = 0; j < size; j++) {
      sums[label * size + j] += row[j]
      for (let k = 0; k <= j; k++) gram[j * size + k] += row[j] * row[k]
    }
  })
  const factor = new GrowingCholesky(size)
  // The intercept comes last and without a penalty; rounding alone could make its pivot vanish.
  for (let j = 0; j < size; j++)
    factor.append(
      gram.subarray(j * size, j * size + j),
      gram[j * size + j] + (j < hidden ? lambda : 1e-9 * labels.length)
    )
  const b = new Float64Array(size * length)
  const column = new Float64Array(size)
  for (let l = 0; l < length; l++) {
    column.fill(0)
    for (let y = 0; y < classes; y++)
      for (let j = 0; j < size; j++) column[j] += sums[y * size + j] * targets[y * length + l]
    factor.solve(column)
    for (let j = 0; j < size; j++) b[j * length + l] = column[j]
  }
  return b
}
