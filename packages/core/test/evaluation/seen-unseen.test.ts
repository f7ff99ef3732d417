import { createRandom } from '../../src/base/random.js'
import {
  type ScoredRows,
  answersAt,
  compete,
  generalisedAt,
  harmonicMean
} from '../../src/evaluation/competition.js'
import { bootstrapGeneralised } from '../../src/evaluation/generalised-intervals.js'
import { generalisedAccuracy } from '../../src/evaluation/generalised.js'
import { curvePoints, seenUnseenCurve } from '../../src/evaluation/seen-unseen.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

/** Small whole scores, so that ties are common. */
const problems = fc
  .record({
    seen: fc.array(fc.boolean(), { minLength: 2, maxLength: 6 }),
    rows: fc.integer({ min: 1, max: 25 }),
    range: fc.constantFrom(2, 5, 1000)
  })
  .filter(({ seen }) => seen.includes(true) && seen.includes(false))
  .chain(({ seen, rows, range }) =>
    fc.record({
      seen: fc.constant(seen),
      labels: fc.array(fc.integer({ min: 0, max: seen.length - 1 }), { minLength: rows, maxLength: rows }),
      scores: fc
        .array(fc.integer({ min: -range, max: range }), {
          minLength: rows * seen.length,
          maxLength: rows * seen.length
        })
        .map(values => Float64Array.from(values))
    })
  )

/** The plain way: add the bias to every seen score and take the largest, the first of equals. */
function plainAnswers({ scores, labels, seen }: ScoredRows, bias: number): number[] {
  return Array.from(labels, (_, i) => {
    const row = seen.map((is, c) => scores[i * seen.length + c] + (is ? bias : 0))
    return row.indexOf(Math.max(...row))
  })
}

function plainAccuracy(
  { labels, seen }: ScoredRows,
  answers: readonly number[]
): { seen: number; unseen: number; seenRows: number; unseenRows: number } {
  const part = (wanted: boolean): { byClass: number; byRow: number } => {
    const classes = [...new Set(Array.from(labels))].filter(c => seen[c] === wanted)
    const rows = Array.from(labels, (_, i) => i).filter(i => seen[labels[i]] === wanted)
    const right = (list: readonly number[]): number =>
      list.length === 0 ? 0 : list.filter(i => answers[i] === labels[i]).length / list.length
    return {
      byRow: right(rows),
      byClass:
        classes.length === 0
          ? 0
          : classes.reduce((sum, c) => sum + right(rows.filter(i => labels[i] === c)), 0) / classes.length
    }
  }
  return {
    seen: part(true).byClass,
    unseen: part(false).byClass,
    seenRows: part(true).byRow,
    unseenRows: part(false).byRow
  }
}

describe('the competition of seen and unseen classes', () => {
  it('answers as the plain way does at any bias, at ties too', () => {
    fc.assert(
      fc.property(problems, fc.integer({ min: -12, max: 12 }), (problem, bias) => {
        const competition = compete(problem)
        const answers = plainAnswers(problem, bias)
        expect([...answersAt(competition, bias)]).toEqual(answers)
        const { perClass, perImage } = generalisedAt(competition, bias)
        const plain = plainAccuracy(problem, answers)
        expect([perClass.seen, perClass.unseen, perImage.seen, perImage.unseen]).toEqual(
          [plain.seen, plain.unseen, plain.seenRows, plain.unseenRows].map(
            value => expect.closeTo(value, 12) as number
          )
        )
        expect(perClass.harmonic).toBeCloseTo(harmonicMean(plain.seen, plain.unseen), 12)
      })
    )
  })

  it('refuses what cannot be a competition', () => {
    const fine = { scores: Float64Array.of(1, 2), labels: [0], seen: [true, false] }
    expect(() => compete({ ...fine, seen: [true, true] })).toThrow(
      expect.objectContaining({ code: 'classes.none' })
    )
    expect(() => compete({ ...fine, labels: [2] })).toThrow(
      expect.objectContaining({ code: 'labels.unknown' })
    )
    expect(() => compete({ ...fine, labels: [0, 1] })).toThrow(
      expect.objectContaining({ code: 'labels.length' })
    )
  })
})

