// The one rule by which points and families are chosen.
import { expect, it } from 'vitest'
import { search } from '../../src/tuning/search.js'
import { readTrainingInput } from '../../src/input/training-input.js'
import { isBeyondDoubt, leadOf, meanAndError, plainestOfTheBest } from '../../src/tuning/choice.js'
import { summarise } from '../../src/tuning/summary.js'
import type { ChainResult } from '../../src/tuning/chain.js'
import type { Point } from '../../src/tuning/points.js'

it('takes the plainest of the points that cannot be told from the best', () => {
  const points = [
    { accuracy: 0.8, standardError: 0.05, plain: 2 },
    { accuracy: 0.78, standardError: 0.3, plain: 1 },
    { accuracy: 0.76, standardError: 0, plain: 0 },
    { accuracy: 0.76, standardError: 0, plain: 0 },
    { accuracy: 0.7, standardError: 0.9, plain: -1 }
  ]
  expect(plainestOfTheBest(points, ({ plain }) => plain)).toBe(points[2])
  expect(plainestOfTheBest([], () => 0)).toBeUndefined()
})

it('knows means and their errors', () => {
  expect(meanAndError([0.5])).toEqual({ mean: 0.5, standardError: 0 })
  const { mean, standardError } = meanAndError([1, 2, 3, 6])
  expect(mean).toBe(3)
  expect(standardError).toBeCloseTo(Math.sqrt(14 / 3 / 4), 12)
})

const ofFold = (fold: number, point: Point, errors: number): ChainResult => ({
  key: `${fold} ${point.family}`,
  points: [{ point, errors, rows: 100, converged: true, gap: 0, epochs: 1 }]
})
const plain: Point = { family: 'class-weights', gamma: 1, ridge: 1, compare: 'inner', mixture: 'simplex' }
const clouds: Point = { family: 'gauss', shrinkage: 3, predictive: false }

it.each([
  ['folds that agree', [30, 60, 20, 50], [28, 58, 18, 48], 'gauss'],
  ['folds that do not', [30, 60, 20, 50], [20, 68, 12, 58], 'class-weights'],
  ['no lead', [30, 60], [30, 60], 'class-weights'],
  ['the first ahead', [30, 60], [40, 70], 'class-weights']
] as const)('takes the family that is better beyond doubt: %s', (_name, first, second, winner) => {
  const results = [
    ...first.map((errors, fold) => ofFold(fold, plain, errors)),
    ...second.map((errors, fold) => ofFold(fold, clouds, errors))
  ]
  const { best, families, lead } = summarise(results)
  expect(best?.point.family).toBe(winner)
  expect(families[0]).toMatchObject({ family: winner, lead: { difference: 0, standardError: 0 } })
  expect(lead).toBeCloseTo(families[0].best.accuracy - families[1].best.accuracy, 12)
  expect(isBeyondDoubt(families[1].lead)).toBe(false)
})

it.each([
  ['the best of six points is ahead, but not beyond doubt', [20, 68, 12, 58], 'gauss'],
  ['the best of six points is ahead beyond doubt', [28, 58, 18, 48], 'class-weights']
] as const)('keeps the family of fewer points: %s', (_name, ahead, winner) => {
  const results = [
    ...[0.01, 0.1, 1].flatMap(gamma =>
      (['inner', 'cosine'] as const).flatMap(compare =>
        ahead.map((errors, fold) => ofFold(fold, { ...plain, gamma, compare }, errors + gamma))
      )
    ),
    ...[30, 60, 20, 50].map((errors, fold) => ofFold(fold, clouds, errors))
  ]
  const { best, families } = summarise(results)
  expect(best?.point.family).toBe(winner)
  expect(new Map(families.map(({ family, tried }) => [family, tried]))).toEqual(
    new Map([
      ['gauss', 1],
      ['class-weights', 6]
    ])
  )
})

it('measures leads over the same folds', () => {
  const { difference, standardError } = leadOf([0.5, 0.7], [0.4, 0.5])
  expect(difference).toBeCloseTo(0.15, 12)
  expect(standardError).toBeCloseTo(0.05, 12)
})

const rows = Array.from({ length: 24 }, (_, i) => [Math.sin(i), Math.cos(i * i), (i % 6) / 3])
const input = {
  features: rows,
  labels: rows.map((_, i) => String(i % 6)),
  signatures: {
    classes: ['0', '1', '2', '3', '4', '5'],
    matrix: Array.from({ length: 6 }, (_, s) => [s, 6 - s, (s * s) % 5])
  }
}

it('searches class weights and Gaussian weights unless told otherwise', async () => {
  const { families } = await search(readTrainingInput(input), {})
  expect(families.map(({ family }) => family).sort()).toEqual(['class-weights', 'gauss'])
})

it('leaves clouds out where there can be none', async () => {
  const single = { ...input, features: rows.slice(0, 6), labels: input.labels.slice(0, 6) }
  const { families } = await search(readTrainingInput(single), {})
  expect(families.map(({ family }) => family)).toEqual(['class-weights'])
  const alike = { classes: input.signatures.classes, matrix: Array.from({ length: 6 }, () => [1, 2]) }
  const same = await search(readTrainingInput({ ...input, signatures: alike }), {})
  expect(same.families.map(({ family }) => family)).toEqual(['class-weights'])
})

it.each([{ transform: 'relu' }, { references: 'learned' }] as const)(
  "says that %j is the paper's",
  async fixed => {
    await expect(search(readTrainingInput(input), { fixed })).rejects.toThrow(/family "paper"|--family paper/)
  }
)
