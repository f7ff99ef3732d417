import { createRandom } from '../../src/base/random.js'
import { ARENA_START, Arena, createMemory } from '../../src/kernels/arena.js'
import { SCRATCH_BYTES, wasmKernels } from '../../src/kernels/wasm.js'
import { factorise, solveFactored } from '../../src/linalg/cholesky.js'
import { addGram, addProduct, transpose } from '../../src/linalg/gemm.js'
import { GrowingCholesky } from '../../src/linalg/growing-cholesky.js'
import { describe, expect, it } from 'vitest'

const memory = createMemory(1 << 22, false)
const kernels = wasmKernels(memory, ARENA_START)
const arena = new Arena(kernels, ARENA_START + SCRATCH_BYTES, 1 << 22)
const random = createRandom(3)

describe('dense linear algebra', () => {
  it('a product plus a transposed product is the plain sum', () => {
    for (const [m, n, k] of [
      [1, 1, 1],
      [3, 5, 7],
      [17, 4, 33],
      [40, 41, 300]
    ]) {
      const mark = arena.mark()
      const a = arena.float32(k * m).map(() => random.next() - 0.5)
      const left = arena.float32(k * m)
      left.set(a)
      const right = arena.float32(k * n)
      right.set(right.map(() => random.next() - 0.5))
      const out = arena.float64(m * n).fill(1)
      addProduct(kernels, left, right, out, m, n, k)
      const turned = arena.float32(k * m)
      transpose(left, turned, k, m)
      for (let i = 0; i < m; i++) {
        for (let j = 0; j < n; j++) {
          let expected = 1
          for (let r = 0; r < k; r++) expected += turned[i * k + r] * right[r * n + j]
          expect(out[i * n + j]).toBeCloseTo(expected, 4)
        }
      }
      arena.release(mark)
    }
  })

  it('solves what it factorised, and refuses what has no unique answer', () => {
    for (const n of [1, 2, 9, 64, 131]) {
      const mark = arena.mark()
      const x = arena.float32(2 * n * n)
      x.set(x.map(() => random.next() - 0.5))
      const gram = arena.float64(n * n)
      addGram(kernels, x, gram, n, 2 * n)
      const entry = (i: number, j: number): number => gram[Math.max(i, j) * n + Math.min(i, j)]
      const full = Float64Array.from({ length: n * n }, (_, at) => entry(Math.floor(at / n), at % n))
      const answer = Float64Array.from({ length: n }, () => random.next())
      const b = arena.float64(n)
      for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) b[i] += full[i * n + j] * answer[j]
      factorise(kernels, gram, n)
      solveFactored(kernels, gram, b, n, 1)
      b.forEach((value, i) => expect(value).toBeCloseTo(answer[i], 6))
      arena.release(mark)
    }
    const singular = arena.float64(4)
    singular.set([1, 1, 1, 1])
    expect(() => factorise(kernels, singular, 2)).toThrow(/no unique answer/)
  })

  it('a growing factor stays right when variables come and go', () => {
    const size = 12
    const x = Array.from({ length: size }, () => Array.from({ length: 20 }, () => random.next() - 0.5))
    const product = (i: number, j: number): number => x[i].reduce((sum, value, k) => sum + value * x[j][k], 0)
    const factor = new GrowingCholesky(size)
    let present: number[] = []
    for (let round = 0; round < 200; round++) {
      const candidate = random.below(size)
      if (present.includes(candidate)) {
        factor.remove(present.indexOf(candidate))
        present = present.filter(j => j !== candidate)
      } else {
        expect(
          factor.append(
            Float64Array.from(present, j => product(candidate, j)),
            product(candidate, candidate)
          )
        ).toBeGreaterThan(0)
        present.push(candidate)
      }
      const b = Float64Array.from(present, () => 1)
      factor.solve(b)
      for (const i of present)
        expect(present.reduce((sum, j, k) => sum + product(i, j) * b[k], 0)).toBeCloseTo(1, 8)
    }
  })
})
