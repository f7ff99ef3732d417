/**
 * The data sets of "Zero-Shot Learning: The Good, the Bad and the Ugly" (Xian et al., xlsa17) come as a pair:
 *
 *   att_splits.mat att (attributes x classes, each column of length 1), original_att (the same, as
 *   annotated),
 *                    allclasses_names, trainval_loc, test_seen_loc, test_unseen_loc, at times train_loc and
 *                    val_loc
 *   res101.mat       features (dimensions x images), labels, image_files
 *
 * Column j of att belongs to allclasses_names{j}, and label j means that class: no other order, such as
 * the class numbers in CUB's names, plays a part. Everything counts from 1 there. The first file may
 * come alone: then there are descriptions and lists of rows, but no rows.
 */
import type { DenseMatrix } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { Draft, DraftList, DraftSplit, DraftTable } from '../draft/draft.js'
import type { ArrayFile, NamedArray } from '../formats/reader.js'
import { listOf, matrixOf, placeOf, refuse, rowsOfArray, textsOf } from './arrays.js'
import type { FileSet } from './file-set.js'
import type { Layout } from './layout.js'
import { findMissing } from './missing.js'

const SPLITS = 'att_splits.mat'
const FEATURES = 'res101.mat'

export const xlsa17Layout: Layout = {
  name: 'xlsa17',
  summary: 'the pair att_splits.mat + res101.mat of Xian et al., or att_splits.mat alone',
  recognises: async ({ names }) => names.filter(name => name.endsWith(SPLITS)).length === 1,
  async read(files) {
    const splitsFile = files.names.find(name => name.endsWith(SPLITS)) ?? SPLITS
    const beside = splitsFile.slice(0, -SPLITS.length) + FEATURES
    const splits = await files.arrays(splitsFile)
    const rows = files.names.includes(beside) ? await readRows(files, beside) : {}
    return {
      name: files.name,
      layout: xlsa17Layout.name,
      classes: {
        place: placeOf(splitsFile, 'allclasses_names'),
        value: textsOf(need(splits, splitsFile, 'allclasses_names'), placeOf(splitsFile, 'allclasses_names'))
      },
      signatures: readTables(splits, splitsFile),
      splits: [readSplit(splits, splitsFile, rows.labels)],
      ...rows,
      provenance: {
        source: 'xlsa17: https://www.mpi-inf.mpg.de/zsl-benchmark',
        citation:
          'Xian, Lampert, Schiele, Akata: Zero-Shot Learning: A Comprehensive Evaluation of the Good, the Bad and the Ugly, TPAMI 2018'
      },
      remarks:
        rows.features === undefined
          ? [`There is no ${FEATURES} beside ${splitsFile}: descriptions and splits alone.`]
          : []
    }
  }
}

function find({ arrays }: ArrayFile, name: string): NamedArray | undefined {
  return arrays.find(array => array.name === name)
}

function need(file: ArrayFile, name: string, array: string): NamedArray {
  return (
    find(file, array) ??
    refuse(placeOf(name), `has no ${array}, which every att_splits.mat of xlsa17 has.`, 'Is it that file?')
  )
}

async function readRows(
  files: FileSet,
  file: string
): Promise<Pick<Draft, 'features' | 'labels' | 'rowNames'>> {
  const arrays = await files.arrays(file)
  const features = find(arrays, 'features')
  const labels = find(arrays, 'labels')
  const images = find(arrays, 'image_files')
  const [at, labelsAt, imagesAt] = ['features', 'labels', 'image_files'].map(name => placeOf(file, name))
  return defined({
    features: features === undefined ? undefined : { place: at, value: rowsOfArray(features, at, true) },
    labels: labels === undefined ? undefined : listOf(labels, labelsAt, 1),
    rowNames: images === undefined ? undefined : { place: imagesAt, value: textsOf(images, imagesAt) }
  })
}

function readTables(splits: ArrayFile, file: string): DraftTable[] {
  const att = matrixOf(need(splits, file, 'att'), placeOf(file, 'att'), true)
  const original = find(splits, 'original_att')
  const table = { name: 'att', place: placeOf(file, 'att'), matrix: att }
  if (original === undefined) return [table]
  const place = placeOf(file, 'original_att')
  const matrix = matrixOf(original, place, true)
  const missing = findMissing(matrix)
  if (missing === undefined) return [table, { name: 'original_att', place, matrix }]
  const scaled = missing && scaledMissing(att, matrix, missing.value)
  return [
    { ...table, ...defined({ missing: scaled === undefined ? undefined : { ...missing, value: scaled } }) },
    { name: 'original_att', place, matrix, missing }
  ]
}

/**
 * What became of the missing entries when the table was scaled to length 1; undefined if they became several
 * values.
 */
function scaledMissing(att: DenseMatrix, original: DenseMatrix, value: number): number | undefined {
  if (att.data.length !== original.data.length) return undefined
  const scaled = new Set([...att.data].filter((_, at) => original.data[at] === value))
  return scaled.size === 1 ? [...scaled][0] : undefined
}

/** Seen and unseen classes are those of the rows to train on, and those of the rows set aside for them. */
function readSplit(splits: ArrayFile, file: string, labels: DraftList | undefined): DraftSplit {
  const rows = (name: string): DraftList | undefined => {
    const array = find(splits, name)
    return array && listOf(array, placeOf(file, name), 1)
  }
  const trainval = rows('trainval_loc')
  const testSeen = rows('test_seen_loc')
  const testUnseen = rows('test_unseen_loc')
  const [train, val] = [rows('train_loc'), rows('val_loc')]
  const tests = [testSeen, testUnseen].filter(list => list !== undefined)
  return {
    name: 'proposed',
    place: placeOf(file),
    ...defined({
      seen: trainval !== undefined && labels !== undefined ? classesOf(trainval, labels) : undefined,
      unseen: testUnseen !== undefined && labels !== undefined ? classesOf(testUnseen, labels) : undefined,
      train: trainval,
      test:
        tests.length > 0
          ? {
              place: placeOf(file, tests.map(({ place }) => place.array).join(' + ')),
              values: Int32Array.from(tests.flatMap(({ values }) => [...(values as Int32Array)])),
              base: 1 as const
            }
          : undefined,
      validation: train !== undefined && val !== undefined ? { train, test: val } : undefined
    })
  }
}

/** The classes of these rows, as they stand in the labels; rows outside are for the doctor. */
function classesOf(rows: DraftList, labels: DraftList): DraftList {
  const values = new Set(
    Array.from(rows.values as Int32Array, row => (labels.values as Int32Array)[row - 1]).filter(
      label => label !== undefined
    )
  )
  return { place: rows.place, values: Int32Array.from(values).sort(), base: 1 }
}
