/**
 * The classifiers that methods build on, by regularised logistic regression (solvers/logistic.ts): one
 * per attribute, or one of the seen classes. Methods that are given the same material share the rows
 * in the kernels' memory, the products of their features, and what was trained at the same lambda.
 */
import { type Job, stopped } from '../../base/progress.js'
import type { Material } from '../method.js'
import { type CentredRows, paddedColumns } from '../solvers/centred-rows.js'
import { type LogisticLoss, binaryLoss, softmaxLoss } from '../solvers/logistic-losses.js'
import { solveLogistic } from '../solvers/logistic.js'
import { SHARED_WIDTH, centredRows } from './centred.js'
import { type LinearOutputs, linearOutputs } from './linear-outputs.js'

/** Loose: lambda is chosen on a coarse grid. */
export const TOLERANCE = 1e-2

/** what was trained on a material, by what and lambda */
const known = new WeakMap<Material, Map<string, LinearOutputs>>()

function trainedOn(material: Material): Map<string, LinearOutputs> {
  let trained = known.get(material)
  if (trained === undefined) {
    trained = new Map()
    known.set(material, trained)
  }
  return trained
}

/** Log odds of every attribute; answers (seen x count) are 0 or 1. */
export function* attributeClassifiers(
  material: Material,
  answers: Uint8Array,
  lambda: number
): Job<LinearOutputs> {
  const rows = centredRows(material)
  const trained = trainedOn(material)
  const key = `attributes ${lambda}`
  const found = trained.get(key)
  if (found !== undefined) return found
  const { labels, seen } = material
  const count = answers.length / seen
  const stride = paddedColumns(count)
  const weights = new Float64Array(rows.columns * stride)
  // Attributes in groups: each runs until its slowest is done.
  for (let first = 0; first < count; first += SHARED_WIDTH) {
    const outputs = Math.min(SHARED_WIDTH, count - first)
    const s = paddedColumns(outputs)
    const targets = Uint8Array.from(
      { length: labels.length * outputs },
      (_, at) => answers[labels[Math.floor(at / outputs)] * count + first + (at % outputs)]
    )
    const part = yield* solve(rows, binaryLoss(targets, labels.length, outputs, s), s, lambda)
    for (let m = 0; m < rows.columns; m++)
      for (let c = 0; c < outputs; c++) weights[m * stride + first + c] = part[m * s + c]
  }
  const result = linearOutputs(weights, stride, count)
  trained.set(key, result)
  return result
}

/** Outputs whose softmax is the probability of each seen class. */
export function* classClassifier(material: Material, lambda: number): Job<LinearOutputs> {
  const rows = centredRows(material)
  const trained = trainedOn(material)
  const key = `classes ${lambda}`
  const found = trained.get(key)
  if (found !== undefined) return found
  const s = paddedColumns(material.seen)
  const result = linearOutputs(
    yield* solve(rows, softmaxLoss(material.labels, material.seen, s), s, lambda),
    s,
    material.seen
  )
  trained.set(key, result)
  return result
}

function* solve(rows: CentredRows, loss: LogisticLoss, s: number, lambda: number): Job<Float64Array> {
  const solution = yield* solveLogistic(rows, loss, s, { lambda, tolerance: TOLERANCE })
  if (solution === undefined) throw stopped()
  return solution.weights
}
