/** Small square systems without symmetry, by elimination with the largest pivot of each column. */
import { UnseenError } from '../base/errors.js'

/** X of A X = B, both (size x size), row-major; neither is changed. */
export function solveSquare(a: Float64Array, b: Float64Array, size: number): Float64Array {
  const left = Float64Array.from(a)
  const right = Float64Array.from(b)
  const width = b.length / size
  for (let p = 0; p < size; p++) {
    let pivot = p
    for (let i = p + 1; i < size; i++)
      if (Math.abs(left[i * size + p]) > Math.abs(left[pivot * size + p])) pivot = i
    if (left[pivot * size + p] === 0)
      throw new UnseenError('training.singular', `A system of ${size} equations has no unique answer.`)
    swap(left, p, pivot, size)
    swap(right, p, pivot, width)
    for (let i = p + 1; i < size; i++) {
      const factor = left[i * size + p] / left[p * size + p]
      if (factor === 0) continue
      for (let j = p; j < size; j++) left[i * size + j] -= factor * left[p * size + j]
      for (let j = 0; j < width; j++) right[i * width + j] -= factor * right[p * width + j]
    }
  }
  for (let p = size - 1; p >= 0; p--) {
    for (let j = 0; j < width; j++) right[p * width + j] /= left[p * size + p]
    for (let i = 0; i < p; i++) {
      const factor = left[i * size + p]
      for (let j = 0; j < width; j++) right[i * width + j] -= factor * right[p * width + j]
    }
  }
  return right
}

function swap(matrix: Float64Array, a: number, b: number, width: number): void {
  if (a === b) return
  const row = matrix.slice(a * width, (a + 1) * width)
  matrix.copyWithin(a * width, b * width, (b + 1) * width)
  matrix.set(row, b * width)
}
