/**
 * The rows of one fold, or of the final test: what is learned from, and what is tested. All jobs of a
 * comparison see their data through this, so that what may be known where is decided in one place:
 *
 *   test, zsl    learn: all training rows                        test: rows of the unseen classes
 *   test, gzsl learn: 80 % of the training rows test: rows of the unseen classes, the other 20 %
 *   fold learn: 80 % of these 80 %, classes not held out test: the held-out classes', and the other 20 % of
 *   these
 *
 * So rows that are tested in the end are never seen before. Both protocols choose on the same folds, each by
 * its own measure: a second set of folds, on all rows for zsl, was more than half of the work and changed
 * little. Where the data set keeps test rows of seen classes itself, these stand for the outer 20 %.
 */
import { UnseenError } from '../base/errors.js'
import { keepRows } from '../evaluation/kept-rows.js'
import { type DenseMatrix, Matrix } from '../linalg/matrix.js'
import type { Material } from './method.js'
import { foldOf } from './methods/sums.js'
import type { ComparisonData, PlacedRows } from './place.js'

/** `zsl`: rows of unseen classes, among unseen classes. `gzsl`: rows of all classes, among all classes. */
export type Protocol = 'zsl' | 'gzsl'

/** Of each seen class's rows, for testing. */
const KEPT_PART = 0.2
/** Training rows that are enough to know the scale of scores. */
const SAMPLE = 400

export interface FoldRows {
  readonly material: Material
  /** rows of classes that were not learned from; labels are indices into `unseenSignatures` */
  readonly unseen: PlacedRows
  readonly unseenSignatures: Float64Array
  /** absent where only unseen classes are asked about */
  readonly generalised: GeneralisedRows | undefined
}

/**
 * What is scored among all classes: rows of unseen classes, rows of seen ones, and some training rows, which
 * tell the scale of scores. One matrix, the same for all points, since methods remember what they computed
 * from it.
 */
export interface GeneralisedRows {
  readonly features: DenseMatrix
  /** the same memory in two parts: rows that are tested, and training rows */
  readonly tested: DenseMatrix
  readonly trained: DenseMatrix
  /** of the rows that are tested: index among the seen, then the unseen classes */
  readonly labels: Int32Array
  /** seen, then unseen classes */
  readonly signatures: Float64Array
}

/** The folds of one trial. They share the sums of the whole they are cut from. */
export function openFolds(
  place: ComparisonData,
  seed: number
): (heldOut: readonly number[], generalised: boolean) => FoldRows {
  // Another draw than the outer one.
  const { rest, kept } = divide(outerRows(place, seed).rest, seed + 1)
  const whole = materialOf(place, rest, seed)
  return (heldOut, generalised) => cut(whole, heldOut, kept, generalised)
}

/** The final test of one trial. */
export function openTest(place: ComparisonData, protocol: Protocol, seed: number): FoldRows {
  const { train, test: unseen, unseenSignatures } = place
  if (protocol === 'zsl')
    return { material: materialOf(place, train, seed), unseen, unseenSignatures, generalised: undefined }
  const { rest, kept } = outerRows(place, seed)
  return withSeen(materialOf(place, rest, seed), unseen, unseenSignatures, kept)
}

/**
 * The generalised protocol tests rows of seen classes, in the end and in the folds: where no class has rows
 * enough there are none.
 */
export function checkKept({ train: { labels }, testSeen }: ComparisonData): void {
  const needed = testSeen === undefined ? 3 : 2
  const rows = new Map<number, number>()
  for (const label of labels) rows.set(label, (rows.get(label) ?? 0) + 1)
  if (Math.max(...rows.values()) < needed)
    throw new UnseenError(
      'features.empty',
      `The protocol gzsl keeps rows of seen classes for testing, but no class has ${needed} rows.`,
      { where: { option: 'protocols' }, remedy: 'Bring more rows, or ask for the protocol zsl alone.' }
    )
}

function outerRows(
  { train, testSeen }: ComparisonData,
  seed: number
): { rest: PlacedRows; kept: PlacedRows } {
  return testSeen === undefined ? divide(train, seed) : { rest: train, kept: testSeen }
}

function materialOf(
  { seen, seenSignatures, seenLengths, length, oneSpace }: ComparisonData,
  rows: PlacedRows,
  seed: number
): Material {
  return {
    ...rows,
    seen: seen.length,
    signatures: seenSignatures,
    lengths: seenLengths,
    length,
    oneSpace,
    seed
  }
}

function cut(whole: Material, heldOut: readonly number[], kept: PlacedRows, generalised: boolean): FoldRows {
  const { train: material, rows, labels, signatures: unseenSignatures } = foldOf(whole, heldOut)
  const hidden = new Map(heldOut.map((index, at) => [index, at]))
  const others = new Map(
    Array.from({ length: whole.seen }, (_, index) => index)
      .filter(index => !hidden.has(index))
      .map((index, at) => [index, at])
  )
  const more = select(kept, hidden)
  const unseen = {
    features: Matrix.stack([rows, more.features], rows.columns) as DenseMatrix,
    labels: Int32Array.from([...labels, ...more.labels])
  }
  const seen = select(kept, others)
  // Where the classes that keep rows are all held out, a fold says nothing of the others.
  return generalised && seen.labels.length > 0
    ? withSeen(material, unseen, unseenSignatures, seen)
    : { material, unseen, unseenSignatures, generalised: undefined }
}

function withSeen(
  material: Material,
  unseen: PlacedRows,
  unseenSignatures: Float64Array,
  seen: PlacedRows
): FoldRows {
  const { features, signatures } = material
  const sampled = Uint32Array.from({ length: Math.min(features.rows, SAMPLE) }, (_, at) =>
    Math.floor((at * features.rows) / Math.min(features.rows, SAMPLE))
  )
  const all = Matrix.stack(
    [unseen.features, seen.features, Matrix.select(features, sampled)],
    features.columns
  ) as DenseMatrix
  const tested = unseen.labels.length + seen.labels.length
  return {
    material,
    unseen,
    unseenSignatures,
    generalised: {
      features: all,
      tested: Matrix.slice(all, 0, tested) as DenseMatrix,
      trained: Matrix.slice(all, tested, all.rows) as DenseMatrix,
      labels: Int32Array.from([...unseen.labels.map(label => material.seen + label), ...seen.labels]),
      signatures: Float64Array.from([...signatures, ...unseenSignatures])
    }
  }
}

function divide(rows: PlacedRows, seed: number): { rest: PlacedRows; kept: PlacedRows } {
  const { train, kept } = keepRows(rows.labels, { part: KEPT_PART, seed })
  return { rest: take(rows, train), kept: take(rows, kept) }
}

/** The rows of some classes, which are renumbered. */
function select(rows: PlacedRows, numbers: ReadonlyMap<number, number>): PlacedRows {
  const { features, labels } = take(
    rows,
    Uint32Array.from(rows.labels.keys()).filter(row => numbers.has(rows.labels[row]))
  )
  return { features, labels: labels.map(label => numbers.get(label) ?? 0) }
}

function take({ features, labels }: PlacedRows, rows: Uint32Array): PlacedRows {
  return {
    features: Matrix.select(features, rows),
    labels: Int32Array.from(rows, row => labels[row])
  }
}

/** Labels of the test rows of seen classes in a trial. */
export function keptLabels({ train, testSeen }: ComparisonData, seed: number): Int32Array {
  if (testSeen !== undefined) return testSeen.labels
  return Int32Array.from(keepRows(train.labels, { part: KEPT_PART, seed }).kept, row => train.labels[row])
}
