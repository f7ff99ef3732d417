/**
 * Is one method better than another on the same rows, or is it an accident? Two exact questions:
 *
 *   per image  McNemar: of the rows that only one of both gets right, would a coin share them out so
 *              unevenly? Two-sided binomial, summed in full.
 *   per class  sign flips: were the methods alike, each class's difference of accuracies could as well
 *              have the other sign. All 2^C of them for up to 16 classes that differ, otherwise drawn.
 */
import { createRandom } from '../base/random.js'
import type { LabelOptions } from './accuracy.js'
import { type Labels, readLabelled } from './labels.js'

/** Do two methods differ on the same rows? */
export interface PairedTest {
  /**
   * Over rows: the difference of the accuracies, its p value, and how many rows only one of the two got
   * right.
   */
  readonly perImage: {
    readonly difference: number
    readonly p: number
    readonly onlyFirst: number
    readonly onlySecond: number
  }
  /** Over classes: the difference of the accuracies and its p value. */
  readonly perClass: { readonly difference: number; readonly p: number }
}

/** How the test is carried out. */
export interface PairedOptions extends LabelOptions {
  /** Random flips, where there are too many to try all. Default 10,000. */
  readonly flips?: number
  /** Seed of the flips. Default 0. */
  readonly seed?: number
}

const ALL_FLIPS_TO = 16

/**
 * Compares two methods on the same rows. Differences are of the first less the second; p is the chance of one
 * as large, either way, between equals.
 *
 * @param truth the true class of each row
 * @param first answers of one method
 * @param second answers of the other
 * @param options `classes`, how many flips, and a seed
 */
export function pairedTest(
  truth: Labels,
  first: Labels,
  second: Labels,
  { classes: given, flips = 10_000, seed = 0 }: PairedOptions = {}
): PairedTest {
  const {
    classes,
    truth: right,
    predicted: [a, b]
  } = readLabelled(truth, [first, second], given)
  const rows = new Float64Array(classes.length)
  const net = new Float64Array(classes.length)
  let [onlyFirst, onlySecond] = [0, 0]
  right.forEach((label, row) => {
    rows[label]++
    if (a[row] === label && b[row] !== label) {
      onlyFirst++
      net[label]++
    } else if (b[row] === label && a[row] !== label) {
      onlySecond++
      net[label]--
    }
  })
  const differences = Array.from(net, (value, c) => (rows[c] > 0 ? value / rows[c] : Number.NaN)).filter(
    value => !Number.isNaN(value)
  )
  return {
    perImage: {
      difference: (onlyFirst - onlySecond) / right.length,
      p: mcNemar(onlyFirst, onlySecond),
      onlyFirst,
      onlySecond
    },
    perClass: {
      difference: differences.reduce((sum, value) => sum + value, 0) / differences.length,
      p: signFlips(differences, flips, seed)
    }
  }
}

/** Two-sided exact p of so many wins of each side, were both equally likely. */
export function mcNemar(onlyFirst: number, onlySecond: number): number {
  const n = onlyFirst + onlySecond
  const less = Math.min(onlyFirst, onlySecond)
  // Logarithms of the binomial terms, so that thousands of rows stay within range.
  let term = -n * Math.LN2
  let tail = Math.exp(term)
  for (let k = 1; k <= less; k++) {
    term += Math.log((n - k + 1) / k)
    tail += Math.exp(term)
  }
  return Math.min(1, 2 * tail)
}

/** Two-sided p of the mean of paired differences. */
export function signFlips(differences: readonly number[], flips = 10_000, seed = 0): number {
  // A class without a difference keeps it whatever its sign.
  const some = differences.filter(value => value !== 0)
  const observed = Math.abs(some.reduce((sum, value) => sum + value, 0))
  const limit = observed * (1 - 1e-12)
  if (some.length <= ALL_FLIPS_TO) {
    let as = 0
    for (let signs = 0; signs < 2 ** some.length; signs++)
      if (Math.abs(some.reduce((sum, value, k) => sum + ((signs >> k) & 1 ? -value : value), 0)) >= limit)
        as++
    return as / 2 ** some.length
  }
  const random = createRandom(seed)
  let as = 1
  for (let flip = 0; flip < flips; flip++)
    if (Math.abs(some.reduce((sum, value) => sum + (random.next() < 0.5 ? -value : value), 0)) >= limit) as++
  return as / (flips + 1)
}
