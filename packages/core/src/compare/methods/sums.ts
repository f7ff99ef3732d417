/**
 * What closed forms share, computed once for a material and remembered with it: class means, and
 *
 *   W(r) = (X'X + r I)^-1 X'Y     (columns x seen), ridge regression of the 0/1 labels
 *
 * from one Gram matrix for all ridges. Everything here asks for the sums of the same material object
 * and so pays once. Held-out folds are made here too: the Gram matrix of a fold is that of the whole
 * material less that of the rows held out.
 */
import { defined } from '../../base/defined.js'
import { type Job, stopped } from '../../base/progress.js'
import { Gram } from '../../linalg/gram.js'
import { gatherRows } from '../../linalg/gather.js'
import { type DenseMatrix, Matrix } from '../../linalg/matrix.js'
import type { Material } from '../method.js'

/** Where a fold comes from. */
interface Origin {
  readonly whole: Material
  readonly heldOut: DenseMatrix
}

const known = new WeakMap<Material, Sums>()
const origins = new WeakMap<Material, Origin>()

export class Sums {
  /** rows of each class, (seen) */
  readonly counts: Float64Array
  /** mean row of each class, (seen x columns) */
  readonly means: Float64Array
  /** mean row, (columns) */
  readonly mean: Float64Array
  /** mean squared length of a row: the unit of ridges */
  readonly scale: number
  private readonly material: Material
  private turnedMeans: Float64Array | undefined
  private system: Gram | undefined
  private readonly solved = new Map<number, Float64Array>()

  constructor(material: Material) {
    const { features, labels, seen } = material
    const { data, columns: d } = features
    this.material = material
    this.counts = new Float64Array(seen)
    this.means = new Float64Array(seen * d)
    let squares = 0
    labels.forEach((label, i) => {
      this.counts[label]++
      for (let m = 0; m < d; m++) {
        const value = data[i * d + m]
        squares += value * value
        this.means[label * d + m] += value
      }
    })
    this.means.forEach((sum, at) => (this.means[at] = sum / this.counts[Math.floor(at / d)]))
    this.mean = new Float64Array(d)
    this.means.forEach(
      (mean, at) => (this.mean[at % d] += (mean * this.counts[Math.floor(at / d)]) / labels.length)
    )
    this.scale = squares / labels.length
  }

  *gram(): Job<Gram> {
    const { material } = this
    const origin = origins.get(material)
    if (this.system === undefined && origin !== undefined) {
      const whole = yield* sumsOf(origin.whole).gram()
      if (whole.side === 'columns') this.system = yield* Gram.without(whole, origin.heldOut, material.seen)
    }
    this.system ??= yield* Gram.of(material.features, material.seen)
    if (this.system === undefined) throw stopped()
    return this.system
  }

  /** The means as weights, (columns x seen): proportions are the products of a row with them. */
  meansByColumn(): Float64Array {
    if (this.turnedMeans !== undefined) return this.turnedMeans
    const {
      seen,
      features: { columns }
    } = this.material
    this.turnedMeans = new Float64Array(this.means.length)
    for (let s = 0; s < seen; s++)
      for (let m = 0; m < columns; m++) this.turnedMeans[m * seen + s] = this.means[s * columns + m]
    return this.turnedMeans
  }

  /** X'Y (columns x seen), or Y (rows x seen) on the side of the rows */
  targets({ side, size }: Gram): Float64Array {
    const { labels, seen } = this.material
    const targets = new Float64Array(size * seen)
    if (side === 'rows') labels.forEach((label, i) => (targets[i * seen + label] = 1))
    else
      this.means.forEach(
        (mean, at) =>
          (targets[(at % size) * seen + Math.floor(at / size)] = mean * this.counts[Math.floor(at / size)])
      )
    return targets
  }

  /** Products of two columns of the rows less their mean. */
  *centredProducts(): Job<(a: number, b: number) => number> {
    const { rows, columns, data } = this.material.features
    const { side, matrix } = yield* this.gram()
    const plain =
      side === 'columns'
        ? (a: number, b: number): number => matrix[Math.max(a, b) * columns + Math.min(a, b)]
        : (a: number, b: number): number => {
            let sum = 0
            for (let i = 0; i < rows; i++) sum += data[i * columns + a] * data[i * columns + b]
            return sum
          }
    return (a, b) => plain(a, b) - rows * this.mean[a] * this.mean[b]
  }

  /** W(ridge), the ridge in units of the mean squared row length; remembered. (columns x seen) */
  *classWeights(ridge: number): Job<Float64Array> {
    const before = this.solved.get(ridge)
    if (before !== undefined) return before
    const gram = yield* this.gram()
    if (yield { stage: 'prepare', message: `ridge ${ridge}` }) throw stopped()
    const weights = gram.solve(ridge * this.scale, this.targets(gram))
    this.solved.set(ridge, weights)
    return weights
  }
}

export function sumsOf(material: Material): Sums {
  const sums = known.get(material) ?? new Sums(material)
  known.set(material, sums)
  return sums
}

/** Seen classes that play unseen, and the rest to learn from. */
export interface Fold {
  readonly train: Material
  /** rows of the held-out classes */
  readonly rows: DenseMatrix
  /** (rows): position among the held-out classes */
  readonly labels: Int32Array
  /** of the held-out classes, (held out x length) */
  readonly signatures: Float64Array
}

/** Classes keep their order; the training part shares the sums of the whole. */
export function foldOf(material: Material, heldOut: readonly number[]): Fold {
  const { features, labels, seen, signatures, lengths, length, oneSpace, seed } = material
  const place = new Map(heldOut.map((index, at) => [index, at]))
  const rest = Array.from({ length: seen }, (_, index) => index).filter(index => !place.has(index))
  const restPlace = new Map(rest.map((index, at) => [index, at]))
  const part = (
    places: ReadonlyMap<number, number>
  ): { features: DenseMatrix; labels: Int32Array; signatures: Float64Array } => {
    const rows = Array.from(labels.keys()).filter(i => places.has(labels[i]))
    return {
      features: Matrix.select(features, rows),
      labels: Int32Array.from(rows, i => places.get(labels[i]) ?? 0),
      signatures: gatherRows(signatures, length, [...places.keys()])
    }
  }
  const hidden = part(place)
  const train: Material = {
    ...part(restPlace),
    seen: rest.length,
    length,
    seed,
    ...defined({
      lengths: lengths === undefined ? undefined : Float64Array.from(rest, index => lengths[index]),
      oneSpace
    })
  }
  origins.set(train, { whole: material, heldOut: hidden.features })
  return { train, rows: hidden.features, labels: hidden.labels, signatures: hidden.signatures }
}
