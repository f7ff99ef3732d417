/**
 * Why a class got its score: one contribution per seen class, the constant of the class, and the bias.
 *
 *   f(x,y) = sum_s pi_s(x) z_ys + (constant + bias)
 *
 * z is the mixture as it is compared: under cosine it has length 1. The constant is 0 but for Gaussian
 * weights. Summed in the order of the seen classes, constant and bias last, contributions give the score
 * of recognition/rank.ts to the last bit;
 * floating-point sums depend on their order, so every contribution knows its position.
 */

export interface Contribution {
  /** the seen class */
  readonly class: string
  /** its place in the order of the seen classes, in which contributions are summed */
  readonly position: number
  /** pi_s, how much of this class the row shows */
  readonly proportion: number
  /** z_ys as compared, how much of this class the explained class is made of */
  readonly share: number
  /** proportion x share */
  readonly contribution: number
}

/** Why a row got its score for a class. */
export interface Explanation {
  /** The class that the score is of. */
  readonly class: string
  /** The contributions, in the order of the seen classes, then constant and bias together, summed. */
  readonly score: number
  /** What is added to every score of the class; 0 but for Gaussian weights. */
  readonly constant: number
  /** What is added to the score because seen and unseen classes compete; 0 where they do not. */
  readonly bias: number
  /** one per seen class, largest absolute contribution first */
  readonly contributions: readonly Contribution[]
}

/** A class as its score is explained; the mixture as compared (seen). */
export interface ExplainedClass {
  readonly name: string
  readonly mixture: Float64Array
  readonly constant: number
  readonly bias: number
}

/** One row and one class: proportions (seen), names of the seen classes. */
export function explainScore(
  { name, mixture, constant, bias }: ExplainedClass,
  proportions: Float32Array,
  seen: readonly string[]
): Explanation {
  const contributions = seen.map((known, s) => ({
    class: known,
    position: s,
    proportion: proportions[s],
    share: mixture[s],
    contribution: proportions[s] * mixture[s]
  }))
  const score = sumInSeenOrder(contributions, constant + bias)
  contributions.sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution) || a.position - b.position)
  return { class: name, score, constant, bias, contributions }
}

/** The score again: contributions in the order of the seen classes, then the bias. */
export function sumInSeenOrder(
  contributions: readonly Pick<Contribution, 'position' | 'contribution'>[],
  bias: number
): number {
  const inOrder = new Float64Array(contributions.length)
  for (const { position, contribution } of contributions) inOrder[position] = contribution
  let sum = 0
  for (const contribution of inOrder) sum += contribution
  return sum + bias
}
