/**
 * Solves the simplex QP of problems/simplex-qp.ts exactly, by a primal active-set method.
 *
 * Keep a feasible point and the set of classes that may be positive. Solve for the best point on
 * that face ignoring signs; if it has negative shares, walk towards it until the first share
 * reaches zero and drop that class; otherwise add the class whose multiplier is most negative, or
 * stop: then the KKT conditions hold. Finite, and exact up to rounding.
 *
 * While the face grows, classes enter by the handful, a quarter of its size at once, and those that do
 * not belong leave together before anything moves; after some such rounds only one enters at a time,
 * which is what makes the method finite. At 717 classes this takes a fifth of the time of accelerated
 * projected gradient steps with an active-set polish, which it replaced.
 *
 * gamma = 0 may have many answers: then proximal steps from zero, whose limit is optimal and of least
 * norm as far as float64 can tell. Their weight falls from step to step: at a fixed weight they would
 * come to the optimum no faster than weight / steps.
 */
import { GrowingCholesky } from '../linalg/growing-cholesky.js'
import { type SimplexQp, gradient, kktResidual } from '../problems/simplex-qp.js'

/** Rounds in which classes enter by the handful. */
const HANDFUL_ROUNDS = 40
/**
 * Weights of the proximal steps, relative to the largest eigenvalue; a gamma below the last is as good as
 * none.
 */
const PROXIMAL = [1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-12, 1e-12, 1e-12]
/** Eigenvalues of signatures that coincide are rounding errors; no weight follows them down. */
const SMALLEST_SCALE = 1e-8

export interface SimplexSolution {
  /** on the simplex, (size) */
  readonly shares: Float64Array
  readonly kktResidual: number
}

export function solveSimplexQp(problem: SimplexQp, q: Float64Array): SimplexSolution {
  const { size, bound, gamma } = problem
  let shares = bestSingleClass(problem, q)
  const scale = Math.max(bound, SMALLEST_SCALE)
  if (gamma >= PROXIMAL[PROXIMAL.length - 1] * scale) {
    shares = activeSet(problem, q, shares)
    return { shares, kktResidual: kktResidual(problem, q, shares) }
  }
  let best = { shares, kktResidual: Infinity }
  const shifted = Float64Array.from(q)
  for (const share of PROXIMAL) {
    const weight = share * scale
    if (best.kktResidual < Infinity) for (let i = 0; i < size; i++) shifted[i] = q[i] + weight * shares[i]
    shares = activeSet({ ...problem, gamma: gamma + weight }, shifted, shares)
    const residual = kktResidual(problem, q, shares)
    if (residual < best.kktResidual) best = { shares, kktResidual: residual }
    if (residual <= 1e-13) break
  }
  return best
}

function activeSet(problem: SimplexQp, q: Float64Array, start: Float64Array): Float64Array {
  const { size, gram, gamma } = problem
  const shares = Float64Array.from(start)
  const face: number[] = []
  const factor = new GrowingCholesky(size)
  const products = new Float64Array(size)
  const target = new Float64Array(size)
  const ones = new Float64Array(size)
  const slope = new Float64Array(size)
  const scale = Math.max(problem.bound, gamma)

  const inFace = new Uint8Array(size)
  const add = (j: number): boolean => {
    for (let k = 0; k < face.length; k++) products[k] = gram[j * size + face[k]]
    if (factor.append(products, gram[j * size + j] + gamma) <= 0) return false
    face.push(j)
    inFace[j] = 1
    return true
  }
  const drop = (k: number): void => {
    const [j] = face.splice(k, 1)
    shares[j] = 0
    inFace[j] = 0
    factor.remove(k)
  }
  for (let j = 0; j < size; j++) if (shares[j] > 0 && !add(j)) shares[j] = 0

  // Every pass adds or drops; the limit only guards against endless exchange by rounding.
  let rounds = 0
  for (let pass = 0; pass < 20 * size + 100; pass++) {
    const level = bestOnFace(factor, face, q, target, ones)
    let reach = 1
    let blocking = -1
    let idle = false
    for (let k = 0; k < face.length; k++) {
      if (target[k] > 0) continue
      const share = shares[face[k]]
      // A class that has just entered with nothing to gain leaves again: 0 / 0 is a step of 0.
      const fraction = share === 0 ? 0 : share / (share - target[k])
      idle ||= share === 0
      if (blocking < 0 || fraction < reach) {
        reach = Math.min(1, fraction)
        blocking = k
      }
    }
    if (idle) {
      // No step is possible before these are gone, so they go at once. One that entered alone had something
      // to gain, or rounding is all that is left.
      const last = face.length - 1
      const stuck = rounds > HANDFUL_ROUNDS && target[last] <= 0 && shares[face[last]] === 0
      for (let k = last; k >= 0; k--) if (target[k] <= 0 && shares[face[k]] === 0) drop(k)
      if (stuck) break
      continue
    }
    for (let k = 0; k < face.length; k++) shares[face[k]] += reach * (target[k] - shares[face[k]])
    if (blocking >= 0) {
      drop(blocking)
      continue
    }
    // On the face H a - q = level; a class outside may only enter where its slope is lower.
    gradient(problem, q, shares, slope)
    const outside: number[] = []
    for (let j = 0; j < size; j++) if (inFace[j] === 0 && slope[j] - level < -1e-14 * scale) outside.push(j)
    outside.sort((i, j) => slope[i] - slope[j] || i - j)
    const handful = rounds++ < HANDFUL_ROUNDS ? Math.ceil(face.length / 4) : 1
    const entered = outside.slice(0, handful).filter(add)
    if (entered.length === 0) break
  }
  return shares
}

/** The best point of the face, ignoring signs, into `target`; returns the level of H a - q on it. */
function bestOnFace(
  factor: GrowingCholesky,
  face: readonly number[],
  q: Float64Array,
  target: Float64Array,
  ones: Float64Array
): number {
  for (let k = 0; k < face.length; k++) {
    target[k] = q[face[k]]
    ones[k] = 1
  }
  factor.solve(target)
  factor.solve(ones)
  let targetSum = 0
  let onesSum = 0
  for (let k = 0; k < face.length; k++) {
    targetSum += target[k]
    onesSum += ones[k]
  }
  const level = (1 - targetSum) / onesSum
  for (let k = 0; k < face.length; k++) target[k] += level * ones[k]
  return level
}

/** A feasible point to start from. */
function bestSingleClass({ size, gram }: SimplexQp, q: Float64Array): Float64Array {
  let best = 0
  for (let j = 1; j < size; j++) {
    if (0.5 * gram[j * size + j] - q[j] < 0.5 * gram[best * size + best] - q[best]) best = j
  }
  const shares = new Float64Array(size)
  shares[best] = 1
  return shares
}
