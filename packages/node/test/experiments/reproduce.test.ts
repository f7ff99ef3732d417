// Which data an experiment runs on, what its tables stand beside, and what `verify` compares: on small
// stand-ins of the paper's data sets, in one thread.
import { Matrix, UnseenError, createRandom, rowsOf, serialExecutor } from '@unseen/core'
import type { Dataset } from '@unseen/data'
import { REPORT_FORMAT, type Report } from '@unseen/report'
import { saveDataset } from '../../src/dataset/save.js'
import { findData } from '../../src/experiments/find-data.js'
import { reproduce } from '../../src/experiments/reproduce.js'
import { numbersOf, verifyReport } from '../../src/experiments/verify.js'
import { writeReport } from '../../src/experiments/write-report.js'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../helpers/small-model.js'

const folder = temporaryFolder()
const cifar = ['airplane', 'automobile', 'bird', 'cat', 'deer', 'dog', 'frog', 'horse', 'ship', 'truck']

/** Rows that follow the attributes of their class. */
function planted(classes: readonly string[], columns: number, provenance: Dataset['provenance']): Dataset {
  const random = createRandom(3)
  const matrix = classes.map(() => Array.from({ length: 6 }, () => random.next()))
  const labels = Int32Array.from({ length: classes.length * 8 }, (_, row) => row % classes.length)
  const map = Float64Array.from({ length: 6 * columns }, () => random.next() - 0.4)
  const data = Float32Array.from({ length: labels.length * columns }, (_, at) =>
    Math.max(
      0,
      matrix[labels[Math.floor(at / columns)]].reduce(
        (sum, value, a) => sum + value * map[a * columns + (at % columns)],
        0.05 * random.next()
      )
    )
  )
  return {
    name: 'planted',
    classes,
    features: rowsOf(Matrix.dense(labels.length, columns, data)),
    labels,
    signatures: [{ name: 'attributes', classes, matrix: Matrix.from(matrix, 'signatures') }],
    splits: [{ name: 'only', seen: classes.slice(0, -3), unseen: classes.slice(-3) }],
    provenance
  }
}

async function saved(name: string, dataset: Dataset): Promise<string> {
  const place = join(folder, name)
  await saveDataset(dataset, place)
  return place
}

describe('data of experiments', () => {
  it('are known by classes and their own record, never by the name of their folder', async () => {
    const place = join(folder, 'known')
    await saveDataset(planted(cifar, 12, { features: { model: 'some network' } }), join(place, 'awa-or-what'))
    await saveDataset(planted(cifar.slice(1), 12, { features: { model: 'x' } }), join(place, 'awa-other'))
    const { sets, passedOver } = await findData([place])
    expect(sets.map(({ name, features, sample }) => ({ name, features, sample }))).toEqual([
      { name: 'cifar10', features: 'some network', sample: false }
    ])
    expect(passedOver).toEqual([])
  })

  it('whose rows nobody describes are asked for, and annotations are refused', async () => {
    const place = join(folder, 'unknown')
    await saveDataset(planted(cifar, 12, {}), join(place, 'a'))
    await saveDataset(planted(cifar, 6, { features: { model: 'people' } }), join(place, 'b'))
    const { sets, passedOver } = await findData([place])
    expect(sets.map(({ sample }) => sample)).toEqual([true])
    expect(passedOver.join('\n')).toContain(`--data cifar10=${join(place, 'a')}`)
    expect(passedOver.join('\n')).toContain('annotations')
    const asked = await findData([`awa=${join(place, 'a')}`])
    expect(asked.sets[0]).toMatchObject({ name: 'awa', features: 'a' })
    await expect(findData([`awa=${join(place, 'b')}`])).rejects.toThrow('annotations')
    await expect(findData(['zoo=here'])).rejects.toThrow('There are: cifar10')
    await expect(findData([join(folder, 'nowhere')])).rejects.toThrow(UnseenError)
  })
})

