/**
 * After "Describing objects by their attributes" (Farhadi, Endres, Hoiem and Forsyth, CVPR 2009): a classifier
 * for every attribute, and the class whose description is nearest to what they say,
 *
 *   f_m(x) = w_m'x + b_m, ridge regression of a_m^y in {0, 1};   score = -|f(x) - a^u|^2, or the angle (codes.ts)
 *
 * What sets the source apart is how it keeps attributes apart that occur together: features are chosen that
 * tell an attribute *within* a class (cars with wheels from cars without), by lasso regression for each class and
 * attribute. That needs attributes of single images. Where only classes are described, ours is a
 * reconstruction: pairs of classes that agree on other attributes stand for a class with and without
 * (contrast-features.ts). `chosen` learns w_m on these features alone, `all` on every one.
 *
 *   (X_F'X_F + r I) w_m = X_F'(a_m - mean), rows less their mean, F the features of m
 *
 * From memory and unchecked, but for the published 32.5 on aPascal and aYahoo, which has attributes per image.
 * The source has support vector machines where this has ridge regression.
 */
import { type Job, stopped } from '../../base/progress.js'
import { GrowingCholesky } from '../../linalg/growing-cholesky.js'
import { type Material, type Method, decades } from '../method.js'
import { binaryAttributes } from './binary-attributes.js'
import { classRegression } from './class-regression.js'
import { codeScores, combine } from './codes.js'
import { contrastFeatures } from './contrast-features.js'
import { type LinearOutputs, linearOutputs } from './linear-outputs.js'
import { sumsOf } from './sums.js'

/** Of the penalty that leaves no feature. */
const PART = 0.1

export const attributeRegression: Method = {
  name: 'attribute-regression',
  title: 'Attributes, after Farhadi',
  source: 'Farhadi et al. 2009',
  kind: 'other',
  quick: false,
  grows: 'systems',
  transductive: false,
  grid: { features: ['all', 'chosen'], ridge: decades(3), compare: ['nearest', 'angle'] },
  *prepare(material) {
    if (yield { stage: 'prepare', message: 'attributes' }) throw stopped()
    const attributes = binaryAttributes(material)
    const { count, prior } = attributes
    const answers = attributes.of(material.signatures)
    const descriptions = Float64Array.from(answers)
    let chosen: readonly (readonly number[])[] | undefined
    let last: { ridge: unknown; outputs: LinearOutputs } | undefined
    return {
      *train({ features, ridge, compare }) {
        const all = yield* classRegression(material, Number(ridge))
        if (features === 'chosen') {
          chosen ??= yield* contrastFeatures(material, answers, PART)
          if (last?.ridge !== ridge)
            last = { ridge, outputs: yield* regressOn(material, answers, chosen, Number(ridge)) }
        }
        const outputs = features === 'chosen' ? last?.outputs : undefined
        return {
          scores: (rows, signatures) =>
            codeScores(
              outputs?.of(rows) ?? combine(all(rows), descriptions, count),
              Float64Array.from(attributes.of(signatures)),
              prior,
              compare === 'angle' ? 'angle' : 'nearest'
            )
        }
      }
    }
  }
}

/** Ridge regression of every attribute on features of its own; one without any keeps to its mean over rows. */
export function* regressOn(
  material: Material,
  answers: Uint8Array,
  chosen: readonly (readonly number[])[],
  ridge: number
): Job<LinearOutputs> {
  const { features, labels, seen } = material
  const { columns } = features
  const sums = sumsOf(material)
  const products = yield* sums.centredProducts()
  const count = chosen.length
  const weights = new Float64Array((columns + 1) * count)
  for (const [a, own] of chosen.entries()) {
    let mean = 0
    for (let s = 0; s < seen; s++) mean += (answers[s * count + a] * sums.counts[s]) / labels.length
    const system = new Float64Array(own.length * own.length)
    const w = new Float64Array(own.length)
    own.forEach((m, i) => {
      for (let j = 0; j <= i; j++) system[i * own.length + j] = products(m, own[j])
      // Of centred targets the mean of the rows takes nothing away.
      for (let s = 0; s < seen; s++)
        w[i] += sums.counts[s] * (answers[s * count + a] - mean) * sums.means[s * columns + m]
    })
    GrowingCholesky.of(system, own.length, ridge * sums.scale).solve(w)
    weights[columns * count + a] = mean
    own.forEach((m, i) => {
      weights[m * count + a] = w[i]
      weights[columns * count + a] -= w[i] * sums.mean[m]
    })
    if (yield { stage: 'prepare', message: `attribute ${a + 1} of ${count}` }) throw stopped()
  }
  return linearOutputs(weights, count, count)
}
