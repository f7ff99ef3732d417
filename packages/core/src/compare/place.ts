/**
 * What a comparison works on, as plain data that every thread opens: rows that are already normalised,
 * signatures of length 1, labels as indices. Rows may lie in memory that threads share.
 */
import { defined } from '../base/defined.js'
import { UnseenError } from '../base/errors.js'
import { type Normalisation, readNormalised } from '../input/normalise.js'
import type { SplitData } from '../input/split-data.js'
import {
  type TrainingInput,
  type TrainingSet,
  checkFinite,
  readTrainingInput,
  sharesSpace
} from '../input/training-input.js'
import { gatherRows } from '../linalg/gather.js'
import { type DenseMatrix, Matrix, type MatrixLike } from '../linalg/matrix.js'
import type { Material } from './method.js'

/** What methods are trained and tested on. */
export interface ComparisonInput {
  /** rows of seen classes; signatures of the seen and the unseen classes, no others */
  readonly train: TrainingInput
  /** rows of unseen classes; labels are names */
  readonly test: TestRows
  /** test rows of seen classes, where the data set keeps some apart */
  readonly testSeen?: TestRows
}

/**
 * Of a split: test rows of seen classes count only where none of them is trained on.
 *
 * @param split what `takeSplit` of @unseen/data returns
 */
export function comparisonInput({ train, test, testSeen }: SplitData): ComparisonInput {
  const trained = new Set(train.rows)
  const apart = testSeen !== undefined && !testSeen.rows.some(row => trained.has(row))
  return { train, test, ...defined({ testSeen: apart ? testSeen : undefined }) }
}

export interface TestRows {
  readonly features: MatrixLike
  readonly labels: readonly string[]
}

export interface PlacedRows {
  readonly features: DenseMatrix
  /** (rows): index among the seen classes, or among the unseen ones */
  readonly labels: Int32Array
}

export interface ComparisonData {
  readonly seen: readonly string[]
  readonly unseen: readonly string[]
  /** each of length 1, (seen x length) and (unseen x length) */
  readonly seenSignatures: Float64Array
  readonly unseenSignatures: Float64Array
  /** of the seen signatures before they were scaled */
  readonly seenLengths: Float64Array
  readonly length: number
  /** of rows and signatures, unless rows were bent in scaling */
  readonly oneSpace: boolean
  readonly train: PlacedRows
  /** of unseen classes */
  readonly test: PlacedRows
  /** of seen classes; where absent, part of `train` is kept apart by a seed */
  readonly testSeen?: PlacedRows
  readonly threads: number
}

export interface PlaceOptions {
  readonly normalise: Normalisation
  readonly threads: number
  /** may threads share the rows? */
  readonly shared: boolean
}

export function createComparisonPlace(
  { train, test, testSeen }: ComparisonInput,
  { normalise, threads, shared }: PlaceOptions
): ComparisonData {
  const set = readTrainingInput(train)
  const known = new Set(set.seen)
  const seen = set.seen.map(index => set.classes[index])
  const others = set.classes.flatMap((_, index) => (known.has(index) ? [] : [index]))
  const unseen = others.map(index => set.classes[index])
  if (unseen.length === 0)
    throw new UnseenError(
      'classes.none',
      'There is no unseen class to recognise: every class has rows in training.',
      { remedy: 'Name some of them as unseen (--unseen NAME,NAME); their rows become the test.' }
    )
  return {
    seen,
    unseen,
    seenSignatures: gatherRows(set.unit, set.length, set.seen),
    unseenSignatures: gatherRows(set.unit, set.length, others),
    seenLengths: lengthsOf(set),
    length: set.length,
    oneSpace: isOneSpace(set, normalise),
    train: { features: normalisedRows(set.features, normalise, shared), labels: set.labels },
    test: placeTest(test, unseen, normalise, shared),
    ...defined({
      testSeen: testSeen === undefined ? undefined : placeTest(testSeen, seen, normalise, shared)
    }),
    threads
  }
}

/** What methods learn from: all rows of a training set. */
export function materialOf(set: TrainingSet, normalise: Normalisation, seed: number): Material {
  return {
    features: normalisedRows(set.features, normalise, false),
    labels: set.labels,
    seen: set.seen.length,
    signatures: gatherRows(set.unit, set.length, set.seen),
    lengths: lengthsOf(set),
    length: set.length,
    oneSpace: isOneSpace(set, normalise),
    seed
  }
}

/** Scaling a row leaves its cosines alone, roots of its entries do not. */
function isOneSpace({ space, encoder }: TrainingSet, normalise: Normalisation): boolean {
  return sharesSpace(space, encoder) && (normalise === 'l2' || normalise === 'none')
}

function placeTest(
  { features, labels }: TestRows,
  classes: readonly string[],
  normalise: Normalisation,
  shared: boolean
): PlacedRows {
  const matrix = Matrix.from(features)
  checkFinite(matrix)
  if (matrix.rows === 0) throw new UnseenError('features.empty', 'There are no test rows to compare on.')
  if (labels.length !== matrix.rows)
    throw new UnseenError('labels.length', `${labels.length} test labels, but ${matrix.rows} test rows.`)
  const index = new Map(classes.map((name, at) => [name, at]))
  const places = Int32Array.from(labels, (name, row) => {
    const at = index.get(name)
    if (at === undefined)
      throw new UnseenError(
        'labels.unknown',
        `Test row ${row} is labelled "${name}", which is not one of the ${classes.length} classes it is tested among.`,
        { where: { row } }
      )
    return at
  })
  return { features: normalisedRows(matrix, normalise, shared), labels: places }
}

function normalisedRows(matrix: Matrix, normalise: Normalisation, shared: boolean): DenseMatrix {
  const { rows, columns } = matrix
  const data = shared
    ? new Float32Array(new SharedArrayBuffer(rows * columns * 4))
    : new Float32Array(rows * columns)
  const row = new Float64Array(columns)
  for (let i = 0; i < rows; i++) {
    readNormalised(matrix, i, normalise, row)
    data.set(row, i * columns)
  }
  return { kind: 'dense', rows, columns, data }
}

/**
 * Of the seen classes' signatures as they were given; squares of very large or small entries would not be
 * finite, or 0.
 */
function lengthsOf({ signatures, seen, length }: TrainingSet): Float64Array {
  return Float64Array.from(seen, index => {
    const own = signatures.subarray(index * length, (index + 1) * length)
    const largest = own.reduce((most, entry) => Math.max(most, Math.abs(entry)), 0)
    return largest === 0
      ? 0
      : largest * Math.sqrt(own.reduce((sum, entry) => sum + (entry / largest) ** 2, 0))
  })
}
