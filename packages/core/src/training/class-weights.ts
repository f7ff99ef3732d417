/**
 * Class weights by squares, beyond the paper: one weight vector per seen class,
 *
 *   pi_s(x) = <w_s, phi_s(x)>,   W = ridge regression of the one-hot seen labels (0/1)
 *
 * With the identity all classes share one matrix and one factorisation; relu and int bend the
 * features differently for every class and solve one system each.
 */
import { UnseenError } from '../base/errors.js'
import type { FitSettings, Transform } from '../base/options.js'
import type { Job } from '../base/progress.js'
import { transforms } from '../embedding/transforms.js'
import { type Arena, arrayBytes } from '../kernels/arena.js'
import type { Matrix } from '../linalg/matrix.js'
import type { StoredRows } from '../problems/stored-rows.js'
import { type ClassRange, classMeans, paddedClasses } from '../problems/transformed-rows.js'
import { createWorkplace, openWorkplace } from '../problems/workplace.js'
import { RidgeSystem, ridgeBytes } from '../solvers/ridge.js'
import { type Trained, type TrainingReport, unpackColumns } from './trained.js'

export interface ClassWeights {
  readonly ridge: number
  readonly objective: number
  readonly trained: Trained
}

export function classWeightsBytes(rows: number, d: number, seen: number): number {
  return ridgeBytes(rows, d, seen) + arrayBytes(d * paddedClasses(seen), 4)
}

/**
 * The weights for each ridge, all of them from the same Gram matrices; none when told to stop before they are
 * ready.
 */
export function* solveClassWeights(
  arena: Arena,
  rows: StoredRows,
  ranges: readonly ClassRange[],
  transform: Transform,
  ridges: readonly number[]
): Job<ClassWeights[]> {
  const seen = ranges.length
  const d = rows.columns
  const mark = arena.mark()
  const results = ridges.map(ridge => ({ ridge, objective: 0, weights: new Float32Array(seen * d) }))
  let references: Float32Array | undefined
  if (transform === 'identity') {
    const system = yield* RidgeSystem.create(arena, rows, ranges)
    if (system === undefined) return []
    for (const result of results) {
      const { weights, objectives } = system.solve(result.ridge)
      result.objective = objectives.reduce((sum, part) => sum + part, 0)
      for (let m = 0; m < d; m++)
        for (let k = 0; k < seen; k++) result.weights[k * d + m] = weights[m * seen + k]
      if (yield { stage: 'prepare', message: `ridge ${result.ridge}` }) return []
    }
  } else {
    const s = paddedClasses(seen)
    references = unpackColumns(classMeans(arena, rows, ranges), s, seen)
    for (let k = 0; k < seen; k++) {
      const inner = arena.mark()
      const system = yield* RidgeSystem.create(
        arena,
        rows,
        ranges,
        bend(transform, references.subarray(k * d, (k + 1) * d))
      )
      if (system === undefined) return []
      for (const result of results) {
        // Only this class's column has this class's features.
        const { weights, objectives } = system.solve(result.ridge)
        result.objective += objectives[k]
        for (let m = 0; m < d; m++) result.weights[k * d + m] = weights[m * seen + k]
      }
      arena.release(inner)
      if (yield { stage: 'prepare', message: `class ${k + 1} of ${seen}` }) return []
    }
  }
  arena.release(mark)
  return results.map(({ ridge, objective, weights }) => ({
    ridge,
    objective,
    trained: { seen, columns: d, transform, kind: 'class', references, weights }
  }))
}

/** phi_s of a row, in place */
function bend(transform: Transform, reference: Float32Array): (row: Float32Array) => void {
  const spec = transforms.find(({ name }) => name === transform)
  return row => {
    for (let m = 0; m < row.length && spec !== undefined; m++) row[m] = spec.apply(row[m], reference[m])
  }
}

export function* trainClassWeights(
  features: Matrix,
  labels: Int32Array,
  seen: number,
  settings: FitSettings
): Job<{ trained: Trained; report: TrainingReport }> {
  yield { stage: 'prepare', message: 'reading rows' }
  const workplace = createWorkplace(features, labels, seen, {
    normalise: settings.normalise,
    arenaBytes: classWeightsBytes(features.rows, features.columns, seen)
  })
  const { arena, rows } = openWorkplace(workplace)
  const solved = yield* solveClassWeights(arena, rows, workplace.ranges, settings.transform, [settings.ridge])
  // A closed form is there or it is not: there is no best so far.
  if (solved.length === 0)
    throw new UnseenError('cancelled', 'Training was stopped before there were any class weights.')
  const [{ trained, objective }] = solved
  const report = {
    status: 'converged',
    objective,
    gap: 0,
    epochs: 1,
    history: [objective],
    accepted: [],
    rows: features.rows,
    zeroRows: workplace.layout.zeroRows
  } as const
  return { trained, report }
}
