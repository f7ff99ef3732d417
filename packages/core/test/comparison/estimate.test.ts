import { expect, it } from 'vitest'
import { estimateComparison } from '../../src/comparison/estimate.js'
import { bad, comparisonProblem, good } from './problem.js'

it('reckons more for more', async () => {
  const problem = comparisonProblem(3, { seen: 8, unseen: 2, rowsPerClass: 20 })
  const once = await estimateComparison(problem, { methods: [good, bad], trials: 1, protocols: ['zsl'] })
  expect(Object.keys(once.byMethod)).toEqual(['good', 'bad'])
  expect(once.byMethod['good']).toBeGreaterThan(once.byMethod['bad'])
  expect(once.seconds).toBeCloseTo(once.byMethod['good'] + once.byMethod['bad'], 9)
})
