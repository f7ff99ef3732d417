import { quantile } from '../../src/base/quantile.js'
import { Dictionary } from '../../src/embedding/source.js'
import { SeenHull } from '../../src/explanation/residual.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomRows, toUnit } from './small-model.js'

const table = (rows: number, columns: number, seed: number): Float64Array[] =>
  randomRows(rows, columns, seed).map(toUnit)
const joined = (rows: readonly Float64Array[]): Float64Array =>
  Float64Array.from(rows.flatMap(row => [...row]))
const without = (rows: readonly Float64Array[], s: number): Dictionary =>
  new Dictionary(joined(rows.filter((_, at) => at !== s)), rows.length - 1, 0)

describe('residual in context', () => {
  it('hiding a class is leaving it out of the dictionary', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 25 }),
        fc.integer({ min: 1, max: 30 }),
        fc.nat(10_000),
        (classes, attributes, seed) => {
          const rows = table(classes, attributes, seed)
          const hull = new SeenHull(joined(rows), classes)
          // Squares, since near the hull the root magnifies rounding.
          rows.forEach((row, s) =>
            expect(
              Math.abs(hull.hiddenResidual(s) ** 2 - without(rows, s).embed(row).residual ** 2)
            ).toBeLessThan(1e-9)
          )
        }
      ),
      {
        numRuns: 100,
        examples: [
          [16, 1, 0],
          [19, 2, 0]
        ]
      }
    )
  })

  it('also for large dictionaries, where few classes are hidden', () => {
    const rows = table(240, 60, 3)
    const hull = new SeenHull(joined(rows), 240)
    for (const s of [0, 100, 239])
      expect(Math.abs(hull.hiddenResidual(s) - without(rows, s).embed(rows[s]).residual)).toBeLessThan(1e-9)
    expect(hull.judge(rows[5], 5).bracket.classes).toBe(100)
  })

  it('brackets what the seen classes reach, and tells who is below', () => {
    const rows = table(30, 12, 1)
    const hull = new SeenHull(joined(rows), 30)
    const reached = Float64Array.from(rows, (row, s) =>
      Math.max(0, 1 - without(rows, s).embed(row).residual ** 2)
    ).sort()
    const mixed = toUnit(rows[0].map((value, k) => value + rows[1][k]))
    const inside = hull.judge(mixed)
    expect(inside.bracket.median).toBeCloseTo(quantile(reached, 0.5), 10)
    expect(inside.bracket.low).toBeCloseTo(reached[1], 10)
    expect(inside.bracket.high).toBeCloseTo(reached[28], 10)
    expect(inside).toMatchObject({ below: false, expressed: 1 - inside.residual ** 2 })
    const opposite = hull.judge(mixed.map(value => -value))
    expect(opposite).toMatchObject({ below: true, expressed: 0, rank: 0 })
    expect(rows.filter((row, s) => hull.judge(row, s).below)).toHaveLength(1)
    expect(hull.judge(rows[7]).residual).toBeLessThan(1e-7)
  })

  it('takes a table of one signature for what it is', () => {
    for (const classes of [2, 15, 16]) {
      const hull = new SeenHull(new Float64Array(2 * classes).fill(Math.SQRT1_2), classes)
      expect(hull.hiddenResidual(0)).toBeCloseTo(0, 12)
      expect(hull.judge([1, 0])).toMatchObject({
        below: true,
        residual: expect.closeTo(2 * Math.sin(Math.PI / 8), 12) as unknown
      })
    }
  })

  it('needs two classes', () => {
    expect(() => new SeenHull(Float64Array.of(1, 0), 1)).toThrow(
      expect.objectContaining({ code: 'classes.none' })
    )
  })
})
