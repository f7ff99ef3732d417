import { createRandom } from '../../src/base/random.js'
import { accuracy } from '../../src/evaluation/accuracy.js'
import { bootstrapAccuracy, bootstrapDifference } from '../../src/evaluation/bootstrap.js'
import { describe, expect, it } from 'vitest'

/** Rows in `classes` classes, predicted right with chance `right(class)`, otherwise as the next class. */
function predictions(
  rows: number,
  classes: number,
  right: (c: number) => number,
  seed: number
): { truth: Int32Array; predicted: Int32Array } {
  const random = createRandom(seed)
  const truth = Int32Array.from({ length: rows }, (_, row) => row % classes)
  return { truth, predicted: truth.map(c => (random.next() < right(c) ? c : (c + 1) % classes)) }
}

describe('bootstrap', () => {
  it('is reproducible, holds the accuracy, and another seed changes little', () => {
    const { truth, predicted } = predictions(500, 5, c => 0.4 + 0.1 * c, 1)
    const once = bootstrapAccuracy(truth, predicted)
    expect(bootstrapAccuracy(truth, predicted)).toEqual(once)
    const { perImage, perClass } = accuracy(truth, predicted)
    expect(once.perImage.value).toBe(perImage)
    expect(once.perClass.value).toBeCloseTo(perClass, 12)
    for (const { low, value, high } of [once.perImage, once.perClass])
      expect(low < value && value < high).toBe(true)
    const again = bootstrapAccuracy(truth, predicted, { seed: 1 })
    expect(again).not.toEqual(once)
    expect(Math.abs(again.perImage.low - once.perImage.low)).toBeLessThan(0.01)
    // Which classes were tested matters more than which images.
    expect(once.perClass.high - once.perClass.low).toBeGreaterThan(once.perImage.high - once.perImage.low)
  })

  it('is as wide as the normal interval of a proportion', () => {
    const { truth, predicted } = predictions(2000, 4, () => 0.7, 3)
    const { value, low, high } = bootstrapAccuracy(truth, predicted, { resamples: 4000 }).perImage
    const width = 2 * 1.96 * Math.sqrt((value * (1 - value)) / 2000)
    expect(Math.abs((high - low) / width - 1)).toBeLessThan(0.08)
  })

  it('covers the truth about as often as it says', () => {
    let images = 0
    let classes = 0
    for (let seed = 0; seed < 200; seed++) {
      // Classes differ in how hard they are, and those tested are a sample of all.
      const random = createRandom(1000 + seed)
      const hardness = Array.from({ length: 30 }, () => 0.4 + 0.5 * random.next())
      const same = predictions(300, 30, () => 0.65, seed)
      const differing = predictions(600, 30, c => hardness[c], seed)
      const one = bootstrapAccuracy(same.truth, same.predicted, { resamples: 200, level: 0.9, seed }).perImage
      const two = bootstrapAccuracy(differing.truth, differing.predicted, {
        resamples: 200,
        level: 0.9,
        seed
      }).perClass
      if (one.low <= 0.65 && 0.65 <= one.high) images++
      if (two.low <= 0.65 && 0.65 <= two.high) classes++
    }
    expect(images / 200).toBeGreaterThan(0.84)
    expect(images / 200).toBeLessThan(0.96)
    expect(classes / 200).toBeGreaterThan(0.84)
    expect(classes / 200).toBeLessThan(0.98)
  })

  it('of a difference pairs the rows', () => {
    const { truth, predicted } = predictions(1000, 5, () => 0.6, 5)
    expect(bootstrapDifference(truth, predicted, predicted)).toEqual({
      perImage: { value: 0, low: 0, high: 0 },
      perClass: { value: 0, low: 0, high: 0 }
    })
    // The second method is right wherever the first is, and on 20 rows more.
    const wrong = Array.from(truth.keys())
      .filter(row => predicted[row] !== truth[row])
      .slice(0, 20)
    const better = predicted.slice()
    for (const row of wrong) better[row] = truth[row]
    const { perImage } = bootstrapDifference(truth, better, predicted)
    expect(perImage.value).toBeCloseTo(0.02, 12)
    expect(perImage.low).toBeGreaterThan(0)
    const alone = bootstrapAccuracy(truth, predicted).perImage
    expect(perImage.high - perImage.low).toBeLessThan((alone.high - alone.low) / 2)
    const back = bootstrapDifference(truth, predicted, better).perImage
    expect([back.low, back.high]).toEqual(
      [-perImage.high, -perImage.low].map(value => expect.closeTo(value, 10) as unknown)
    )
  })

  it('refuses what makes no sense', () => {
    const code = (of: string): unknown => expect.objectContaining({ code: of })
    expect(() => bootstrapAccuracy([1], [1], { level: 1 })).toThrow(code('options.value'))
    expect(() => bootstrapAccuracy([1], [1], { resamples: 0 })).toThrow(code('options.value'))
    expect(() => bootstrapDifference(['a', 'b'], ['a', 'b'], ['a'])).toThrow(code('labels.length'))
    expect(() => bootstrapAccuracy([], [])).toThrow(code('features.empty'))
  })
})
