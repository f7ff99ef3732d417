// What a comparison says to people.
import { methods } from '@unseen/core/compare'
import { publishedMethod } from '../src/experiments/published-methods.js'
import { comparisonView } from '../src/terminal/comparison-view.js'
import { chosenLines, comparisonLines } from '../src/terminal/comparison.js'
import { describe, expect, it } from 'vitest'
import { compared, comparison } from './helpers/comparison.js'

describe('the lines of a comparison', () => {
  const text = comparisonLines(
    comparison([
      compared('eszsl', 'ESZSL', 'other', 0.6, {
        toBest: { difference: { value: 0, low: 0, high: 0 }, p: 1 }
      }),
      compared('class-weights', 'Class weights', 'ours', 0.5, {
        trials: [{ seed: 0, parameters: { ridge: 3 }, onEdge: ['ridge'], heldOut: 0.5, accuracy: 0.5 }]
      }),
      compared('sse', 'SSE', 'paper', 0.4),
      compared('pst', 'Propagated', 'other', 0.3, { transductive: true })
    ]),
    'cub-vgg'
  ).join('\n')

  it('keep groups apart and rank over all', () => {
    expect(text).toMatch(
      /The paper's\n +3 SSE[^]*Ours\n +2 Class weights[^]*Others\n +1 ESZSL[^]* 4 Propagated/
    )
  })

  it('say which is best, whether SSE is beaten, and what to be wary of', () => {
    expect(text).toContain('Best: ESZSL, 60.0 per class. No other comes near enough')
    expect(text).toContain("The paper's SSE, 40.0, is beaten by ESZSL (+20.0); Class weights (+10.0).")
    expect(text).toMatch(/Class weights .*!\n/)
    expect(text).toMatch(/Propagated .*transductive\n/)
    expect(text).toContain('Failing could not be run: No answer.')
    expect(text).toContain('55.1 / 53.9')
    expect(text).toContain('from memory, those of ESZSL')
  })

  it('say of every transductive method that it is one, wherever it is named', () => {
    const near = { difference: { value: -0.01, low: -0.03, high: 0.01 }, p: 0.4 }
    const ahead = { difference: { value: 0.05, low: -0.01, high: 0.11 }, p: 0.1 }
    const own = comparison([
      compared('eszsl', 'ESZSL', 'other', 0.6, {
        toBest: { difference: { value: 0, low: 0, high: 0 }, p: 1 }
      }),
      compared('pst', 'Propagated', 'other', 0.59, { transductive: true, toBest: near }),
      compared('psd', 'Propagated twice', 'other', 0.45, { transductive: true, toPaper: ahead }),
      compared('sse', 'SSE', 'paper', 0.4)
    ])
    const lines = comparisonLines(own, 'zoo').join('\n')
    expect(lines).toContain('Not to be told from it on these rows: Propagated (transductive).')
    expect(lines).toContain(
      'beaten by ESZSL (+20.0); Propagated (transductive) (+19.0). Ahead of it, but not beyond doubt: Propagated twice (transductive) (+5.0).'
    )
    expect(chosenLines(own).join('\n')).toMatch(/Propagated \(transductive\) +ridge 1/)
  })

  it('have no table where nothing is done', () => {
    const text = comparisonLines(comparison([]), 'zoo').join('\n')
    expect(text).toContain('No method is done with all its trials.')
    expect(text).not.toContain('per image')
  })

  it('say so where nobody beats SSE', () => {
    expect(comparisonLines(comparison([compared('sse', 'SSE', 'paper', 0.6)]), 'zoo').join('\n')).toContain(
      "The paper's SSE, 60.0, is beaten by none."
    )
  })
})

it('published figures are of methods that there are, or will be', () => {
  expect(publishedMethod('CUB-200', 'sse')).toEqual({ standard: 43.7, proposed: 43.9, harmonic: 14.4 })
  expect(publishedMethod('zoo', 'sse')).toBeUndefined()
  expect(publishedMethod('awa', 'class-weights')).toBeUndefined()
})

it('the view of a running comparison names what is transductive', () => {
  const some = methods.filter(({ name }) => ['pst', 'means'].includes(name))
  const lines = comparisonView(
    { methods: some, protocols: ['zsl'], trials: 1, folds: 4, jobs: 10 },
    () => 0
  ).lines()
  expect(lines.filter(line => line.includes('(transductive)'))).toEqual([
    expect.stringContaining(some.find(({ transductive }) => transductive)?.title ?? '')
  ])
})

it('the view of a running comparison tells what is done and what is left', () => {
  let time = 0
  const [first, second] = methods.filter(({ tunedAs }) => tunedAs === undefined)
  const view = comparisonView(
    { methods: [first, second], protocols: ['zsl'], trials: 1, folds: 4, jobs: 10 },
    () => time
  )
  expect(view.line()).toBe('0 of 10 jobs')
  time = 60_000
  view.add(first.name, { kind: 'fold', key: 'a', points: [], seconds: 120 })
  // Two threads: 120 seconds of work took 60. Three more folds of the first, four of the second as the first.
  expect(view.line()).toBe('1 of 10 jobs, about 7 min 0 s left')
  view.add(second.name, { kind: 'fold', key: 'c', points: [], seconds: 0 })
  expect(view.line()).toBe('2 of 10 jobs, about 3 min 0 s left')
  expect(view.lines().join('\n')).toMatch(new RegExp(`${first.title} +1 folds`))
  view.add(first.name, {
    kind: 'test',
    key: 'b',
    seconds: 1,
    zsl: { predicted: [], perImage: 0.5, perClass: 0.25 }
  })
  expect(view.lines().join('\n')).toMatch(new RegExp(`${first.title} +25.0 \\(1\\)`))
})
