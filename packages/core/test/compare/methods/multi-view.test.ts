import { createRandom } from '../../../src/base/random.js'
import { complete } from '../../../src/base/progress.js'
import { multiView } from '../../../src/compare/methods/multi-view.js'
import { canonicalViews, type View } from '../../../src/compare/solvers/canonical-views.js'
import { principalComponents } from '../../../src/compare/solvers/principal-components.js'
import { Matrix } from '../../../src/linalg/matrix.js'
import { describe, expect, it } from 'vitest'
import { planted } from './planted.js'

/** Independent normal-like columns of mean 0 and variance about 1. */
function noise(seed: number, rows: number, width: number): View {
  const random = createRandom(seed)
  const values = Float64Array.from(
    { length: rows * width },
    () => (random.next() + random.next() + random.next() - 1.5) * 2
  )
  for (let m = 0; m < width; m++) {
    let mean = 0
    for (let i = 0; i < rows; i++) mean += values[i * width + m] / rows
    for (let i = 0; i < rows; i++) values[i * width + m] -= mean
  }
  return { width, values }
}

describe('principal components', () => {
  it('are uncorrelated, of variance 1, and have what rows of low rank have', () => {
    const [rows, columns, rank] = [80, 30, 4]
    const hidden = noise(3, rows, rank)
    const map = noise(4, rank, columns)
    const data = new Float32Array(rows * columns)
    for (let i = 0; i < rows; i++)
      for (let m = 0; m < columns; m++)
        for (let k = 0; k < rank; k++)
          data[i * columns + m] += hidden.values[i * rank + k] * map.values[k * columns + m] + 1
    // The map's columns have mean 0 over k, so that one direction is lost.
    const { count, values } = principalComponents(Matrix.dense(rows, columns, data), 10)
    expect(count).toBe(rank - 1)
    for (let a = 0; a < count; a++)
      for (let b = 0; b < count; b++) {
        let product = 0
        for (let i = 0; i < rows; i++) product += values[i * count + a] * values[i * count + b]
        expect(product / rows).toBeCloseTo(a === b ? 1 : 0, 4)
      }
  })

  it('of one row are none', () => {
    expect(principalComponents(Matrix.dense(1, 3, new Float32Array(3).fill(1)), 2).count).toBe(0)
  })
})

describe('canonical views', () => {
  it('of two views are 1 + their canonical correlation', () => {
    // One shared column in each of two views: its correlation is known.
    const rows = 4000
    const [shared, first, second] = [noise(1, rows, 1), noise(2, rows, 2), noise(3, rows, 3)]
    const a = first.values.map((value, at) => (at % 2 === 0 ? value + shared.values[at / 2] : value))
    const b = second.values.map((value, at) => (at % 3 === 0 ? value + shared.values[at / 3] : value))
    const { lambdas, directions } = canonicalViews(
      [
        { width: 2, values: a },
        { width: 3, values: b }
      ],
      5,
      0
    )
    const correlate = (x: (i: number) => number, y: (i: number) => number): number => {
      const sum = (f: (i: number) => number): number =>
        Array.from({ length: rows }, (_, i) => f(i)).reduce((total, value) => total + value, 0)
      return sum(i => x(i) * y(i)) / Math.sqrt(sum(i => x(i) ** 2) * sum(i => y(i) ** 2))
    }
    const along =
      (values: Float64Array, width: number, way: Float64Array, k: number) =>
      (i: number): number => {
        let total = 0
        for (let m = 0; m < width; m++) total += values[i * width + m] * way[m * 5 + k]
        return total
      }
    for (let k = 0; k < 2; k++)
      expect(lambdas[k]).toBeCloseTo(
        1 + correlate(along(a, 2, directions[0], k), along(b, 3, directions[1], k)),
        6
      )
    expect(lambdas[0]).toBeCloseTo(1.5, 1)
    // What has no partner has 1 alone, and each correlation comes again with the other sign.
    expect(lambdas[2]).toBeCloseTo(1, 6)
    expect(lambdas[0] + lambdas[4]).toBeCloseTo(2, 6)
  })

  it('where one view follows from the other are all 2', () => {
    const first = noise(5, 200, 4)
    const turned = first.values.map(
      (_, at) => first.values[at] + 2 * first.values[Math.floor(at / 4) * 4 + ((at + 1) % 4)]
    )
    const { lambdas } = canonicalViews([first, { width: 4, values: turned }], 4, 1e-9)
    lambdas.forEach(lambda => expect(lambda).toBeCloseTo(2, 6))
  })
})

describe('multi-view', () => {
  const problem = planted(6)
  const { test, unseenSignatures, length } = problem
  const scorer = complete(
    complete(multiView.prepare(problem)).train({ ridge: 1, components: 100, alpha: 0.8 })
  )

  it('does not mind the order of rows', () => {
    const candidates = unseenSignatures.length / length
    const back = Uint32Array.from({ length: test.rows }, (_, i) => test.rows - 1 - i)
    const scores = scorer.scores(test, unseenSignatures)
    const turned = scorer.scores(Matrix.select(test, back), unseenSignatures)
    scores.forEach((score, at) => {
      const [i, u] = [Math.floor(at / candidates), at % candidates]
      expect(turned[(test.rows - 1 - i) * candidates + u]).toBeCloseTo(score, 4)
    })
  })

  it('takes a single candidate, and a single row', () => {
    const one = scorer.scores(test, unseenSignatures.slice(0, length))
    expect(one).toHaveLength(test.rows)
    expect(one.every(Number.isFinite)).toBe(true)
    const row = Matrix.dense(1, test.columns, test.data.slice(0, test.columns))
    expect(scorer.scores(row, unseenSignatures).every(Number.isFinite)).toBe(true)
  })
})
