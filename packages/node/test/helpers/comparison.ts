// A comparison made up here: each method with an accuracy of its own.
import type { ComparedMethod, Comparison } from '@unseen/core/compare'

export const measure = (value: number) => ({ value, low: value - 0.02, high: value + 0.02, deviation: 0.01 })
export const compared = (
  name: string,
  title: string,
  kind: ComparedMethod['kind'],
  value: number,
  more: Partial<ComparedMethod> = {}
): ComparedMethod => ({
  method: name,
  title,
  kind,
  source: 'a test',
  transductive: false,
  quick: true,
  points: 12,
  zsl: { perImage: measure(value), perClass: measure(value) },
  toBest: { difference: { value: value - 0.6, low: value - 0.62, high: value - 0.58 }, p: 0.001 },
  toPaper: { difference: { value: value - 0.4, low: value - 0.42, high: value - 0.38 }, p: 0.001 },
  trials: [{ seed: 0, parameters: { ridge: 1 }, onEdge: [], heldOut: 0.5, accuracy: value }],
  ...more
})
export const comparison = (own: readonly ComparedMethod[]): Comparison => ({
  format: 'unseen-comparison',
  version: 1,
  seed: 0,
  trials: 1,
  normalise: 'l2',
  classes: { seen: 150, unseen: 50 },
  rows: { train: 100, test: 200, testSeen: 0 },
  keptBy: 'seed',
  folds: 4,
  protocols: [
    {
      protocol: 'zsl',
      rankedBy: 'perClass',
      methods: own,
      failed: [{ method: 'x', title: 'Failing', message: 'No answer.' }]
    }
  ]
})
