/**
 * Second-order steps of the w-step, on problems that coordinate ascent leaves far from their optimum: the
 * certificate is computed again here, from every constraint written out in float64.
 */
import { complete } from '../../src/base/progress.js'
import { createRandom } from '../../src/base/random.js'
import { NewtonSystem } from '../../src/solvers/newton-system.js'
import { WStep } from '../../src/solvers/w-step.js'
import { solveSquare } from '../../src/linalg/square.js'
import { describe, expect, it } from 'vitest'
import { type SmallProblem, placeSmallProblem } from '../training/small-problem.js'

/** Noisy classes on raw features of length about `scale` times the square root of their number. */
function rawProblem(seed: number, scale: number, columns: number, classes = 5, perClass = 12): SmallProblem {
  const random = createRandom(seed)
  const signatures = Array.from({ length: classes }, () => {
    const values = Array.from({ length: 6 }, () => random.next())
    const length = Math.hypot(...values)
    return values.map(value => value / length)
  })
  const directions = Array.from({ length: columns }, () =>
    Array.from({ length: 6 }, () => random.next() - 0.5)
  )
  const labels = signatures.flatMap((_, k) => Array.from({ length: perClass }, () => k))
  const features = labels.map(label =>
    directions.map(direction =>
      Math.max(
        0,
        scale * (direction.reduce((sum, value, a) => sum + value * signatures[label][a], random.next()) - 0.3)
      )
    )
  )
  return { transform: 'relu', gamma: 0.01, features, labels, signatures }
}

/** Every constraint as a row u and its margin, (rows, then class means) x wrong classes, in float64. */
function writtenOut(
  { features, labels, signatures }: SmallProblem,
  mixtures: Float64Array
): { u: number[][]; margin: number[]; isMean: boolean[] } {
  const seen = signatures.length
  const columns = features[0].length
  const of = (k: number): number[][] => features.filter((_, i) => labels[i] === k)
  const references = signatures.map((_, k) =>
    Array.from({ length: columns }, (_, m) =>
      Math.fround(of(k).reduce((sum, row) => sum + Math.fround(row[m]), 0) / of(k).length)
    )
  )
  const u: number[][] = []
  const margin: number[] = []
  const isMean: boolean[] = []
  const rowsOf = (x: number[], y: number): number[][] =>
    signatures.map((_, k) =>
      x.map((value, m) =>
        references.reduce(
          (sum, v, c) =>
            sum + (mixtures[y * seen + c] - mixtures[k * seen + c]) * Math.max(0, Math.fround(value) - v[m]),
          0
        )
      )
    )
  const delta = (y: number, k: number): number =>
    y === k ? 0 : 1 - signatures[y].reduce((sum, value, a) => sum + value * signatures[k][a], 0)
  features.forEach((x, i) =>
    rowsOf(x, labels[i]).forEach((row, k) => {
      u.push(row)
      margin.push(delta(labels[i], k))
      isMean.push(false)
    })
  )
  signatures.forEach((_, y) => {
    const all = of(y).map(x => rowsOf(x, y))
    for (let k = 0; k < seen; k++) {
      u.push(all[0][k].map((_, m) => all.reduce((sum, rows) => sum + rows[k][m], 0) / all.length))
      margin.push(delta(y, k))
      isMean.push(true)
    }
  })
  return { u, margin, isMean }
}

function toLengthOne(row: readonly number[]): number[] {
  const length = Math.hypot(...row)
  return row.map(value => (length > 0 ? value / length : 0))
}

