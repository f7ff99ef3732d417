/** Accuracy on seen and on unseen classes apart, from labels alone: Xian et al.'s generalised measure. */
import { type LabelOptions, accuracy } from './accuracy.js'
import { type Generalised, generalised } from './competition.js'
import type { Labels } from './labels.js'

/** Undefined where there are no rows of one kind. Per class. */
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
