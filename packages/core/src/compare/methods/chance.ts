/**
 * Chance: every class scores a random number. What any method must beat, and a test of the harness:
 * its accuracy is one over the number of candidates.
 */
import { createRandom } from '../../base/random.js'
import type { Method } from '../method.js'

export const chance: Method = {
  name: 'chance',
  title: 'Chance',
  source: 'no method',
  kind: 'other',
  quick: true,
  grows: 'rows',
  transductive: false,
  relative: true,
  grid: {},
  *prepare({ seed, length }) {
    const scores = (rows: { readonly rows: number }, signatures: Float64Array): Float64Array => {
      const random = createRandom(seed)
      return Float64Array.from({ length: (rows.rows * signatures.length) / length }, () => random.next())
    }
    return {
      *train() {
        return { scores }
      }
    }
  }
}
