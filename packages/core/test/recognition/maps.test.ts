// What maps of rows are made of.
import { centredProportions } from '../../src/recognition/centred-proportions.js'
import { describe, expect, it } from 'vitest'

describe('centred proportions', () => {
  it('have mean 0 and length 1, whatever a row has in common with all', () => {
    const rows = Float32Array.of(3, 5, 4, 13, 15, 14, 2, 2, 2)
    const centred = centredProportions(rows, 3)
    expect([...centred.subarray(0, 3)]).toEqual([...centred.subarray(3, 6)])
    expect(centred[0]).toBeCloseTo(-Math.SQRT1_2, 6)
    expect([...centred.subarray(6)]).toEqual([0, 0, 0])
    expect([...rows.subarray(0, 3)]).toEqual([3, 5, 4])
  })
})
