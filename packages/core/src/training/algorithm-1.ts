/**
 * Algorithm 1: learn w and V together.
 *
 *   V = class means; w = wStep(V)
 *   repeat: V' = max(0, V - step G); w' = wStep(V')
 *           keep both if the objective of Eq. 7 fell, else halve the step
 *
 * The objectives compared are those reached, primal values at (w, V), so the history never rises.
 */
import type { Job } from '../base/progress.js'
import type { Arena } from '../kernels/arena.js'
import type { MaxMarginProblem } from '../problems/max-margin.js'
import { WStep, type WStepResult, type WStepSettings } from '../solvers/w-step.js'
import { type Lambdas, objectiveAndGradient, referenceTerm } from './objective.js'

export interface Algorithm1Settings extends WStepSettings {
  /** V-steps to try; 0 leaves V at the class means */
  readonly steps: number
}

export interface Algorithm1Result extends WStepResult {
  /** the objective of Eq. 7, lambda1 term included, at the start and after every V-step tried */
  readonly history: readonly number[]
  /** was the V-step kept? one less than the history */
  readonly accepted: readonly boolean[]
}

const SHRINK = 0.5
/**
 * The first step moves V by this share of its own length. Growing accepted steps was tried: it zigzags and
 * ends higher.
 */
const FIRST_STEP = 0.15
/**
 * Stop when an accepted step gains less than this, relative; or when the step has become this small beside
 * the first.
 */
const STALL = 1e-4
const SMALLEST_STEP = 1e-3

export function* algorithm1(
  arena: Arena,
  problem: MaxMarginProblem,
  lambdas: Lambdas,
  { steps, ...settings }: Algorithm1Settings
): Job<Algorithm1Result & { w: Float32Array }> {
  const { lambda1, lambda2, lambda3 } = lambdas
  const { references } = problem.phi
  const solver = new WStep(arena, problem, lambda2 > 0)
  let result = yield* solver.solve(lambda2, lambda3, settings)
  let objective = result.objective + referenceTerm(problem, lambda1)
  const history = [objective]
  const accepted: boolean[] = []
  const { w } = solver
  if (steps === 0 || result.status === 'cancelled') return { ...result, objective, history, accepted, w }

  const gradient = new Float64Array(references.length)
  const bestReferences = Float32Array.from(references)
  let best = solver.save()
  let first = 0
  let length = 0
  let fresh = false
  for (let step = 1; step <= steps; step++) {
    if (!fresh) {
      objectiveAndGradient(arena, problem, w, lambdas, gradient)
      fresh = true
      if (length === 0)
        length = first =
          (FIRST_STEP * norm(bestReferences, problem)) / Math.max(norm(gradient, problem), 1e-300)
    }
    for (let k = 0; k < references.length; k++)
      references[k] = Math.max(0, bestReferences[k] - length * gradient[k])
    solver.rebuild()
    const tried = yield* solver.solve(lambda2, lambda3, settings)
    const value = tried.objective + referenceTerm(problem, lambda1)
    const kept = value < objective && tried.status !== 'cancelled'
    accepted.push(kept)
    history.push(kept ? value : objective)
    const gain = (objective - value) / objective
    if (kept) {
      objective = value
      result = tried
      bestReferences.set(references)
      best = solver.save()
      fresh = false
    } else {
      length *= SHRINK
      references.set(bestReferences)
      solver.restore(best)
    }
    const stop = yield { stage: 'references', step, steps, objective, accepted: kept }
    if (stop || tried.status === 'cancelled') {
      result = { ...result, status: 'cancelled' }
      break
    }
    if ((kept && gain < STALL) || length < SMALLEST_STEP * first) break
  }
  return { ...result, objective, history, accepted, w }
}

function norm(values: ArrayLike<number>, { phi, ranges }: MaxMarginProblem): number {
  let squares = 0
  for (let at = 0; at < values.length; at += phi.s)
    for (let k = 0; k < ranges.length; k++) squares += values[at + k] * values[at + k]
  return Math.sqrt(squares)
}
