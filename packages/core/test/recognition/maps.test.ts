// What maps of rows are made of: centred proportions, and lists of the nearest rows.
import { NearestList } from '../../src/linalg/nearest-list.js'
import { centredProportions } from '../../src/recognition/centred-proportions.js'
import fc from 'fast-check'
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

describe('a list of the nearest', () => {
  it('is the start of all rows sorted by distance, then by number, itself first', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 8 }),
        (squares, most) => {
          const list = new NearestList(0, most)
          squares.forEach((squared, at) => list.offer(at + 1, squared))
          const wanted = squares
            .map((squared, at) => ({ squared, at: at + 1 }))
            .sort((a, b) => a.squared - b.squared || a.at - b.at)
            .slice(0, most - 1)
          expect(list.indices).toEqual([0, ...wanted.map(({ at }) => at)])
          expect(list.distances()).toEqual([0, ...wanted.map(({ squared }) => Math.sqrt(squared))])
        }
      )
    )
  })
})
