/** Which of the arrays of a file are the features, and which are names of the rows. */
import { type Matrix, UnseenError, count } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { NamedArray } from '@unseen/data'
import type { NumberArray } from '@unseen/data/internal'

export interface PickOptions {
  readonly fileName: string
  /** of the model: columns of numbers that are no features (labels, numbers of rows) are told by it */
  readonly columns: number
  /** the array that is meant */
  readonly array?: string | undefined
}

const featureNames = ['features', 'feature', 'feats', 'x', 'embeddings', 'numbers']
const rowNames = [
  'name',
  'row_name',
  'row_names',
  'image',
  'images',
  'file',
  'files',
  'filename',
  'filenames',
  'path',
  'id'
]
const otherNumbers = new Set(['label', 'labels', 'y', 'target', 'class', 'row', 'id', 'index'])

export function pickFeatures(
  arrays: readonly NamedArray[],
  options: PickOptions
): { readonly matrix: Matrix; readonly names?: readonly string[] } {
  const array = pickMatrix(arrays, options)
  const texts = arrays.filter(
    ({ type, shape, name }) => type === 'text' && name !== 'columns' && shape[0] === array.shape[0]
  )
  const names =
    texts.find(({ name }) => rowNames.includes(plain(name))) ??
    (arrays.some(({ name }) => name === 'numbers') ? texts.at(0) : undefined)
  return {
    matrix: featuresOf(array, arrays, options),
    ...defined({ names: names === undefined ? undefined : (names.data as readonly string[]) })
  }
}

function pickMatrix(arrays: readonly NamedArray[], { array: wanted, fileName }: PickOptions): NamedArray {
  const matrices = arrays.filter(({ type, shape }) => type !== 'text' && shape.length === 2)
  const there = matrices.map(({ name, shape }) => `${name} (${shape.map(count).join(' x ')})`).join(', ')
  if (wanted !== undefined) {
    const found = matrices.find(({ name }) => name === wanted)
    if (found !== undefined) return found
    throw new UnseenError('dataset.name', `${fileName} has no matrix ${JSON.stringify(wanted)}.`, {
      where: { file: fileName },
      remedy: there === '' ? 'It has none at all.' : `It has: ${there}.`
    })
  }
  const called = featureNames
    .map(name => matrices.find(matrix => plain(matrix.name) === name))
    .find(matrix => matrix !== undefined)
  if (called !== undefined) return called
  if (matrices.length === 1) return matrices[0]
  throw new UnseenError(
    'dataset.layout',
    `${fileName} should hold one matrix of features; it has ${there === '' ? 'none' : there}.`,
    { where: { file: fileName }, remedy: 'Say which with --array.' }
  )
}

function featuresOf(
  array: NamedArray,
  arrays: readonly NamedArray[],
  { columns: wanted }: PickOptions
): Matrix {
  const [rows, columns] = array.shape
  const data = floats(array.data as NumberArray)
  const names =
    array.name === 'numbers'
      ? (arrays.find(({ name }) => name === 'columns')?.data as readonly string[] | undefined)
      : undefined
  const kept =
    names === undefined || columns <= wanted
      ? []
      : names.flatMap((name, at) => (otherNumbers.has(plain(name)) ? [] : [at]))
  if (kept.length !== wanted || columns === wanted) return { kind: 'dense', rows, columns, data }
  const part = new Float64Array(rows * wanted)
  for (let row = 0; row < rows; row++)
    for (let k = 0; k < wanted; k++) part[row * wanted + k] = data[row * columns + kept[k]]
  return { kind: 'dense', rows, columns: wanted, data: part }
}

/** Double precision for all that are no floats yet. */
export function floats(data: NumberArray): Float32Array | Float64Array {
  return data instanceof Float32Array || data instanceof Float64Array
    ? data
    : Float64Array.from(data as ArrayLike<number | bigint>, Number)
}

function plain(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s.-]+/g, '_')
}
