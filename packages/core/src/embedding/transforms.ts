/**
 * Eq. 4 and 5: how a reference bends a feature. The registry that options, kernels and docs refer to;
 * every entry passes the contract suite in test/embedding/transforms.test.ts.
 */
import type { Transform } from '../base/options.js'

export interface TransformSpec {
  readonly name: Transform
  /** one feature x against one reference v */
  readonly apply: (x: number, v: number) => number
  /** derivative in v, off the kink x = v */
  readonly slope: (x: number, v: number) => number
  readonly summary: string
}

/** The ways a reference can bend a feature, by name. */
export const transforms: readonly TransformSpec[] = [
  {
    name: 'relu',
    apply: (x, v) => Math.max(0, x - v),
    slope: (x, v) => (x > v ? -1 : 0),
    summary: 'what exceeds the reference'
  },
  {
    name: 'int',
    apply: (x, v) => Math.min(x, v),
    slope: (x, v) => (x > v ? 1 : 0),
    summary: 'what is shared with the reference (intersection)'
  },
  { name: 'identity', apply: x => x, slope: () => 0, summary: 'the feature itself; for class weights' }
]

/** Where mixtures sum to 1 and compare by inner product, int is relu with -w: trained as relu. */
export function trainedTransform(
  transform: 'relu' | 'int',
  mixture: string,
  compare: string
): 'relu' | 'int' {
  return transform === 'int' && (mixture === 'ridge' || compare === 'cosine') ? 'int' : 'relu'
}
