/** Rehearsing any method at one point of its grid. */
import { defined } from '../base/defined.js'
import { Matrix } from '../linalg/matrix.js'
import type { Material, Method, Parameters } from '../methods/method.js'
import { restOf, signaturesOf, type Trainer } from './trainer.js'

/** Multiplications per row, class and feature, for the estimate of work: an iterative method's. */
const PASSES = 50

export function methodTrainer(
  material: Material,
  method: Method,
  point: Parameters,
  classes: readonly string[]
): Trainer {
  const { features, labels, seen, signatures, lengths, length } = material
  const base = { features, normalise: 'none' as const, labels, classes, unit: signatures }
  return {
    ...base,
    *train(hidden, rows) {
      const prepared = yield* method.prepare(part(restOf(seen, hidden), rows))
      const scorer = yield* prepared.train(point)
      return { scores: (some, wanted) => scorer.scores(dense(features, some), signaturesOf(base, wanted)) }
    },
    work: rows =>
      method.grows === 'systems'
        ? Math.min(rows, features.columns) ** 2 * rows
        : PASSES * rows * seen * (features.columns + length)
  }

  function part(rest: readonly number[], rows: Uint32Array): Material {
    const position = new Map(rest.map((index, at) => [index, at]))
    const own = rows.filter(row => position.has(labels[row]))
    return {
      ...material,
      ...defined({
        lengths: lengths === undefined ? undefined : Float64Array.from(rest, index => lengths[index])
      }),
      features: dense(features, own),
      labels: Int32Array.from(own, row => position.get(labels[row]) ?? 0),
      seen: rest.length,
      signatures: signaturesOf(base, rest)
    }
  }
}

function dense(matrix: Material['features'], rows: Uint32Array): Material['features'] {
  const chosen = Matrix.select(matrix, rows)
  // Rows of a dense matrix are a dense matrix.
  return chosen.kind === 'dense' ? chosen : matrix
}
