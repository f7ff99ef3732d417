import { complete } from '../../src/base/progress.js'
import { createRandom } from '../../src/base/random.js'
import { Matrix } from '../../src/linalg/matrix.js'
import { createWorkplace, openWorkplace } from '../../src/problems/workplace.js'
import { RidgeWithout, ridgeWithoutBytes } from '../../src/solvers/ridge-without.js'
import { classWeightsBytes, solveClassWeights } from '../../src/training/class-weights.js'
import { describe, expect, it } from 'vitest'

describe('ridge regression without some classes', () => {
  it.each([
    ['more rows than features', 300, 40],
    ['fewer rows than features', 50, 90]
  ])('is training without their rows: %s', (_, rows, d) => {
    const seen = 7
    const random = createRandom(rows)
    const features = Matrix.dense(
      rows,
      d,
      Float32Array.from({ length: rows * d }, () => Math.max(0, random.next() - 0.4))
    )
    const labels = Int32Array.from({ length: rows }, (__, i) => i % seen)
    const workplace = createWorkplace(features, labels, seen, {
      normalise: 'l2',
      arenaBytes: ridgeWithoutBytes(rows, d, seen)
    })
    const { arena, rows: stored } = openWorkplace(workplace)
    const shared = complete(RidgeWithout.create(arena, stored, workplace.ranges))
    for (const hidden of [[2], [0, 5, 6], [2]]) {
      const out = new Set(hidden)
      const own = Array.from(labels.keys()).filter(i => !out.has(labels[i]))
      const rest = [...new Set(own.map(i => labels[i]))].sort((a, b) => a - b)
      const plain = createWorkplace(
        Matrix.select(features, own),
        Int32Array.from(own, i => rest.indexOf(labels[i])),
        rest.length,
        { normalise: 'l2', arenaBytes: classWeightsBytes(own.length, d, rest.length) }
      )
      const opened = openWorkplace(plain)
      const [{ trained }] = complete(
        solveClassWeights(opened.arena, opened.rows, plain.ranges, 'identity', [0.3])
      )
      const weights = shared === undefined ? undefined : complete(shared.solve(out, 0.3))
      const largest = trained.weights.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
      expect(weights).toHaveLength(rest.length * d)
      weights?.forEach((value, k) =>
        expect(Math.abs(value - trained.weights[k])).toBeLessThan(1e-5 * largest)
      )
    }
  })
})
