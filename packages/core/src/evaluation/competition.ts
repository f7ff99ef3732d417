/**
 * Seen and unseen classes as candidates together. A bias is added to the scores of all seen classes;
 * whatever it is, a row's answer is either its best seen or its best unseen class, and one number says
 * which:
 *
 *   switch(x) = max over unseen y of f(x,y) - max over seen y of f(x,y)
 *
 * Below that bias the best unseen class is the answer, above it the best seen one; at it the scores
 * are equal and the class that comes first in the order of the classes wins, as everywhere. So scores
 * are looked at once, and everything about every bias follows.
 */
import { UnseenError, count } from '../base/errors.js'

export interface ScoredRows {
  /** without a bias, row-major (rows x classes) */
  readonly scores: Float64Array
  /** (rows): the true class of each, an index into the classes */
  readonly labels: ArrayLike<number>
  /** (classes): has the class been seen? */
  readonly seen: readonly boolean[]
}

export interface Competition {
  readonly seen: readonly boolean[]
  readonly labels: Int32Array
  /** (rows) */
  readonly switchAt: Float64Array
  /** (rows): index of the best seen and of the best unseen class */
  readonly bestSeen: Int32Array
  readonly bestUnseen: Int32Array
}

/**
 * Accuracy on rows of seen and of unseen classes, all classes being candidates, and the harmonic mean H of
 * both.
 */
export interface Generalised {
  /** Accuracy on rows of seen classes. */
  readonly seen: number
  /** Accuracy on rows of unseen classes. */
  readonly unseen: number
  /** Their harmonic mean H. */
  readonly harmonic: number
}

export function compete({ scores, labels, seen }: ScoredRows): Competition {
  const classes = seen.length
  const rows = labels.length
  if (scores.length !== rows * classes)
    throw new UnseenError(
      'labels.length',
      `${count(scores.length)} scores, but ${count(rows)} labels and ${count(classes)} classes.`,
      { remedy: 'Give one score per row and class.' }
    )
  if (!seen.includes(true) || !seen.includes(false))
    throw new UnseenError(
      'classes.none',
      `Only ${seen.includes(true) ? 'seen' : 'unseen'} classes are candidates: nothing competes.`
    )
  const outside = Array.from(labels).findIndex(
    label => !(Number.isInteger(label) && label >= 0 && label < classes)
  )
  if (outside >= 0)
    throw new UnseenError(
      'labels.unknown',
      `The label of row ${outside} is ${labels[outside]}, which is no index of ${count(classes)} classes.`,
      { where: { row: outside } }
    )
  const result = {
    seen,
    labels: Int32Array.from(labels),
    switchAt: new Float64Array(rows),
    bestSeen: new Int32Array(rows),
    bestUnseen: new Int32Array(rows)
  }
  const [firstSeen, firstUnseen] = [seen.indexOf(true), seen.indexOf(false)]
  for (let i = 0; i < rows; i++) {
    let [s, u] = [firstSeen, firstUnseen]
    const at = i * classes
    for (let c = 0; c < classes; c++) {
      if (seen[c]) {
        if (scores[at + c] > scores[at + s]) s = c
      } else if (scores[at + c] > scores[at + u]) u = c
    }
    result.bestSeen[i] = s
    result.bestUnseen[i] = u
    result.switchAt[i] = scores[at + u] - scores[at + s]
  }
  return result
}

/** The answer of every row at a bias: indices of classes. */
export function answersAt({ switchAt, bestSeen, bestUnseen }: Competition, bias: number): Int32Array {
  return Int32Array.from(switchAt, (at, i) =>
    bias > at || (bias === at && bestSeen[i] < bestUnseen[i]) ? bestSeen[i] : bestUnseen[i]
  )
}

/** Accuracies at a bias, per class and per image. */
export function generalisedAt(
  competition: Competition,
  bias: number
): { readonly perClass: Generalised; readonly perImage: Generalised } {
  const { labels, seen } = competition
  const [rows, right] = [new Float64Array(seen.length), new Float64Array(seen.length)]
  answersAt(competition, bias).forEach((answer, i) => {
    rows[labels[i]]++
    if (answer === labels[i]) right[labels[i]]++
  })
  const part = (wanted: boolean): { perClass: number; perImage: number } => {
    const own = seen.flatMap((is, c) => (is === wanted && rows[c] > 0 ? [c] : []))
    const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)
    return own.length === 0
      ? { perClass: 0, perImage: 0 }
      : {
          perClass: sum(own.map(c => right[c] / rows[c])) / own.length,
          perImage: sum(own.map(c => right[c])) / sum(own.map(c => rows[c]))
        }
  }
  const [ofSeen, ofUnseen] = [part(true), part(false)]
  return {
    perClass: generalised(ofSeen.perClass, ofUnseen.perClass),
    perImage: generalised(ofSeen.perImage, ofUnseen.perImage)
  }
}

export function generalised(seen: number, unseen: number): Generalised {
  return { seen, unseen, harmonic: harmonicMean(seen, unseen) }
}

/** 0 where either is. */
export function harmonicMean(a: number, b: number): number {
  return a + b > 0 ? (2 * a * b) / (a + b) : 0
}
