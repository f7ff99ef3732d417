/** GEMM, Cholesky and its solves against the reference, over odd sizes and strides. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Workbench, randomNumbers, same } from './workbench.js'

const reference = new Workbench('reference'),
  wasm = new Workbench('wasm'),
  shared = new Workbench('shared')

interface Product {
  m: number
  n: number
  k: number
  gap: number
  lower: boolean
}

function gemm(bench: Workbench, { m, n, k, gap, lower }: Product): { out: Float64Array; size: number } {
  bench.reset()
  const random = randomNumbers(m * 131 + n * 17 + k)
  const draw = (length: number): Float32Array => Float32Array.from({ length }, () => random() - 0.5)
  const strideA = m + gap,
    strideB = n + gap,
    strideOut = n + gap
  const a = bench.f32(draw(k * strideA)),
    b = bench.f32(draw(k * strideB))
  const out = bench.f64(Float64Array.from({ length: m * strideOut }, (_, at) => at % 5))
  bench.kernels.gemmTN(
    a.byteOffset,
    strideA,
    b.byteOffset,
    strideB,
    out.byteOffset,
    strideOut,
    m,
    n,
    k,
    lower
  )
  expect(bench.intact()).toBe(true)
  return { out: out.slice(), size: 1 + Math.sqrt(k) }
}

function checkGemm(product: Product): void {
  const got = gemm(wasm, product),
    want = gemm(reference, product)
  const stride = product.n + product.gap
  for (let i = 0; i < product.m; i++) {
    for (let j = 0; j < stride; j++) {
      if (product.lower && j > i && j < product.n) continue
      const error = Math.abs(got.out[i * stride + j] - want.out[i * stride + j])
      if (!(error <= 1e-6 * got.size))
        throw new Error(`${JSON.stringify(product)}: entry ${i}, ${j} is off by ${error}`)
    }
  }
  same(gemm(shared, product).out, got.out)
}

describe('gemmTN', () => {
  it('agrees with the reference at every remainder', () => {
    for (let m = 0; m <= 9; m++)
      for (let n = 0; n <= 17; n++) checkGemm({ m, n, k: (m * n) % 11, gap: (m + n) % 4, lower: false })
    for (let m = 0; m <= 21; m++) checkGemm({ m, n: m, k: 13, gap: m % 3, lower: true })
  })

  it('agrees with the reference across its blocks', () => {
    checkGemm({ m: 131, n: 261, k: 259, gap: 3, lower: false })
    checkGemm({ m: 270, n: 270, k: 70, gap: 0, lower: true })
  })

  it('agrees with the reference on random shapes', () => {
    const size = fc.integer({ min: 0, max: 60 })
    const product = fc.record({
      m: size,
      n: size,
      k: fc.integer({ min: 0, max: 300 }),
      gap: fc.integer({ min: 0, max: 5 }),
      lower: fc.boolean()
    })
    fc.assert(fc.property(product, checkGemm), { numRuns: 30, seed: 1 })
  })
})

/** A positive definite (n x n) matrix, its upper part rubbish that must stay as it is. */
function positive(n: number): Float64Array {
  const random = randomNumbers(n)
  const factor = Float64Array.from({ length: n * n }, () => random() - 0.5)
  return Float64Array.from({ length: n * n }, (_, at) => {
    const i = Math.floor(at / n),
      j = at % n
    if (j > i) return 1e9
    let total = i === j ? 1 : 0
    for (let k = 0; k < n; k++) total += factor[i * n + k] * factor[j * n + k]
    return total
  })
}

function factor(bench: Workbench, matrix: Float64Array, n: number): { failed: number; l: Float64Array } {
  bench.reset()
  const l = bench.f64(matrix)
  const failed = bench.kernels.cholesky64(l.byteOffset, n)
  expect(bench.intact()).toBe(true)
  return { failed, l }
}

function close(got: ArrayLike<number>, want: ArrayLike<number>, tolerance: number): void {
  for (let at = 0; at < want.length; at++) {
    if (!(Math.abs(got[at] - want[at]) <= tolerance * (1 + Math.abs(want[at]))))
      throw new Error(`entry ${at} is ${got[at]}, not ${want[at]}`)
  }
}

describe('cholesky64', () => {
  it('agrees with the reference, and leaves the upper part alone', () => {
    for (const n of [...Array(68).keys(), 127, 128, 200, 261]) {
      const matrix = positive(n)
      const got = factor(wasm, matrix, n),
        want = factor(reference, matrix, n)
      expect(got.failed).toBe(-1)
      close(got.l, want.l, 1e-12)
      same(factor(shared, matrix, n).l, got.l)
    }
  })

  it('names the first pivot that is not positive', () => {
    for (const n of [1, 7, 9, 40, 100]) {
      for (const at of [0, Math.floor(n / 2), n - 1]) {
        for (const value of [-1, NaN]) {
          const matrix = positive(n)
          matrix[at * n + at] = value
          expect(factor(wasm, matrix, n).failed).toBe(at)
          expect(factor(reference, matrix, n).failed).toBe(at)
        }
      }
    }
  })
})

describe('choleskySolve64', () => {
  it('agrees with the reference', () => {
    for (const n of [0, 1, 2, 5, 31, 63, 64, 65, 130, 200]) {
      for (const k of [0, 1, 2, 3, 8, 41]) {
        const random = randomNumbers(n * 100 + k)
        const right = Float64Array.from({ length: n * k }, () => random() - 0.5)
        const solve = (bench: Workbench): Float64Array => {
          const { l } = factor(bench, positive(n), n)
          const b = bench.f64(right)
          bench.kernels.choleskySolve64(l.byteOffset, b.byteOffset, n, k)
          expect(bench.intact()).toBe(true)
          return b.slice()
        }
        const got = solve(wasm)
        close(got, solve(reference), 1e-11)
        same(solve(shared), got)
      }
    }
  })
})
