/**
 * The leading principal components of rows, each scaled to variance 1, by subspace iteration (Halko,
 * Martinsson and Tropp 2011): Q <- orthonormal basis of X'X Q from a seeded start, then the eigenvectors of
 * Q'X'X Q. Some directions more than asked for make the last ones sure.
 */
import { complete } from '../../base/progress.js'
import { createRandom } from '../../base/random.js'
import type { DenseMatrix } from '../../linalg/matrix.js'
import { CentredRows, paddedColumns } from './centred-rows.js'
import { symmetricEigen } from './symmetric-eigen.js'

const PASSES = 8
const MORE = 10
/** Variances below this part of the largest are rounding. */
const NEGLIGIBLE = 1e-6

export interface Components {
  /** as many as were asked for, or as there are */
  readonly count: number
  /** (rows x count), the largest variance first */
  readonly values: Float64Array
}

export function principalComponents(features: DenseMatrix, wanted: number): Components {
  const { rows } = features
  const most = Math.min(wanted + MORE, features.columns, Math.max(0, rows - 1))
  if (most === 0) return { count: 0, values: new Float64Array(0) }
  const s = paddedColumns(most)
  const x = new CentredRows(features, s)
  const projected = new Float32Array(rows * s)
  const random = createRandom(0)
  // Of the column of ones nothing is wanted: its directions stay 0.
  let basis = Float64Array.from({ length: x.columns * s }, (_, at) =>
    at % s < most && at < (x.columns - 1) * s ? random.next() - 0.5 : 0
  )
  for (let pass = 0; pass < PASSES; pass++) {
    const next = new Float64Array(basis.length)
    orthonormalise(basis, s, most)
    complete(x.multiply(Float32Array.from(basis), s, projected))
    complete(x.adjoint(projected, s, next))
    next.fill(0, (x.columns - 1) * s)
    basis = next
  }
  orthonormalise(basis, s, most)
  complete(x.multiply(Float32Array.from(basis), s, projected))
  const gram = new Float64Array(most * most)
  for (let i = 0; i < rows; i++)
    for (let a = 0; a < most; a++)
      for (let b = 0; b <= a; b++) gram[a * most + b] += projected[i * s + a] * projected[i * s + b]
  const { values: squares, vectors } = symmetricEigen(gram, most)
  const kept = Array.from(squares.keys())
    .filter(k => squares[k] > NEGLIGIBLE * squares[most - 1])
    .reverse()
    .slice(0, wanted)
  const values = new Float64Array(rows * kept.length)
  for (let i = 0; i < rows; i++) {
    kept.forEach((k, at) => {
      let sum = 0
      for (let a = 0; a < most; a++) sum += projected[i * s + a] * vectors[k * most + a]
      values[i * kept.length + at] = sum / Math.sqrt(squares[k] / rows)
    })
  }
  return { count: kept.length, values }
}

/** The first `count` columns of a matrix with `s` of them, by Gram and Schmidt; what depends on others becomes 0. */
function orthonormalise(matrix: Float64Array, s: number, count: number): void {
  const length = matrix.length / s
  const columns = Array.from({ length: count }, (_, k) =>
    Float64Array.from({ length }, (_, m) => matrix[m * s + k])
  )
  columns.forEach((column, k) => {
    const before = norm(column)
    for (let j = 0; j < k; j++) {
      const other = columns[j]
      let along = 0
      for (let m = 0; m < length; m++) along += column[m] * other[m]
      for (let m = 0; m < length; m++) column[m] -= along * other[m]
    }
    const size = norm(column)
    const scale = size > 1e-9 * before ? 1 / size : 0
    for (let m = 0; m < length; m++) matrix[m * s + k] = column[m] *= scale
  })
}

function norm(vector: Float64Array): number {
  return Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
}
