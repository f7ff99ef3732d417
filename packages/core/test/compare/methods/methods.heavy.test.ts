import { gridPoints, onEdge } from '../../../src/compare/method.js'
import { methods } from '../../../src/compare/methods.js'
import { describe, expect, it } from 'vitest'
import { checkMethod } from '../../contracts/method.js'

for (const method of methods) checkMethod(method)

describe('methods', () => {
  it('have names of their own', () => {
    expect(new Set(methods.map(({ name }) => name)).size).toBe(methods.length)
  })

  it('that are tuned as another share its grid', () => {
    for (const { tunedAs, grid } of methods.filter(method => method.tunedAs !== undefined))
      expect(methods.find(({ name }) => name === tunedAs)?.grid).toEqual(grid)
  })
})

describe('a grid', () => {
  const grid = { gamma: [0.1, 1, 10], compare: ['inner', 'cosine'] }

  it('is the product of its lists', () => {
    expect(gridPoints(grid)).toHaveLength(6)
    expect(gridPoints(grid)[1]).toEqual({ gamma: 0.1, compare: 'cosine' })
    expect(gridPoints({})).toEqual([{}])
  })

  it('knows its edges, for numbers only', () => {
    expect(onEdge(grid, { gamma: 10, compare: 'inner' })).toEqual(['gamma'])
    expect(onEdge(grid, { gamma: 1, compare: 'inner' })).toEqual([])
    expect(onEdge({ lambda: [0, 1], ridge: [0, 1, 2] }, { lambda: 1, ridge: 0 })).toEqual([])
    expect(onEdge({ lambda: [0, 1], ridge: [0, 1, 2] }, { lambda: 0, ridge: 2 })).toEqual(['ridge'])
    // Less than one of a thing is nothing; a strength of 1 is not the least.
    expect(onEdge({ top: [1, 3, 10], strength: [1, 2.5, 5] }, { top: 1, strength: 1 })).toEqual(['strength'])
  })
})
