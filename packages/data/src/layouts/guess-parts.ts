/**
 * Files whose names say nothing, judged by what they hold: the matrix with the most rows has the
 * features, a list as long as it the labels, a table with a column of distinct names the signatures.
 * Only where every file has just one part to play; whatever is open is left to a manifest.
 */
import type { NamedArray } from '../formats/reader.js'
import { isList, isMatrix, isText } from './arrays.js'
import type { FileSet } from './file-set.js'
import type { Parts } from './parts.js'
import { tabular } from './tabular.js'

/** Folders with more files are not looked into. */
const MOST = 8

export async function guessParts(files: FileSet, names: readonly string[]): Promise<Parts | undefined> {
  if (names.length < 2 || names.length > MOST) return undefined
  const contents = await Promise.all(
    names.map(async file => ({ file, arrays: tabular(await files.arrays(file)).arrays }))
  )
  const tables = contents.filter(({ arrays }) => hasDistinctNames(arrays) && arrays.some(isMatrix))
  const matrices = contents.filter(
    each =>
      !tables.includes(each) &&
      each.arrays.length === 1 &&
      isMatrix(each.arrays[0]) &&
      !isList(each.arrays[0])
  )
  const [features] = matrices
  if (matrices.length !== 1 || tables.length === 0) return undefined
  const rows = features.arrays[0].shape[0]
  const lists = contents.filter(
    each =>
      each !== features &&
      !tables.includes(each) &&
      each.arrays
        .filter(({ name }) => name !== 'columns')
        .every(array => isList(array) && array.data.length === rows)
  )
  if (lists.length !== 1 || contents.length !== tables.length + 2) return undefined
  return {
    features: features.file,
    labels: lists[0].file,
    tables: tables.map(({ file }) => file),
    remarks: [
      `By their contents, ${features.file} was taken for the features, ${lists[0].file} for the labels, ${tables.map(({ file }) => file).join(' and ')} for signatures.`
    ]
  }
}

/** A table with one row for each class, not for each image. */
export async function isTable(files: FileSet, file: string): Promise<boolean> {
  return hasDistinctNames(tabular(await files.arrays(file)).arrays)
}

function hasDistinctNames(arrays: readonly NamedArray[]): boolean {
  const texts = arrays.filter(array => isText(array) && isList(array) && array.name !== 'columns')
  return (
    texts.length === 1 &&
    texts[0].data.length > 1 &&
    new Set(texts[0].data as readonly string[]).size === texts[0].data.length
  )
}
