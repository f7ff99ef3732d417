/**
 * The door for training data: everything a user can hand in wrongly is refused here, with row and
 * column; behind it, data is taken as right.
 */
import { defined } from '../base/defined.js'
import { UnseenError, count } from '../base/errors.js'
import { Matrix, type MatrixLike } from '../linalg/matrix.js'
import { checkClassName } from './class-names.js'
import type { EncoderRecord } from './encoder-record.js'
import { unitSignatures } from './signatures.js'

/** One description of every class, as numbers: attributes, a word vector, a sentence embedding. */
export interface SignatureTable {
  /** Names, one for each row of `matrix`. */
  readonly classes: readonly string[]
  /** what each column means */
  readonly attributes?: readonly string[]
  /** (classes x attributes) */
  readonly matrix: MatrixLike
  /** where the table comes from, e.g. "attributes" or the name of an encoder */
  readonly source?: string
  /** how its vectors were made, if they were not made by hand */
  readonly encoder?: EncoderRecord
}

/** What a model learns from. */
export interface TrainingInput {
  /** One row of numbers for each image, from any backbone. */
  readonly features: MatrixLike
  /** one per row: class names, or indices into signatures.classes */
  readonly labels: ArrayLike<string> | ArrayLike<number>
  /** Descriptions of all classes; a class without rows is unseen. */
  readonly signatures: SignatureTable
  /** Names the space that rows share with texts, where the backbone is one of two towers (`TowersRecord`). */
  readonly space?: string
}

/**
 * Training data that were checked once; functions that take a `TrainingInput` take this without checking
 * again.
 */
export interface TrainingSet {
  /** The rows. */
  readonly features: Matrix
  /** (rows): index into `seen` */
  readonly labels: Int32Array
  /** Names of all classes. */
  readonly classes: readonly string[]
  /** What each column of a signature means, where the table says so. */
  readonly attributes: readonly string[] | undefined
  /** Where the table comes from. */
  readonly source: string | undefined
  /** How its vectors were made, if they were not made by hand. */
  readonly encoder: EncoderRecord | undefined
  /** as given, (classes x length) */
  readonly signatures: Float64Array
  /** each of length 1, (classes x length) */
  readonly unit: Float64Array
  /** Entries of a signature. */
  readonly length: number
  /** classes with rows, in table order: indices into `classes` */
  readonly seen: readonly number[]
  /** Names the space that rows share with texts, where the backbone is one of two towers. */
  readonly space?: string
}

/** Sets that were read here: plain objects that look like one are not believed. */
const known = new WeakSet()
const isTrainingSet = (input: TrainingInput | TrainingSet): input is TrainingSet => known.has(input)

/** Checks everything, once: what it has returned before is returned as it is. */
export function readTrainingInput(input: TrainingInput | TrainingSet): TrainingSet {
  if (isTrainingSet(input)) return input
  const { features, labels, signatures, space } = input
  const matrix = Matrix.from(features)
  if (matrix.rows === 0 || matrix.columns === 0)
    throw new UnseenError(
      'features.empty',
      `There is nothing to learn from: features is ${matrix.rows} x ${matrix.columns}.`
    )
  checkFinite(matrix)
  if (labels.length !== matrix.rows) {
    throw new UnseenError(
      'labels.length',
      `labels has ${count(labels.length)} entries, features ${count(matrix.rows)} rows.`,
      { remedy: 'Give one label per row.' }
    )
  }
  const table = readSignatures(signatures)
  const byClass = readLabels(labels, table.classes)
  const rowsOf = new Uint32Array(table.classes.length)
  for (const label of byClass) rowsOf[label]++
  const seen = table.classes.map((_, index) => index).filter(index => rowsOf[index] > 0)
  if (seen.length < 2) {
    throw new UnseenError(
      'labels.one-class',
      `Only ${seen.length === 1 ? `"${table.classes[seen[0]]}"` : 'no class'} has rows; at least two seen classes are needed.`
    )
  }
  const position = new Map(seen.map((index, at) => [index, at]))
  return remember({
    ...table,
    features: matrix,
    labels: byClass.map(label => position.get(label) ?? -1),
    seen,
    ...defined({ space })
  })
}

/** The same rows with other signatures for the same classes in the same order. */
export function withSignatures(
  { features, labels, seen, space }: TrainingSet,
  table: SignatureTable
): TrainingSet {
  return remember({ ...readSignatures(table), features, labels, seen, ...defined({ space }) })
}

/** Whether the cosine of a row and a signature says how well they fit: both are of two towers of one space. */
export function sharesSpace(space: string | undefined, encoder: EncoderRecord | undefined): boolean {
  return space !== undefined && encoder?.kind === 'sentence' && encoder.towers?.space === space
}

function remember(set: TrainingSet): TrainingSet {
  known.add(set)
  return set
}

export function readSignatures({
  classes,
  attributes,
  matrix: source,
  source: origin,
  encoder
}: SignatureTable): Omit<TrainingSet, 'features' | 'labels' | 'seen' | 'space'> {
  const matrix = Matrix.from(source, 'signatures')
  if (matrix.rows !== classes.length)
    throw new UnseenError(
      'signatures.shape',
      `${count(classes.length)} class names, but ${count(matrix.rows)} signatures.`,
      { remedy: 'Give one row per class; is the table transposed?' }
    )
  if (attributes !== undefined && attributes.length !== matrix.columns)
    throw new UnseenError(
      'signatures.shape',
      `${count(attributes.length)} attribute names, but signatures of ${count(matrix.columns)} entries.`
    )
  const names = new Map<string, number>()
  classes.forEach((name, row) => {
    checkClassName(name, row)
    const before = names.get(name)
    if (before !== undefined)
      throw new UnseenError(
        'signatures.duplicate',
        `"${name}" names both class ${before} and class ${row}.`,
        { where: { row } }
      )
    names.set(name, row)
  })
  const unit = unitSignatures(matrix, classes)
  const raw = unitSignatures(matrix, classes, false)
  return {
    classes: [...classes],
    attributes: attributes && [...attributes],
    source: origin,
    encoder,
    signatures: raw,
    unit,
    length: matrix.columns
  }
}

export function checkFinite(matrix: Matrix): void {
  const bad = Matrix.firstNotFinite(matrix)
  if (bad === undefined) return
  throw new UnseenError(
    'features.not-finite',
    `The feature in row ${bad.row}, column ${bad.column} is not a finite number.`,
    { where: bad, remedy: 'Remove the row, or repair it at its source.' }
  )
}

function readLabels(labels: ArrayLike<string> | ArrayLike<number>, classes: readonly string[]): Int32Array {
  const index = new Map(classes.map((name, at) => [name, at]))
  const result = new Int32Array(labels.length)
  for (let row = 0; row < labels.length; row++) {
    const label: string | number = labels[row]
    const at =
      typeof label === 'string'
        ? index.get(label)
        : Number.isInteger(label) && label >= 0 && label < classes.length
          ? label
          : undefined
    if (at === undefined) {
      const remedy =
        typeof label === 'string'
          ? 'Add its signature, or correct the name.'
          : `Indices count from 0 to ${classes.length - 1}.`
      throw new UnseenError(
        'labels.unknown',
        `Row ${row} is labelled ${typeof label === 'string' ? `"${label}"` : label}, which has no signature.`,
        { where: { row }, remedy }
      )
    }
    result[row] = at
  }
  return result
}