describe('the seen-unseen curve', () => {
  it('is the brute-force sweep over all critical biases', () => {
    fc.assert(
      fc.property(problems, problem => {
        const { biases, perClass, perImage, area, areaPerImage, best } = seenUnseenCurve(compete(problem))
        const { seen, scores, labels } = problem
        const differences = new Set<number>()
        for (let i = 0; i < labels.length; i++)
          seen.forEach((a, s) =>
            seen.forEach((b, u) => {
              if (a && !b) differences.add(scores[i * seen.length + u] - scores[i * seen.length + s])
            })
          )
        const critical = [...differences].sort((a, b) => a - b)
        // Between all critical biases, and beyond them.
        const places = [
          critical[0] - 1,
          ...critical.slice(1).map((value, k) => (value + critical[k]) / 2),
          critical[critical.length - 1] + 1
        ]
        const plain = places.map(bias => plainAccuracy(problem, plainAnswers(problem, bias)))
        plain.forEach((values, k) => {
          const at = biases.filter(bias => bias < places[k]).length
          expect([perClass.seen[at], perClass.unseen[at], perImage.seen[at], perImage.unseen[at]]).toEqual(
            [values.seen, values.unseen, values.seenRows, values.unseenRows].map(
              value => expect.closeTo(value, 12) as number
            )
          )
        })
        const trapezia = (x: (p: (typeof plain)[0]) => number, y: (p: (typeof plain)[0]) => number): number =>
          plain.slice(1).reduce((sum, p, k) => sum + ((x(p) - x(plain[k])) * (y(p) + y(plain[k]))) / 2, 0)
        expect(area).toBeCloseTo(
          trapezia(
            p => p.seen,
            p => p.unseen
          ),
          12
        )
        expect(areaPerImage).toBeCloseTo(
          trapezia(
            p => p.seenRows,
            p => p.unseenRows
          ),
          12
        )
        expect(best.harmonic).toBeCloseTo(Math.max(...plain.map(p => harmonicMean(p.seen, p.unseen))), 12)
        const there = plainAccuracy(problem, plainAnswers(problem, best.bias))
        if (best.harmonic > 0) expect(harmonicMean(there.seen, there.unseen)).toBeCloseTo(best.harmonic, 12)
      })
    )
  })

  it('has the area of a perfect and of a hopeless scorer', () => {
    const seen = [true, true, false, false]
    const labels = [0, 1, 2, 3]
    const one = (right: number): Float64Array =>
      Float64Array.from({ length: 16 }, (_, k) => (k % 4 === Math.floor(k / 4) ? right : 0))
    expect(seenUnseenCurve(compete({ scores: one(1), labels, seen }))).toMatchObject({
      area: 1,
      best: { seen: 1, unseen: 1, harmonic: 1, bias: 0 }
    })
    expect(seenUnseenCurve(compete({ scores: one(-1), labels, seen }))).toMatchObject({
      area: 0,
      best: { harmonic: 0, bias: 0 }
    })
  })

  it('takes the bias nearest to none where several are best', () => {
    // Any bias between -8 and 8 is perfect, and so the one in the middle is taken.
    const curve = seenUnseenCurve(
      compete({ scores: Float64Array.of(8, 0, 0, 8), labels: [0, 1], seen: [true, false] })
    )
    expect(curve.best).toEqual({ seen: 1, unseen: 1, harmonic: 1, bias: 0 })
  })

  it('is drawn by few points, the best among them', () => {
    const random = createRandom(4)
    const seen = Array.from({ length: 20 }, (_, c) => c < 12)
    const labels = Array.from({ length: 2000 }, (_, i) => i % 20)
    const curve = seenUnseenCurve(
      compete({
        scores: Float64Array.from(
          { length: 40_000 },
          (_, k) => random.next() + (k % 20 === labels[Math.floor(k / 20)] ? 0.4 : 0)
        ),
        labels,
        seen
      })
    )
    const points = curvePoints(curve, 50)
    expect(points.length).toBeLessThanOrEqual(52)
    expect(points).toContainEqual({ seen: curve.best.seen, unseen: curve.best.unseen })
    expect(points[0].seen).toBe(0)
    expect(points[points.length - 1].unseen).toBe(0)
    const drawn = points
      .slice(1)
      .reduce((sum, p, k) => sum + ((p.seen - points[k].seen) * (p.unseen + points[k].unseen)) / 2, 0)
    expect(Math.abs(drawn - curve.area)).toBeLessThan(0.01)
  })
})

describe('intervals of generalised measures', () => {
  const random = createRandom(2)
  const seen = Array.from({ length: 10 }, (_, c) => c < 6)
  const labels = Array.from({ length: 400 }, (_, i) => i % 10)
  const competition = compete({
    scores: Float64Array.from(
      { length: 4000 },
      (_, k) => random.next() + (k % 10 === labels[Math.floor(k / 10)] ? 0.3 : 0)
    ),
    labels,
    seen
  })

  it('are reproducible and hold what was measured', () => {
    const found = bootstrapGeneralised(competition, -0.05, { resamples: 300 })
    expect(bootstrapGeneralised(competition, -0.05, { resamples: 300 })).toEqual(found)
    const { perClass } = generalisedAt(competition, -0.05)
    expect(found.harmonic.value).toBeCloseTo(perClass.harmonic, 12)
    expect(found.seen.value).toBeCloseTo(perClass.seen, 12)
    expect(found.area.value).toBeCloseTo(seenUnseenCurve(competition).area, 12)
    for (const { low, value, high } of Object.values(found)) expect(low < value && value < high).toBe(true)
  })

  it('agree with labels alone', () => {
    const predicted = answersAt(competition, -0.05)
    const classes = seen.map((_, c) => `c${c}`)
    const alone = generalisedAccuracy(
      Int32Array.from(labels),
      predicted,
      name => seen[classes.indexOf(name)],
      { classes }
    )
    const { perClass } = generalisedAt(competition, -0.05)
    expect(alone?.harmonic).toBeCloseTo(perClass.harmonic, 12)
    expect(generalisedAccuracy(['a'], ['a'], () => true)).toBeUndefined()
  })
})
