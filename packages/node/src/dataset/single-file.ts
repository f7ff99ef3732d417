/**
 * A data set in one .npz file, with the names that the layout "named arrays" reads: features, labels, base
 * (0), missing (keep), classes, signatures_NAME, attributes_NAME, sentences_NAME, split_NAME_seen ... and
 * row_names.
 */
import { Matrix, UnseenError, takeRows } from '@unseen/core'
import { type Dataset, writeNpz } from '@unseen/data'
import type { ArrayToWrite } from '@unseen/data/internal'
import { writeFileWhole } from '../files/write-file.js'

/** What a file in an archive may be called on every system. */
const plainName = /^[\p{L}\p{N}][\p{L}\p{N}_ +.-]*$/u

/** Returns what the file could not hold. */
export async function saveSingleFile(dataset: Dataset, path: string): Promise<string[]> {
  const { classes, labels, signatures, splits, rowNames, features, thumbnails } = dataset
  for (const { name } of [...signatures, ...splits]) {
    if (!plainName.test(name))
      throw new UnseenError(
        'options.value',
        `The name ${JSON.stringify(name)} cannot stand in a single file.`,
        { where: { name }, remedy: 'Write a folder.' }
      )
  }
  const texts = (name: string, data: readonly string[]): ArrayToWrite => ({
    name,
    shape: [data.length],
    data: [...data]
  })
  const numbers = (name: string, data: Int32Array): ArrayToWrite => ({ name, shape: [data.length], data })
  const classNumbers = (names: readonly string[]): Int32Array =>
    Int32Array.from(names, name => classes.indexOf(name))
  const rows = (name: string, list: Uint32Array | undefined): ArrayToWrite[] =>
    list === undefined ? [] : [numbers(name, Int32Array.from(list))]
  const arrays: ArrayToWrite[] = [
    ...(features === undefined
      ? []
      : featureArrays(
          await takeRows(
            features,
            Uint32Array.from({ length: features.rows }, (_, row) => row)
          )
        )),
    ...(labels.length > 0 ? [numbers('labels', labels)] : []),
    { name: 'base', shape: [], data: Int32Array.of(0) },
    // Missing entries have been treated: a -1 that is left is a value like any other.
    { name: 'missing', shape: [], data: ['keep'] },
    texts('classes', classes),
    ...signatures.flatMap(({ name, matrix, attributes, sentences }) => [
      tableArray(`signatures_${name}`, Matrix.from(matrix, 'signatures')),
      ...(attributes === undefined ? [] : [texts(`attributes_${name}`, attributes)]),
      ...(sentences === undefined ? [] : [texts(`sentences_${name}`, sentences)])
    ]),
    ...splits.flatMap(({ name, seen, unseen, train, test, validation }) => [
      ...(seen.length + unseen.length > 0
        ? [
            numbers(`split_${name}_seen`, classNumbers(seen)),
            numbers(`split_${name}_unseen`, classNumbers(unseen))
          ]
        : []),
      ...rows(`split_${name}_train`, train),
      ...rows(`split_${name}_test`, test),
      ...rows(`split_${name}_validation_train`, validation?.train),
      ...rows(`split_${name}_validation_test`, validation?.test)
    ]),
    ...(rowNames === undefined ? [] : [texts('row_names', rowNames)])
  ]
  await writeFileWhole(path, await writeNpz(arrays))
  return [
    ...(thumbnails === undefined ? [] : ['thumbnails']),
    ...(signatures.some(({ meanings, groups }) => meanings !== undefined || groups !== undefined)
      ? ['groups and meanings of attributes']
      : []),
    ...(signatures.some(({ encoder }) => encoder !== undefined) ? ['records of encoders'] : []),
    ...(Object.keys(dataset.provenance).length > 0 ? ['provenance'] : [])
  ]
}

function tableArray(name: string, matrix: Matrix): ArrayToWrite {
  if (matrix.kind === 'dense') return { name, shape: [matrix.rows, matrix.columns], data: matrix.data }
  const data = new Float64Array(matrix.rows * matrix.columns)
  for (let i = 0; i < matrix.rows; i++)
    Matrix.readRow(matrix, i, data.subarray(i * matrix.columns, (i + 1) * matrix.columns))
  return { name, shape: [matrix.rows, matrix.columns], data }
}

function featureArrays(matrix: Matrix): ArrayToWrite[] {
  if (matrix.kind === 'dense') return [tableArray('features', matrix)]
  const { rows, columns, starts, indices, values } = matrix
  return [
    { name: 'features_data', shape: [values.length], data: values },
    { name: 'features_indices', shape: [indices.length], data: indices },
    { name: 'features_indptr', shape: [rows + 1], data: starts },
    { name: 'features_shape', shape: [2], data: Int32Array.of(rows, columns) }
  ]
}
