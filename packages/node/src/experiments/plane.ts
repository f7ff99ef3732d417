/**
 * Embeddings of both domains in one plane: the two directions in which the mixtures of the seen classes,
 * centred and of length 1, differ most. Rows, their class means and the mixtures are placed alike.
 */
import { Matrix, type Model } from '@unseen/core'
import { centredProportions } from '@unseen/core/internal'
import { symmetricEigen } from '@unseen/core/compare/internal'
import type { MapMark } from '@unseen/report'

export function planeOf(
  model: Model,
  features: Matrix,
  labels: readonly string[],
  rows: readonly number[]
): { x: number[]; y: number[]; marks: MapMark[] } {
  const { seen } = model
  const size = seen.length
  const mixtures = centredProportions(
    Float32Array.from(
      seen.flatMap(name => Array.from(model.classes.find(each => each.name === name)?.mixture ?? []))
    ),
    size
  )
  const axes = twoAxes(mixtures, size)
  const place = (data: ArrayLike<number>, at: number): [number, number] =>
    axes.map(axis => rounded(axis.reduce((sum, value, k) => sum + value * data[at * size + k], 0))) as [
      number,
      number
    ]
  const points = centredProportions(model.proportions(Matrix.select(features, rows)), size)
  const means = new Float64Array(size * size)
  const counts = new Float64Array(size)
  rows.forEach((row, at) => {
    const y = seen.indexOf(labels[row])
    counts[y]++
    for (let k = 0; k < size; k++) means[y * size + k] += points[at * size + k]
  })
  for (let y = 0; y < size; y++) for (let k = 0; k < size; k++) means[y * size + k] /= Math.max(1, counts[y])
  const placed = rows.map((_, at) => place(points, at))
  const marks = (kind: MapMark['kind'], data: ArrayLike<number>): MapMark[] =>
    seen.map((_, y) => {
      const [x, height] = place(data, y)
      return { kind, class: y, x, y: height }
    })
  return {
    x: placed.map(([x]) => x),
    y: placed.map(([, y]) => y),
    marks: [...marks('source', mixtures), ...marks('mean', means)]
  }
}

/** The two leading eigenvectors of the scatter of the rows of a (size x size) matrix. */
function twoAxes(data: ArrayLike<number>, size: number): [Float64Array, Float64Array] {
  const scatter = new Float64Array(size * size)
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++)
      for (let k = 0; k < size; k++) scatter[i * size + j] += data[k * size + i] * data[k * size + j]
  const { vectors } = symmetricEigen(scatter, size)
  const column = (at: number): Float64Array => {
    const axis = Float64Array.from({ length: size }, (_, k) => vectors[at * size + k])
    // The sign of an eigenvector is free: its largest entry points up.
    const largest = axis.reduce((best, value) => (Math.abs(value) > Math.abs(best) ? value : best), 0)
    return largest < 0 ? axis.map(value => -value) : axis
  }
  return [column(size - 1), column(size - 2)]
}

function rounded(value: number): number {
  return Math.round(1e4 * value) / 1e4
}
