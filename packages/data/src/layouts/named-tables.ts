/** Tables of signatures among arrays with the usual names (named-arrays.ts). */
import { defined } from '@unseen/core/internal'
import type { DraftTable, MissingTreatment } from '../draft/draft.js'
import { isMatrix, isText, matrixOf, textsOf } from './arrays.js'
import type { Book } from './book.js'
import { called, plainName, tableName } from './conventions.js'
import { findMissing } from './missing.js'

export function namedTables(book: Book): DraftTable[] {
  const names = book.arrays.find(
    array => isText(array) && (called.attributes as readonly string[]).includes(plainName(array.name))
  )
  const found = book.arrays.filter(array => isMatrix(array) && tableName(array.name) !== undefined)
  if (names !== undefined) book.take(plainName(names.name))
  const treatment = book.take('missing')?.data[0]
  return found.map(array => {
    book.take(plainName(array.name))
    const place = book.place(array)
    const name = tableName(array.name) ?? array.name
    const matrix = matrixOf(array, place)
    const ownNames = book.take(plainName(`attributes_${name}`))
    const columns =
      ownNames !== undefined && isText(ownNames)
        ? ownNames
        : names?.data.length === matrix.columns
          ? names
          : undefined
    const sentences =
      book.take(plainName(`sentences_${name}`)) ?? (name === 'sentences' ? book.take('sentences') : undefined)
    const missing = findMissing(matrix)
    return {
      name,
      place,
      matrix,
      ...defined({
        attributes: columns === undefined ? undefined : textsOf(columns, book.place(columns)),
        sentences: sentences === undefined ? undefined : textsOf(sentences, book.place(sentences)),
        missing:
          missing === undefined
            ? undefined
            : { ...missing, ...defined({ treatment: isTreatment(treatment) ? treatment : undefined }) }
      })
    }
  })
}

function isTreatment(value: unknown): value is MissingTreatment {
  return value === 'zero' || value === 'mean' || value === 'keep'
}
