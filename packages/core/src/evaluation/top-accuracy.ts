/**
 * Top-k accuracy: a row is right if its class is among the first k of its ranking. k = 1 is accuracy.ts.
 */
import { UnseenError, count } from '../base/errors.js'
import { type Accuracy, type LabelOptions, accuracyOf } from './accuracy.js'
import { type Labels, readLabelled } from './labels.js'

/** The ranking of a row, best first: labels, or what `recognise` returns. */
export type Ranking = readonly (string | number | { readonly class: string })[]

export function topAccuracy(
  truth: Labels,
  rankings: readonly Ranking[],
  k: number,
  { classes: given }: LabelOptions = {}
): Accuracy {
  if (!Number.isInteger(k) || k < 1)
    throw new UnseenError('options.value', `k must be a whole number of at least 1, got ${k}.`, {
      where: { option: 'k' }
    })
  if (rankings.length !== truth.length)
    throw new UnseenError(
      'labels.length',
      `${count(rankings.length)} rankings, but ${count(truth.length)} true labels.`,
      { remedy: 'Give one ranking per row.' }
    )
  const { classes, truth: right } = readLabelled(truth, [], given)
  const rows = new Uint32Array(classes.length)
  const correct = new Uint32Array(classes.length)
  rankings.forEach((ranking, row) => {
    rows[right[row]]++
    if (ranking.slice(0, k).some(entry => nameOf(entry, given) === classes[right[row]])) correct[right[row]]++
  })
  return accuracyOf(classes, c => ({ rows: rows[c], correct: correct[c] }))
}

function nameOf(entry: Ranking[number], classes: readonly string[] | undefined): string | undefined {
  if (typeof entry === 'object') return entry.class
  return typeof entry === 'string' ? entry : classes === undefined ? String(entry) : classes[entry]
}
