import { gridPoints } from '../../../src/compare/method.js'
import { methods } from '../../../src/compare/methods.js'
import { chance } from '../../../src/compare/methods/chance.js'
import { classWeights } from '../../../src/compare/methods/class-weights.js'
import { conse } from '../../../src/compare/methods/conse.js'
import { sse } from '../../../src/compare/methods/sse.js'
import { readPoint } from '../../../src/compare/read-point.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'

it('reads back every point of every grid, as tables print it and as options are written', () => {
  fc.assert(
    fc.property(fc.constantFrom(...methods), fc.nat(11), fc.boolean(), (method, at, asTable) => {
      const points = gridPoints(method.grid)
      const point = points[at % points.length]
      const text = asTable
        ? Object.entries(point)
            .map(([name, value]) => `${name} ${value}!`)
            .join(' ')
        : Object.entries(point)
            .map(([name, value]) => `${name}=${value}`)
            .reverse()
            .join(', ')
      expect(readPoint(method, text)).toEqual(point)
    })
  )
})

it('refuses what a method cannot take, and says what it can', () => {
  for (const text of [
    '',
    'ridge 1',
    'ridge 1 gamma',
    'ridge=x,gamma=1,compare=inner',
    'ridge=-1,gamma=1,compare=inner',
    'ridge=1,gamma=1,compare=best',
    'ridge=1,gamma=1,compare=inner,colour=2',
    'constructor=1',
    'ridge=1,ridge=2,gamma=1,compare=inner',
    'ridge=0,gamma=1,compare=inner',
    'ridge=1e999,gamma=1,compare=inner'
  ]) {
    expect(() => readPoint(classWeights, text), text).toThrow(
      expect.objectContaining({
        code: 'options.value',
        remedy: expect.stringMatching(/ridge \(.*gamma \(.*compare \(inner, cosine/) as string
      })
    )
  }
  expect(readPoint(classWeights, 'ridge 3 gamma 0.5 compare cosine')).toEqual({
    ridge: 3,
    gamma: 0.5,
    compare: 'cosine'
  })
  expect(readPoint(chance, '')).toEqual({})
  // Counts are those of the grid; a strength of 0 only where the grid has it.
  expect(() => readPoint(conse, 'top 2.5 temperature 0.1')).toThrow(
    expect.objectContaining({ code: 'options.value' })
  )
  expect(readPoint(sse, 'gamma 1 lambda2 0 lambda3 0.5')).toEqual({ gamma: 1, lambda2: 0, lambda3: 0.5 })
})
