/**
 * Target embedding, Eq. 4 and 5: rows to proportions pi(x), in tiles through the kernels.
 *
 *   shared weights  pi_s = <w, phi_s(x)>        class weights  pi_s = <w_s, phi_s(x)>
 *   Gaussian weights  pi_s = <v_s, x> - <v_s, m0>, and the same for images of described classes
 *
 * with int computed as min(x, v) = x - max(0, x - v). Every row gets the same bytes alone or in a batch.
 */
import { type Normalisation, readNormalised } from '../input/normalise.js'
import { ARENA_START, Arena, arrayBytes, createMemory } from '../kernels/arena.js'
import { SCRATCH_BYTES, wasmKernels } from '../kernels/wasm.js'
import type { Matrix } from '../linalg/matrix.js'
import { paddedClasses } from '../problems/transformed-rows.js'
import { type Trained, packColumns, partsOf, withImages } from '../training/trained.js'

const TILE = 64

export class TargetEmbedding {
  private readonly trained: Trained
  /** proportions of a row */
  private readonly parts: number
  /** taken off them, where classes are clouds, (parts) */
  private readonly offsets: Float64Array | undefined
  private readonly arena: Arena
  private readonly s: number
  private readonly references: Float32Array
  /** w (d), or (d x s) for class weights */
  private readonly weights: Float32Array
  private readonly tile: Float32Array
  private readonly out: Float32Array
  private readonly linear: Float32Array

  constructor(trained: Trained) {
    const { seen, columns: d, kind, images, gauss } = trained
    this.parts = partsOf(trained)
    this.offsets = gauss && Float64Array.of(...gauss.offsets, ...(images?.offsets ?? []))
    const s = paddedClasses(this.parts)
    const perClass = kind !== 'shared'
    const bytes =
      SCRATCH_BYTES +
      arrayBytes(trained.references === undefined ? 0 : d * s, 4) +
      arrayBytes(perClass ? d * s : d, 4) +
      arrayBytes(TILE * d, 4) +
      2 * arrayBytes(TILE * s, 4)
    const memory = createMemory(bytes, false)
    this.trained = trained
    this.arena = new Arena(wasmKernels(memory, ARENA_START), ARENA_START + SCRATCH_BYTES, ARENA_START + bytes)
    this.s = s
    this.references = this.arena.float32(trained.references === undefined ? 0 : d * s)
    if (trained.references !== undefined) packColumns(trained.references, seen, this.references, s, Infinity)
    this.weights = this.arena.float32(perClass ? d * s : d)
    if (perClass) packColumns(withImages(trained), this.parts, this.weights, s, 0)
    else this.weights.set(trained.weights)
    this.tile = this.arena.float32(TILE * d)
    this.out = this.arena.float32(TILE * s)
    this.linear = this.arena.float32(TILE * s)
  }

  /** (rows x parts), the seen classes first */
  proportions(features: Matrix, normalise: Normalisation): Float32Array {
    const { parts, offsets } = this
    const { columns: d } = this.trained
    const result = new Float32Array(features.rows * parts)
    const row = new Float64Array(d)
    for (let first = 0; first < features.rows; first += TILE) {
      const count = Math.min(TILE, features.rows - first)
      for (let i = 0; i < count; i++) {
        readNormalised(features, first + i, normalise, row)
        this.tile.set(row, i * d)
      }
      this.embedTile(count)
      for (let i = 0; i < count; i++)
        result.set(this.out.subarray(i * this.s, i * this.s + parts), (first + i) * parts)
      if (offsets !== undefined)
        for (let i = 0; i < count * parts; i++) result[first * parts + i] -= offsets[i % parts]
    }
    return result
  }

  private embedTile(count: number): void {
    const { s, tile, out, linear, weights, references } = this
    const { transform, kind, columns: d } = this.trained
    const { kernels } = this.arena
    if (transform === 'identity')
      return kernels.linear(tile.byteOffset, count, weights.byteOffset, out.byteOffset, d, s)
    if (kind === 'shared')
      kernels.forward(tile.byteOffset, count, references.byteOffset, weights.byteOffset, out.byteOffset, d, s)
    else
      kernels.forwardClass(
        tile.byteOffset,
        count,
        references.byteOffset,
        weights.byteOffset,
        out.byteOffset,
        d,
        s
      )
    if (transform === 'relu') return
    if (kind !== 'shared') kernels.linear(tile.byteOffset, count, weights.byteOffset, linear.byteOffset, d, s)
    else for (let i = 0; i < count; i++) linear.fill(this.product(i), i * s, (i + 1) * s)
    for (let k = 0; k < count * s; k++) out[k] = linear[k] - out[k]
  }

  /** <w, x> of row i of the tile */
  private product(i: number): number {
    const { columns: d } = this.trained
    let sum = 0
    for (let m = 0; m < d; m++) sum += this.weights[m] * this.tile[i * d + m]
    return sum
  }
}
