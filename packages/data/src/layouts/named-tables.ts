/** Tables of signatures among arrays with the usual names (named-arrays.ts). */
import { defined } from '@unseen/core/internal'
import type { DraftTable, MissingTreatment } from '../draft/draft.js'
import { isMatrix, isText, matrixOf, textsOf } from './arrays.js'
import type { ArraySource } from './array-source.js'
import { called, plainName, tableName } from './conventions.js'
import { findMissing } from './missing.js'

export function namedTables(source: ArraySource): DraftTable[] {
  const names = source.arrays.find(
    array => isText(array) && (called.attributes as readonly string[]).includes(plainName(array.name))
  )
  const found = source.arrays.filter(array => isMatrix(array) && tableName(array.name) !== undefined)
  if (names !== undefined) source.take(plainName(names.name))
  const treatment = source.take('missing')?.data[0]
  return found.map(array => {
    source.take(plainName(array.name))
    const place = source.place(array)
    const name = tableName(array.name) ?? array.name
    const matrix = matrixOf(array, place)
    const ownNames = source.take(plainName(`attributes_${name}`))
    const columns =
      ownNames !== undefined && isText(ownNames)
        ? ownNames
        : names?.data.length === matrix.columns
          ? names
          : undefined
    const sentences =
      source.take(plainName(`sentences_${name}`)) ??
      (name === 'sentences' ? source.take('sentences') : undefined)
    const missing = findMissing(matrix)
    return {
      name,
      place,
      matrix,
      ...defined({
        attributes: columns === undefined ? undefined : textsOf(columns, source.place(columns)),
        sentences: sentences === undefined ? undefined : textsOf(sentences, source.place(sentences)),
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
