/**
 * Features into a file of a data set folder: npy a piece at a time, other formats at once; sparse ones as
 * CSR.
 */
import { type RowSource, UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { type ArrayToWrite, type ManifestFeatures, writeNpyRows } from '@unseen/data/internal'
import { writeFileWhole } from '../files/write-file.js'
import { type ArrayFormat, arrayWriter } from './array-writers.js'
import { type Store, type StoreLoss, type StoredRows, storedRows } from './stored-rows.js'
import { join } from 'node:path'

export interface WriteFeaturesOptions {
  readonly format: ArrayFormat
  readonly store: Store
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

export interface WrittenFeatures {
  readonly entry: ManifestFeatures
  readonly loss?: StoreLoss
}

/** Formats that have half precision. */
const withHalves: readonly ArrayFormat[] = ['npy', 'npz', 'safetensors']

export async function writeFeatures(
  folder: string,
  source: RowSource,
  { format, store, signal, onProgress }: WriteFeaturesOptions
): Promise<WrittenFeatures> {
  if (store === 'float16' && !withHalves.includes(format)) {
    throw new UnseenError('options.combination', `${format} has no half precision.`, {
      where: { format, store },
      remedy: `Take one of ${withHalves.join(', ')}, or store uint8.`
    })
  }
  const stored = watched(await storedRows(source, store), source.rows, signal, onProgress)
  const { file, content } = await contentOf(stored, source, format)
  await writeFileWhole(join(folder, file), content)
  const loss = stored.loss()
  return {
    entry: { file, ...defined({ scale: stored.scale }) },
    ...defined({ loss })
  }
}

async function contentOf(
  stored: StoredRows,
  { rows, columns }: RowSource,
  format: ArrayFormat
): Promise<{ file: string; content: Uint8Array | AsyncIterable<Uint8Array> }> {
  const writer = arrayWriter(format)
  if (stored.isSparse && writer.holds !== 'table') {
    const csr = format === 'npy' ? arrayWriter('npz') : writer
    return {
      file: `features.${csr.extension}`,
      content: await csr.write(await csrArrays(stored, rows, columns))
    }
  }
  if (format === 'npy')
    return { file: 'features.npy', content: writeNpyRows(stored.type, rows, columns, onlyValues(stored)) }
  return {
    file: `features.${writer.extension}`,
    content: await writer.write([
      {
        name: 'features',
        shape: [rows, columns],
        data: await together(stored, rows, columns),
        type: stored.type
      }
    ])
  }
}

async function* onlyValues(
  stored: StoredRows
): AsyncGenerator<Float32Array | Float64Array | Uint8Array, void, void> {
  for await (const { values } of stored.pieces()) yield values
}

/** Dense, whatever the rows are. */
async function together(
  stored: StoredRows,
  rows: number,
  columns: number
): Promise<Float32Array | Float64Array | Uint8Array> {
  const all = emptyOf(stored.type, rows * columns)
  let row = 0
  for await (const { matrix, values } of stored.pieces()) {
    if (matrix.kind === 'dense') all.set(values, row * columns)
    else
      for (let i = 0; i < matrix.rows; i++)
        for (let k = matrix.starts[i]; k < matrix.starts[i + 1]; k++)
          all[(row + i) * columns + matrix.indices[k]] = values[k]
    row += matrix.rows
  }
  return all
}

/** As scipy.sparse.save_npz names them. */
async function csrArrays(stored: StoredRows, rows: number, columns: number): Promise<ArrayToWrite[]> {
  const parts: { indices: Uint32Array; values: Float32Array | Float64Array | Uint8Array }[] = []
  const starts = new Int32Array(rows + 1)
  let row = 0
  for await (const { matrix, values } of stored.pieces()) {
    if (matrix.kind === 'dense')
      throw new UnseenError('features.shape', 'Some rows are sparse, others are not.')
    parts.push({ indices: matrix.indices, values })
    for (let i = 0; i < matrix.rows; i++, row++)
      starts[row + 1] = starts[row] + matrix.starts[i + 1] - matrix.starts[i]
  }
  const length = starts[rows]
  const [indices, data] = [new Int32Array(length), emptyOf(stored.type, length)]
  let at = 0
  for (const part of parts) {
    indices.set(part.indices, at)
    data.set(part.values, at)
    at += part.values.length
  }
  return [
    { name: 'data', shape: [length], data, type: stored.type },
    { name: 'indices', shape: [length], data: indices },
    { name: 'indptr', shape: [rows + 1], data: starts },
    { name: 'shape', shape: [2], data: Int32Array.of(rows, columns) }
  ]
}

function emptyOf(type: StoredRows['type'], length: number): Float32Array | Float64Array | Uint8Array {
  return new (type === 'uint8' ? Uint8Array : type === 'float64' ? Float64Array : Float32Array)(length)
}

/** Every piece reports, and asks whether it is still wanted. */
function watched(
  stored: StoredRows,
  rows: number,
  signal: AbortSignal | undefined,
  onProgress: WriteFeaturesOptions['onProgress']
): StoredRows {
  return {
    ...stored,
    async *pieces() {
      let done = 0
      for await (const piece of stored.pieces()) {
        if (signal?.aborted === true)
          throw new UnseenError('cancelled', 'Stopped before the data set was written.')
        yield piece
        done += piece.matrix.rows
        onProgress?.(done, rows)
      }
    }
  }
}
