// Fig. 7 on a planted data set as large as it asks for: 150 seen and 50 unseen classes, few rows of few
// features.
import { Matrix, accuracy, createRandom, fit, rowsOf, summariseTrials } from '@unseen/core'
import { type Dataset, drawSplit, takeSplit } from '@unseen/data'
import type { GrowthPanel } from '@unseen/report'
import { saveDataset } from '../../src/dataset/save.js'
import { reproduce } from '../../src/experiments/reproduce.js'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../helpers/small-model.js'

const [CLASSES, SEEN, LENGTH, COLUMNS, ROWS] = [200, 150, 8, 24, 3]
const unseenCounts = [5, 10, 20, 30, 40, 50]
const folder = temporaryFolder()

function plantedBirds(): Dataset {
  const random = createRandom(5)
  const around = (): number => random.next() - 0.5
  const map = Float64Array.from({ length: LENGTH * COLUMNS }, around)
  const classes = Array.from({ length: CLASSES }, (_, k) => `bird ${k}`)
  const matrix = classes.map(() => Array.from({ length: LENGTH }, () => random.next()))
  const labels = Int32Array.from({ length: CLASSES * ROWS }, (_, row) => row % CLASSES)
  const features = Matrix.dense(
    labels.length,
    COLUMNS,
    Float32Array.from({ length: labels.length * COLUMNS }, (_, at) =>
      matrix[labels[Math.floor(at / COLUMNS)]].reduce(
        (sum, value, a) => sum + value * map[a * COLUMNS + (at % COLUMNS)],
        0.1 * around()
      )
    )
  )
  return {
    name: 'planted birds',
    classes,
    features: rowsOf(features),
    labels,
    signatures: [{ name: 'attributes', classes, matrix: Matrix.from(matrix, 'signatures') }],
    splits: [{ name: 'only', seen: classes.slice(0, SEEN), unseen: classes.slice(SEEN) }],
    provenance: {}
  }
}

/** Both settings of section 3.3 for the first few unseen classes that a seed draws, put together anew. */
async function bothSettings(
  dataset: Dataset,
  seen: number,
  unseen: number,
  seed: number
): Promise<[number, number]> {
  const drawn = drawSplit(dataset.splits[0], { seen, seed })
  const { train, test } = await takeSplit({
    ...dataset,
    splits: [{ ...drawn, unseen: drawn.unseen.slice(0, unseen) }]
  })
  const model = await fit(train, { weights: 'class', gamma: 1, ridge: 3, compare: 'cosine' })
  const right = (among: 'unseen' | 'all'): number =>
    accuracy(
      test.labels,
      model.recognise(test.features, { among }).map(([best]) => best.class)
    ).perImage
  return [right('unseen'), right('all')]
}

describe('Fig. 7', () => {
  const dataset = plantedBirds()
  let panels: readonly GrowthPanel[]
  let missing: readonly string[]
  beforeAll(async () => {
    await saveDataset(dataset, join(folder, 'cub-planted'))
    const found = await reproduce({ names: ['fig7'], data: folder, trials: 1 })
    missing = found.missing
    const [figure] = found.report.figures ?? []
    panels = (figure.data as { readonly panels: readonly GrowthPanel[] }).panels
    expect(found.report.figures).toHaveLength(1)
  })

  it('has both settings, a curve for each number of seen classes, and says what it leaves out', () => {
    expect(panels.map(({ title }) => title)).toEqual([
      'Setting 1: among the unseen classes',
      'Setting 2: among all classes, no bias'
    ])
    for (const { curves } of panels) {
      expect(curves.map(({ name }) => name)).toEqual([
        '50 seen classes',
        '100 seen classes',
        '150 seen classes'
      ])
      for (const { points } of curves) expect(points.map(({ classes }) => classes)).toEqual(unseenCounts)
    }
    expect(missing.join()).toContain('SUN Attributes is not there')
  })

  it('is above chance among the unseen classes, and never better among all, which hold them', () => {
    const [first, second] = panels.map(({ curves }) => curves.flatMap(({ points }) => points))
    first.forEach(({ accuracy: value, classes }, at) => {
      expect(value).toBeGreaterThan(2 / classes)
      expect(second[at].accuracy).toBeLessThanOrEqual(value)
    })
    expect(second.some(({ accuracy: value }, at) => value < first[at].accuracy)).toBe(true)
  })

  it.each([
    [50, 5],
    [100, 20],
    [150, 50]
  ])('says for %i seen and %i unseen classes what three seeds come to', async (seen, unseen) => {
    const trials = await Promise.all([0, 1, 2].map(seed => bothSettings(dataset, seen, unseen, seed)))
    panels.forEach(({ curves }, setting) => {
      const { mean, deviation } = summariseTrials(trials.map(trial => trial[setting]))
      const point = curves
        .find(({ name }) => name === `${seen} seen classes`)
        ?.points.find(({ classes }) => classes === unseen)
      expect(point).toEqual({ classes: unseen, accuracy: mean, deviation })
    })
  })
})
