// A comparison as a report, from the file that a run leaves behind.
import type { Comparison } from '@unseen/core/compare'
import { reportComparison } from '../../src/experiments/report-comparison.js'
import { COMPARISON_FILE } from '../../src/runs/compare-run.js'
import type { RunConfig } from '../../src/runs/run-folder.js'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { compared, comparison, measure } from '../helpers/comparison.js'
import { temporaryFolder } from '../helpers/small-model.js'

const folder = temporaryFolder()
const config: RunConfig = {
  command: 'compare',
  data: { path: 'my zoo', name: 'zoo', fingerprint: '' },
  split: 'asked for',
  table: 'attributes',
  options: { methods: 'eszsl,pst', protocols: 'gzsl', trials: 1, normalise: 'sqrt', unseen: ['gnu'] },
  seed: 3,
  versions: {}
}
const generalised = (value: number) => ({
  seen: measure(value),
  unseen: measure(value),
  harmonic: measure(value),
  raw: { seen: measure(value), unseen: measure(value), harmonic: measure(value) },
  area: measure(value),
  bias: 0
})

it('names what is transductive in its figures and its words, and says how to ask for it again', async () => {
  const curve = [
    { seen: 1, unseen: 0 },
    { seen: 0, unseen: 1 }
  ]
  const methods = [
    compared('eszsl', 'ESZSL', 'other', 0.6, { gzsl: generalised(0.6), curve }),
    compared('pst', 'Propagated', 'other', 0.59, {
      gzsl: generalised(0.59),
      curve,
      transductive: true,
      toBest: { difference: { value: -0.01, low: -0.03, high: 0.01 }, p: 0.4 }
    })
  ]
  const found: Comparison = {
    ...comparison([]),
    protocols: [{ protocol: 'gzsl', rankedBy: 'harmonic', methods, failed: [] }]
  }
  writeFileSync(join(folder, COMPARISON_FILE), JSON.stringify(found))
  const report = await reportComparison(folder, config, { command: '' })
  const [dots, curves] = report.figures ?? []
  expect(dots).toMatchObject({
    name: 'methods',
    data: {
      groups: expect.arrayContaining([
        expect.objectContaining({
          methods: [
            expect.objectContaining({ name: 'ESZSL' }),
            expect.objectContaining({ name: 'Propagated (transductive)' })
          ]
        })
      ]) as unknown
    }
  })
  expect(curves).toMatchObject({
    name: 'seen-unseen',
    data: { curves: [{ name: 'ESZSL' }, { name: 'Propagated (transductive)' }] }
  })
  expect(report.summary?.join(' ')).toContain(
    'Not to be told from it on these rows: Propagated (transductive).'
  )
  expect(report.again?.commands).toEqual([
    "unseen compare 'my zoo' --table attributes --unseen gnu --methods eszsl,pst --protocol gzsl --trials 1 --normalise sqrt --seed 3",
    'unseen verify report.html'
  ])
})

it('says once where published figures come from, and only where there are some', async () => {
  const about = async (name: string): Promise<string> => {
    writeFileSync(
      join(folder, COMPARISON_FILE),
      JSON.stringify(comparison([compared('eszsl', 'ESZSL', 'other', 0.6)]))
    )
    const { results } = await reportComparison(
      folder,
      { ...config, data: { ...config.data, name } },
      { command: '' }
    )
    return JSON.stringify(results)
  }
  expect((await about('CUB-200')).split('from memory')).toHaveLength(2)
  expect(await about('zoo')).not.toContain('from memory')
})
