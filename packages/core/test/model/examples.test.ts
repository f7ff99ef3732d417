// A few images of a described class: sums stay exact, scores are distances to the moved mean, files keep them.
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../src/base/random.js'
import { sumInSeenOrder } from '../../src/explanation/contributions.js'
import { fit } from '../../src/fit.js'
import { Matrix } from '../../src/linalg/matrix.js'
import { fromBytes, toBytes } from '../../src/model/file.js'
import type { Model } from '../../src/model/model.js'
import { ShapeMeasure } from '../../src/solvers/shape-measure.js'

const d = 10
const random = createRandom(4)
const noise = (): number => random.next() + random.next() - 1
const centres = Array.from({ length: 9 }, () => Float64Array.from({ length: d }, () => 3 * noise()))
const rowOf = (c: number): number[] => Array.from(centres[c], value => value + noise())
const rows = Array.from({ length: 140 }, (_, i) => rowOf(i % 7))
const signatures = {
  classes: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'okapi', 'quagga'],
  matrix: centres.map(centre => Array.from({ length: 4 }, (_, k) => 2 + centre[k] + 0.5 * noise()))
}
const images = Array.from({ length: 5 }, () => rowOf(7))
const test = Array.from({ length: 12 }, (_, i) => rowOf(i % 9))
const train = (predictive: 'no' | 'yes' = 'no'): Promise<Model> =>
  fit(
    { features: rows, labels: rows.map((_, i) => signatures.classes[i % 7]), signatures },
    { weights: 'gauss', normalise: 'none', predictive }
  )

describe.each(['no', 'yes'] as const)('predictive %s', predictive => {
  it('moves a class towards its images by as much as they are worth', async () => {
    const model = await train(predictive)
    const shown = model.show('okapi', images)
    const [{ images: count, worth, share, described }] = shown.shown
    expect(count).toBe(5)
    expect(described).toBe(true)
    expect(share).toBeCloseTo(5 / (worth + 5), 12)
    expect(worth).toBe(model.trained.gauss?.shape?.worth)

    // Scores are differences of squared distances from (1 - u) mu + u xbar.
    const shape = model.trained.gauss?.shape
    if (shape === undefined) throw new Error('no shape')
    const measure = new ShapeMeasure(shape, d)
    const seenMean = (s: number, m: number): number =>
      rows.reduce((sum, row, i) => sum + (i % 7 === s ? row[m] / 20 : 0), 0)
    const { mixture } = model.find('okapi')
    const moved = Float64Array.from({ length: d }, (_, m) => {
      const foretold = mixture.reduce((sum, z, s) => sum + z * seenMean(s, m), 0)
      const mean = images.reduce((sum, row) => sum + row[m] / 5, 0)
      return (1 - share) * foretold + share * mean
    })
    const exact = measure.squaredLengths(test.length, (i, out) => {
      for (let m = 0; m < d; m++) out[m] = test[i][m] - moved[m]
    })
    const { scores } = shown.scores(test, { among: ['okapi'] })
    const distances = shown.distances(test)
    exact.forEach((value, i) => expect(distances[i] - 2 * scores[i]).toBeCloseTo(value, 3))
  })

  it('explains every score to the last bit, with the images as a part', async () => {
    const model = (await train(predictive))
      .annotate({ bias: -1 })
      .show('okapi', images)
      .show('quagga', [rowOf(8)])
    expect(model.parts.slice(7)).toEqual(['5 images of okapi', '1 image of quagga'])
    const { classes, scores } = model.scores(test, { among: 'all' })
    classes.forEach((name, c) =>
      model.explain(test, name, { among: 'all' }).forEach(({ contributions, constant, bias, score }, i) => {
        expect(score).toBe(scores[i * classes.length + c])
        expect(sumInSeenOrder(contributions, constant + bias)).toBe(score)
      })
    )
    const { shares } = model.mixture('okapi')
    expect(shares.find(each => each.images !== undefined)).toMatchObject({
      class: '5 images of okapi',
      images: 5
    })
    expect(shares.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9)
    const [{ difference }] = model.contrast(test, 'okapi', 'a')
    const both = model.scores(test, { among: ['okapi', 'a'] }).scores
    expect(difference).toBeCloseTo(both[0] - both[1], 4)
  })

  it('keeps images in its file, and the same bytes again', async () => {
    const model = (await train(predictive)).show('quagga', [rowOf(8)]).show('okapi', images)
    const bytes = toBytes(model)
    const again = fromBytes(bytes)
    expect(toBytes(again)).toEqual(bytes)
    expect(again.shown).toEqual(model.shown)
    expect(again.scores(test, { among: 'all' })).toEqual(model.scores(test, { among: 'all' }))
  })
})

