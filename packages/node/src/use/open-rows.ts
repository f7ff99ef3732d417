/**
 * Rows to be recognised, by their path: a data set, a file of features in any format, or images. Files
 * are read a piece at a time where their format allows it (npy, npz as np.savez writes it, safetensors,
 * Parquet, CSV, JSON lines); the others (MATLAB, HDF5, compressed npz) are read whole.
 */
import { type Model, UnseenError, rowsOf } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { type ByteSource, type Dataset, detectFormat, openRows, readArrays } from '@unseen/data'
import { toRowSource } from '@unseen/data/internal'
import { openPiecewise } from '../dataset/disk-files.js'
import { openDataset } from '../dataset/open.js'
import { samplePath } from '../dataset/sample.js'
import { isDatasetFolder, isImageName } from '../extract/list-images.js'
import { allReaders } from '../formats/readers.js'
import { findSplit } from './find-split.js'
import type { ImageRowsOptions } from './image-rows.js'
import { floats, pickFeatures } from './pick-features.js'
import { type RowStream, streamOf } from './row-stream.js'
import { textRows } from './text-rows.js'
import { stat } from 'node:fs/promises'

/** Which rows of a file or a data set are wanted. */
export interface OpenRowsOptions extends ImageRowsOptions {
  /** of a file with several arrays */
  readonly array?: string
  /** Of a data set: which rows. Default all. */
  readonly rows?: 'all' | 'train' | 'test'
  /** Of a data set: whose training or test rows. Default the first. */
  readonly split?: string
}

/** Smaller files are read whole. */
const STREAM_FROM = 2 ** 24
/** Two lines of a text are within this, even with many thousand columns. */
const HEAD = 2 ** 22

/**
 * Opens rows to be recognised: features in any format, a data set, or images.
 *
 * @param path of the file or the folder
 * @param model says how features must be made
 * @param options which rows, and the network for images
 */
export async function openRowStream(
  path: string,
  model: Model,
  options: OpenRowsOptions = {}
): Promise<RowStream> {
  if (
    samplePath(path) !== undefined ||
    (await isDatasetFolder(path)) ||
    options.rows !== undefined ||
    options.split !== undefined
  )
    return datasetRows(await openDataset(path), model, options)
  const found = await stat(path).catch((cause: unknown) => {
    throw new UnseenError('path.missing', `${path} does not exist or may not be read.`, {
      where: { file: path },
      cause
    })
  })
  if (found.isDirectory() || isImageName(path) || options.network !== undefined) {
    if (options.network === undefined && typeof model.notes.preprocessing?.['digest'] !== 'string')
      throw new UnseenError(
        'options.value',
        `${path} ${found.isDirectory() ? 'is no data set; its images' : 'is no file of features; images'} can be recognised only with the network that made the model's features.`,
        { where: { file: path }, remedy: 'Name it with --model, a file or a name of `unseen network list`.' }
      )
    const { imageRows } = await import('./image-rows.js')
    return imageRows(path, model, options)
  }
  return fileRows(path, model.trained.columns, options.array)
}

function datasetRows(
  dataset: Dataset,
  model: Model,
  { rows = 'all', split: wanted }: OpenRowsOptions
): RowStream {
  const { features, rowNames: names, provenance, name } = dataset
  if (features === undefined)
    throw new UnseenError('dataset.content', `${name} has no features, only descriptions.`, {
      where: { dataset: name }
    })
  const only = rows === 'all' ? undefined : rowsApart(dataset, model, rows, wanted)
  return {
    ...streamOf(features, { names, only }),
    ...defined({ record: provenance.features })
  }
}

/**
 * Training or test rows as the split lists them. Where it does not, the rows of the classes that the model has
 * seen are training rows and all others test rows, as `evaluate` counts them.
 */
function rowsApart(
  dataset: Dataset,
  model: Model,
  which: 'train' | 'test',
  wanted: string | undefined
): Uint32Array {
  const { labels, classes, name } = dataset
  const split = findSplit(dataset, model, wanted)
  const seen = new Set(model.seen)
  const train = new Set(split?.train)
  const test = new Set(split?.test)
  const isTrain = (row: number): boolean =>
    split?.train === undefined ? seen.has(classes[labels[row]]) && !test.has(row) : train.has(row)
  const isTest = (row: number): boolean => (split?.test === undefined ? !isTrain(row) : test.has(row))
  const rows = Uint32Array.from(labels.keys()).filter(which === 'train' ? isTrain : isTest)
  if (rows.length > 0) return rows
  throw new UnseenError(
    'dataset.content',
    `${name} has no ${which} rows: ${which === 'test' ? 'every class of it was seen in training' : 'the model has seen none of its classes'}.`,
    {
      where: { dataset: name },
      remedy:
        which === 'test'
          ? 'Leave out --rows to recognise all of them; `unseen rehearse` tells what to expect of classes without images.'
          : 'Name the data set the model was trained on.'
    }
  )
}

async function fileRows(path: string, columns: number, array: string | undefined): Promise<RowStream> {
  const source = await openPiecewise(path)
  const readOptions = { fileName: path, ...defined({ array }) }
  const { name: format } = await detectFormat(source, readOptions, allReaders)
  const pick = { fileName: path, columns, array }
  if (format === 'csv')
    return textRows(source, {
      fileName: path,
      header: await hasHeader(source),
      pick: arrays => pickFeatures(arrays, pick)
    })
  if (format === 'jsonl')
    return textRows(source, { fileName: path, header: false, pick: arrays => pickFeatures(arrays, pick) })
  const rows = source.byteLength < STREAM_FROM ? undefined : await openRows(source, readOptions, allReaders)
  if (rows !== undefined) return streamOf(toRowSource(rows, floats))
  const { matrix, names } = pickFeatures((await readArrays(source, readOptions, allReaders)).arrays, pick)
  return streamOf(rowsOf(matrix), { names })
}

/** Names stand in the first line where it has fewer numbers than the second. */
async function hasHeader(source: ByteSource): Promise<boolean> {
  const head = new TextDecoder().decode(await source.slice(0, Math.min(source.byteLength, HEAD)))
  const [first, second = ''] = head.split(/\r?\n/)
  const numeric = (line: string): number =>
    line.split(/[,;\t]/).filter(cell => cell.trim() !== '' && Number.isFinite(Number(cell))).length
  return numeric(first) < numeric(second)
}
