/** A data set as the files of a data set folder: dataset.json and the arrays it names (docs/dataset.md). */
import { Matrix, type NamedTable, type Split, takeRows } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { type Dataset, type Manifest, writeNpy } from '@unseen/data'
import type { ManifestSplit, ManifestTable } from '@unseen/data/internal'

export type DatasetFiles = Map<string, Uint8Array<ArrayBuffer>>

/** `sheet`: the bytes of the thumbnails, where there are any. */
export async function datasetFiles(
  dataset: Dataset,
  sheet: Uint8Array<ArrayBuffer> | undefined
): Promise<DatasetFiles> {
  const { name, classes, features, labels, signatures, splits, rowNames, thumbnails, provenance } = dataset
  const files: DatasetFiles = new Map()
  const put = (file: string, bytes: Uint8Array<ArrayBuffer>): string => {
    files.set(file, bytes)
    return file
  }
  const sheetFile = thumbnails && `thumbnails${/\.[a-z]+$/i.exec(thumbnails.file)?.[0] ?? '.png'}`
  const manifest: Manifest = {
    version: 1,
    name,
    classes,
    ...defined({
      features:
        features === undefined
          ? undefined
          : {
              file: put(
                'features.npy',
                matrixBytes(
                  await takeRows(
                    features,
                    Uint32Array.from({ length: features.rows }, (_, row) => row)
                  )
                )
              )
            },
      labels:
        labels.length > 0 ? { file: put('labels.npy', numberBytes(labels)), base: 0 as const } : undefined
    }),
    signatures: signatures.map((table, at) =>
      tableEntry(table, put(`signatures-${at + 1}.npy`, matrixBytes(Matrix.from(table.matrix, 'signatures'))))
    ),
    splits: splits.map((split, at) =>
      splitEntry(split, (rows, what) => ({
        file: put(`split-${at + 1}-${what}.npy`, numberBytes(Int32Array.from(rows))),
        base: 0
      }))
    ),
    ...defined({
      rowNames,
      thumbnails:
        thumbnails !== undefined && sheetFile !== undefined && sheet !== undefined
          ? { ...thumbnails, file: put(sheetFile, sheet) }
          : undefined
    }),
    provenance
  }
  put('dataset.json', new TextEncoder().encode(`${JSON.stringify(manifest, undefined, 2)}\n`))
  return files
}

function tableEntry(
  { name, classes, attributes, groups, meanings, sentences, encoder }: NamedTable,
  file: string
): ManifestTable {
  return {
    name,
    file,
    classes,
    ...defined({ attributes, groups, meanings, sentences, encoder })
  }
}

function splitEntry(
  { name, seen, unseen, train, test, validation }: Split,
  write: (rows: Uint32Array, what: string) => { file: string; base: 0 }
): ManifestSplit {
  return {
    name,
    ...defined({
      seen: seen.length + unseen.length > 0 ? seen : undefined,
      unseen: seen.length + unseen.length > 0 ? unseen : undefined,
      train: train === undefined ? undefined : write(train, 'train'),
      test: test === undefined ? undefined : write(test, 'test'),
      validation:
        validation === undefined
          ? undefined
          : {
              train: write(validation.train, 'validation-train'),
              test: write(validation.test, 'validation-test')
            }
    })
  }
}

function matrixBytes(matrix: Matrix): Uint8Array<ArrayBuffer> {
  const { rows, columns } = matrix
  const dense = matrix.kind === 'dense' ? matrix.data : new Float64Array(rows * columns)
  if (matrix.kind !== 'dense')
    for (let i = 0; i < rows; i++)
      Matrix.readRow(matrix, i, dense.subarray(i * columns, (i + 1) * columns) as Float64Array)
  return writeNpy({ name: 'matrix', shape: [rows, columns], data: dense })
}

const numberBytes = (data: Int32Array): Uint8Array<ArrayBuffer> =>
  writeNpy({ name: 'numbers', shape: [data.length], data })
