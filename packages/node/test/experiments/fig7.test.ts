// Fig. 7 on a planted data set of 40 classes: few rows of few features.
import { Matrix, accuracy, createRandom, fit, rowsOf, serialExecutor } from '@unseen/core'
import type { Dataset } from '@unseen/data'
import type { GrowthPanel } from '@unseen/report'
import { saveDataset } from '../../src/dataset/save.js'
import { seenCounts, steps } from '../../src/experiments/fig7.js'
import { reproduce } from '../../src/experiments/reproduce.js'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../helpers/small-model.js'

const [CLASSES, SEEN, LENGTH, COLUMNS, ROWS] = [40, 30, 8, 24, 3]
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

describe('Fig. 7', () => {
  const dataset = plantedBirds()
  let panels: readonly GrowthPanel[]
  let text: string | undefined
  let missing: readonly string[]
  beforeAll(async () => {
    await saveDataset(dataset, join(folder, 'planted'))
    const found = await reproduce({
      names: ['fig7'],
      data: [`cub=${join(folder, 'planted')}`],
      trials: 2,
      classWeights: true,
      executor: serialExecutor
    })
    missing = found.missing
    const [figure] = found.report.figures ?? []
    panels = (figure.data as { readonly panels: readonly GrowthPanel[] }).panels
    text = figure.text
    expect(found.report.figures).toHaveLength(1)
  })

  it('has the numbers of classes of the paper', () => {
    expect(seenCounts(717)).toEqual([17, 117, 217, 317])
    expect(steps(700).slice(0, 2)).toEqual([10, 20])
    expect(steps(700).at(-1)).toBe(700)
    expect(steps(717 - 317).at(-1)).toBe(400)
    expect(seenCounts(200)).toEqual([20, 50, 100, 150])
  })

  it('has both settings, and says what it stands for and what it leaves out', () => {
    const [first, second] = panels
    expect(first.curves.slice(0, 4).map(({ name }) => name)).toEqual([
      'SSE, 4 seen',
      'SSE, 10 seen',
      'SSE, 20 seen',
      'SSE, 30 seen'
    ])
    expect(first.curves[0].points.map(({ classes }) => classes)).toEqual([10, 20, 30, 36])
    expect(first.curves).toHaveLength(8)
    expect(second.counts).toBe('number of seen classes')
    expect(second.curves.map(({ name }) => name)).toEqual(['SSE', 'class weights (ours)'])
    expect(second.curves[0].points.map(({ classes }) => classes)).toEqual([10, 20, 30])
    expect(text).toContain('unseen reproduce fig7')
    expect(text).toContain('2 trials')
    expect(missing.join()).toContain('data get sun')
  })

  it('is above chance among the unseen classes', () => {
    for (const { points } of panels[0].curves.slice(2))
      for (const { accuracy: value, classes } of points) expect(value).toBeGreaterThan(1.5 / classes)
  })

  it('says for 10 seen classes among all what two seeds come to, put together anew', async () => {
    const { takeSplit } = await import('@unseen/data')
    const trials = await Promise.all(
      [0, 1].map(async seed => {
        const drawn = createRandom(seed).shuffle([...dataset.classes])
        const { train, test } = await takeSplit(dataset, { unseen: drawn.slice(10) })
        const model = await fit(train, { weights: 'class', gamma: 1, ridge: 3, compare: 'cosine' })
        const right = accuracy(
          test.labels,
          model.recognise(test.features, { among: dataset.classes }).map(([best]) => best.class)
        ).perImage
        return { right, rows: test.labels.length }
      })
    )
    // Other parameters than cross validation chose, the same rows: as many, and near.
    const [point] = panels[1].curves[1].points
    expect(trials.map(({ rows }) => rows)).toEqual([90, 90])
    expect(Math.abs(point.accuracy - (trials[0].right + trials[1].right) / 2)).toBeLessThan(0.15)
  })
})