describe('tables', () => {
  it('Table 2 stands beside all five published rows and names each of ours', async () => {
    const place = await saved('table2', planted(cifar, 12, { features: { model: 'n' } }))
    const { report } = await reproduce({
      names: ['table2'],
      data: [`cifar10=${place}`],
      trials: 2,
      executor: serialExecutor
    })
    const [{ groups, columns, about }] = report.tables ?? []
    expect(columns).toEqual([
      'cat-dog',
      'airplane-automobile',
      'automobile-deer',
      'deer-ship',
      'cat-truck',
      'average'
    ])
    expect(groups[0].rows.map(({ name }) => name)).toHaveLength(5)
    expect(groups[0].rows[1].cells[0]?.value).toBe(0.59)
    expect(groups[0].rows[1].cells[0]?.deviation).toBeCloseTo(0.0057, 12)
    expect(groups[1].rows.map(({ name }) => name)).toEqual([
      'SSE-INT (6 attributes)',
      'SSE-ReLU (6 attributes)'
    ])
    // One optimum: the two rows are alike.
    expect(groups[1].rows[0].cells).toEqual(groups[1].rows[1].cells)
    expect(groups[1].rows[0].cells[0]).toHaveProperty('trials', 2)
    expect(about).toContain('unseen reproduce table2')
    expect(report.run?.times?.[0].published).toContain('5 minutes')
  })

  it('Table 3 takes aP&Y and SUN as soon as they are there, and its own figures stand in their column', async () => {
    const animals = Array.from({ length: 9 }, (_, k) => `thing ${k}`)
    const place = await saved('apy', planted(animals, 12, { features: { model: 'n' } }))
    const { report, missing } = await reproduce({
      names: ['table3'],
      data: [`apy=${place}`],
      trials: 1,
      systems: true,
      executor: serialExecutor
    })
    const [{ groups, columns, about }] = report.tables ?? []
    expect(columns).toHaveLength(4)
    expect(groups.slice(0, 3).flatMap(({ rows }) => rows)).toHaveLength(16)
    const [int, relu, weights] = groups[3].rows
    for (const { cells } of [int, relu, weights])
      expect(cells.map(cell => cell === null)).toEqual([false, true, true, true])
    expect(int.cells).toEqual(relu.cells)
    // A row of ours for each published one, the transductive ones said to be so.
    const ours = groups[3].rows.slice(3)
    expect(about).toContain('--systems')
    for (const source of new Set(groups.slice(0, 2).flatMap(({ rows }) => rows.map(({ name }) => name)))) {
      const [authors] = source.split(/ \d/)
      const own = ours.filter(({ name }) => name.startsWith(authors))
      expect(own, source).not.toHaveLength(0)
      expect(own[0].cells.map(cell => cell === null)).toEqual([false, true, true, true])
    }
    expect(ours.filter(({ name }) => name.endsWith('(transductive)'))).toHaveLength(2)
    expect(missing.join()).toContain('sun=FOLDER')
  })

  it('refuses no trial at all', async () => {
    await expect(reproduce({ names: ['table2'], trials: 0 })).rejects.toThrow('trials')
  })
})

describe('verify', () => {
  const report = (parts: Partial<Report>): Report => ({
    format: REPORT_FORMAT,
    version: 1,
    title: 'r',
    ...parts
  })
  const history = (last: number) =>
    ({ name: 'history', data: { step: 's', runs: [{ name: 'a', objective: [3, last] }] } }) as const

  it('looks at every number that is drawn, but at no time', () => {
    const numbers = numbersOf(
      report({
        figures: [history(2), history(1)],
        tables: [
          {
            title: 't',
            measure: 'm',
            columns: ['c'],
            groups: [{ title: 'g', rows: [{ name: 'r', cells: [{ value: 0.5, deviation: 0.1 }] }] }]
          }
        ],
        run: { command: 'x', seconds: 3, times: [{ name: 'n', seconds: 4 }] }
      })
    )
    expect([...numbers.values()].sort()).toEqual([0.1, 0.5, 1, 2, 3, 3])
  })

  it('a report of figures alone is compared, a changed point is found, and none at all is an error', async () => {
    const place = await saved('verify', planted(cifar, 12, { features: { model: 'n' } }))
    const made = await reproduce({
      names: ['ablation'],
      data: [`cifar10=${place}`],
      executor: serialExecutor
    })
    const figures = made.report.figures ?? []
    const file = join(folder, 'figures.html')
    await writeReport(file, { ...made.report, results: [], mixtures: [] })
    const same = await verifyReport(file)
    // The results left out above are there again: as many differences as they have numbers.
    expect(same.compared).toBeGreaterThan(15)
    expect(same.differences.every(line => line.startsWith('results'))).toBe(true)
    const [first, ...others] = figures
    const changed = JSON.parse(
      JSON.stringify(first).replace(/"accuracy":[\d.]+/, '"accuracy":0.123')
    ) as typeof first
    await writeReport(file, { ...made.report, figures: [changed, ...others] })
    const { differences } = await verifyReport(file)
    expect(differences).toHaveLength(1)
    expect(differences[0]).toContain('0.123 before')
    await writeReport(file, { ...made.report, figures: [], results: [], mixtures: [] })
    await expect(verifyReport(file)).rejects.toThrow('no number')
  })
})
