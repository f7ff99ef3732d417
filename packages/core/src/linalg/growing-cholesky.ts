/**
 * The Cholesky factor L of a symmetric positive definite matrix to which variables are added and
 * from which they are removed, one at a time, in O(k^2): what an active-set method needs.
 */
import { UnseenError } from '../base/errors.js'

export class GrowingCholesky {
  /** row-major (capacity x capacity), lower triangle of the first `size` rows */
  private readonly factor: Float64Array
  private readonly capacity: number
  size = 0

  constructor(capacity: number) {
    this.capacity = capacity
    this.factor = new Float64Array(capacity * capacity)
  }

  /**
   * The factor of a whole matrix (size x size) with `shift` added to its diagonal; only the lower triangle is
   * read.
   */
  static of(matrix: Float64Array, size: number, shift: number): GrowingCholesky {
    const factor = new GrowingCholesky(size)
    for (let j = 0; j < size; j++) {
      if (factor.append(matrix.subarray(j * size, j * size + j), matrix[j * size + j] + shift) > 0) continue
      throw new UnseenError(
        'training.singular',
        `A system of ${size} equations has no unique answer (pivot ${j} is not positive).`,
        { where: { pivot: j }, remedy: 'Use a larger ridge.' }
      )
    }
    return factor
  }

  /**
   * Adds a variable: its products with the present ones, and its own square. Returns the pivot's square (<=
   * 0: dependent, not added).
   */
  append(products: Float64Array, square: number): number {
    const { factor, capacity, size } = this
    const last = size * capacity
    let pivot = square
    for (let i = 0; i < size; i++) {
      const row = i * capacity
      let value = products[i]
      for (let k = 0; k < i; k++) value -= factor[row + k] * factor[last + k]
      value /= factor[row + i]
      factor[last + i] = value
      pivot -= value * value
    }
    if (pivot > 0) {
      factor[last + size] = Math.sqrt(pivot)
      this.size++
    }
    return pivot
  }

  /** Removes variable r; rotations bring the rows below it back to triangular form. */
  remove(r: number): void {
    const { factor, capacity, size } = this
    for (let i = r; i < size - 1; i++)
      factor.copyWithin(i * capacity, (i + 1) * capacity, (i + 1) * capacity + i + 2)
    this.size--
    for (let j = r; j < this.size; j++) {
      const diagonal = j * capacity + j
      const length = Math.sqrt(
        factor[diagonal] * factor[diagonal] + factor[diagonal + 1] * factor[diagonal + 1]
      )
      const cosine = factor[diagonal] / length
      const sine = factor[diagonal + 1] / length
      for (let i = j; i < this.size; i++) {
        const at = i * capacity + j
        const left = factor[at]
        const right = factor[at + 1]
        factor[at] = cosine * left + sine * right
        factor[at + 1] = cosine * right - sine * left
      }
      factor[diagonal] = length
    }
  }

  /** Solves L L' x = b in place for the first `size` entries of b. */
  solve(b: Float64Array): void {
    const { factor, capacity, size } = this
    for (let i = 0; i < size; i++) {
      const row = i * capacity
      let value = b[i]
      for (let k = 0; k < i; k++) value -= factor[row + k] * b[k]
      b[i] = value / factor[row + i]
    }
    for (let i = size - 1; i >= 0; i--) {
      const row = i * capacity
      const value = b[i] / factor[row + i]
      b[i] = value
      for (let k = 0; k < i; k++) b[k] -= factor[row + k] * value
    }
  }
}
