/** A folder with a dataset.json that says which file holds what. */
import { type RowSource, UnseenError, count } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { scaleRows, shareRows, stackRows } from '../dataset/row-sources.js'
import type { Draft, DraftList, DraftSplit, DraftTable, Found, FoundAt } from '../draft/draft.js'
import type {
  FileReference,
  ListReference,
  Manifest,
  ManifestFeatures,
  ManifestSplit,
  ManifestTable,
  TextReference
} from '../manifest/types.js'
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
  said,
  textsOf,
  wholeNumbers
} from './arrays.js'
import { readCsr } from './csr.js'
import type { FileSet } from './file-set.js'
import type { Layout } from './layout.js'
import { tabular } from './tabular.js'

export const MANIFEST = 'dataset.json'

export const manifestLayout: Layout = {
  name: 'manifest',
  summary: 'a folder with a dataset.json that says which file holds what',
  recognises: async ({ manifest }) => manifest !== undefined,
  async read(files) {
    const manifest = files.manifest ?? refuse(placeOf(MANIFEST), 'has not been checked.')
    return draftOf(manifest, files)
  }
}

async function draftOf(manifest: Manifest, files: FileSet): Promise<Draft> {
  const {
    name,
    classes,
    features,
    labels,
    signatures = [],
    splits = [],
    rowNames,
    thumbnails,
    provenance = {}
  } = manifest
  if (thumbnails !== undefined) checkThere(files, thumbnails.file)
  return {
    name,
    layout: manifestLayout.name,
    ...defined({
      classes: classes === undefined ? undefined : await readTexts(files, classes, 'classes'),
      features: features === undefined ? undefined : await readFeatures(files, features),
      labels: labels === undefined ? undefined : await readList(files, labels, 'labels')
    }),
    signatures: await Promise.all(signatures.map(table => readTable(files, table))),
    splits: await Promise.all(splits.map(split => readSplit(files, split))),
    ...defined({
      rowNames: rowNames === undefined ? undefined : await readTexts(files, rowNames, 'rowNames'),
      thumbnails
    }),
    provenance,
    remarks: []
  }
}

async function readFeatures(
  files: FileSet,
  features: NonNullable<Manifest['features']>
): Promise<Found<RowSource>> {
  const parts =
    typeof features === 'string' ? [{ file: features }] : 'file' in features ? [features] : features
  const sources = await Promise.all(parts.map(part => readPart(files, part)))
  const places = parts.map(({ file, array }) => placeOf(file, array))
  sources.forEach(({ columns }, at) => {
    if (columns !== sources[0].columns)
      refuse(
        places[at],
        `has ${count(columns)} columns, but ${said(places[0])} has ${count(sources[0].columns)}.`
      )
  })
  if (sources.length === 1) return { place: places[0], value: sources[0] }
  return { place: placeOf(places.map(said).join(' + ')), value: stackRows(sources) }
}

async function readPart(
  files: FileSet,
  { file, array, scale, shares, transposed }: ManifestFeatures
): Promise<RowSource> {
  checkThere(files, file)
  const place = placeOf(file, array)
  let source = transposed === true ? undefined : await files.rows(file, array)
  if (source === undefined) {
    const found = tabular(await files.arrays(file))
    source =
      readCsr(found.arrays, place) ??
      rowsOfArray(pick(found, place, isMatrix, 'one matrix of numbers'), place, transposed)
  }
  if (scale !== undefined) source = scaleRows(source, scale)
  return shares === true ? shareRows(source) : source
}

