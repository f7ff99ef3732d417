import { normalisations, normaliseRow } from '../../src/input/normalise.js'
import { describe, expect, it } from 'vitest'

const length = (row: Float64Array): number => Math.hypot(...row)

describe('normalising a row', () => {
  it('gives length 1 by l2 and l2-sqrt, whatever the units', () => {
    for (const unit of [1, 1e-150, 1e-200, 1e150, 1e200]) {
      for (const kind of ['l2', 'l2-sqrt'] as const) {
        const row = Float64Array.of(3 * unit, -4 * unit, 0)
        expect(normaliseRow(row, kind)).toBe(true)
        expect(length(row)).toBeCloseTo(1, 12)
        expect(row[1]).toBeLessThan(0)
      }
    }
    const row = Float64Array.of(3, 4)
    normaliseRow(row, 'l2')
    expect([...row]).toEqual([expect.closeTo(0.6, 14), expect.closeTo(0.8, 14)])
  })

  it('takes the signed square root, and leaves rows alone when asked to', () => {
    const row = Float64Array.of(9, -16, 0)
    normaliseRow(row, 'sqrt')
    expect([...row]).toEqual([3, -4, 0])
    normaliseRow(row, 'none')
    expect([...row]).toEqual([3, -4, 0])
  })

  it('leaves a row of zeros at zero and says so', () => {
    for (const kind of normalisations) {
      const row = new Float64Array(4)
      expect(normaliseRow(row, kind)).toBe(false)
      expect([...row]).toEqual([0, 0, 0, 0])
    }
  })
})
