import { createRandom } from '../../../src/base/random.js'
import { nearestNeighbours } from '../../../src/compare/methods/neighbours.js'
import { neighbourGraph, propagate } from '../../../src/compare/methods/propagate.js'
import { describe, expect, it } from 'vitest'

const length = 5

function points(count: number): Float64Array {
  const random = createRandom(count)
  return Float64Array.from({ length: count * length }, () => random.next())
}

function square(all: Float64Array, i: number, j: number): number {
  return Array.from({ length }, (_, m) => (all[i * length + m] - all[j * length + m]) ** 2).reduce(
    (a, b) => a + b
  )
}

describe('nearest neighbours', () => {
  it.each([2, 33, 70])('are those of all distances, %d rows', count => {
    const all = points(count)
    const { k, rows, distances } = nearestNeighbours(all, count, length, 7)
    expect(k).toBe(Math.min(7, count - 1))
    for (let i = 0; i < count; i++) {
      const expected = Array.from({ length: count }, (_, j) => j)
        .filter(j => j !== i)
        .sort((a, b) => square(all, i, a) - square(all, i, b))
        .slice(0, k)
      expect([...rows.subarray(i * k, (i + 1) * k)]).toEqual(expected)
      expected.forEach((j, at) => expect(distances[i * k + at]).toBeCloseTo(square(all, i, j), 5))
    }
  })

  it('of a single row are none', () => {
    expect(nearestNeighbours(points(1), 1, length, 7)).toMatchObject({ k: 0 })
  })
})

describe('label propagation', () => {
  it.each([0, 0.5, 0.8, 0.95])('solves its system, alpha %d', alpha => {
    const [count, width] = [30, 3]
    const graph = nearestNeighbours(points(count), count, length, 4)
    const random = createRandom(3)
    const start = Float64Array.from({ length: count * width }, () => random.next())
    const labels = propagate(start, width, neighbourGraph(graph, count), alpha)
    const w = new Float64Array(count * count)
    const scale = (2 * graph.distances.reduce((a, b) => a + b)) / graph.distances.length
    for (let i = 0; i < count; i++)
      for (let at = 0; at < graph.k; at++) {
        const j = graph.rows[i * graph.k + at]
        w[i * count + j] = w[j * count + i] = Math.exp(-graph.distances[i * graph.k + at] / scale)
      }
    const degree = Float64Array.from({ length: count }, (_, i) =>
      w.subarray(i * count, (i + 1) * count).reduce((a, b) => a + b)
    )
    for (let i = 0; i < count; i++)
      for (let u = 0; u < width; u++) {
        let value = labels[i * width + u]
        for (let j = 0; j < count; j++)
          value -= (alpha * w[i * count + j] * labels[j * width + u]) / Math.sqrt(degree[i] * degree[j])
        expect(value).toBeCloseTo((1 - alpha) * start[i * width + u], 5)
      }
  })

  it('lets a row that was wrong follow its neighbours', () => {
    // Two heaps of ten; in each one row has the label of the other heap.
    const all = Float64Array.from(
      { length: 20 * length },
      (_, at) => (at < 10 * length ? 0 : 1) + points(20)[at] / 10
    )
    const label = (i: number): number => (i < 10 ? 1 : -1)
    const start = Float64Array.from({ length: 20 }, (_, i) => (i % 10 === 4 ? -label(i) : label(i)))
    propagate(start, 1, neighbourGraph(nearestNeighbours(all, 20, length, 5), 20), 0.8).forEach((value, i) =>
      expect(Math.sign(value)).toBe(label(i))
    )
  })

  it('leaves a row without neighbours its order', () => {
    expect([
      ...propagate(
        Float64Array.of(3, 1),
        2,
        neighbourGraph(nearestNeighbours(points(1), 1, length, 5), 1),
        0.5
      )
    ]).toEqual([1.5, 0.5])
  })
})
