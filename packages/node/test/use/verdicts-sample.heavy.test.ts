// What a newcomer sees: the sample at its defaults, all five splits, images of unseen classes among all ten classes.
import { rehearseModel, tune } from '@unseen/core'
import { takeSplit } from '@unseen/data'
import { openDataset } from '../../src/dataset/open.js'
import { evaluationLines } from '../../src/terminal/evaluation.js'
import { evaluateModel } from '../../src/use/evaluate-model.js'
import type { SaidOfUnseen } from '../../src/use/tally-verdicts.js'
import { expect, it } from 'vitest'

it('names images of unseen classes, and calls next to none unlike anything known', async () => {
  const dataset = await openDataset('sample')
  const said: SaidOfUnseen[] = []
  let unlike = 0
  for (const { name: split } of dataset.splits) {
    const { train, test, testSeen } = await takeSplit(dataset, { split })
    const tuned = await tune(train)
    if (tuned.model === undefined) throw new Error('nothing was trained')
    const { model } = await rehearseModel(tuned.model, train)
    const result = await evaluateModel(model, dataset, { split })
    if (result.said === undefined) throw new Error('nothing was said of unseen classes')
    said.push(result.said)
    expect(result.calibration?.rough).toBe(true)
    expect(evaluationLines(result).join('\n')).toContain('200 rows of unseen classes, among all')
    const { rightly, right, rows } = result.said
    expect(evaluationLines(result).join('\n')).toContain(
      `${((100 * rightly) / rows).toFixed(1)} % named rightly`
    )
    expect(rightly).toBeLessThanOrEqual(right)
    for (const part of [test, testSeen])
      unlike +=
        part === undefined
          ? 0
          : model.decide(part.features, { among: 'all' }).filter(({ verdict }) => verdict.kind === 'unlike')
              .length
  }
  const share = (count: (each: SaidOfUnseen) => number): number =>
    said.reduce((sum, each) => sum + count(each) / each.rows, 0) / said.length
  expect(said.map(({ rows }) => rows)).toEqual([200, 200, 200, 200, 200])
  expect(share(({ rightly }) => rightly)).toBeGreaterThanOrEqual(0.7)
  expect(share(({ right }) => right)).toBeGreaterThanOrEqual(0.7)
  expect(share(({ named, either }) => named + either)).toBeGreaterThanOrEqual(0.55)
  expect(share(each => each.unlike)).toBeLessThanOrEqual(0.02)
  // Of all 5,000 test images, those of seen classes among them.
  expect(unlike).toBeLessThanOrEqual(100)
}, 300_000)
