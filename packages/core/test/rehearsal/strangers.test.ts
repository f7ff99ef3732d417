// Limits of what is unlike every class: each rate is kept to, with certainty over classes, and few rows prove nothing.
import { createRandom } from '../../src/base/random.js'
import { RATES, type Strangeness, strangerCurve } from '../../src/rehearsal/strangers.js'
import { expect, it } from 'vitest'

/** So many rows of so many classes; the last class lies `off` further away than the others. */
function strangeness(classes: number, rows: number, off = 0): Strangeness {
  const random = createRandom(7)
  const labels = Int32Array.from({ length: classes * rows }, (_, i) => i % classes)
  const values = (): Float64Array =>
    Float64Array.from(labels, label => random.next() + (label === classes - 1 ? off : 0))
  return {
    measures: ['distance', 'tilt'],
    described: [values(), values()],
    labels,
    seen: [Float64Array.of(0.1), Float64Array.of(0.1)],
    undescribed: [Float64Array.of(9), Float64Array.of(0.1)],
    noise: [Float64Array.of(0.1), Float64Array.of(9)]
  }
}

it('keeps to every rate, counts either measure once, and grows with the rate', () => {
  const curve = strangerCurve([strangeness(40, 100)])
  const points = curve?.points ?? []
  expect(points.map(({ rate }) => rate)).toEqual(RATES)
  points.forEach(({ rate, limits, described }, at) => {
    expect(described).toBeLessThanOrEqual(rate)
    if (at > 0) limits.forEach((limit, m) => expect(limit).toBeLessThanOrEqual(points[at - 1].limits[m] ?? 0))
  })
  // With many classes that are alike, little is given away for certainty.
  expect(points.find(({ rate }) => rate === 0.1)?.described).toBeGreaterThan(0.08)
  expect(points[5]).toMatchObject({ seen: 0, undescribed: 1, noise: 1 })
})

it('is the more careful the more classes differ', () => {
  const lost = (off: number): number =>
    strangerCurve([strangeness(8, 100, off)])?.points.find(({ rate }) => rate === 0.05)?.described ?? 0
  expect(lost(0.3)).toBeLessThan(0.6 * lost(0))
})

it('gives no limit for rates that so few rows cannot show, and none without a measure', () => {
  expect(strangerCurve([strangeness(4, 5)])?.points[0].rate).toBe(0.05)
  expect(strangerCurve([])).toBeUndefined()
})
