import { accuracy, confusion } from '../../src/evaluation/accuracy.js'
import { topAccuracy } from '../../src/evaluation/top-accuracy.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const names = ['ant', 'bee', 'cat', 'dog', 'emu']
const label = fc.constantFrom(...names)
const rows = fc
  .array(fc.tuple(label, label), { minLength: 1, maxLength: 60 })
  .map(pairs => ({ truth: pairs.map(([right]) => right), predicted: pairs.map(([, guess]) => guess) }))
const code = (of: string): unknown => expect.objectContaining({ code: of })

describe('accuracy', () => {
  it('by hand', () => {
    const result = accuracy(['ant', 'ant', 'ant', 'bee'], ['ant', 'ant', 'bee', 'cat'])
    expect(result).toEqual({
      rows: 4,
      correct: 2,
      perImage: 0.5,
      perClass: (2 / 3 + 0) / 2,
      byClass: [
        { class: 'ant', rows: 3, correct: 2, accuracy: 2 / 3 },
        { class: 'bee', rows: 1, correct: 0, accuracy: 0 }
      ]
    })
  })

  it('is what the counts say', () => {
    fc.assert(
      fc.property(rows, ({ truth, predicted }) => {
        const { classes, counts } = confusion(truth, predicted, { classes: names })
        const { perImage, perClass, byClass } = accuracy(truth, predicted, { classes: names })
        expect(classes).toEqual(names)
        expect(counts.reduce((a, b) => a + b)).toBe(truth.length)
        expect(perImage).toBe(names.reduce((total, _, c) => total + counts[c * 5 + c], 0) / truth.length)
        expect(perClass).toBeCloseTo(
          byClass.reduce((total, one) => total + one.accuracy, 0) / new Set(truth).size,
          12
        )
        names.forEach((name, c) => {
          expect(counts.subarray(c * 5, c * 5 + 5).reduce((a, b) => a + b)).toBe(
            truth.filter(right => right === name).length
          )
          expect(names.reduce((total, _, r) => total + counts[r * 5 + c], 0)).toBe(
            predicted.filter(guess => guess === name).length
          )
        })
      })
    )
  })

  it('is the same for names and indices, in any order of rows, and equal over images and classes when classes are even', () => {
    fc.assert(
      fc.property(rows, ({ truth, predicted }) => {
        const named = accuracy(truth, predicted, { classes: names })
        expect(
          accuracy(
            truth.map(name => names.indexOf(name)),
            Uint8Array.from(predicted, name => names.indexOf(name)),
            { classes: names }
          )
        ).toEqual(named)
        expect(accuracy([...truth].reverse(), [...predicted].reverse(), { classes: names })).toEqual(named)
        expect(accuracy(truth, predicted).perImage).toBe(named.perImage)
        expect(accuracy(truth, predicted).perClass).toBeCloseTo(named.perClass, 12)
        const even = accuracy([...names, ...names], [...names, ...names.map(() => 'ant')])
        expect(even.perImage).toBeCloseTo(even.perClass, 12)
      })
    )
  })

  it('names numbers by themselves where there are no classes', () => {
    expect(confusion([7, 1_000_000_000], [7, 7])).toEqual({
      classes: ['7', '1000000000'],
      counts: Uint32Array.of(1, 0, 1, 0)
    })
  })

  it('refuses what does not fit', () => {
    expect(() => accuracy(['ant'], ['ant', 'bee'])).toThrow(code('labels.length'))
    expect(() => accuracy([], [])).toThrow(code('features.empty'))
    expect(() => accuracy(['ant'], ['yak'], { classes: names })).toThrow(code('labels.unknown'))
    expect(() => accuracy([0], [5], { classes: names })).toThrow(code('labels.unknown'))
    expect(() => accuracy([0], [0.5])).toThrow(code('labels.unknown'))
    expect(() => topAccuracy(['ant'], [], 1)).toThrow(code('labels.length'))
    expect(() => topAccuracy(['ant'], [['ant']], 0)).toThrow(code('options.value'))
  })
})

describe('top-k accuracy', () => {
  const ranked = fc.array(fc.tuple(label, fc.shuffledSubarray(names, { minLength: 5 })), {
    minLength: 1,
    maxLength: 40
  })

  it('of k = 1 is the accuracy, of all classes 1, and never falls with k', () => {
    fc.assert(
      fc.property(ranked, pairs => {
        const truth = pairs.map(([right]) => right)
        const rankings = pairs.map(([, ranking]) => ranking)
        const at = (k: number) => topAccuracy(truth, rankings, k, { classes: names })
        expect(at(1)).toEqual(
          accuracy(
            truth,
            rankings.map(([first]) => first),
            { classes: names }
          )
        )
        expect(at(5)).toMatchObject({ perImage: 1, perClass: 1 })
        for (let k = 2; k <= 5; k++) expect(at(k).perClass).toBeGreaterThanOrEqual(at(k - 1).perClass)
        expect(
          topAccuracy(
            truth,
            rankings.map(ranking => ranking.map(name => ({ class: name, score: 0 }))),
            2,
            { classes: names }
          )
        ).toEqual(at(2))
        expect(
          topAccuracy(
            truth.map(name => names.indexOf(name)),
            rankings.map(ranking => ranking.map(name => names.indexOf(name))),
            2,
            { classes: names }
          )
        ).toEqual(at(2))
      })
    )
  })
})
