// Identities of Gaussian weights on random problems: the leave-one-out map against leaving out, differences of scores
// against differences of distances, contributions against scores.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../src/base/random.js'
import { KernelMixture } from '../../src/embedding/kernel-mixture.js'
import { fit } from '../../src/fit.js'
import { solveSquare } from '../../src/linalg/square.js'

const problem = fc.record({
  seed: fc.integer({ min: 0, max: 1e6 }),
  seen: fc.integer({ min: 4, max: 9 }),
  columns: fc.integer({ min: 3, max: 24 }),
  each: fc.integer({ min: 2, max: 6 }),
  width: fc.constantFrom(0.3, 0.5, 1),
  noise: fc.constantFrom(0.05, 0.1, 0.5)
})
const LENGTH = 5
const runs = { numRuns: 40 }

/** Rows of length 1, (count x LENGTH) */
function unitSignatures(count: number, random: ReturnType<typeof createRandom>): number[][] {
  return Array.from({ length: count }, () => {
    const row = Array.from({ length: LENGTH }, () => random.next() + 0.05)
    const length = Math.hypot(...row)
    return row.map(value => value / length)
  })
}

describe('Gaussian weights', () => {
  it('know what the others fail to foretell of a class, as if it were left out', () => {
    fc.assert(
      fc.property(problem, ({ seed, seen, width, noise }) => {
        const random = createRandom(seed)
        const signatures = unitSignatures(seen, random)
        const values = Array.from({ length: seen }, () => random.next() - 0.5)
        const whole = new KernelMixture(Float64Array.from(signatures.flat()), seen, { width, noise })
        const map = whole.leaveOneOut()
        for (let s = 0; s < seen; s++) {
          const others = signatures.filter((_, t) => t !== s)
          const unit = Float64Array.from(others.flat())
          // The same kernel: the rest has a delta of its own.
          const { delta } = new KernelMixture(unit, seen - 1, { width, noise })
          const rest = new KernelMixture(unit, seen - 1, { width: (width * delta) / whole.delta, noise })
          const mixture = rest.embed(Float64Array.from(signatures[s]))
          const foretold = values
            .filter((_, t) => t !== s)
            .reduce((sum, value, t) => sum + mixture[t] * value, 0)
          const failed = values.reduce((sum, value, t) => sum + map[s * seen + t] * value, 0)
          expect(failed).toBeCloseTo(values[s] - foretold, 8)
        }
      }),
      runs
    )
  })

  it.each(['no', 'yes'] as const)(
    'have scores whose differences are those of distances, predictive %s',
    async predictive => {
      await fc.assert(
        fc.asyncProperty(problem, async ({ seed, seen, columns: d, each, width, noise }) => {
          const random = createRandom(seed)
          const signatures = unitSignatures(seen + 2, random)
          const middles = Array.from({ length: seen }, () => Array.from({ length: d }, () => random.next()))
          const labels = Array.from({ length: seen * each }, (_, i) => i % seen)
          const features = labels.map(s => middles[s].map(value => value + 0.3 * random.next()))
          const classes = signatures.map((_, s) => `class ${s}`)
          const shrinkage = 3
          const model = await fit(
            { features, labels, signatures: { classes, matrix: signatures } },
            { weights: 'gauss', normalise: 'none', predictive, width, noise, shrinkage, shape: 'none' }
          )
          const rows = Array.from({ length: 4 }, () => Array.from({ length: d }, () => random.next()))
          const among = classes.slice(seen)
          const { scores } = model.scores(rows, { among })
          // A by itself, in float64.
          const means = classes.slice(0, seen).map((_, s) => {
            const own = features.filter((_row, i) => labels[i] === s)
            return own[0].map((_value, m) => own.reduce((sum, row) => sum + row[m], 0) / own.length)
          })
          const centre = means[0].map((_, m) => means.reduce((sum, mean) => sum + mean[m], 0) / seen)
          const total = features.length
          const a = new Float64Array(d * d)
          features.forEach((row, i) => {
            const from = row.map((value, m) => value - means[labels[i]][m])
            for (let j = 0; j < d; j++)
              for (let k = 0; k < d; k++) a[j * d + k] += (from[j] * from[k]) / total
          })
          let trace = 0
          for (let m = 0; m < d; m++) trace += a[m * (d + 1)]
          for (let m = 0; m < d; m++) a[m * (d + 1)] += (shrinkage * trace) / d
          if (predictive === 'yes') {
            const map = new KernelMixture(Float64Array.from(signatures.slice(0, seen).flat()), seen, {
              width,
              noise
            }).leaveOneOut()
            for (let s = 0; s < seen; s++) {
              const error = centre.map((_, m) =>
                means.reduce((sum, mean, t) => sum + map[s * seen + t] * (mean[m] - centre[m]), 0)
              )
              for (let j = 0; j < d; j++)
                for (let k = 0; k < d; k++) a[j * d + k] += (error[j] * error[k]) / seen
            }
          }
          const distance = (x: readonly number[], mixture: ArrayLike<number>): number => {
            const from = x.map(
              (value, m) =>
                value -
                centre[m] -
                means.reduce((sum, mean, s) => sum + mixture[s] * (mean[m] - centre[m]), 0)
            )
            const solved = solveSquare(Float64Array.from(a), Float64Array.from(from), d)
            return from.reduce((sum, value, m) => sum + value * solved[m], 0)
          }
          const [first, second] = among.map(name => model.find(name).mixture)
          rows.forEach((x, i) => {
            const [near, far] = [distance(x, first), distance(x, second)]
            const scale = 1 + Math.abs(near) + Math.abs(far)
            expect((scores[2 * i] - scores[2 * i + 1] - (far - near) / 2) / scale).toBeCloseTo(0, 4)
          })
        }),
        runs
      )
    }
  )
})