describe('the w-step where coordinate ascent stalls', () => {
  for (const [lambda2, lambda3] of [
    [0, 100],
    [100, 0],
    [100, 0.001],
    [10, 100]
  ])
    it(`reaches its tolerance at lambda2 ${lambda2}, lambda3 ${lambda3}, certified from outside`, () => {
      // Raw features, and short ones, on which float32 leaves room for more.
      for (const [seed, scale, columns, tolerance] of [
        [2, 20, 8, 1e-3],
        [3, 10, 130, 1e-3],
        [4, 0.3, 20, 1e-4]
      ]) {
        const small = rawProblem(seed, scale, columns)
        const { arena, problem, mixtures } = placeSmallProblem(small, 'wasm')
        const solver = new WStep(arena, problem, lambda2 > 0)
        const settings = { tolerance, maxEpochs: 200, random: createRandom(0) }
        const result = complete(solver.solve(lambda2, lambda3, settings))
        expect(result.status).toBe('converged')
        const { u, margin, isMean } = writtenOut(small, mixtures)
        const { rows, classes } = solver.save()
        const a = [...rows, ...classes]
        const w = solver.w
        let primal = w.reduce((sum, value) => sum + value * value, 0) / 2
        let dual = 0
        const sum = new Float64Array(columns)
        u.forEach((row, j) => {
          const upper = isMean[j] ? lambda2 : lambda3
          expect(a[j]).toBeGreaterThanOrEqual(0)
          expect(a[j]).toBeLessThanOrEqual(upper)
          primal += upper * Math.max(0, margin[j] - row.reduce((dot, value, m) => dot + value * w[m], 0))
          dual += a[j] * margin[j]
          row.forEach((value, m) => (sum[m] += a[j] * value))
        })
        dual -= sum.reduce((squares, value) => squares + value * value, 0) / 2
        expect(Math.abs(primal - result.objective)).toBeLessThanOrEqual(1e-4 * primal)
        expect((primal - dual) / primal).toBeLessThanOrEqual(1.5 * tolerance)
      }
    })

  it.each(['raw', 'of length 1'])('reaches 1e-3 at every point of the grid of the paper, rows %s', scaled => {
    const strengths = [0, 0.001, 0.01, 0.1, 1, 10, 100]
    const raw = rawProblem(5, 20, 12)
    const features = scaled === 'raw' ? raw.features : raw.features.map(toLengthOne)
    const settings = { tolerance: 1e-3, maxEpochs: 400, random: createRandom(0) }
    const missed: string[] = []
    for (const gamma of strengths) {
      const small = { ...raw, features, gamma }
      for (const lambda2 of strengths)
        for (const lambda3 of strengths) {
          if (lambda2 + lambda3 === 0) continue
          const { arena, problem } = placeSmallProblem(small, 'wasm')
          const { status } = complete(
            new WStep(arena, problem, lambda2 > 0).solve(lambda2, lambda3, settings)
          )
          if (status !== 'converged') missed.push(`gamma ${gamma}, lambda2 ${lambda2}, lambda3 ${lambda3}`)
        }
    }
    expect(missed).toEqual([])
  })

  it('goes on from there with other lambdas to the same optimum as from nothing', () => {
    const small = rawProblem(4, 50, 15)
    const settings = { tolerance: 1e-4, maxEpochs: 200, random: createRandom(0) }
    const warm = placeSmallProblem(small, 'wasm')
    const solver = new WStep(warm.arena, warm.problem, true)
    expect(complete(solver.solve(1, 100, settings)).epochs).toBeGreaterThan(100)
    for (const [lambda2, lambda3] of [
      [1, 0.01],
      [0.1, 10]
    ]) {
      const cold = placeSmallProblem(small, 'wasm')
      const fresh = complete(new WStep(cold.arena, cold.problem, true).solve(lambda2, lambda3, settings))
      const { objective, status } = complete(solver.solve(lambda2, lambda3, settings))
      expect(status).toBe('converged')
      expect(Math.abs(objective - fresh.objective)).toBeLessThanOrEqual(2e-4 * fresh.objective)
    }
  })

  it('stops when told to, and says how far it came', () => {
    const { arena, problem } = placeSmallProblem(rawProblem(5, 50, 15), 'wasm')
    const solver = new WStep(arena, problem, false)
    const job = solver.solve(0, 100, { tolerance: 1e-5, maxEpochs: 200, random: createRandom(0) })
    let next = job.next()
    while (next.done !== true) next = job.next(next.value.stage === 'weights' && next.value.epoch > 102)
    expect(next.value).toMatchObject({ status: 'cancelled', epochs: 103 })
    expect(next.value.gap).toBeGreaterThan(1e-5)
  })
})

describe("the systems of Newton's steps", () => {
  const sign = { stage: 'prepare', message: '' } as const
  // Both sides, summed in float64 and in panels of float32.
  for (const [count, columns, tolerance] of [
    [0, 5, 1e-12],
    [7, 5, 1e-10],
    [5, 7, 1e-10],
    [160, 130, 1e-4],
    [130, 140, 1e-4]
  ])
    it(`${count} rows, ${columns} columns`, () => {
      const random = createRandom(count)
      const u = Array.from({ length: count }, () =>
        Float64Array.from({ length: columns }, () => random.next() - 0.5)
      )
      const b = Float64Array.from({ length: columns }, () => random.next())
      const sigma = 0.3
      const x = complete(new NewtonSystem(columns).solve(count, (i, row) => row.set(u[i]), sigma, b, sign))!
      const matrix = new Float64Array(columns * columns)
      for (let m = 0; m < columns; m++) {
        matrix[m * columns + m] = sigma
        for (let c = 0; c < columns; c++) for (const row of u) matrix[m * columns + c] += row[m] * row[c]
      }
      const exact = solveSquare(
        matrix,
        b.map(value => sigma * value),
        columns
      )
      const largest = Math.max(...exact.map(Math.abs))
      for (let m = 0; m < columns; m++)
        expect(Math.abs(x[m] - exact[m])).toBeLessThanOrEqual(tolerance * largest)
    })

  it('raise sigma where rounding leaves no positive definite sum', () => {
    const columns = 200
    const same = new Float64Array(columns).fill(1)
    const b = Float64Array.from({ length: columns }, (_, m) => m)
    const x = complete(new NewtonSystem(columns).solve(300, (_, row) => row.set(same), 1e-14, b, sign))!
    expect(x.every(Number.isFinite)).toBe(true)
    expect(x.reduce((sum, value, m) => sum + value * b[m], 0)).toBeGreaterThanOrEqual(0)
  })
})
