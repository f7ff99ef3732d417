/**
 * True and predicted labels as indices into one list of classes. Labels are names or indices; where
 * no classes are given, names stand in order of appearance (true ones first), numbers in order of size.
 */
import { UnseenError, count } from '../base/errors.js'

/** A class for each row: names, or numbers. */
export type Labels = ArrayLike<string> | ArrayLike<number>

export interface LabelledRows {
  readonly classes: readonly string[]
  /** (rows): index into classes */
  readonly truth: Int32Array
  /** one list per column of predictions (rows): index into classes */
  readonly predicted: readonly Int32Array[]
}

/** Any number of predictions of the same rows. */
export function readLabelled(
  truth: Labels,
  predicted: readonly Labels[],
  classes?: readonly string[]
): LabelledRows {
  if (truth.length === 0) throw new UnseenError('features.empty', 'There are no rows to evaluate.')
  for (const labels of predicted) {
    if (labels.length !== truth.length)
      throw new UnseenError(
        'labels.length',
        `${count(labels.length)} predicted labels, but ${count(truth.length)} true ones.`,
        { remedy: 'Give one prediction per row.' }
      )
  }
  const known = classes ?? namesIn([truth, ...predicted])
  const index = new Map(known.map((name, at) => [name, at]))
  // A number is a place in the list of classes; without the list it is a name like any other.
  const place = (label: string | number): number | undefined =>
    typeof label === 'string' || (classes === undefined && Number.isInteger(label))
      ? index.get(String(label))
      : Number.isInteger(label) && label >= 0 && label < known.length
        ? label
        : undefined
  return {
    classes: known,
    truth: readIndices(truth, place, 'true'),
    predicted: predicted.map(labels => readIndices(labels, place, 'predicted'))
  }
}

function namesIn(all: readonly Labels[]): string[] {
  const names = new Set<string>()
  const numbers = new Set<number>()
  for (const labels of all) {
    for (let row = 0; row < labels.length; row++) {
      const label = labels[row]
      if (typeof label === 'string') names.add(label)
      else numbers.add(label)
    }
  }
  for (const number of [...numbers].sort((a, b) => a - b)) names.add(String(number))
  return [...names]
}

function readIndices(
  labels: Labels,
  place: (label: string | number) => number | undefined,
  kind: string
): Int32Array {
  const indices = new Int32Array(labels.length)
  for (let row = 0; row < labels.length; row++) {
    const label = labels[row]
    const at = place(label)
    if (at === undefined)
      throw new UnseenError(
        'labels.unknown',
        `The ${kind} label of row ${row} is ${typeof label === 'string' ? `"${label}"` : label}, which is not one of the classes.`,
        { where: { row } }
      )
    indices[row] = at
  }
  return indices
}
