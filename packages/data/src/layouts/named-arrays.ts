/**
 * One file (npz, safetensors, HDF5, MATLAB, JSON lines) whose arrays have the usual names:
 *
 *   features (rows x length), times `scale` if there is one; or counts, divided by the sum of each row;
 *   or train_features and test_features; or data, indices, indptr, shape (CSR of scipy)
 *   labels (or train_labels and test_labels), classes, attributes (names)
 *   base: 0 or 1, the number of the first class, in labels, seen and unseen; found out where it is absent
 *   signatures, signatures_NAME (classes x length), sentences (those that signatures_sentences encodes)
 *   missing: zero, mean or keep, what becomes of entries of -1 that stand for "not known" (missing.ts)
 *   seen, unseen (classes); or split_NAME_seen, _unseen, _train, _test, _validation_train, _validation_test
 *   row_names
 */
import type { RowSource } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { scaleRows, shareRows, stackRows } from '../dataset/row-sources.js'
import type { Draft, DraftList, Found } from '../draft/draft.js'
import type { NamedArray, NumberArray } from '../formats/reader.js'
import { isList, isText, listOf, placeOf, refuse, rowsOfArray, textsOf } from './arrays.js'
import type { ArraySource } from './array-source.js'
import { type PartName, called, plainName, tableName } from './conventions.js'
import { csrParts, readCsr } from './csr.js'
import type { FileSet } from './file-set.js'
import type { Layout } from './layout.js'
import { namedSplits } from './named-splits.js'
import { namedTables } from './named-tables.js'
import { arrayFiles } from './which-files.js'

export const namedArraysLayout: Layout = {
  name: 'named arrays',
  summary:
    'one file with arrays called features, labels, classes, signatures, seen, unseen (npz, safetensors, HDF5, MATLAB, JSON lines)',
  async recognises(files) {
    const [file, ...others] = arrayFiles(files)
    if (file === undefined || others.length > 0) return false
    const { arrays, format } = await files.arrays(file)
    const names = new Set(arrays.map(({ name }) => plainName(name)))
    const hasRows = [...called.features, 'train_features', 'indptr', 'features_indptr'].some(name =>
      names.has(name)
    )
    return (
      format !== 'csv' &&
      arrays.length > 1 &&
      (hasRows || arrays.some(({ name }) => tableName(name) !== undefined))
    )
  },
  async read(files) {
    const [file] = arrayFiles(files)
    const { arrays } = await files.arrays(file)
    const used = new Set<NamedArray>()
    const source: ArraySource = {
      file,
      arrays,
      place: array => placeOf(file, array.name),
      take(name) {
        const found = arrays.find(array => plainName(array.name) === name)
        if (found !== undefined) used.add(found)
        return found
      }
    }
    const remarks: string[] = []
    const features = readFeatures(source, files, remarks)
    const base = readBase(source)
    const labels = readLabels(source, base)
    const classes = takeTexts(source, 'classes')
    const rowNames = takeTexts(source, 'rowNames')
    const signatures = namedTables(source)
    const splits = namedSplits(source, base)
    const left = arrays.filter(array => !used.has(array)).map(({ name }) => name)
    if (left.length > 0) remarks.push(`${file}: not used: ${left.join(', ')}.`)
    return {
      name: files.name,
      layout: namedArraysLayout.name,
      ...defined({ classes, features, labels }),
      signatures,
      splits,
      ...defined({ rowNames }),
      provenance: {},
      remarks
    }
  }
}

function readFeatures(source: ArraySource, { name }: FileSet, remarks: string[]): Draft['features'] {
  const sparse = readCsr(source.arrays, placeOf(source.file))
  if (sparse !== undefined) {
    for (const part of [...csrParts, 'format'])
      for (const start of ['', 'features_']) source.take(start + part)
    return { place: placeOf(source.file), value: sparse }
  }
  const found = takeFirst(source, 'features')
  const scale = source.take('scale')
  let features: Found<RowSource>
  if (found !== undefined)
    features = { place: source.place(found), value: rowsOfArray(found, source.place(found)) }
  else {
    const parts = ['train_features', 'test_features'].flatMap(part => source.take(part) ?? [])
    if (parts.length === 0) return undefined
    const sources = parts.map(part => rowsOfArray(part, source.place(part)))
    if (sources.some(({ columns }) => columns !== sources[0].columns))
      refuse(
        source.place(parts[1]),
        `has ${sources[1].columns} columns, but ${parts[0].name} has ${sources[0].columns}.`
      )
    features = {
      place: placeOf(source.file, parts.map(part => part.name).join(' + ')),
      value: stackRows(sources)
    }
  }
  if (scale !== undefined && !isText(scale) && scale.data.length === 1) {
    const factor = Number((scale.data as NumberArray)[0])
    remarks.push(`${name}: features are times scale, ${factor}.`)
    features = { ...features, value: scaleRows(features.value, factor) }
  }
  if (found !== undefined && plainName(found.name) === 'counts') {
    remarks.push(`${name}: counts are divided by the sum of each row.`)
    features = { ...features, value: shareRows(features.value) }
  }
  return features
}

function readBase(source: ArraySource): 0 | 1 | undefined {
  const value = Number(source.take('base')?.data[0])
  return value === 0 || value === 1 ? value : undefined
}

function readLabels(source: ArraySource, base: 0 | 1 | undefined): DraftList | undefined {
  const found = takeFirst(source, 'labels')
  if (found !== undefined) return listOf(found, source.place(found), base)
  const parts = ['train_labels', 'test_labels']
    .flatMap(name => source.take(name) ?? [])
    .map(part => listOf(part, source.place(part)))
  if (parts.length === 0) return undefined
  const place = placeOf(source.file, parts.map(part => part.place.array).join(' + '))
  const values = parts.flatMap(part => [...part.values])
  return {
    place,
    ...defined({ base }),
    values: values.every(value => typeof value === 'string') ? values : Int32Array.from(values, Number)
  }
}

function takeFirst(source: ArraySource, part: PartName): NamedArray | undefined {
  const name = called[part].find(each => source.arrays.some(array => plainName(array.name) === each))
  return name === undefined ? undefined : source.take(name)
}

function takeTexts(source: ArraySource, part: PartName): Found<readonly string[]> | undefined {
  const names = (called[part] as readonly string[]).filter(each =>
    source.arrays.some(array => plainName(array.name) === each && isText(array) && isList(array))
  )
  const array = names.length === 0 ? undefined : source.take(names[0])
  return array && { place: source.place(array), value: textsOf(array, source.place(array)) }
}
