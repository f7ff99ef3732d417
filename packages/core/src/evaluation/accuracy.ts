/**
 * How often predictions are right:
 *
 *   per image = right rows / rows, per class = mean over classes that have rows of (right rows / rows of the
 *   class)
 *
 * and what is taken for what: counts of true x predicted. Per image is the trace of the counts over
 * their sum, per class the mean of the diagonal over row sums.
 */
import { type Labels, readLabelled } from './labels.js'

/** How often rows of one class were recognised. */
export interface ClassAccuracy {
  /** Its name. */
  readonly class: string
  /** Rows that truly are of the class. */
  readonly rows: number
  /** How many of them were recognised. */
  readonly correct: number
  /** Part of its rows that were recognised, 0 to 1. */
  readonly accuracy: number
}

/** How often predictions were right, counted both ways. */
export interface Accuracy {
  /** How many rows there were. */
  readonly rows: number
  /** How many of them were right. */
  readonly correct: number
  /** Part of all rows that were right, 0 to 1. */
  readonly perImage: number
  /** Mean of the accuracies of the classes, so that large classes count no more than small ones. */
  readonly perClass: number
  /** only classes with rows, in class order */
  readonly byClass: readonly ClassAccuracy[]
}

/** Which class was taken for which. */
export interface Confusion {
  /** Names of rows and columns. */
  readonly classes: readonly string[]
  /** row-major (true x predicted) */
  readonly counts: Uint32Array
}

export interface LabelOptions {
  /** names and their order; needed only where labels are indices and names matter */
  readonly classes?: readonly string[]
}

/**
 * Counts which class was taken for which.
 *
 * @param truth the true class of each row
 * @param predicted the answer for each row
 * @param options `classes` fixes their order; otherwise it is that of appearance
 */
export function confusion(
  truth: Labels,
  predicted: Labels,
  { classes: given }: LabelOptions = {}
): Confusion {
  const {
    classes,
    truth: right,
    predicted: [guess]
  } = readLabelled(truth, [predicted], given)
  const counts = new Uint32Array(classes.length * classes.length)
  for (let row = 0; row < right.length; row++) counts[right[row] * classes.length + guess[row]]++
  return { classes, counts }
}

/**
 * Accuracy per image, per class and of each class.
 *
 * @param truth the true class of each row
 * @param predicted the answer for each row
 * @param options `classes` fixes their order; otherwise it is that of appearance
 */
export function accuracy(truth: Labels, predicted: Labels, options: LabelOptions = {}): Accuracy {
  const { classes, counts } = confusion(truth, predicted, options)
  const size = classes.length
  return accuracyOf(classes, c => ({
    rows: counts.subarray(c * size, (c + 1) * size).reduce((total, value) => total + value, 0),
    correct: counts[c * size + c]
  }))
}

/** From rows and right rows of each class. */
export function accuracyOf(
  classes: readonly string[],
  countsOf: (c: number) => { rows: number; correct: number }
): Accuracy {
  const byClass = classes
    .map((name, c) => ({ class: name, ...countsOf(c) }))
    .filter(({ rows }) => rows > 0)
    .map(counted => ({ ...counted, accuracy: counted.correct / counted.rows }))
  const rows = byClass.reduce((total, counted) => total + counted.rows, 0)
  const correct = byClass.reduce((total, counted) => total + counted.correct, 0)
  const perClass = byClass.reduce((total, counted) => total + counted.accuracy, 0) / byClass.length
  return { rows, correct, perImage: correct / rows, perClass, byClass }
}
