/** Accuracy on seen and on unseen classes apart, from labels alone: Xian et al.'s generalised measure. */
import { type LabelOptions, accuracy } from './accuracy.js'
import { type Generalised, generalised } from './competition.js'
import type { Labels } from './labels.js'

/**
 * Accuracy per class on rows of seen and of unseen classes. Undefined where there are no rows of one kind.
 *
 * @param truth the true class of each row
 * @param predicted the answer for each row, among all classes
 * @param isSeen whether a class had rows in training
 * @param options `classes` fixes their order
 */
export function generalisedAccuracy(
  truth: Labels,
  predicted: Labels,
  isSeen: (name: string) => boolean,
  options: LabelOptions = {}
): Generalised | undefined {
  const { byClass } = accuracy(truth, predicted, options)
  const mean = (wanted: boolean): number | undefined => {
    const own = byClass.filter(({ class: name }) => isSeen(name) === wanted)
    return own.length === 0 ? undefined : own.reduce((sum, each) => sum + each.accuracy, 0) / own.length
  }
  const [seen, unseen] = [mean(true), mean(false)]
  return seen === undefined || unseen === undefined ? undefined : generalised(seen, unseen)
}
