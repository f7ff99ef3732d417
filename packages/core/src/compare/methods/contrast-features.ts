/**
 * Features that tell an attribute apart between classes that are otherwise alike. For each attribute up to
 * three pairs of seen classes, one that has it and one that has not, which agree on as many other attributes as
 * possible, each class once; for each pair the features that the lasso (solvers/lasso.ts) needs to tell its two
 * classes apart. Many attributes share pairs: each is solved once.
 */
import { type Job, stopped } from '../../base/progress.js'
import type { Material } from '../method.js'
import { type LassoProblem, solveLasso } from '../solvers/lasso.js'

const PAIRS = 3
const STEPS = 60

/** A class with an attribute and one without. */
export type Pair = readonly [having: number, lacking: number]

/** answers (seen x count); pairs of each attribute, those that agree most first, of equals the lower numbers */
export function contrastPairs(answers: Uint8Array, seen: number): Pair[][] {
  const count = answers.length / seen
  const agreement = (a: number, b: number): number => {
    let alike = 0
    for (let m = 0; m < count; m++) if (answers[a * count + m] === answers[b * count + m]) alike++
    return alike
  }
  const alike = Int32Array.from({ length: seen * seen }, (_, at) =>
    agreement(Math.floor(at / seen), at % seen)
  )
  const classes = Array.from({ length: seen }, (_, s) => s)
  return Array.from({ length: count }, (_, m) => {
    const having = classes.filter(s => answers[s * count + m] === 1)
    const lacking = classes.filter(s => answers[s * count + m] === 0)
    const all = having
      .flatMap(a => lacking.map((b): Pair => [a, b]))
      .sort(([a, b], [c, d]) => alike[c * seen + d] - alike[a * seen + b] || a - c || b - d)
    const taken = new Set<number>()
    return all.filter(pair => {
      if (taken.size === 2 * PAIRS || pair.some(s => taken.has(s))) return false
      for (const s of pair) taken.add(s)
      return true
    })
  })
}

/** Of each attribute the numbers of its features, rising. `part`: of the penalty that leaves none. */
export function* contrastFeatures(material: Material, answers: Uint8Array, part: number): Job<number[][]> {
  const pairs = contrastPairs(answers, material.seen)
  const byPair = new Map<string, readonly number[]>()
  const key = (pair: Pair): string => [...pair].sort((a, b) => a - b).join()
  for (const pair of pairs.flat()) {
    if (byPair.has(key(pair))) continue
    const w = solveLasso(pairProblem(material, pair), part, STEPS)
    byPair.set(
      key(pair),
      Array.from(w.keys()).filter(m => w[m] !== 0)
    )
    if (yield { stage: 'prepare', message: `features of pairs of classes, ${byPair.size}` }) throw stopped()
  }
  return pairs.map(own =>
    [...new Set(own.flatMap(pair => byPair.get(key(pair)) ?? []))].sort((a, b) => a - b)
  )
}

/** The rows of both classes less their mean, by columns; 1 for the first class, 0 for the other, less its mean */
export function pairProblem({ features, labels }: Material, [having, lacking]: Pair): LassoProblem {
  const { columns, data } = features
  const rows = Array.from(labels.keys()).filter(i => labels[i] === having || labels[i] === lacking)
  const x = new Float32Array(columns * rows.length)
  for (let m = 0; m < columns; m++) {
    let mean = 0
    for (const row of rows) mean += data[row * columns + m] / rows.length
    rows.forEach((row, i) => (x[m * rows.length + i] = data[row * columns + m] - mean))
  }
  const share = rows.filter(row => labels[row] === having).length / rows.length
  return { x, t: Float64Array.from(rows, row => (labels[row] === having ? 1 : 0) - share) }
}
