import { complete } from '../../src/base/progress.js'
import { createRandom } from '../../src/base/random.js'
import { solveSylvester } from '../../src/compare/solvers/sylvester.js'
import { symmetricEigen } from '../../src/compare/solvers/symmetric-eigen.js'
import { Tridiagonal } from '../../src/compare/solvers/tridiagonal.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const random = (seed: number, length: number): Float64Array => {
  const generator = createRandom(seed)
  return Float64Array.from({ length }, () => 2 * generator.next() - 1)
}
const symmetric = (seed: number, n: number): Float64Array => {
  const half = random(seed, n * n)
  return half.map((value, at) => value + half[(at % n) * n + Math.floor(at / n)])
}
/** X'X for random X (rows x n): positive semidefinite, singular where rows < n */
const gram = (seed: number, rows: number, n: number): Float64Array => {
  const x = random(seed, rows * n)
  return Float64Array.from({ length: n * n }, (_, at) =>
    Array.from({ length: rows }, (_, i) => x[i * n + (at % n)] * x[i * n + Math.floor(at / n)]).reduce(
      (sum, value) => sum + value,
      0
    )
  )
}
const product = (a: Float64Array, b: Float64Array, m: number, k: number, n: number): Float64Array =>
  Float64Array.from({ length: m * n }, (_, at) =>
    Array.from({ length: k }, (_, j) => a[Math.floor(at / n) * k + j] * b[j * n + (at % n)]).reduce(
      (sum, value) => sum + value,
      0
    )
  )
const transposed = (a: Float64Array, m: number, n: number): Float64Array =>
  Float64Array.from({ length: m * n }, (_, at) => a[(at % m) * n + Math.floor(at / m)])
const identity = (n: number): Float64Array =>
  Float64Array.from({ length: n * n }, (_, at) => (at % n === Math.floor(at / n) ? 1 : 0))

function expectClose(one: Float64Array, other: Float64Array, tolerance: number): void {
  const worst = one.reduce((most, value, at) => Math.max(most, Math.abs(value - other[at])), 0)
  expect(one).toHaveLength(other.length)
  expect(worst).toBeLessThanOrEqual(tolerance)
}

describe('eigenvalues of a symmetric matrix', () => {
  it('take it apart: orthogonal vectors, ascending values, A again when put together', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 24 }),
        fc.integer({ min: 0, max: 1e6 }),
        fc.integer({ min: -8, max: 8 }),
        (n, seed, decade) => {
          const scale = 10 ** decade
          const a = symmetric(seed, n).map(value => value * scale)
          const { values, vectors } = symmetricEigen(a, n)
          expectClose(product(vectors, transposed(vectors, n, n), n, n, n), identity(n), 1e-12 * n)
          expect([...values].sort((x, y) => x - y)).toEqual([...values])
          const scaled = vectors.map((value, at) => value * values[Math.floor(at / n)])
          expectClose(product(transposed(vectors, n, n), scaled, n, n, n), a, 1e-12 * n * scale)
        }
      ),
      { numRuns: 60 }
    )
  })

  it('are those of known matrices', () => {
    expectClose(symmetricEigen(Float64Array.of(2, 1, 1, 2), 2).values, Float64Array.of(1, 3), 1e-14)
    // The path of n points: 2 - 2 cos(k pi / (n + 1)).
    const n = 12
    const path = identity(n).map((value, at) =>
      value === 1 ? 2 : Math.abs((at % n) - Math.floor(at / n)) === 1 ? -1 : 0
    )
    expectClose(
      symmetricEigen(path, n).values,
      Float64Array.from({ length: n }, (_, k) => 2 - 2 * Math.cos(((k + 1) * Math.PI) / (n + 1))),
      1e-13
    )
  })

  it('may coincide or be zero', () => {
    const n = 9
    expectClose(symmetricEigen(new Float64Array(n * n), n).values, new Float64Array(n), 0)
    expectClose(
      symmetricEigen(
        identity(n).map(value => 5 * value),
        n
      ).values,
      new Float64Array(n).fill(5),
      1e-14
    )
    const ones = symmetricEigen(new Float64Array(n * n).fill(1), n)
    expectClose(ones.values, Float64Array.of(0, 0, 0, 0, 0, 0, 0, 0, 9), 1e-13)
    expectClose(product(ones.vectors, transposed(ones.vectors, n, n), n, n, n), identity(n), 1e-13)
  })

  it('leave the matrix alone and read its lower triangle only', () => {
    const a = symmetric(3, 6)
    const damaged = a.map((value, at) => (at % 6 > Math.floor(at / 6) ? NaN : value))
    const before = Float64Array.from(damaged)
    expect(symmetricEigen(damaged, 6).values).toEqual(symmetricEigen(a, 6).values)
    expect(damaged).toEqual(before)
  })
})

describe('the tridiagonal form', () => {
  it('solves shifted systems, singular matrices included', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 0, max: 1e6 }),
        fc.double({ min: 0.01, max: 100, noNaN: true }),
        (n, rows, seed, shift) => {
          const a = gram(seed, rows, n)
          const tridiagonal = complete(Tridiagonal.of(Float64Array.from(a), n))
          const b = random(seed + 1, n)
          const x = Float64Array.from(b)
          tridiagonal?.toBasis(x)
          tridiagonal?.solveShifted(shift, x)
          tridiagonal?.fromBasis(x)
          const again = product(a, x, n, n, 1).map((value, at) => value + shift * x[at])
          expectClose(again, b, 1e-9)
        }
      ),
      { numRuns: 60 }
    )
  })

  it('changes bases and back, for any number of vectors', () => {
    const tridiagonal = complete(Tridiagonal.of(symmetric(4, 11), 11))
    for (const count of [1, 3, 4, 5, 9]) {
      const vectors = random(count, count * 11)
      const there = Float64Array.from(vectors)
      tridiagonal?.toBasis(there)
      expect(there).not.toEqual(vectors)
      tridiagonal?.fromBasis(there)
      expectClose(there, vectors, 1e-13)
    }
  })
})

describe('the Sylvester equation', () => {
  it('holds at the answer', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 0, max: 1e6 }),
        (m, n, seed) => {
          const a = gram(seed, m + 2, m).map((value, at) => value + 0.1 * identity(m)[at])
          const b = gram(seed + 1, Math.max(1, n - 3), n)
          const c = random(seed + 2, m * n)
          const w = complete(solveSylvester(a, m, Float64Array.from(b), n, c)) ?? new Float64Array(0)
          const left = product(a, w, m, m, n)
          const right = product(w, b, m, n, n)
          expectClose(
            left.map((value, at) => value + right[at]),
            c,
            1e-9
          )
        }
      ),
      { numRuns: 50 }
    )
  })
})
