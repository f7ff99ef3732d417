/**
 * Solves the simplex QP of problems/simplex-qp.ts exactly, by a primal active-set method.
 *
 * Keep a feasible point and the set of classes that may be positive. Solve for the best point on
 * that face ignoring signs; if it has negative shares, walk towards it until the first share
 * reaches zero and drop that class; otherwise add the class whose multiplier is most negative, or
 * stop: then the KKT conditions hold. Finite, and exact up to rounding.
 *
 * Large dictionaries start from a few accelerated projected gradient steps, which find most of the
 * face at once. gamma = 0 may have many answers: then proximal steps from zero, whose limit is
 * optimal and of least norm as far as float64 can tell. Their weight falls from step to step: at a
 * fixed weight they would come to the optimum no faster than weight / steps.
 */
import { GrowingCholesky } from '../linalg/growing-cholesky.js'
import { gradient, kktResidual, projectToSimplex, type SimplexQp } from '../problems/simplex-qp.js'

/** From this many classes on, gradient steps find the face faster than adding classes one by one. */
const LARGE = 160
const GRADIENT_STEPS = 120
/** Weights of the proximal steps, relative to the largest eigenvalue; a gamma below the last is as good as none. */
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
  let shares = startingPoint(problem, q)
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

  const add = (j: number): boolean => {
    for (let k = 0; k < face.length; k++) products[k] = gram[j * size + face[k]]
    if (factor.append(products, gram[j * size + j] + gamma) <= 0) return false
    face.push(j)
    return true
  }
  for (let j = 0; j < size; j++) if (shares[j] > 0 && !add(j)) shares[j] = 0

  // Every pass adds or drops one class; the limit only guards against endless exchange by rounding.
  for (let pass = 0; pass < 20 * size + 100; pass++) {
    const count = face.length
    for (let k = 0; k < count; k++) {
      target[k] = q[face[k]]
      ones[k] = 1
    }
    factor.solve(target)
    factor.solve(ones)
    let targetSum = 0
    let onesSum = 0
    for (let k = 0; k < count; k++) {
      targetSum += target[k]
      onesSum += ones[k]
    }
    const level = (1 - targetSum) / onesSum
    let reach = 1
    let blocking = -1
    for (let k = 0; k < count; k++) {
      target[k] += level * ones[k]
      if (target[k] > 0) continue
      const share = shares[face[k]]
      // A class that has just entered with nothing to gain leaves again: 0 / 0 is a step of 0.
      const fraction = share === 0 ? 0 : share / (share - target[k])
      if (blocking < 0 || fraction < reach) {
        reach = Math.min(1, fraction)
        blocking = k
      }
    }
    for (let k = 0; k < count; k++) shares[face[k]] += reach * (target[k] - shares[face[k]])
    if (blocking >= 0) {
      shares[face[blocking]] = 0
      factor.remove(blocking)
      face.splice(blocking, 1)
      continue
    }
    // On the face H a - q = level; a class outside may only enter where its slope is lower.
    gradient(problem, q, shares, slope)
    let entering = -1
    let lowest = -1e-14 * scale
    for (let j = 0; j < size; j++) {
      if (shares[j] === 0 && slope[j] - level < lowest && !face.includes(j)) {
        lowest = slope[j] - level
        entering = j
      }
    }
    if (entering < 0 || !add(entering)) break
  }
  return shares
}

/** A feasible point: the best single class, or for large dictionaries some accelerated steps from it. */
function startingPoint(problem: SimplexQp, q: Float64Array): Float64Array {
  const { size, gram, gamma, bound } = problem
  let best = 0
  for (let j = 1; j < size; j++) {
    if (0.5 * gram[j * size + j] - q[j] < 0.5 * gram[best * size + best] - q[best]) best = j
  }
  let shares = new Float64Array(size)
  shares[best] = 1
  if (size < LARGE) return shares

  const rate = 1 / (bound + gamma)
  let previous = Float64Array.from(shares)
  const ahead = new Float64Array(size)
  const slope = new Float64Array(size)
  let momentum = 1
  for (let step = 0; step < GRADIENT_STEPS; step++) {
    const next = (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2
    const push = (momentum - 1) / next
    for (let i = 0; i < size; i++) ahead[i] = shares[i] + push * (shares[i] - previous[i])
    gradient(problem, q, ahead, slope)
    const kept = previous
    previous = shares
    shares = kept
    for (let i = 0; i < size; i++) shares[i] = ahead[i] - rate * slope[i]
    projectToSimplex(shares)
    // Restart when the momentum points uphill (O'Donoghue and Candes), otherwise go on.
    let uphill = 0
    let change = 0
    for (let i = 0; i < size; i++) {
      uphill += slope[i] * (shares[i] - previous[i])
      change = Math.max(change, Math.abs(shares[i] - previous[i]))
    }
    momentum = uphill > 0 ? 1 : next
    if (change < 1e-6) break
  }
  return shares
}
