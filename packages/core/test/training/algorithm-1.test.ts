import { complete } from '../../src/base/progress.js'
import { createRandom } from '../../src/base/random.js'
import { algorithm1 } from '../../src/training/algorithm-1.js'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { placeSmallProblem, type SmallProblem } from './small-problem.js'

interface Case extends SmallProblem {
  name: string
  lambda1: number
  lambda2: number
  lambda3: number
  first: number
  final: number
}
const { cases } = JSON.parse(
  readFileSync(new URL('../../golden/algorithm-1.json', import.meta.url), 'utf8')
) as { cases: Case[] }

describe('Algorithm 1 against the golden run', () => {
  for (const golden of cases) {
    it(golden.name, () => {
      const { arena, problem } = placeSmallProblem(golden, 'wasm')
      const { history } = complete(
        algorithm1(arena, problem, golden, {
          steps: 8,
          tolerance: 1e-5,
          maxEpochs: 2000,
          random: createRandom(0)
        })
      )
      expect(Math.abs(history[0] - golden.first)).toBeLessThanOrEqual(1e-4 * golden.first)
      for (let k = 1; k < history.length; k++) expect(history[k]).toBeLessThanOrEqual(history[k - 1])
      expect(golden.first - history[history.length - 1]).toBeGreaterThanOrEqual(
        0.9 * (golden.first - golden.final)
      )
    })
  }
})
