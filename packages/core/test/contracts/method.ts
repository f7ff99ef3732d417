/** What every entry of the registry `methods` must keep to. */
import { complete } from '../../src/base/progress.js'
import { GRID_POINTS, type Method, type Scorer, gridPoints } from '../../src/compare/method.js'
import { Matrix } from '../../src/linalg/matrix.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { planted, type Planted } from '../compare/methods/planted.js'

export function checkMethod(method: Method): void {
  const points = gridPoints(method.grid)

  describe(`the method ${method.name}`, () => {
    let problem: Planted
    /** one for each point of the grid */
    let scorers: readonly Scorer[]
    let scorer: Scorer
    beforeAll(() => {
      problem = planted(7, { oneSpace: method.oneSpace === true })
      const prepared = complete(method.prepare(problem))
      scorers = points.map(point => complete(prepared.train(point)))
      scorer = scorers[0]
    })

    it('has words for people', () => {
      expect(method.name).toMatch(/^[a-z][a-z0-9-]*$/)
      expect(method.title).toMatch(/^[A-Z]/)
      expect(method.source).not.toBe('')
    })

    it('has the same budget as all others', () => {
      expect([1, GRID_POINTS]).toContain(points.length)
      expect(new Set(points.map(point => JSON.stringify(point))).size).toBe(points.length)
      for (const values of Object.values(method.grid).filter(([first]) => typeof first === 'number'))
        expect([...values].sort((a, b) => Number(a) - Number(b))).toEqual(values)
    })

    it('gives finite scores at every point, one per row and candidate, zero rows included', () => {
      const { test, unseenSignatures, length } = problem
      const rows = Matrix.dense(
        test.rows + 1,
        test.columns,
        Float32Array.from([...test.data, ...new Float32Array(test.columns)])
      )
      for (const each of scorers) {
        const scores = each.scores(rows, unseenSignatures)
        expect(scores).toHaveLength((rows.rows * unseenSignatures.length) / length)
        expect(scores.every(Number.isFinite)).toBe(true)
      }
    })

    it('recognises unseen classes of an easy problem at its best point', () => {
      if (method.name === 'chance') return
      const { test, testLabels, unseenSignatures } = problem
      const best = Math.max(
        ...scorers.map(each => rightPart(each.scores(test, unseenSignatures), testLabels))
      )
      expect(best).toBeGreaterThan(0.6)
    })

    it('gives the same bytes again', () => {
      const second = complete(complete(method.prepare({ ...problem })).train(points[0]))
      expect(second.scores(problem.test, problem.unseenSignatures)).toEqual(
        complete(complete(method.prepare({ ...problem })).train(points[0])).scores(
          problem.test,
          problem.unseenSignatures
        )
      )
    })

    it('scores a candidate alike wherever it stands', () => {
      if (method.name === 'chance') return
      const { test, unseenSignatures, length } = problem
      const candidates = unseenSignatures.length / length
      const turned = Float64Array.from(
        { length: unseenSignatures.length },
        (_, at) => unseenSignatures[(candidates - 1 - Math.floor(at / length)) * length + (at % length)]
      )
      const [one, other] = [scorer.scores(test, unseenSignatures), scorer.scores(test, turned)]
      const expected = Float64Array.from(
        one,
        (_, at) => one[Math.floor(at / candidates) * candidates + (candidates - 1 - (at % candidates))]
      )
      const largest = one.reduce((most, score) => Math.max(most, Math.abs(score)), 0)
      other.forEach((score, at) => expect(Math.abs(score - expected[at])).toBeLessThanOrEqual(1e-9 * largest))
    })

    it('scores rows one by one as it scores them together, unless it says otherwise', () => {
      if (method.transductive || method.name === 'chance') return
      const { test, unseenSignatures, length } = problem
      const together = scorer.scores(test, unseenSignatures)
      const candidates = unseenSignatures.length / length
      for (let i = 0; i < 5; i++)
        expect(
          scorer.scores(
            Matrix.dense(1, test.columns, test.data.slice(i * test.columns, (i + 1) * test.columns)),
            unseenSignatures
          )
        ).toEqual(together.slice(i * candidates, (i + 1) * candidates))
    })

    it('scores a candidate alike whichever others there are, unless it says otherwise', () => {
      if (method.transductive) return
      const { test, unseenSignatures, signatures, length } = problem
      const candidates = unseenSignatures.length / length
      const stride = candidates + problem.seen
      const among = scorer.scores(test, Float64Array.from([...signatures, ...unseenSignatures]))
      const alone = scorer.scores(test, unseenSignatures)
      const differ = alone.some(
        (score, at) =>
          Math.abs(score - among[Math.floor(at / candidates) * stride + problem.seen + (at % candidates)]) >
          1e-9 * (1 + Math.abs(score))
      )
      expect(differ).toBe(method.relative === true)
    })

    it('takes no rows for an answer', () => {
      expect(
        scorer.scores(Matrix.dense(0, problem.test.columns, new Float32Array(0)), problem.unseenSignatures)
      ).toHaveLength(0)
    })

    it('stops when told to', () => {
      const stop = (): void => {
        const prepare = method.prepare({ ...problem })
        let step = prepare.next(true)
        while (step.done !== true) step = prepare.next(true)
        const train = step.value.train(points[0])
        let inner = train.next(true)
        while (inner.done !== true) inner = train.next(true)
      }
      // A method without a single pause has nothing to stop.
      if (pausesIn(method, problem) > 0) expect(stop).toThrow(expect.objectContaining({ code: 'cancelled' }))
    })
  })
}

/** Part of the rows whose best candidate is the right one. */
export function rightPart(scores: Float64Array, labels: Int32Array): number {
  const candidates = scores.length / labels.length
  let right = 0
  labels.forEach((label, i) => {
    const row = scores.subarray(i * candidates, (i + 1) * candidates)
    if (row.indexOf(row.reduce((most, score) => Math.max(most, score), -Infinity)) === label) right++
  })
  return right / labels.length
}

function pausesIn(method: Method, problem: Planted): number {
  let pauses = 0
  const count = (): boolean => ++pauses < 0
  complete(complete(method.prepare({ ...problem }), count).train(gridPoints(method.grid)[0]), count)
  return pauses
}
