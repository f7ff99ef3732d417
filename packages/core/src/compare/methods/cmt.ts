/**
 * Cross-modal transfer, CMT (Socher, Ganjoo, Manning and Ng, NIPS 2013): a network of two layers takes
 * rows into the space of signatures,
 *
 *   g(x) = B' tanh(A'x)      minimise   sum_i |g(x_i) - c_(y_i)|^2      score = -|g(x) - c_u|^2
 *
 * and the nearest signature wins.
 *
 * Chosen here: squares of A and B are penalised by lambda, both layers have intercepts, and the outer
 * one is solved for exactly (solvers/tanh-regression.ts); the source uses L-BFGS as well, on both.
 * There are 20 steps at most, which bounds the time: on CIFAR-10 the loss still falls then. The source's
 * detection of novel classes, which decides between seen and unseen, is not part of this: candidates
 * are decided elsewhere, alike for all methods.
 */
import { stopped } from '../../base/progress.js'
import { createRandom } from '../../base/random.js'
import { type Method, decades } from '../method.js'
import { solveTanhRegression } from '../solvers/tanh-regression.js'
import { SHARED_WIDTH, centredRows } from './centred.js'
import { linearOutputs } from './linear-outputs.js'
import { signatureSpan } from './signature-span.js'

export const cmt: Method = {
  name: 'cmt',
  title: 'CMT',
  source: 'Socher et al. 2013',
  kind: 'other',
  quick: false,
  grows: 'rows',
  transductive: false,
  grid: { lambda: decades(6), hidden: [16, SHARED_WIDTH] },
  *prepare(material) {
    const { labels, signatures, length, seed } = material
    const rows = centredRows(material)
    const span = signatureSpan(signatures, length)
    const { size } = span
    const targets = span.coordinates(signatures)
    return {
      *train({ lambda, hidden: units }) {
        const hidden = Number(units)
        const solution = yield* solveTanhRegression(
          rows,
          { labels, targets, length: size },
          hidden,
          Number(lambda),
          createRandom(seed)
        )
        if (solution === undefined) throw stopped()
        const inner = linearOutputs(rows.uncentre(solution.a, hidden), hidden, hidden)
        const { b } = solution
        return {
          scores(test, others) {
            const layer = inner.of(test)
            const wanted = span.coordinates(others)
            const candidates = others.length / length
            const scores = new Float64Array(test.rows * candidates)
            const reached = new Float64Array(size)
            for (let i = 0; i < test.rows; i++) {
              reached.set(b.subarray(hidden * size))
              for (let j = 0; j < hidden; j++) {
                const unit = Math.tanh(layer[i * hidden + j])
                for (let a = 0; a < size; a++) reached[a] += unit * b[j * size + a]
              }
              // |g - c|^2 = |g|^2 - 2 <g, c> + 1: g lies in the span of the seen signatures, c has length 1.
              const square = reached.reduce((sum, value) => sum + value * value, 0)
              for (let u = 0; u < candidates; u++) {
                let product = 0
                for (let a = 0; a < size; a++) product += reached[a] * wanted[u * size + a]
                scores[i * candidates + u] = 2 * product - square - 1
              }
            }
            return scores
          }
        }
      }
    }
  }
}
