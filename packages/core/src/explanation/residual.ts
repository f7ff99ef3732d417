/**
 * How well the seen classes can express a description: its distance from their convex hull,
 *
 *   r(c) = min over the simplex of |c - sum_y a_y c_y| (Eq. 3 with gamma = 0), expressed = max(0, 1 - r^2)
 *
 * The bare number means little, since it depends on the kind of signature. So each seen class is
 * hidden in turn and expressed by the others: what they reach is the bracket a description is judged
 * by. Hiding needs no new dictionary: a class with a prohibitive price never enters the mixture.
 */
import { UnseenError } from '../base/errors.js'
import { quantile } from '../base/quantile.js'
import { Dictionary } from '../embedding/source.js'
import { solveSimplexQp } from '../solvers/simplex-qp.js'

/**
 * At most this many classes are hidden, evenly spaced: enough for quantiles, and bounded for large tables.
 */
const HIDDEN_AT_MOST = 100
/** Products of signatures of length 1 stay below 4 once centred; no mixture pays this for a share. */
const PRICE = 1e6
/** Signatures whose centred squares stay below this are all the same: the hull is one point. */
const ONE_POINT = 1e-24
/** Below this part of the hidden classes a description is out of the ordinary. */
const TAIL = 0.05

/** What the seen classes reach ("expressed") when each is hidden in turn. */
export interface ResidualBracket {
  /** how many were hidden */
  readonly classes: number
  /** the 5 % mark; the least of all where there are 20 classes or fewer */
  readonly low: number
  /** The 25 % mark. */
  readonly lowerQuartile: number
  /** The middle. */
  readonly median: number
  /** The 75 % mark. */
  readonly upperQuartile: number
  /** the 95 % mark, or the most of all */
  readonly high: number
}

/** How well the seen classes express a description, beside what they reach for each other. */
export interface ResidualInContext {
  /** r(c) */
  readonly residual: number
  /** max(0, 1 - r^2): 1 where the description is a mixture of the seen ones. */
  readonly expressed: number
  /** What the seen classes reach when each is hidden in turn. */
  readonly bracket: ResidualBracket
  /** part of the hidden classes that are expressed less well, 0 to 1 */
  readonly rank: number
  /** expressed less well than the bracket: the seen classes have little in common with this description */
  readonly below: boolean
}

/**
 * The convex hull of the seen signatures, each of length 1 (seen x length). The bracket is computed when
 * first asked for.
 */
export class SeenHull {
  private readonly dictionary: Dictionary
  /** expressed, ascending */
  private reached: Float64Array | undefined

  constructor(unit: Float64Array, size: number) {
    if (size < 2)
      throw new UnseenError(
        'classes.none',
        'A hull needs at least two seen classes: hiding one must leave another.'
      )
    this.dictionary = new Dictionary(unit, size, 0)
  }

  /** r(c) of a signature of length 1; with `hidden`, without that seen class. */
  residual(signature: ArrayLike<number>, hidden = -1): number {
    const { dictionary } = this
    if (dictionary.qp.bound < ONE_POINT)
      return dictionary.residual(signature, new Float64Array(dictionary.size).fill(1 / dictionary.size))
    const q = dictionary.products(signature)
    if (hidden >= 0) q[hidden] = -PRICE
    return dictionary.residual(signature, solveSimplexQp(dictionary.qp, q).shares)
  }

  /** r(c_s), seen class s hidden from the hull. */
  hiddenResidual(s: number): number {
    const { signatures, length } = this.dictionary
    return this.residual(signatures.subarray(s * length, (s + 1) * length), s)
  }

  /**
   * A description of length 1 against the bracket; for a seen class pass its position, so that it cannot
   * express itself.
   */
  judge(signature: ArrayLike<number>, hidden = -1): ResidualInContext {
    const residual = this.residual(signature, hidden)
    const expressed = expressedBy(residual)
    const reached = (this.reached ??= this.hideInTurn())
    const bracket = bracketOf(reached)
    return {
      residual,
      expressed,
      bracket,
      rank: reached.filter(value => value < expressed).length / reached.length,
      below: expressed < bracket.low
    }
  }

  private hideInTurn(): Float64Array {
    const { size } = this.dictionary
    const classes = Math.min(size, HIDDEN_AT_MOST)
    return Float64Array.from({ length: classes }, (_, i) =>
      expressedBy(this.hiddenResidual(Math.floor((i * size) / classes)))
    ).sort()
  }
}

function expressedBy(residual: number): number {
  return Math.max(0, 1 - residual * residual)
}

function bracketOf(reached: Float64Array): ResidualBracket {
  const last = reached.length - 1
  return {
    classes: reached.length,
    // Outwards to a value that was reached, so that a seen class is not called unusual for want of others.
    low: reached[Math.floor(TAIL * last)],
    lowerQuartile: quantile(reached, 0.25),
    median: quantile(reached, 0.5),
    upperQuartile: quantile(reached, 0.75),
    high: reached[Math.ceil((1 - TAIL) * last)]
  }
}
