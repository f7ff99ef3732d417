/**
 * Small random problems, and the paper's formulas on them in plain float64 loops: what the tests compare
 * with.
 */
import type { FitOptions } from '../../src/base/options.js'
import { createRandom } from '../../src/base/random.js'
import type { Model } from '../../src/model/model.js'

export interface SmallProblem {
  features: number[][]
  labels: string[]
  signatures: { classes: string[]; matrix: number[][] }
}

export interface SmallShape {
  seen?: number
  unseen?: number
  rows?: number
  columns?: number
  attributes?: number
  /** share of features that are zero */
  zeros?: number
}

/** Classes c0, c1 ...; the first `seen` of them have rows, at least one each. */
export function smallProblem(
  seed: number,
  { seen = 5, unseen = 3, rows = 40, columns = 9, attributes = 6, zeros = 0 }: SmallShape = {}
): SmallProblem {
  const random = createRandom(seed)
  const table = (height: number, width: number): number[][] =>
    Array.from({ length: height }, () => Array.from({ length: width }, () => random.next() ** 2))
  const classes = Array.from({ length: seen + unseen }, (_, k) => `c${k}`)
  const centres = table(seen, columns)
  const of = Array.from({ length: rows }, (_, i) => (i < seen ? i : random.below(seen)))
  const features = of.map(k =>
    centres[k].map(value => (random.next() < zeros ? 0 : value + 0.6 * random.next() - 0.2))
  )
  return {
    features,
    labels: of.map(k => classes[k]),
    signatures: { classes, matrix: table(seen + unseen, attributes) }
  }
}

export const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let sum = 0
  for (let m = 0; m < a.length; m++) sum += a[m] * b[m]
  return sum
}

export function toUnit(row: ArrayLike<number>): number[] {
  const length = Math.sqrt(dot(row, row))
  return Array.from(row, value => (length === 0 ? 0 : value / length))
}

export const plainTransforms = {
  relu: (x: number, v: number): number => Math.max(0, x - v),
  int: (x: number, v: number): number => Math.min(x, v),
  identity: (x: number): number => x
}

export interface PlainProblem {
  transform: 'relu' | 'int'
  /** as trained on, and the class of each row */
  rows: number[][]
  of: number[]
  /** unit signatures and compared mixtures of the seen classes */
  unit: number[][]
  mixtures: number[][]
  lambda1: number
  lambda2: number
  lambda3: number
}

/** Eq. 7 at w and V, summed as it is written. */
export function plainObjective(
  { transform, rows, of, unit, mixtures, lambda1, lambda2, lambda3 }: PlainProblem,
  w: ArrayLike<number>,
  references: ArrayLike<number>[]
): number {
  const phi = plainTransforms[transform]
  const seen = unit.length
  const scores = rows.map(row => {
    const p = references.map(v => row.reduce((sum, x, m) => sum + w[m] * phi(x, v[m]), 0))
    return mixtures.map(z => dot(z, p))
  })
  let value = dot(w, w) / 2 + references.reduce((sum, v) => sum + (lambda1 / 2) * dot(v, v), 0)
  for (let y = 0; y < seen; y++) {
    const own = scores.filter((_, i) => of[i] === y)
    for (let k = 0; k < seen; k++) {
      if (k === y) continue
      const margin = 1 - dot(unit[y], unit[k])
      const mean = own.reduce((sum, f) => sum + f[y] - f[k], 0) / own.length
      value += lambda2 * Math.max(0, margin - mean)
      for (const f of own) value += lambda3 * Math.max(0, margin - (f[y] - f[k]))
    }
  }
  return value
}

/** The problem a model was trained on, as plain numbers; features of length 1 or as they are. */
export function plainProblemOf(model: Model, { features, labels }: SmallProblem): PlainProblem {
  const { lambda1, lambda2, lambda3, normalise, transform } = model.settings
  const names = model.seen
  return {
    transform: transform === 'int' ? 'int' : 'relu',
    rows: normalise === 'l2' ? features.map(toUnit) : features,
    of: labels.map(label => names.indexOf(label)),
    unit: names.map(name => toUnit(model.find(name).signature)),
    mixtures: names.map(name => [...model.comparedMixture(name)]),
    lambda1,
    lambda2,
    lambda3
  }
}

/** One row per seen class. */
export function rowsOf(values: Float32Array, columns: number): Float32Array[] {
  return Array.from({ length: values.length / columns }, (_, k) =>
    values.subarray(k * columns, (k + 1) * columns)
  )
}

/** The objective of Eq. 7 at a trained model, in plain float64. */
export function plainObjectiveOf(model: Model, problem: SmallProblem): number {
  const { weights, references, columns } = model.trained
  return plainObjective(
    plainProblemOf(model, problem),
    weights,
    rowsOf(references ?? new Float32Array(), columns)
  )
}

/** X with A X = B, by Gauss's elimination with pivots. */
export function solveLinear(a: number[][], b: number[][]): number[][] {
  const left = a.map(row => [...row])
  const right = b.map(row => [...row])
  const n = left.length
  for (let c = 0; c < n; c++) {
    let pivot = c
    for (let r = c + 1; r < n; r++) if (Math.abs(left[r][c]) > Math.abs(left[pivot][c])) pivot = r
    ;[left[c], left[pivot]] = [left[pivot], left[c]]
    ;[right[c], right[pivot]] = [right[pivot], right[c]]
    for (let r = 0; r < n; r++) {
      if (r === c) continue
      const factor = left[r][c] / left[c][c]
      for (let k = c; k < n; k++) left[r][k] -= factor * left[c][k]
      for (let k = 0; k < right[r].length; k++) right[r][k] -= factor * right[c][k]
    }
  }
  return right.map((row, r) => row.map(value => value / left[r][r]))
}

export const transpose = (a: number[][]): number[][] => a[0].map((_, k) => a.map(row => row[k]))
export const multiply = (a: number[][], b: number[][]): number[][] => {
  const columns = transpose(b)
  return a.map(row => columns.map(column => dot(row, column)))
}
export const addDiagonal = (a: number[][], value: number): number[][] =>
  a.map((row, i) => row.map((entry, j) => (i === j ? entry + value : entry)))

/** Options under which the w-step comes close to its optimum. */
export const exact: FitOptions = { tolerance: 1e-6, epochs: 5000 }

/**
 * How far scores of two solutions of one w-step may be apart. The objective is strongly convex in w:
 * |w - w*|^2 / 2 <= gap x objective, and a row of length 1 has transformed rows no longer than 1.
 */
export function scoreSlack(...models: Model[]): number {
  return models.reduce(
    (sum, { notes: { training } }) => sum + Math.sqrt(2 * Math.max(training.gap, 1e-9) * training.objective),
    0
  )
}
