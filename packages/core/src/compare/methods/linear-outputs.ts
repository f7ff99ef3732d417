/**
 * Rows times weights plus intercepts, in tiles through the kernels: what every linear classifier does when it
 * recognises.
 */
import { ARENA_START, Arena, arrayBytes, createMemory } from '../../kernels/arena.js'
import { SCRATCH_BYTES, wasmKernels } from '../../kernels/wasm.js'
import type { DenseMatrix } from '../../linalg/matrix.js'
import { paddedColumns } from '../solvers/centred-rows.js'

const TILE = 64

export interface LinearOutputs {
  readonly outputs: number
  /** what they were made of: (columns + 1 x stride), the last row the intercepts */
  readonly weights: Float64Array
  readonly stride: number
  /** row-major (rows x outputs); a row gets the same bytes alone or among others */
  of(rows: DenseMatrix): Float64Array
}

/**
 * weights (columns + 1 x stride): the last row holds the intercepts, columns beyond `outputs` are left out
 */
export function linearOutputs(weights: Float64Array, stride: number, outputs: number): LinearOutputs {
  const d = weights.length / stride - 1
  const s = paddedColumns(outputs)
  const bytes = SCRATCH_BYTES + arrayBytes(d * s, 4) + arrayBytes(TILE * d, 4) + arrayBytes(TILE * s, 4)
  const arena = new Arena(
    wasmKernels(createMemory(bytes, false), ARENA_START),
    ARENA_START + SCRATCH_BYTES,
    ARENA_START + bytes
  )
  const factors = arena.float32(d * s)
  const tile = arena.float32(TILE * d)
  const out = arena.float32(TILE * s)
  for (let m = 0; m < d; m++) for (let c = 0; c < outputs; c++) factors[m * s + c] = weights[m * stride + c]
  const intercepts = weights.slice(d * stride, d * stride + outputs)
  return {
    outputs,
    weights,
    stride,
    of(rows) {
      const result = new Float64Array(rows.rows * outputs)
      for (let first = 0; first < rows.rows; first += TILE) {
        const count = Math.min(TILE, rows.rows - first)
        tile.set(rows.data.subarray(first * d, (first + count) * d))
        arena.kernels.linear(tile.byteOffset, count, factors.byteOffset, out.byteOffset, d, s)
        for (let i = 0; i < count; i++)
          for (let c = 0; c < outputs; c++) result[(first + i) * outputs + c] = out[i * s + c] + intercepts[c]
      }
      return result
    }
  }
}