it('takes images one by one or together, once each, and gives them back', async () => {
  const model = await train()
  const together = model.show('okapi', images)
  const single = images.reduce((shown, row) => shown.show('okapi', [row]), model)
  expect(together.show('okapi', images).shown).toEqual(together.shown)
  single
    .scores(test)
    .scores.forEach((score, at) => expect(score).toBeCloseTo(together.scores(test).scores[at], 4))
  const back = together.takeBack('okapi', images.slice(2))
  expect(back.shown[0].images).toBe(2)
  back
    .scores(test)
    .scores.forEach((score, at) =>
      expect(score).toBeCloseTo(model.show('okapi', images.slice(0, 2)).scores(test).scores[at], 4)
    )
  const none = back.takeBack('okapi')
  expect(none.shown).toEqual([])
  expect(none.scores(test, { among: 'all' })).toEqual(model.scores(test, { among: 'all' }))
  expect(toBytes(none)).toEqual(toBytes(model))
  expect(() => none.takeBack('okapi')).toThrow(/No images/)
  expect(() => together.takeBack('okapi', [rowOf(3)])).toThrow(/none of the 5 images/)
  // Others lose nothing.
  expect(together.scores(test, { among: ['quagga', 'a'] })).toEqual(
    model.scores(test, { among: ['quagga', 'a'] })
  )
})

it('knows a class by its images alone, until it is described', async () => {
  const model = (await train()).forget('okapi').show('okapi', images)
  expect(model.shown[0]).toMatchObject({ class: 'okapi', described: false, images: 5 })
  expect(model.shown[0].worth).toBeGreaterThan(0)
  const hits = images.filter(row => model.recognise([row], { among: 'all' })[0][0].class === 'okapi')
  expect(hits.length).toBeGreaterThanOrEqual(4)
  const described = model.describe('okapi', signatures.matrix[7])
  expect(described.shown[0].described).toBe(true)
  expect(described.scores(test, { among: ['okapi'] })).toEqual(
    (await train()).show('okapi', images).scores(test, { among: ['okapi'] })
  )
  expect(model.takeBack('okapi').knows('okapi')).toBe(false)
  expect(toBytes(fromBytes(toBytes(model)))).toEqual(toBytes(model))
})

it('makes a described class as much a seen one as its images count', async () => {
  const model = (await train()).annotate({ bias: -2 }).show('okapi', images)
  const [{ share }] = model.shown
  const [{ bias }] = model.explain(test, 'okapi', { among: 'all' })
  expect(bias).toBeCloseTo(-2 * share, 12)
  expect(model.explain(test, 'quagga', { among: 'all' })[0].bias).toBe(0)
})

it('answers what if a description with images were different', async () => {
  const model = (await train()).show('okapi', images)
  const { scores } = model.whatIf('okapi', test)
  const step = 1e-5
  for (let k = 0; k < 4; k++) {
    const [below, above] = [-step, step].map(
      by =>
        model
          .describe(
            'okapi',
            signatures.matrix[7].map((value, at) => (at === k ? value + by : value))
          )
          .scores(test, { among: ['okapi'] }).scores
    )
    test.forEach((_, i) => expect(scores[i * 4 + k]).toBeCloseTo((above[i] - below[i]) / (2 * step), 2))
  }
})

it('refuses what cannot be', async () => {
  const model = await train()
  expect(() => model.show('a', images)).toThrow(/seen class/)
  expect(() => model.show('okapi', [])).toThrow(/no image/)
  expect(() => model.show('okapi', [[1, 2]])).toThrow(/2 features/)
  const other = await fit(
    { features: rows, labels: rows.map((_, i) => signatures.classes[i % 7]), signatures },
    { weights: 'class', normalise: 'none' }
  )
  expect(() => other.show('okapi', images)).toThrow(/weights "gauss"|Gaussian weights/)
  expect(Matrix.from(images).rows).toBe(5)
})
