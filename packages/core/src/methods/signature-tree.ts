/**
 * A decision tree that parts classes by their signatures alone, and knows that its questions are
 * answered by unreliable classifiers. A node asks whether the prediction of attribute m exceeds a
 * threshold; of a class that has the attribute the part `yes` of the ROC point goes right, of one that
 * has not the part `no`. Of a few random questions the one with the largest expected gain of
 * information is asked. Held-out rows of seen classes go down the tree with their real predictions, so
 * that a node's rates are those of the rows that come as far.
 */
import type { Random } from '../base/random.js'
import type { Reliability } from './reliability.js'

export type SignatureTree = { readonly leaf: Float64Array } | { readonly attribute: number; readonly threshold: number; readonly below: SignatureTree; readonly above: SignatureTree }

export interface TreeTask {
  readonly reliability: Reliability
  /** (candidates x attributes), 0 or 1 */
  readonly answers: Uint8Array
  readonly depth: number
  /** questions tried at a node */
  readonly tries: number
  readonly random: Random
}

/** Gains that differ by less are equal, and the question drawn first is asked: the order of classes must not decide. */
const EQUAL = 1e-9

/** mass (candidates): how much of each class comes as far; rows: held-out rows that do */
export function growTree(task: TreeTask, mass: Float64Array, rows: Int32Array, depth = task.depth): SignatureTree {
  const { reliability, answers, tries, random } = task
  const { predicted, attributes } = reliability.heldOut
  const total = mass.reduce((sum, part) => sum + part, 0)
  if (depth === 0 || attributes === 0 || mass.length < 2 || rows.length < 2) return { leaf: mass.map((part) => part / total) }
  let best: { gain: number; attribute: number; threshold: number; above: Float64Array } | undefined
  for (let t = 0; t < tries; t++) {
    const attribute = random.below(attributes)
    const threshold = predicted[rows[random.below(rows.length)] * attributes + attribute]
    const { yes, no } = reliability.rates(attribute, threshold, rows)
    const above = mass.map((part, k) => part * (answers[k * attributes + attribute] === 1 ? yes : no))
    const below = mass.map((part, k) => part - above[k])
    const gain = spread(mass) - spread(above) - spread(below)
    if (best === undefined || gain > best.gain + EQUAL * total) best = { gain, attribute, threshold, above }
  }
  if (best === undefined || best.gain <= EQUAL * total) return { leaf: mass.map((part) => part / total) }
  const { attribute, threshold, above } = best
  const isAbove = (row: number): boolean => predicted[row * attributes + attribute] > threshold
  return {
    attribute,
    threshold,
    below: growTree(task, mass.map((part, k) => part - above[k]), rows.filter((row) => !isAbove(row)), depth - 1),
    above: growTree(task, above, rows.filter(isAbove), depth - 1),
  }
}

/** The leaf a row of predictions comes to: parts of classes, summing to 1. */
export function leafOf(tree: SignatureTree, predictions: Float64Array): Float64Array {
  let node = tree
  while (!('leaf' in node)) node = predictions[node.attribute] > node.threshold ? node.above : node.below
  return node.leaf
}

/** Entropy of the parts times their sum. */
function spread(mass: Float64Array): number {
  let [total, sum] = [0, 0]
  for (const part of mass) {
    total += part
    if (part > 0) sum -= part * Math.log(part)
  }
  return total > 0 ? sum + total * Math.log(total) : 0
}
