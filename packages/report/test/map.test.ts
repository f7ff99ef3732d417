// Rows on a plane: exact neighbours, the same map each time, and a job that can be stopped.
import { type Job, createRandom } from '@unseen/core'
import { NearestList } from '../src/map/nearest-list.js'
import { type MapProgress, nearestNeighbours, placeRows } from '../src/map/index.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

/** Runs a job to its end. */
function resultOf<Result>(job: Job<Result, MapProgress>, told: MapProgress[] = []): Result {
  let step = job.next(false)
  for (; step.done !== true; step = job.next(false)) told.push(step.value)
  return step.value
}

/** Groups of rows, each around a place of its own. */
function groups(rows: number, columns: number, count: number) {
  const random = createRandom(2)
  const data = Float32Array.from(
    { length: rows * columns },
    (_, at) => random.next() + 10 * (Math.floor(at / columns) % count)
  )
  return { data, rows, columns }
}

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

describe('neighbours', () => {
  it('are the nearest, the row itself first', () => {
    const [rows, columns] = [60, 7]
    const random = createRandom(1)
    const data = Float32Array.from({ length: rows * columns }, () => random.next())
    const { indices, distances } = resultOf(nearestNeighbours({ data, rows, columns }, 6))
    for (let i = 0; i < rows; i++) {
      const all = Array.from({ length: rows }, (_, k) =>
        Math.hypot(
          ...Array.from({ length: columns }, (_unused, m) => data[i * columns + m] - data[k * columns + m])
        )
      )
      const nearest = Array.from(all.keys())
        .sort((a, b) => all[a] - all[b] || a - b)
        .slice(0, 6)
      expect(indices[i]).toEqual(nearest)
      distances[i].forEach((distance, at) => expect(distance).toBeCloseTo(all[nearest[at]], 4))
    }
  })

  it('keep twins apart', () => {
    const { indices } = resultOf(
      nearestNeighbours({ data: new Float32Array(8).fill(1), rows: 4, columns: 2 }, 3)
    )
    expect(indices.map(([first]) => first)).toEqual([0, 1, 2, 3])
  })

  it('are those of every row alone, to the bit where squares are exact', () => {
    const [rows, columns] = [45, 3]
    const random = createRandom(3)
    // Small whole numbers: many ties, and no rounding whichever way a distance is computed.
    const data = Float32Array.from({ length: rows * columns }, () => Math.floor(4 * random.next()))
    const found = resultOf(nearestNeighbours({ data, rows, columns }, 9))
    for (let row = 0; row < rows; row++) {
      const list = new NearestList(row, 9)
      for (let other = 0; other < rows; other++) {
        if (other === row) continue
        let square = 0
        for (let m = 0; m < columns; m++) square += (data[row * columns + m] - data[other * columns + m]) ** 2
        list.offer(other, square)
      }
      expect([found.indices[row], found.distances[row]]).toEqual([list.indices, list.distances()])
    }
  })
})

describe('a map', () => {
  it('is the same each time, another with another seed, and keeps groups together', () => {
    const input = groups(90, 5, 3)
    const [first, again, other] = [0, 0, 1].map(seed => resultOf(placeRows(input, { epochs: 100, seed })))
    expect(first).toEqual(again)
    expect(first).not.toEqual(other)
    const plane = Float32Array.from({ length: 180 }, (_, at) => (at % 2 === 0 ? first.x : first.y)[at >> 1])
    const { indices } = resultOf(nearestNeighbours({ data: plane, rows: 90, columns: 2 }, 2))
    expect(indices.filter(([row, next]) => row % 3 === next % 3).length).toBeGreaterThan(85)
  })

  it('tells of neighbours, then of rounds, each to its end', () => {
    const told: MapProgress[] = []
    resultOf(placeRows(groups(30, 4, 2), { epochs: 20 }), told)
    const layout = told.findIndex(({ stage }) => stage === 'layout')
    expect(told[layout - 1]).toEqual({ stage: 'neighbours', done: 30, total: 30 })
    expect(told.at(-1)).toEqual({ stage: 'layout', done: 20, total: 20 })
    expect(told.filter(({ stage }) => stage === 'layout')).toHaveLength(20)
  })

  it('of fewer than four rows is a line', () => {
    expect(resultOf(placeRows(groups(3, 2, 1)))).toEqual({
      x: Float64Array.of(0, 1, 2),
      y: new Float64Array(3)
    })
  })

  it.each(['neighbours', 'layout'])('is stopped among its %s, and says so', stage => {
    const job = placeRows(groups(30, 4, 2), { epochs: 20 })
    expect(() => {
      for (let step = job.next(false); step.done !== true;) step = job.next(step.value.stage === stage)
    }).toThrow(expect.objectContaining({ code: 'cancelled' }))
  })
})
