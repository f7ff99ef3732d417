/**
 * The reference points of the design on real data: the same parameters must give the objective within
 * 0.2 % and the accuracy within half a point of what an independent prototype found.
 */
import { type FitOptions, type Model, accuracy, fit } from '@unseen/core'
import { expect, it } from 'vitest'
import { loadCifar, loadSplit, type RealSplit } from '../../bench/real-data.mjs'
import { describeWithShared } from '../helpers/shared.js'

async function train(
  { train: rows, signatures }: RealSplit<string> | RealSplit<number>,
  options: FitOptions
): Promise<Model> {
  return fit({ ...rows, signatures }, { references: 'means', lambda1: 0, ...options })
}

function percents(
  model: Model,
  { test }: Pick<RealSplit<string>, 'test'>
): { perImage: number; perClass: number } {
  const found = accuracy(
    test.labels,
    model.recognise(test.features).map(([best]) => best.class)
  )
  return { perImage: 100 * found.perImage, perClass: 100 * found.perClass }
}

const splits = [
  {
    name: 'awa-rgsift',
    options: { gamma: 0.01, lambda2: 0.1, lambda3: 0.1, tolerance: 2e-4 },
    objective: 18724.7,
    perImage: 32.5,
    perClass: 31.3
  },
  {
    name: 'awa-rgsift',
    options: { gamma: 0.1, lambda2: 0, lambda3: 1, tolerance: 2e-4 },
    objective: 167156,
    perImage: 33.0,
    perClass: 31.6
  },
  {
    name: 'cub-vgg',
    options: { gamma: 0.1, lambda2: 0, lambda3: 0.1, tolerance: 5e-5 },
    objective: 1222.49,
    perImage: 39.4,
    perClass: 39.5
  },
  {
    name: 'cub-vgg',
    options: { gamma: 1, lambda2: 0, lambda3: 1, tolerance: 1e-4 },
    objective: 14701.8,
    perImage: 42.8,
    perClass: 42.9
  }
] as const

describeWithShared('reference points with a fixed split', () => {
  for (const name of ['awa-rgsift', 'cub-vgg'] as const) {
    it(name, { timeout: 300_000 }, async () => {
      const split = loadSplit(name)
      for (const expected of splits.filter(point => point.name === name)) {
        const model = await train(split, expected.options)
        expect(model.notes.training.status).toBe('converged')
        expect(Math.abs(model.notes.training.objective / expected.objective - 1)).toBeLessThanOrEqual(0.002)
        const { perImage, perClass } = percents(model, split)
        expect(Math.abs(perImage - expected.perImage)).toBeLessThanOrEqual(0.5)
        expect(Math.abs(perClass - expected.perClass)).toBeLessThanOrEqual(0.5)
      }
    })
  }
})

const cifar = [
  {
    table: 'attributes',
    options: { gamma: 0.1, lambda2: 0.1, lambda3: 0.01 },
    perImage: [48.2, 91.8, 96.0, 95.0, 94.2]
  },
  {
    table: 'words',
    options: { gamma: 0.1, lambda2: 0.1, lambda3: 0.01 },
    perImage: [54.0, 84.3, 95.6, 94.1, 92.0]
  },
  {
    table: 'sentences',
    options: { gamma: 1, lambda2: 1, lambda3: 1 },
    perImage: [56.2, 89.4, 96.9, 94.3, 97.0]
  }
] as const

describeWithShared('reference points of CIFAR-10, the five pairs of Table 2', () => {
  for (const { table, options, perImage } of cifar) {
    it(table, { timeout: 120_000 }, async () => {
      for (const [k, split] of loadCifar(table).entries()) {
        const model = await train(split, { ...options, tolerance: 2e-4 })
        expect(
          Math.abs(percents(model, split).perImage - perImage[k]),
          split.pair.join(' or ')
        ).toBeLessThanOrEqual(0.5)
      }
    })
  }
})
