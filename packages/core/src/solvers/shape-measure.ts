/**
 * Measuring with a kept shape (kept-shape.ts): squared lengths |L^-1 v|^2 = v' A^-1 v of many vectors, in
 * tiles through the kernels, and A^-1 v of one.
 * Tests: ../../test/solvers/kept-shape.test.ts
 */
import { ARENA_START, Arena, arrayBytes, createMemory } from '../kernels/arena.js'
import { SCRATCH_BYTES, wasmKernels } from '../kernels/wasm.js'
import { paddedClasses } from '../problems/transformed-rows.js'
import type { KeptShape } from './kept-shape.js'

const TILE = 64

export class ShapeMeasure {
  private readonly shape: KeptShape
  private readonly columns: number
  private readonly arena: Arena
  /** directions, and the same padded for the kernels */
  private readonly k: number
  private readonly padded: number
  /** H', (d x padded) */
  private readonly directions: Float32Array
  private readonly tile: Float32Array
  private readonly out: Float32Array

  constructor(shape: KeptShape, columns: number) {
    this.shape = shape
    this.columns = columns
    this.k = shape.rows.length / columns
    this.padded = paddedClasses(this.k)
    const { k, padded } = this
    const bytes =
      SCRATCH_BYTES +
      arrayBytes(columns * padded, 4) +
      arrayBytes(TILE * columns, 4) +
      arrayBytes(TILE * padded, 4)
    const kernels = wasmKernels(createMemory(bytes, false), ARENA_START)
    this.arena = new Arena(kernels, ARENA_START + SCRATCH_BYTES, ARENA_START + bytes)
    this.directions = this.arena.float32(columns * padded)
    for (let i = 0; i < k; i++)
      for (let m = 0; m < columns; m++) this.directions[m * padded + i] = shape.rows[i * columns + m]
    this.tile = this.arena.float32(TILE * columns)
    this.out = this.arena.float32(TILE * padded)
  }

  /** |L^-1 v|^2 of `count` vectors; `read` writes vector number i, (d). Each the same alone or among others. */
  squaredLengths(count: number, read: (i: number, vector: Float64Array) => void): Float64Array {
    const { columns: d, tile, out, padded, k } = this
    const { floor, plus } = this.shape
    const lengths = new Float64Array(count)
    const vector = new Float64Array(d)
    for (let first = 0; first < count; first += TILE) {
      const size = Math.min(TILE, count - first)
      for (let i = 0; i < size; i++) {
        read(first + i, vector)
        tile.set(vector, i * d)
        for (let m = 0; m < d; m++) lengths[first + i] += floor * vector[m] * vector[m]
      }
      const { kernels } = this.arena
      kernels.linear(tile.byteOffset, size, this.directions.byteOffset, out.byteOffset, d, padded)
      for (let i = 0; i < size; i++)
        for (let j = 0; j < k; j++) {
          const value = out[i * padded + j] * out[i * padded + j]
          lengths[first + i] += j < plus ? value : -value
        }
    }
    return lengths
  }

  /** A^-1 v, (d) */
  solve(vector: ArrayLike<number>): Float64Array {
    const { columns: d, k } = this
    const { floor, plus, rows } = this.shape
    const result = Float64Array.from(vector, value => floor * value)
    for (let i = 0; i < k; i++) {
      let along = 0
      for (let m = 0; m < d; m++) along += rows[i * d + m] * vector[m]
      if (i >= plus) along = -along
      for (let m = 0; m < d; m++) result[m] += along * rows[i * d + m]
    }
    return result
  }
}
