import { createRandom } from '../../../src/base/random.js'
import { complete } from '../../../src/base/progress.js'
import { binaryAttributes } from '../../../src/compare/methods/binary-attributes.js'
import { dap } from '../../../src/compare/methods/dap.js'
import { jointAttributes } from '../../../src/compare/methods/joint-attributes.js'
import { jointLoss } from '../../../src/compare/methods/joint-loss.js'
import { CentredRows, paddedColumns } from '../../../src/compare/solvers/centred-rows.js'
import { softmaxLoss } from '../../../src/compare/solvers/logistic-losses.js'
import { solveLogistic } from '../../../src/compare/solvers/logistic.js'
import { describe, expect, it } from 'vitest'
import { planted } from './planted.js'

describe('the loss of attributes and classes', () => {
  const [rows, seen, count] = [7, 5, 6]
  const s = paddedColumns(count)
  const random = createRandom(12)
  const labels = Int32Array.from({ length: rows }, (_, i) => i % seen)
  const answers = Uint8Array.from({ length: seen * count }, () => random.below(2))
  const outputs = (): Float64Array =>
    Float64Array.from({ length: rows * s }, (_, at) => (at % s < count ? 4 * random.next() - 2 : 0))

  it.each([0, 0.5, 10])('has the residuals and slopes that differences have, weight %d', weight => {
    const loss = jointLoss({ labels, answers, seen }, weight)
    const p = outputs()
    const residuals = new Float32Array(rows * s)
    const value = (at: Float64Array): number => loss.residuals(at, new Float32Array(rows * s))[0]
    loss.residuals(p, residuals)
    const q = Float32Array.from(outputs())
    const moved = (t: number): Float64Array => p.map((entry, at) => entry + t * q[at])
    const [line, step] = [
      { value: new Float64Array(s), slope: new Float64Array(s), curvature: new Float64Array(s) },
      0.3
    ]
    loss.along(p, q)(new Float64Array(s).fill(step), line)
    const h = 1e-2
    const [low, middle, high] = [step - h, step, step + h].map(t => value(moved(t)))
    expect(line.value[0]).toBeCloseTo(middle, 3)
    expect(line.slope[0] / ((high - low) / (2 * h))).toBeCloseTo(1, 2)
    expect(line.curvature[0] / ((high - 2 * middle + low) / (h * h))).toBeCloseTo(1, 1)
    const slope = q.reduce((sum, entry, at) => sum + entry * residuals[at], 0)
    expect(slope / ((value(moved(h)) - value(moved(-h))) / (2 * h))).toBeCloseTo(1, 2)
  })

  it('with an attribute for each class and no loss of its own is softmax regression', () => {
    const problem = planted(2)
    const own = new Uint8Array(problem.seen ** 2)
    for (let k = 0; k < problem.seen; k++) own[k * (problem.seen + 1)] = 1
    const x = new CentredRows(problem.features, 64)
    const width = paddedColumns(problem.seen)
    const settings = { lambda: 1, tolerance: 1e-5 }
    const joint = complete(solveLogistic(x, jointLoss({ ...problem, answers: own }, 1, 0), width, settings))
    const plain = complete(
      solveLogistic(x, softmaxLoss(problem.labels, problem.seen, width), width, settings)
    )
    expect((joint?.objective ?? 0) / (plain?.objective ?? 1)).toBeCloseTo(1, 6)
    joint?.weights.forEach((weight, at) => expect(weight).toBeCloseTo(plain?.weights[at] ?? NaN, 3))
  })
})

describe('logistic regression from a start', () => {
  it('ends where it ends from zero, and at once where it ended', () => {
    const problem = planted(2)
    const answers = binaryAttributes(problem).of(problem.signatures)
    const x = new CentredRows(problem.features, 64)
    const s = paddedColumns(answers.length / problem.seen)
    const solve = (weight: number, start?: Float64Array): ReturnType<typeof solved> =>
      solved(x, jointLoss({ ...problem, answers }, weight), s, start)
    const [cold, other] = [solve(1), solve(0.1)]
    expect(solve(1, cold.weights).iterations).toBeLessThanOrEqual(1)
    const warm = solve(1, other.weights)
    expect(warm.objective / cold.objective).toBeCloseTo(1, 6)
  })

  function solved(
    x: CentredRows,
    loss: ReturnType<typeof jointLoss>,
    s: number,
    start?: Float64Array
  ): { weights: Float64Array; iterations: number; objective: number } {
    const solution = complete(
      solveLogistic(x, loss, s, { lambda: 1, tolerance: 1e-4, ...(start === undefined ? {} : { start }) })
    )
    if (solution === undefined) throw new Error('stopped')
    return solution
  }
})

describe('products of centred rows', () => {
  it('are the same in one piece or several', () => {
    const { features } = planted(4)
    const random = createRandom(1)
    const [wide, narrow] = [new CentredRows(features, 20), new CentredRows(features, 8)]
    const t = Float32Array.from({ length: wide.columns * 20 }, () => random.next())
    const r = Float32Array.from({ length: wide.rows * 20 }, () => random.next())
    const results = [wide, narrow].map(x => {
      const [out, back] = [new Float32Array(x.rows * 20), new Float64Array(x.columns * 20)]
      complete(x.multiply(t, 20, out))
      complete(x.adjoint(r, 20, back))
      complete(x.prepareSystem(1, 1))
      const solved = Float64Array.from(back)
      x.precondition(solved, 20)
      return { out, back, solved }
    })
    expect(results[1]).toEqual(results[0])
  })
})

describe('joint attributes', () => {
  it('without the loss of classes are DAP', () => {
    const problem = planted(5)
    const scores = complete(
      complete(jointAttributes.prepare(problem)).train({ lambda: 1, weight: 0 })
    ).scores(problem.test, problem.unseenSignatures)
    const expected = complete(complete(dap.prepare(problem)).train({ lambda: 1, prior: 'seen' })).scores(
      problem.test,
      problem.unseenSignatures
    )
    scores.forEach((score, at) => expect(score).toBeCloseTo(expected[at], 5))
  })
})
