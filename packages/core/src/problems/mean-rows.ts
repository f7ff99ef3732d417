/**
 * M_y, the mean of Phi over the rows of class y: the rows of the mean constraints. Kept in memory,
 * (S x d x s) numbers, where that fits, otherwise summed over the class's rows at every use.
 */
import { type Arena, arrayBytes } from '../kernels/arena.js'
import type { ClassRange, TransformedRows } from './transformed-rows.js'

/** Kept up to this many bytes. */
const KEEP_BYTES = 512 * 2 ** 20
const TILE = 64

export interface MeanRows {
  /** p (s) = M_y w */
  forward(y: number, w: Float32Array, p: Float32Array): void
  /** a (d) = M_y' beta; returns |a|^2 */
  adjoint(y: number, beta: Float32Array, a: Float32Array): number
  /** after the references changed */
  refresh(): void
}

export function meanRowsBytes(seen: number, d: number, s: number): number {
  const kept = arrayBytes(seen * d * s, 4)
  return kept <= KEEP_BYTES ? kept : 2 * arrayBytes(TILE * s, 4) + arrayBytes(d, 8)
}

export function createMeanRows(arena: Arena, phi: TransformedRows, ranges: readonly ClassRange[]): MeanRows {
  const { s, rows } = phi
  const d = rows.columns
  return arrayBytes(ranges.length * d * s, 4) <= KEEP_BYTES
    ? keptMeans(arena, phi, ranges)
    : summedMeans(arena, phi, ranges)
}

function keptMeans(arena: Arena, phi: TransformedRows, ranges: readonly ClassRange[]): MeanRows {
  const { s } = phi
  const d = phi.rows.columns
  const { kernels } = arena
  const means = ranges.map(() => arena.float32(d * s))
  const refresh = (): void =>
    ranges.forEach(({ first, count }, y) => {
      phi.sumInto(first, count, ranges.length, means[y])
      for (let k = 0; k < d * s; k++) means[y][k] /= count
    })
  refresh()
  return {
    refresh,
    forward: (y, w, p) => kernels.linear(w.byteOffset, 1, means[y].byteOffset, p.byteOffset, d, s),
    adjoint: (y, beta, a) => kernels.linearAdjoint(means[y].byteOffset, beta.byteOffset, a.byteOffset, d, s)
  }
}

function summedMeans(arena: Arena, phi: TransformedRows, ranges: readonly ClassRange[]): MeanRows {
  const { s } = phi
  const proportions = arena.float32(TILE * s)
  const coefficients = arena.float32(TILE * s)
  const sums = arena.float64(phi.rows.columns)
  const tiles = function* ({ first, count }: ClassRange): Generator<ClassRange> {
    for (let at = 0; at < count; at += TILE) yield { first: first + at, count: Math.min(TILE, count - at) }
  }
  return {
    refresh() {
      // nothing is kept
    },
    forward(y, w, p) {
      const total = new Float64Array(s)
      for (const tile of tiles(ranges[y])) {
        phi.forward(tile.first, tile.count, w, proportions)
        for (let k = 0; k < tile.count * s; k++) total[k % s] += proportions[k]
      }
      for (let k = 0; k < s; k++) p[k] = total[k] / ranges[y].count
    },
    adjoint(y, beta, a) {
      sums.fill(0)
      for (const tile of tiles(ranges[y])) {
        for (let i = 0; i < tile.count; i++) coefficients.set(beta.subarray(0, s), i * s)
        phi.adjointSum(tile.first, tile.count, coefficients, sums)
      }
      let squares = 0
      for (let m = 0; m < sums.length; m++) {
        a[m] = sums[m] / ranges[y].count
        squares += a[m] * a[m]
      }
      return squares
    }
  }
}
