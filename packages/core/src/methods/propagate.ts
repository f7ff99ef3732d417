/**
 * Label propagation (Zhou, Bousquet, Lal, Weston and Schoelkopf, NIPS 2003) on a graph of neighbours:
 *
 *   F = (1 - alpha) (I - alpha S)^-1 F0,   S = D^(-1/2) W D^(-1/2),   W_ij = exp(-d_ij^2 / (2 sigma^2))
 *
 * where i is among the neighbours of j or j among those of i, and sigma^2 is the mean squared distance
 * of neighbours. By iteration F <- alpha S F + (1 - alpha) F0, whose error falls by alpha each time.
 */
import type { Neighbours } from './neighbours.js'

const ERROR = 1e-6

/** scores (rows x width), left as they are */
export function propagate(scores: Float64Array, width: number, { k, rows, distances }: Neighbours, alpha: number): Float64Array {
  const count = scores.length / width
  const scale = 2 * Math.max(Number.MIN_VALUE, distances.reduce((sum, distance) => sum + distance, 0) / Math.max(1, distances.length))
  const edges = edgesOf(rows, count, k)
  const weight = (i: number, at: number): number => Math.exp(-distances[i * k + at] / scale)
  const degree = new Float64Array(count)
  edges((i, j, at) => {
    degree[i] += weight(i, at)
    degree[j] += weight(i, at)
  })
  let labels = scores
  for (let error = 1; error > ERROR; error *= alpha) {
    const next = scores.map((score) => (1 - alpha) * score)
    const from = labels
    edges((i, j, at) => {
      const part = (alpha * weight(i, at)) / Math.sqrt(degree[i] * degree[j])
      for (let u = 0; u < width; u++) {
        next[i * width + u] += part * from[j * width + u]
        next[j * width + u] += part * from[i * width + u]
      }
    })
    labels = next
  }
  return labels
}

/** Visits every edge once: a pair that are neighbours of each other is visited from its first row. */
function edgesOf(rows: Int32Array, count: number, k: number): (visit: (i: number, j: number, at: number) => void) => void {
  const mutual = new Uint8Array(rows.length)
  for (let i = 0; i < count; i++) {
    for (let at = 0; at < k; at++) {
      const j = rows[i * k + at]
      if (j < i && rows.subarray(j * k, (j + 1) * k).includes(i)) mutual[i * k + at] = 1
    }
  }
  return (visit) => {
    for (let i = 0; i < count; i++) for (let at = 0; at < k; at++) if (mutual[i * k + at] === 0) visit(i, rows[i * k + at], at)
  }
}