async function readTable(files: FileSet, table: ManifestTable): Promise<DraftTable> {
  const {
    name,
    file,
    array,
    transposed,
    classes,
    attributes,
    groups,
    meanings,
    sentences,
    encoder,
    missing
  } = table
  checkThere(files, file)
  const place = placeOf(file, array)
  const found = tabular(await files.arrays(file))
  const texts = async (
    reference: TextReference | undefined,
    what: string
  ): Promise<readonly string[] | undefined> =>
    reference === undefined ? undefined : (await readTexts(files, reference, what)).value
  // A CSV of attributes carries the names of its rows and columns.
  const isCsv = array === undefined && found.arrays.some(({ name: own }) => own === 'columns')
  const rowTexts = found.arrays.filter(each => isText(each) && each.name !== 'columns')
  const ownRows = isCsv && rowTexts.length === 1 ? textsOf(rowTexts[0], place) : undefined
  const ownColumns = isCsv
    ? (found.arrays.find(({ name: own }) => own === 'columns')?.data as readonly string[])
    : undefined
  return {
    name,
    place,
    matrix: matrixOf(pick(found, place, isMatrix, 'one matrix of numbers'), place, transposed),
    ...optional('classes', (await texts(classes, 'classes')) ?? (transposed === true ? ownColumns : ownRows)),
    ...optional(
      'attributes',
      (await texts(attributes, 'attributes')) ?? (transposed === true ? ownRows : ownColumns)
    ),
    ...optional('groups', await texts(groups, 'groups')),
    ...optional('meanings', await texts(meanings, 'meanings')),
    ...optional('sentences', await texts(sentences, 'sentences')),
    ...optional('encoder', encoder),
    ...optional('missing', missing)
  }
}

async function readSplit(
  files: FileSet,
  { name, seen, unseen, train, test, validation }: ManifestSplit
): Promise<DraftSplit> {
  const list = async (reference: ListReference | undefined, what: string): Promise<DraftList | undefined> =>
    reference === undefined ? undefined : readList(files, reference, `splits ${name} ${what}`)
  return {
    name,
    place: placeOf(MANIFEST, `split ${name}`),
    ...optional('seen', await list(seen, 'seen')),
    ...optional('unseen', await list(unseen, 'unseen')),
    ...optional('train', await list(train, 'train')),
    ...optional('test', await list(test, 'test')),
    ...defined({
      validation:
        validation === undefined
          ? undefined
          : {
              train: await readList(files, validation.train, `splits ${name} validation`),
              test: await readList(files, validation.test, `splits ${name} validation`)
            }
    })
  }
}

async function readTexts(
  files: FileSet,
  reference: TextReference,
  what: string
): Promise<Found<readonly string[]>> {
  if (isInline(reference)) return { place: placeOf(MANIFEST, what), value: reference }
  const place = placeOfReference(files, reference)
  return {
    place,
    value: textsOf(
      pick(
        await files.arrays(place.file),
        place,
        array => isText(array) && array.name !== 'columns',
        'one list of texts'
      ),
      place
    )
  }
}

async function readList(files: FileSet, reference: ListReference, what: string): Promise<DraftList> {
  if (isInline<string | number>(reference)) {
    const place = placeOf(MANIFEST, what)
    // Numbers in a manifest count from 0, as everywhere in Unseen.
    return reference.every(entry => typeof entry === 'string')
      ? { place, values: reference }
      : { place, values: wholeNumbers(reference.map(Number), place), base: 0 }
  }
  const place = placeOfReference(files, reference)
  const base = typeof reference === 'string' ? undefined : reference.base
  const found = await files.arrays(place.file)
  return listOf(
    pick(found, place, array => isList(array) && array.name !== 'columns', 'one list'),
    place,
    base
  )
}

function isInline<Entry>(reference: readonly Entry[] | FileReference): reference is readonly Entry[] {
  return Array.isArray(reference)
}

function placeOfReference(files: FileSet, reference: FileReference): FoundAt {
  const place = typeof reference === 'string' ? placeOf(reference) : placeOf(reference.file, reference.array)
  checkThere(files, place.file)
  return place
}

function checkThere(files: FileSet, file: string): void {
  if (files.names.includes(file)) return
  throw new UnseenError(
    'dataset.manifest',
    `${MANIFEST} names ${JSON.stringify(file)}, which is not there.`,
    { where: { file: MANIFEST, names: file }, remedy: 'Correct the name, or bring the file.' }
  )
}

function optional<Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
  return (value === undefined ? {} : { [key]: value }) as { [K in Key]?: Value }
}
