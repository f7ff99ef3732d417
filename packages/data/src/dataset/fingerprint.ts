/**
 * What a data set holds, in 16 digits: class names, features, labels, tables and splits. The same
 * contents have the same fingerprint whatever files they came from, in single or double precision,
 * dense or sparse; where names, pictures and provenance differ alone, it is the same too.
 */
import { Matrix, type Split, UnseenError, piecesOf } from '@unseen/core'
import { Hash } from '@unseen/core/internal'
import type { Dataset } from './dataset.js'

/**
 * A short name for the content of a data set: the same for the same numbers, however they are stored.
 *
 * @param dataset all of it is read
 * @param options `signal` stops it; `onProgress` tells rows done, of how many
 */
export async function fingerprint(
  { classes, features, labels, signatures, splits }: Dataset,
  options: { readonly signal?: AbortSignal; readonly onProgress?: (done: number, total: number) => void } = {}
): Promise<string> {
  const hash = new Hash().addText('unseen data set 1')
  addTexts(hash, classes)
  hash.add(labels)
  for (const { name, matrix, attributes = [] } of [...signatures].sort(byName)) {
    hash.addText(name)
    addTexts(hash, attributes)
    const table = Matrix.from(matrix, 'signatures')
    hash.add(Uint32Array.of(table.rows, table.columns))
    addRows(hash, table)
  }
  for (const split of [...splits].sort(byName)) addSplit(hash, split)
  if (features === undefined) return hash.digest()
  hash.add(Uint32Array.of(features.rows, features.columns))
  for await (const { start, matrix } of piecesOf(features)) {
    if (options.signal?.aborted === true)
      throw new UnseenError('cancelled', 'Stopped before the data set was read to its end.')
    addRows(hash, matrix)
    options.onProgress?.(start + matrix.rows, features.rows)
  }
  return hash.digest()
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0
}

function addTexts(hash: Hash, texts: readonly string[]): void {
  hash.add(Uint32Array.of(texts.length))
  for (const text of texts) hash.addText(text)
}

/** Classes of a split are a set; lists of rows are taken in order, since training takes them so. */
function addSplit(hash: Hash, { name, seen, unseen, train, test, validation }: Split): void {
  hash.addText(name)
  addTexts(hash, [...seen].sort())
  addTexts(hash, [...unseen].sort())
  for (const rows of [train, test, validation?.train, validation?.test]) hash.add(rows ?? Uint8Array.of(0))
}

/** Every row as its entries that are not 0: column, then value in double precision. */
function addRows(hash: Hash, matrix: Matrix): void {
  const { columns } = matrix
  const row = new Float64Array(columns)
  const words = new Uint32Array(3 * columns)
  const value = new Float64Array(1)
  const halves = new Uint32Array(value.buffer)
  for (let i = 0; i < matrix.rows; i++) {
    Matrix.readRow(matrix, i, row)
    let used = 0
    for (let k = 0; k < columns; k++) {
      if (row[k] === 0) continue
      value[0] = row[k]
      words[used] = k
      words[used + 1] = halves[0]
      words[used + 2] = halves[1]
      used += 3
    }
    hash.add(words.subarray(0, used))
  }
}
