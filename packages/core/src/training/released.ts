/**
 * The recipe of the authors' released demo, for comparison only: it differs from the paper. One
 * binary SVM with a bias, on the summed transformed rows of each class only:
 *
 *   sample (y, k) = sum_s z_ks sum_{i of y} phi_s(x_i) / (largest absolute entry), label +1 if k = y, else -1
 *   minimise 1/2 |w|^2 + 1/2 b^2 + C sum [1 - label (<w, sample> + b)]_+,  C = 10
 *
 * by dual coordinate descent. References stay at the class means. The bias is the same for all
 * classes and so leaves no trace in a ranking.
 */
import type { Job } from '../base/progress.js'
import type { Random } from '../base/random.js'
import type { Arena } from '../kernels/arena.js'
import type { MaxMarginProblem } from '../problems/max-margin.js'
import type { Algorithm1Result } from './algorithm-1.js'

const COST = 10
const MAX_EPOCHS = 1000
const TOLERANCE = 1e-3

export function* trainReleased(
  arena: Arena,
  { phi, ranges }: MaxMarginProblem,
  mixtures: Float64Array,
  random: Random
): Job<Algorithm1Result & { w: Float32Array }> {
  const seen = ranges.length
  const d = phi.rows.columns
  const { s } = phi
  const samples = new Float32Array(seen * seen * d)
  const mark = arena.mark()
  const sums = arena.float32(d * s)
  ranges.forEach(({ first, count }, y) => {
    phi.sumInto(first, count, seen, sums)
    for (let k = 0; k < seen; k++) {
      const sample = samples.subarray((y * seen + k) * d, (y * seen + k + 1) * d)
      for (let m = 0; m < d; m++) {
        let value = 0
        for (let c = 0; c < seen; c++) value += mixtures[k * seen + c] * sums[m * s + c]
        sample[m] = value
      }
    }
  })
  arena.release(mark)
  const largest = samples.reduce((top, value) => Math.max(top, Math.abs(value)), 1e-300)
  for (let i = 0; i < samples.length; i++) samples[i] /= largest

  const count = seen * seen
  const label = (i: number): 1 | -1 => (i % seen === Math.floor(i / seen) ? 1 : -1)
  const w = new Float64Array(d)
  let bias = 0
  const duals = new Float64Array(count)
  const squares = new Float64Array(count).map(
    (_, i) => dot(samples, i * d, samples.subarray(i * d, (i + 1) * d), d) + 1
  )
  const order = new Uint32Array(count).map((_, i) => i)
  let epochs = 0
  let largestStep = Infinity
  while (epochs < MAX_EPOCHS && largestStep > TOLERANCE) {
    epochs++
    largestStep = 0
    random.shuffle(order)
    for (const i of order) {
      const margin = label(i) * (dot(samples, i * d, w, d) + bias)
      const next = Math.min(COST, Math.max(0, duals[i] + (1 - margin) / squares[i]))
      const step = label(i) * (next - duals[i])
      if (step === 0) continue
      largestStep = Math.max(largestStep, Math.abs(1 - margin) * (Math.abs(step) > 1e-12 ? 1 : 0))
      duals[i] = next
      for (let m = 0; m < d; m++) w[m] += step * samples[i * d + m]
      bias += step
    }
    if (yield { stage: 'weights', epoch: epochs, fraction: 1, objective: NaN, gap: largestStep }) break
  }
  let hinges = 0
  for (let i = 0; i < count; i++) hinges += Math.max(0, 1 - label(i) * (dot(samples, i * d, w, d) + bias))
  const objective = (dot(w, 0, w, d) + bias * bias) / 2 + COST * hinges
  const dual = duals.reduce((a, b) => a + b, 0) - (dot(w, 0, w, d) + bias * bias) / 2
  const status = largestStep <= TOLERANCE ? 'converged' : epochs < MAX_EPOCHS ? 'cancelled' : 'epoch-limit'
  return {
    w: Float32Array.from(w),
    status,
    objective,
    gap: (objective - dual) / objective,
    epochs,
    history: [objective],
    accepted: []
  }
}

function dot(a: ArrayLike<number>, offset: number, b: ArrayLike<number>, length: number): number {
  let sum = 0
  for (let m = 0; m < length; m++) sum += a[offset + m] * b[m]
  return sum
}
