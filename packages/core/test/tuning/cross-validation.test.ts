import { tune } from '../../src/tune.js'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface Golden {
  features: number[][]
  labels: number[]
  signatures: number[][]
  folds: number[][]
  results: {
    gamma: number
    lambda2: number
    lambda3: number
    errors: number[]
    total: number
    closestRelativeMargin: number
  }[]
  best: { gamma: number; lambda2: number; lambda3: number; total: number }
}
const golden = JSON.parse(
  readFileSync(new URL('../../golden/cross-validation.json', import.meta.url), 'utf8')
) as Golden

describe('cross validation against the golden counts', () => {
  it('counts the same errors on every fold', async () => {
    const classes = golden.signatures.map((_, k) => `class ${k}`)
    const unique = (values: number[]): number[] => [...new Set(values)]
    const found = await tune(
      {
        features: golden.features,
        labels: golden.labels,
        signatures: { classes, matrix: golden.signatures }
      },
      {
        family: 'paper',
        normalise: 'none',
        folds: golden.folds.map(fold => fold.map(k => classes[k])),
        grid: {
          gamma: unique(golden.results.map(r => r.gamma)),
          lambda2: unique(golden.results.map(r => r.lambda2)),
          lambda3: unique(golden.results.map(r => r.lambda3))
        },
        retrain: false
      }
    )
    for (const expected of golden.results) {
      const { gamma, lambda2, lambda3 } = expected
      const point = found.points.find(
        ({ point: p }) =>
          p.family === 'paper' && p.gamma === gamma && p.lambda2 === lambda2 && p.lambda3 === lambda3
      )
      // One image decided by less than 1e-4 may fall either way.
      const slack = expected.closestRelativeMargin < 1e-4 ? 1 : 0
      expected.errors.forEach((errors, fold) =>
        expect(
          Math.abs((point?.errors[fold] ?? Infinity) - errors),
          `gamma ${gamma}, lambda2 ${lambda2}, lambda3 ${lambda3}`
        ).toBeLessThanOrEqual(slack)
      )
    }
    const { gamma, lambda2, lambda3, total } = golden.best
    expect(found.best?.point).toEqual({ family: 'paper', gamma, lambda2, lambda3 })
    expect(found.best?.errors.reduce((a, b) => a + b)).toBe(total)
  })
})
