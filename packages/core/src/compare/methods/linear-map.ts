/**
 * Rows through a matrix, on the kernels: x -> W'x. A row gets the same bytes alone or among others. A
 * map remembers the rows it saw last, and the matrix its map: the points of a grid that differ only in
 * what is done with W'x share it.
 */
import type { DenseMatrix } from '../../linalg/matrix.js'
import { TargetEmbedding } from '../../recognition/proportions.js'

/** rows -> (rows x outputs) */
export type LinearMap = (rows: DenseMatrix) => Float32Array

const known = new WeakMap<Float64Array, LinearMap>()

/** weights (columns x outputs), which must not change afterwards */
export function linearMap(weights: Float64Array, columns: number): LinearMap {
  const map = known.get(weights) ?? create(weights, columns)
  known.set(weights, map)
  return map
}

function create(weights: Float64Array, columns: number): LinearMap {
  const outputs = weights.length / columns
  const byOutput = new Float32Array(weights.length)
  for (let m = 0; m < columns; m++)
    for (let k = 0; k < outputs; k++) byOutput[k * columns + m] = weights[m * outputs + k]
  const target = new TargetEmbedding({
    seen: outputs,
    columns,
    transform: 'identity',
    kind: 'class',
    references: undefined,
    weights: byOutput
  })
  let last: { rows: DenseMatrix; result: Float32Array } | undefined
  return rows => {
    if (last?.rows !== rows) last = { rows, result: target.proportions(rows, 'none') }
    return last.result
  }
}
