/**
 * Look-alikes: classes whose mixtures nearly coincide with that of a given class, so that hardly any
 * row can tell them apart:
 *
 *   |f(x,a) - f(x,b)| = |<pi(x), z_a - z_b>| <= |pi(x)| |z_a - z_b|
 *
 * Hence the distance of compared mixtures decides. Its size depends on gamma (a large one draws all
 * mixtures together), so it is judged by the class's own surroundings: a look-alike is nearer than
 * `within` times the median distance to all other classes, or coincides. A third finds the pairs
 * people would name: humpback and blue whale on AwA, the two cuckoos on CUB, bedroom and hotel room
 * on SUN, cat and dog on CIFAR-10; on average less than one look-alike a class.
 */
import { quantile } from '../base/quantile.js'

export interface LookAlike {
  /** position of the class in the model */
  readonly at: number
  /** |z_a - z_b| of the compared mixtures */
  readonly distance: number
  /** distance in units of the median */
  readonly relative: number
  /** of the angle between the mixtures */
  readonly cosine: number
}

/**
 * Nearest first; `threshold` is the distance below which a class counts. Mixtures as compared, row-major
 * (classes x seen).
 */
export function findLookAlikes(
  mixtures: Float64Array,
  seen: number,
  at: number,
  within = 1 / 3
): { threshold: number; found: LookAlike[] } {
  const classes = mixtures.length / seen
  const mixture = (c: number): Float64Array => mixtures.subarray(c * seen, (c + 1) * seen)
  const own = mixture(at)
  const distances = Float64Array.from({ length: classes }, (_, c) => distance(own, mixture(c)))
  const others = distances.filter((_, c) => c !== at).sort()
  const median = others.length === 0 ? 0 : quantile(others, 0.5)
  const threshold = within * median
  const near: number[] = []
  distances.forEach((apart, c) => {
    if (c !== at && (apart < threshold || apart === 0)) near.push(c)
  })
  const found = near
    .map(c => ({
      at: c,
      distance: distances[c],
      relative: median === 0 ? 0 : distances[c] / median,
      cosine: cosine(own, mixture(c))
    }))
    .sort((a, b) => a.distance - b.distance || a.at - b.at)
  return { threshold, found }
}

/** |a - b| */
export function distance(a: Float64Array, b: Float64Array): number {
  let squares = 0
  for (let s = 0; s < a.length; s++) squares += (a[s] - b[s]) * (a[s] - b[s])
  return Math.sqrt(squares)
}

function cosine(a: Float64Array, b: Float64Array): number {
  let product = 0
  let squaresA = 0
  let squaresB = 0
  for (let s = 0; s < a.length; s++) {
    product += a[s] * b[s]
    squaresA += a[s] * a[s]
    squaresB += b[s] * b[s]
  }
  return product === 0 ? 0 : Math.min(1, product / Math.sqrt(squaresA * squaresB))
}
