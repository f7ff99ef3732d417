/**
 * A folder in which every part has a file of its own, called by the usual names:
 *
 *   features.npy (csv, parquet, npz ...), labels.csv or labels.npy, attributes.csv (a column of class
 *   names, then one column for each attribute), more tables as attributes-NAME.csv or signatures-NAME.npy,
 *   at will classes.csv, seen.csv, unseen.csv, row-names.csv
 *
 * Files with other names are judged by their contents, if only one reading is possible: a CSV with a
 * column of labels and columns of numbers beside attributes.csv may be called as it likes. A single such
 * CSV is a folder with one file.
 */
import { defined } from '@unseen/core/internal'
import type { Draft, DraftSplit, DraftTable } from '../draft/draft.js'
import { isList, isMatrix, isText, placeOf } from './arrays.js'
import { isCalled, tableName } from './conventions.js'
import type { FileSet } from './file-set.js'
import type { Layout } from './layout.js'
import type { Parts } from './parts.js'
import { labelColumn, readFeatureFile, readListFile, readTableFile, readTextFile } from './table-parts.js'
import { tabular } from './tabular.js'
import { arrayFiles, stemOf } from './which-files.js'
import type { NamedArray } from '../formats/reader.js'

export const tableFilesLayout: Layout = {
  name: 'table files',
  summary:
    'a folder with features, labels and attributes in files of these names, or a single CSV with a label column',
  recognises: async files => (await partsOf(files)) !== undefined,
  read: async files => draftOfParts(files, (await partsOf(files)) ?? { tables: [], remarks: [] })
}

/** The draft of files of which it is known what each holds. */
export async function draftOfParts(files: FileSet, parts: Parts): Promise<Draft> {
  const features =
    parts.features === undefined
      ? undefined
      : await readFeatureFile(files, parts.features, parts.labels === undefined)
  const labels =
    parts.labels === undefined ? features?.labels : await readListFile(files, parts.labels, 'labels')
  const rowNames =
    parts.rowNames === undefined ? features?.rowNames : await readTextFile(files, parts.rowNames)
  const signatures: DraftTable[] = []
  for (const file of parts.tables)
    signatures.push(await readTableFile(files, file, tableName(stemOf(file)) ?? stemOf(file)))
  return {
    name: files.name,
    layout: tableFilesLayout.name,
    ...defined({
      classes: parts.classes === undefined ? undefined : await readTextFile(files, parts.classes),
      features: features?.features,
      labels
    }),
    signatures,
    splits: await readSplits(files, parts),
    ...defined({ rowNames }),
    provenance: {},
    remarks: parts.remarks
  }
}

async function readSplits(files: FileSet, { seen, unseen }: Parts): Promise<DraftSplit[]> {
  const file = seen ?? unseen
  if (file === undefined) return []
  return [
    {
      name: 'default',
      place: placeOf(file),
      ...defined({
        seen: seen === undefined ? undefined : await readListFile(files, seen, 'seen'),
        unseen: unseen === undefined ? undefined : await readListFile(files, unseen, 'unseen')
      })
    }
  ]
}

const single = ['features', 'labels', 'classes', 'seen', 'unseen', 'rowNames'] as const

async function partsOf(files: FileSet): Promise<Parts | undefined> {
  // Only files in the folder itself: folders below are other data sets, or pictures.
  const names = arrayFiles(files).filter(name => !name.includes('/'))
  const found: { -readonly [Key in keyof Parts]: Parts[Key] } = { tables: [], remarks: [] }
  const rest: string[] = []
  for (const file of names) {
    const stem = stemOf(file)
    const part = single.find(each => isCalled(each, stem))
    if (part !== undefined && found[part] === undefined) found[part] = file
    else if (part === undefined && tableName(stem) !== undefined) found.tables = [...found.tables, file]
    else rest.push(file)
  }
  if (
    found.features !== undefined &&
    (found.labels !== undefined || (await hasLabels(files, found.features)))
  ) {
    return rest.length === 0 ? found : { ...found, remarks: [`Not used: ${rest.join(', ')}.`] }
  }
  const [whole, ...others] = await wholeTables(files, found.features === undefined ? rest : [])
  if (whole !== undefined && others.length === 0 && found.labels === undefined && found.tables.length > 0) {
    const unused = rest.filter(file => file !== whole)
    return {
      ...found,
      features: whole,
      remarks: [
        `By its columns, ${whole} was taken for features with their labels.`,
        ...(unused.length === 0 ? [] : [`Not used: ${unused.join(', ')}.`])
      ]
    }
  }
  if (names.length === 1 && (await hasLabels(files, names[0])))
    return (await isTable(files, names[0]))
      ? { tables: names, remarks: [] }
      : { features: names[0], tables: [], remarks: [] }
  return guessParts(files, names)
}

/** Folders with more files are not looked into. */
const MOST = 8

/** Files with a label and numbers in every row, whatever they are called. */
async function wholeTables(files: FileSet, names: readonly string[]): Promise<string[]> {
  if (names.length > MOST) return []
  const are = await Promise.all(
    names.map(async file => (await hasLabels(files, file)) && !(await isTable(files, file)))
  )
  return names.filter((_, at) => are[at])
}

async function hasLabels(files: FileSet, file: string): Promise<boolean> {
  if (!/\.(?:csv|tsv|txt|jsonl|ndjson|parquet)$/i.test(file)) return false
  const { arrays } = tabular(await files.arrays(file))
  const texts = arrays.filter(array => isText(array) && isList(array) && array.name !== 'columns')
  return (
    arrays.some(array => array.name === 'numbers') &&
    (texts.length === 1 ||
      labelColumn(arrays) !== undefined ||
      texts.some(({ name }) => isCalled('labels', name)))
  )
}

/**
 * Files whose names say nothing, judged by what they hold: the matrix with the most rows has the
 * features, a list as long as it the labels, a table with a column of distinct names the signatures.
 * Only where every file has just one part to play; whatever is open is left to a manifest.
 */
async function guessParts(files: FileSet, names: readonly string[]): Promise<Parts | undefined> {
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
async function isTable(files: FileSet, file: string): Promise<boolean> {
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
