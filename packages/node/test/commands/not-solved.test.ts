// A training that did not reach its tolerance says what to do.
import { describe, expect, it } from 'vitest'
import { notSolvedLines } from '../../src/terminal/run-report.js'

describe('a training that ran out of epochs', () => {
  it('says how far off it may be and what helps, more epochs first', () => {
    const [first, second] = notSolvedLines({ status: 'epoch-limit', gap: 0.07 }, { normalise: 'none' })
    expect(first).toContain('7.0 %')
    expect(second).toContain('What helps: allow more --epochs')
    expect(second).toContain('scale the rows (--normalise l2')
    expect(notSolvedLines({ status: 'epoch-limit', gap: 0.07 }, {})[1]).not.toContain('normalise')
    expect(notSolvedLines({ status: 'converged', gap: 1e-4 }, {})).toEqual([])
  })
})
