/**
 * A decision tree that parts classes by their signatures alone, and knows that its questions are
 * answered by unreliable classifiers. A node asks whether the prediction of attribute m exceeds a
 * threshold; of a class that has the attribute the part `yes` of the ROC point goes right, of one that
 * has not the part `no`. Of a few random questions the one with the largest expected gain of
 * information is asked. Held-out rows of seen classes go down the tree with their real predictions, so
 * that a node's rates are those of the rows that come as far.
 */
import type { Random } from '../../base/random.js'
import type { Rates, Reliability } from './reliability.js'

export type SignatureTree =
  | { readonly leaf: Float64Array }
  | {
      readonly attribute: number
      readonly threshold: number
      readonly below: SignatureTree
      readonly above: SignatureTree
    }

export interface TreeTask {
  readonly reliability: Reliability
  /** (candidates x attributes), 0 or 1 */
  readonly answers: Uint8Array
  readonly depth: number
  /** questions tried at a node */
  readonly tries: number
  readonly random: Random
}

/**
 * Gains that differ by less are equal, and the question drawn first is asked: the order of classes must not
 * decide.
 */
const EQUAL = 1e-9

/** mass (candidates): how much of each class comes as far; rows: held-out rows that do */
export function growTree(
  task: TreeTask,
  mass: Float64Array,
  rows: Int32Array,
  depth = task.depth
): SignatureTree {
  const { reliability, answers, tries, random } = task
  const { predicted, attributes } = reliability.heldOut
  const total = mass.reduce((sum, part) => sum + part, 0)
  if (depth === 0 || attributes === 0 || mass.length < 2 || rows.length < 2)
    return { leaf: mass.map(part => part / total) }
  const terms = mass.map(timesLog)
  const before = spreadOf(
    total,
    terms.reduce((sum, term) => sum + term, 0)
  )
  let best: { gain: number; attribute: number; threshold: number; rates: Rates } | undefined
  for (let t = 0; t < tries; t++) {
    const attribute = random.below(attributes)
    const threshold = predicted[rows[random.below(rows.length)] * attributes + attribute]
    const rates = reliability.rates(attribute, threshold, rows)
    let [having, havingTerms, lacking, lackingTerms] = [0, 0, 0, 0]
    for (let k = 0; k < mass.length; k++) {
      if (answers[k * attributes + attribute] === 1) {
        having += mass[k]
        havingTerms += terms[k]
      } else {
        lacking += mass[k]
        lackingTerms += terms[k]
      }
    }
    const side = (yes: number, no: number): number =>
      spreadOf(
        yes * having + no * lacking,
        yes * havingTerms + timesLog(yes) * having + no * lackingTerms + timesLog(no) * lacking
      )
    const gain = before - side(rates.yes, rates.no) - side(1 - rates.yes, 1 - rates.no)
    if (best === undefined || gain > best.gain + EQUAL * total) best = { gain, attribute, threshold, rates }
  }
  if (best === undefined || best.gain <= EQUAL * total) return { leaf: mass.map(part => part / total) }
  const { attribute, threshold, rates } = best
  const above = mass.map(
    (part, k) => part * (answers[k * attributes + attribute] === 1 ? rates.yes : rates.no)
  )
  const isAbove = (row: number): boolean => predicted[row * attributes + attribute] > threshold
  return {
    attribute,
    threshold,
    below: growTree(
      task,
      mass.map((part, k) => part - above[k]),
      rows.filter(row => !isAbove(row)),
      depth - 1
    ),
    above: growTree(task, above, rows.filter(isAbove), depth - 1)
  }
}

/** The leaf a row of predictions comes to: parts of classes, summing to 1. */
export function leafOf(tree: SignatureTree, predictions: Float64Array): Float64Array {
  let node = tree
  while (!('leaf' in node)) node = predictions[node.attribute] > node.threshold ? node.above : node.below
  return node.leaf
}

/**
 * Entropy of parts m_k times their sum M: M log M - sum_k m_k log m_k, from the sum and that of the second terms.
 * A share r of a part has r m_k log(r m_k) = r (m_k log m_k) + (r log r) m_k, so that classes which go the same way
 * need no logarithm of their own.
 */
function spreadOf(total: number, terms: number): number {
  return total > 0 ? total * Math.log(total) - terms : 0
}

function timesLog(part: number): number {
  return part > 0 ? part * Math.log(part) : 0
}
