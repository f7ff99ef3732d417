/** The parts of a data set out of files that hold one part each (table-files.ts). */
import { rowsOf } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { Draft, DraftList, DraftTable, Found } from '../draft/draft.js'
import type { NamedArray, NumberArray } from '../formats/reader.js'
import {
  isList,
  isMatrix,
  isText,
  listOf,
  matrixOf,
  pick,
  placeOf,
  refuse,
  rowsOfArray,
  textsOf,
  wholeNumbers
} from './arrays.js'
import { type PartName, isCalled } from './conventions.js'
import { readCsr } from './csr.js'
import type { FileSet } from './file-set.js'
import { findMissing } from './missing.js'
import { tabular } from './tabular.js'

const isNames = (array: NamedArray): boolean => isText(array) && isList(array) && array.name !== 'columns'

/** Features, with labels and names of rows if the file is a table that has columns for them. */
export async function readFeatureFile(
  files: FileSet,
  file: string,
  takeLabels: boolean
): Promise<Pick<Draft, 'labels' | 'rowNames'> & { readonly features: NonNullable<Draft['features']> }> {
  const place = placeOf(file)
  const streamed = takeLabels ? undefined : await files.rows(file)
  if (streamed !== undefined) return { features: { place, value: streamed } }
  const found = tabular(await files.arrays(file))
  const sparse = readCsr(found.arrays, place)
  if (sparse !== undefined) return { features: { place, value: sparse } }
  const matrix = pick(found, place, isMatrix, 'one matrix of numbers')
  const names = found.arrays.filter(isNames)
  const rowNames = names.find(({ name }) => isCalled('rowNames', name))
  const others = names.filter(array => array !== rowNames)
  const labels =
    others.find(({ name }) => isCalled('labels', name)) ?? (others.length === 1 ? others[0] : undefined)
  const named = defined({
    rowNames:
      rowNames === undefined
        ? undefined
        : { place: placeOf(file, rowNames.name), value: textsOf(rowNames, place) }
  })
  if (takeLabels && labels === undefined) return { ...named, ...withoutLabels(found.arrays, matrix, file) }
  return {
    features: { place, value: rowsOfArray(matrix, place) },
    ...named,
    ...defined({
      labels: takeLabels && labels !== undefined ? listOf(labels, placeOf(file, labels.name)) : undefined
    })
  }
}

/** Labels as numbers stand among the features. */
function withoutLabels(
  arrays: readonly NamedArray[],
  matrix: NamedArray,
  file: string
): { features: NonNullable<Draft['features']>; labels: DraftList } {
  const columns = labelColumn(arrays)
  const [rows, width] = matrix.shape
  if (columns === undefined) refuse(placeOf(file), 'has no column of labels.')
  const data = matrix.data as Float64Array
  const kept = new Float64Array(rows * (width - 1))
  const labels = new Float64Array(rows)
  for (let i = 0; i < rows; i++) {
    labels[i] = data[i * width + columns.at]
    kept.set(data.subarray(i * width, i * width + columns.at), i * (width - 1))
    kept.set(data.subarray(i * width + columns.at + 1, (i + 1) * width), i * (width - 1) + columns.at)
  }
  const place = placeOf(file, columns.name)
  return {
    features: {
      place: placeOf(file),
      value: rowsOf({ kind: 'dense', rows, columns: width - 1, data: kept })
    },
    labels: { place, values: wholeNumbers(labels, place) }
  }
}

/** The numeric column called label, class, y ... of a table. */
export function labelColumn(
  arrays: readonly NamedArray[]
): { readonly at: number; readonly name: string } | undefined {
  const names = arrays.find(({ name }) => name === 'columns')?.data as readonly string[] | undefined
  const at = names?.findIndex(name => isCalled('labels', name)) ?? -1
  return names === undefined || at < 0 ? undefined : { at, name: names[at] }
}

/** Class names or numbers, or row numbers: the only column, or the one with the usual name. */
export async function readListFile(files: FileSet, file: string, part: PartName): Promise<DraftList> {
  const found = tabular(await files.arrays(file))
  const texts = found.arrays.filter(isNames)
  const text =
    texts.length === 1
      ? texts[0]
      : texts.find(({ name }) => isCalled(part, name) || isCalled('classes', name))
  if (text !== undefined) return listOf(text, placeOf(file, text.name))
  const column = labelColumn(found.arrays)
  const matrix = found.arrays.find(({ name }) => name === 'numbers')
  if (column !== undefined && matrix !== undefined && matrix.shape[1] > 1) {
    const place = placeOf(file, column.name)
    const data = matrix.data as NumberArray
    return {
      place,
      values: wholeNumbers(
        Array.from({ length: matrix.shape[0] }, (_, row) => data[row * matrix.shape[1] + column.at]),
        place
      )
    }
  }
  return listOf(
    pick(found, placeOf(file), array => isList(array) && array.name !== 'columns', 'one list'),
    placeOf(file)
  )
}

export async function readTextFile(files: FileSet, file: string): Promise<Found<readonly string[]>> {
  const found = tabular(await files.arrays(file))
  const array = pick(found, placeOf(file), isNames, 'one list of names')
  return { place: placeOf(file), value: textsOf(array, placeOf(file)) }
}

/** A table of signatures; in a CSV the column of texts names the classes. */
export async function readTableFile(files: FileSet, file: string, name: string): Promise<DraftTable> {
  const found = tabular(await files.arrays(file))
  const place = placeOf(file)
  const names = found.arrays.filter(isNames)
  const classes =
    names.find(array => isCalled('classes', array.name) || isCalled('labels', array.name)) ?? names.at(0)
  const sentences = names.find(array => array.name === 'sentence' || array.name === 'sentences')
  const attributes = found.arrays.find(array => array.name === 'columns')
  const matrix = matrixOf(pick(found, place, isMatrix, 'one matrix of numbers'), place)
  const missing = findMissing(matrix)
  return {
    name,
    place,
    matrix,
    ...defined({
      classes: classes === undefined ? undefined : textsOf(classes, place),
      attributes: attributes === undefined ? undefined : textsOf(attributes, place),
      sentences: sentences === undefined ? undefined : textsOf(sentences, place),
      missing
    })
  }
}
