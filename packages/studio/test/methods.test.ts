// The table of methods: what is transductive is told, from the method to the word that people see and hear.
import { type Comparison, methods } from '@unseen/core/compare'
import { MethodRow } from '../src/evaluate/MethodRow.js'
import { methodFacts } from '../src/evaluate/engine/comparison.js'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

const failedAll: Comparison = {
  format: 'unseen-comparison',
  version: 1,
  seed: 0,
  trials: 1,
  normalise: 'l2',
  classes: { seen: 8, unseen: 2 },
  rows: { train: 10, test: 10, testSeen: 10 },
  keptBy: 'split',
  folds: 4,
  protocols: [
    {
      protocol: 'gzsl',
      rankedBy: 'harmonic',
      methods: [],
      failed: methods.map(({ name, title }) => ({ method: name, title, message: 'No answer.' }))
    }
  ]
}
const lines = methods.flatMap(method => methodFacts(method, { comparison: failedAll, seconds: {} }))

it('facts say which methods are transductive', () => {
  expect(lines).toHaveLength(methods.length)
  expect(lines.filter(({ transductive }) => transductive).map(({ name }) => name)).toEqual(
    methods.filter(({ transductive }) => transductive).map(({ name }) => name)
  )
})

it('the word stands in the head of the row, hidden from nobody', () => {
  for (const line of lines) {
    const [head] = /<th scope="row">.*?<\/th>/.exec(
      renderToStaticMarkup(
        createElement('table', {}, createElement('tbody', {}, createElement(MethodRow, { line })))
      )
    ) ?? ['']
    expect(head.replace(/<[^>]*>/g, '').endsWith('transductive'), line.name).toBe(line.transductive === true)
    expect(head).not.toContain('aria-hidden')
  }
})
