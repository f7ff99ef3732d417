/**
 * Every kernel over rows against the reference, at every remainder of its vector widths. An error may
 * be a few rounding steps of the sum of the terms' magnitudes, which the reference computes too.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  magnitudes,
  makeProblem,
  oneRowCases,
  rowCases,
  someRows,
  sumCases,
  type Problem,
  type Shape
} from './cases.js'
import { Workbench, same } from './workbench.js'

const reference = new Workbench('reference'),
  wasm = new Workbench('wasm'),
  shared = new Workbench('shared')
const cases = { ...rowCases, ...oneRowCases, ...sumCases }
const TOLERANCE = 2e-6

function on(bench: Workbench, name: string, problem: Problem): number[] {
  bench.reset()
  const result = cases[name](bench, problem)
  if (!bench.intact())
    throw new Error(`${name} wrote outside its output: n ${problem.n}, d ${problem.d}, s ${problem.s}`)
  return result
}

function check(name: string, problem: Problem): void {
  const got = on(wasm, name, problem),
    want = on(reference, name, problem),
    size = on(reference, name, magnitudes(name, problem))
  expect(got.length).toBe(want.length)
  const wrong = got.findIndex(
    (value, at) => !(Math.abs(value - want[at]) <= TOLERANCE * Math.abs(size[at]) + 1e-37)
  )
  if (wrong >= 0)
    throw new Error(
      `${name}: n ${problem.n}, d ${problem.d}, s ${problem.s}: entry ${wrong} is ${got[wrong]}, not ${want[wrong]}`
    )
  same(on(shared, name, problem), got)
}

function shapes(name: string): Shape[] {
  const single = name in oneRowCases
  const all: Shape[] = []
  for (let d = 0; d <= 67; d++) all.push({ n: single ? 1 : 1 + (d % 5), d, s: 12, padding: d % 4 })
  for (let s = 4; s <= 68; s += 4)
    for (const n of single ? [1] : [1, 2, 3]) all.push({ n, d: 21, s, padding: s % 3 })
  if (!single)
    for (let n = 0; n <= 9; n++) for (const s of [4, 8, 20, 40]) all.push({ n, d: 13, s, padding: 1 })
  for (const d of [255, 256, 257, 700]) all.push({ n: single ? 1 : 5, d, s: 28, padding: 3 })
  if (!single) for (const n of [63, 64, 65, 130]) all.push({ n, d: 9, s: 8, padding: 2 })
  all.push({ n: single ? 1 : 3, d: 40, s: 12, zeros: 1 }, { n: single ? 1 : 3, d: 40, s: 12, zeros: 0 })
  return all
}

describe.each(Object.keys(cases))('%s', name => {
  it('agrees with the reference at every remainder', () => {
    for (const shape of shapes(name)) check(name, makeProblem(shape))
  })

  it('agrees with the reference on random shapes', () => {
    const n = name in oneRowCases ? fc.constant(1) : fc.integer({ min: 0, max: 20 })
    const shape = fc.record({
      n,
      d: fc.integer({ min: 0, max: 600 }),
      s: fc.integer({ min: 1, max: 20 }).map(vectors => vectors * 4),
      padding: fc.integer({ min: 0, max: 3 }),
      zeros: fc.constantFrom(0, 0.5, 0.9),
      seed: fc.integer({ min: 0, max: 1e6 })
    })
    fc.assert(
      fc.property(shape, drawn => check(name, makeProblem(drawn))),
      { numRuns: 15, seed: 1 }
    )
  })

  it('holds for very large and very small values', () => {
    for (const scale of [1e15, 1e-15])
      check(name, makeProblem({ n: name in oneRowCases ? 1 : 3, d: 37, s: 12, padding: 2, scale }))
  })
})

describe('a batch', () => {
  it.each(Object.keys(rowCases))('of %s gives the same bytes as its rows one by one', name => {
    for (const shape of [
      { n: 7, d: 300, s: 40 },
      { n: 5, d: 67, s: 12 },
      { n: 9, d: 520, s: 68 }
    ]) {
      const problem = makeProblem({ ...shape, padding: 1 })
      const oneByOne: number[] = []
      for (let i = 0; i < problem.n; i++) oneByOne.push(...on(wasm, name, someRows(problem, i, i + 1)))
      same(on(wasm, name, problem), oneByOne)
    }
  })

  it('of sparse rows gives the same bytes as the dense rows', () => {
    for (const shape of [
      { n: 5, d: 700, s: 40 },
      { n: 4, d: 300, s: 12, padding: 3 }
    ]) {
      const problem = makeProblem({ ...shape, zeros: 0.8 })
      same(on(wasm, 'forwardSparse', problem), on(wasm, 'forward', problem))
    }
  })

  it.each(['mask', 'maskSparse', 'transformSum', 'transformSumSparse'])(
    'of %s gives the same bytes as the reference adding row by row',
    name => {
      for (const n of [1, 5, 64, 67, 130]) {
        const problem = makeProblem({ n, d: 11, s: 12, padding: 1 })
        const got = on(wasm, name, problem)
        if (name.startsWith('mask')) same(got, on(reference, name, problem))
        else same(on(wasm, name.replace('Sparse', ''), problem), got)
      }
    }
  )
})

describe('max(0, x - v)', () => {
  it('is exact, and 0 at v = +Infinity, at x = v and below', () => {
    const x = [0.3, 0.1, 0, -1, 1e30, 5e-45, Infinity],
      v = [0.1, 0.1, 0, 0.25, 1, 0, Infinity]
    for (let at = 0; at < x.length; at++) {
      const problem: Problem = {
        n: 1,
        d: 1,
        s: 4,
        x: Float32Array.of(x[at]),
        v: new Float32Array(4).fill(v[at]),
        w: Float32Array.of(1),
        beta: Float32Array.of(1, 0, 0, 0),
        weights: new Float32Array(4).fill(1)
      }
      const difference = problem.x[0] > problem.v[0] ? Math.fround(problem.x[0] - problem.v[0]) : 0
      for (const name of ['forward', 'forwardClass'])
        expect(on(wasm, name, problem)).toEqual([difference, difference, difference, difference])
      expect(on(wasm, 'adjointRow', problem)).toEqual([difference, difference * difference])
    }
  })
})
