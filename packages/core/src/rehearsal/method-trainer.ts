/** Rehearsing any method at one point of its grid. The material of each training is kept for as long as the whole one, so that methods rehearsed one after the other share what can be shared. */
import { Matrix } from '../linalg/matrix.js'
import type { Material, Method, Parameters } from '../methods/method.js'
import { restOf, signaturesOf, type Trainer } from './trainer.js'

const kept = new WeakMap<Material, Map<string, Material>>()
/** More trainings than this are of classes hidden one by one, which would fill the memory. */
const MOST_KEPT = 10
/** Multiplications per row, class and feature, for the estimate of work: an iterative method's. */
const PASSES = 50

export function methodTrainer(material: Material, method: Method, point: Parameters, classes: readonly string[]): Trainer {
  const { features, labels, seen, signatures, seed, length } = material
  const base = { features, normalise: 'none' as const, labels, classes, unit: signatures }
  const parts = kept.get(material) ?? new Map<string, Material>()
  kept.set(material, parts)
  return {
    ...base,
    *train(hidden, rows) {
      const key = `${hidden.join(' ')}/${rows.length}/${rows.reduce((sum, row) => (Math.imul(sum, 31) + row) | 0, 7)}`
      const rest = restOf(seen, hidden)
      const own = parts.get(key) ?? part(material, rest, rows)
      if (parts.size < MOST_KEPT) parts.set(key, own)
      const prepared = yield* method.prepare(own)
      const scorer = yield* prepared.train(point)
      return { scores: (some, wanted) => scorer.scores(dense(features, some), signaturesOf(base, wanted)) }
    },
    work: (rows) => (method.grows === 'systems' ? Math.min(rows, features.columns) ** 2 * rows : PASSES * rows * seen * (features.columns + length)),
  }

  function part(whole: Material, rest: readonly number[], rows: Uint32Array): Material {
    const position = new Map(rest.map((index, at) => [index, at]))
    const own = rows.filter((row) => position.has(labels[row]))
    return { ...whole, ...(whole.lengths !== undefined && { lengths: Float64Array.from(rest, (index) => whole.lengths?.[index] ?? 1) }), features: dense(features, own), labels: Int32Array.from(own, (row) => position.get(labels[row]) ?? 0), seen: rest.length, signatures: signaturesOf(base, rest), seed }
  }
}

function dense(matrix: Material['features'], rows: Uint32Array): Material['features'] {
  const chosen = Matrix.select(matrix, rows)
  // Rows of a dense matrix are a dense matrix.
  return chosen.kind === 'dense' ? chosen : matrix
}
