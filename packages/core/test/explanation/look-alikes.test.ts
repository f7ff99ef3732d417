import { comparedMixtures } from '../../src/embedding/compare.js'
import { Dictionary } from '../../src/embedding/source.js'
import { lookAlikesOf } from '../../src/explanation/look-alikes-of.js'
import { findLookAlikes } from '../../src/explanation/look-alikes.js'
import { type PartingProblem, findPartings } from '../../src/explanation/parting.js'
import { describe, expect, it } from 'vitest'
import { randomRows, toUnit } from './small-model.js'

const SEEN = 10
const ATTRIBUTES = 14

/** Ten seen classes, one described twice with a small difference, three other ones. */
function setUp(compare: 'inner' | 'cosine', difference: number, seed: number) {
  const table = randomRows(SEEN + 5, ATTRIBUTES, seed)
  table[SEEN + 1] = table[SEEN].map((value, k) => value + (k === 2 ? difference : 0))
  const dictionary = new Dictionary(
    Float64Array.from(table.slice(0, SEEN).flatMap(row => [...toUnit(row)])),
    SEEN,
    0.1
  )
  const compared = (row: ArrayLike<number>): Float64Array =>
    comparedMixtures(dictionary.embed(toUnit(row)).mixture, SEEN, compare)
  const mixtures = Float64Array.from(table.flatMap(row => [...compared(row)]))
  const column = (k: number): number[] => table.map(row => row[k])
  const ranges = {
    low: Float64Array.from({ length: ATTRIBUTES }, (_, k) => Math.min(...column(k))),
    high: Float64Array.from({ length: ATTRIBUTES }, (_, k) => Math.max(...column(k)))
  }
  return { table, dictionary, compared, mixtures, ranges }
}

const apart = (a: Float64Array, b: Float64Array): number => Math.hypot(...a.map((value, s) => value - b[s]))

describe.each(['inner', 'cosine'] as const)('look-alikes, %s', compare => {
  it('finds the class described alike, nearest first', () => {
    const { mixtures } = setUp(compare, 0.02, 1)
    const { threshold, found } = findLookAlikes(mixtures, SEEN, SEEN)
    expect(found[0].at).toBe(SEEN + 1)
    expect(found[0].distance).toBeLessThan(threshold)
    expect(found[0].cosine).toBeGreaterThan(0.99)
    expect(found[0].relative * threshold).toBeCloseTo(found[0].distance / 3, 12)
    expect(findLookAlikes(mixtures, SEEN, SEEN, 1e9).found).toHaveLength(SEEN + 4)
  })

  for (const difference of [0, 0.02]) {
    it(`parts them by a change that holds, and not by much less (difference ${difference})`, () => {
      let single = 0
      for (let seed = 1; seed <= 12; seed++) {
        const { table, dictionary, compared, mixtures, ranges } = setUp(compare, difference, seed)
        const { threshold } = findLookAlikes(mixtures, SEEN, SEEN)
        const other = compared(table[SEEN + 1])
        const problem: PartingProblem = {
          dictionary,
          compare,
          signature: Float64Array.from(table[SEEN]),
          other,
          target: threshold,
          ranges
        }
        const partings = findPartings(problem)
        expect(partings.length).toBeGreaterThan(0)
        for (const { changes, distance } of partings) {
          const row = [...table[SEEN]]
          for (const { index, to, from, change, direction } of changes) {
            expect(row[index]).toBe(from)
            expect(change).toBe(to - from)
            expect(direction).toBe(change > 0 ? 'more' : 'less')
            expect(to).toBeGreaterThanOrEqual(ranges.low[index])
            expect(to).toBeLessThanOrEqual(ranges.high[index])
            row[index] = to
          }
          expect(apart(compared(row), other)).toBeGreaterThanOrEqual(threshold)
          expect(apart(compared(row), other)).toBeCloseTo(distance, 12)
          const last = changes[changes.length - 1]
          row[last.index] =
            last.to - Math.sign(last.change) * (ranges.high[last.index] - ranges.low[last.index]) * 1e-3
          expect(apart(compared(row), other)).toBeLessThan(threshold)
          if (changes.length === 1) single++
        }
      }
      expect(single).toBeGreaterThan(0)
    })
  }

  it('says nothing where nothing within the ranges parts them, and nothing to change where they are apart', () => {
    const { table, dictionary, compared, ranges } = setUp(compare, 0, 2)
    const problem = {
      dictionary,
      compare,
      signature: Float64Array.from(table[SEEN]),
      other: compared(table[SEEN + 1]),
      ranges
    }
    expect(findPartings({ ...problem, target: 100 })).toEqual([])
    expect(findPartings({ ...problem, target: 0 })).toMatchObject([{ changes: [] }])
    const fixed = Float64Array.from(table[SEEN])
    expect(findPartings({ ...problem, target: 0.1, ranges: { low: fixed, high: fixed } })).toEqual([])
  })
})

describe('look-alikes of a class', () => {
  const { table, dictionary, mixtures } = setUp('cosine', 0.02, 1)
  const attributes = Array.from({ length: ATTRIBUTES }, (_, k) => `attribute ${k}`)
  const model = (seen: number) => ({
    classes: table.map((row, c) => ({
      name: `class ${c}`,
      seen: c < seen,
      signature: Float64Array.from(row)
    })),
    mixtures,
    dictionary,
    compare: 'cosine' as const,
    attributes
  })

  it('come with names, and with changes of the class that is described', () => {
    const [first] = lookAlikesOf(model(SEEN), SEEN)
    expect(first.class).toBe(`class ${SEEN + 1}`)
    expect(first.partings.length).toBeGreaterThan(0)
    for (const { class: changing, changes } of first.partings) {
      expect(changing).toBe(`class ${SEEN}`)
      for (const { attribute, index } of changes) expect(attribute).toBe(`attribute ${index}`)
    }
    // As if the class had been learned from images: then its look-alike is the one to change.
    expect(lookAlikesOf(model(SEEN + 1), SEEN)[0].partings[0].class).toBe(`class ${SEEN + 1}`)
    expect(lookAlikesOf(model(SEEN + 2), SEEN)[0].partings).toEqual([])
  })

  it('part at the distance asked for, and only as many as asked for', () => {
    const [near] = lookAlikesOf(model(SEEN), SEEN, { target: 0.2 })
    expect(near.partings[0].distance).toBeGreaterThanOrEqual(0.2)
    expect(near.partings[0].distance).toBeLessThan(0.21)
    expect(lookAlikesOf(model(SEEN), SEEN, { parted: 0 })[0].partings).toEqual([])
  })
})
