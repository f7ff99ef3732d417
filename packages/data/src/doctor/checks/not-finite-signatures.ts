/**
 * NaN or Infinity in a signature. NaN may stand for "not known" where the table says what to put in its
 * place.
 */
import { defined } from '@unseen/core/internal'
import type { Check } from '../finding.js'
import { at, many } from '../words.js'

export const notFiniteSignatures: Check = {
  name: 'not-finite-signatures',
  summary: 'signatures with an entry that is NaN or Infinity',
  run({ tables }) {
    return tables.flatMap(({ table, names, values }) => {
      const explained =
        table.missing !== undefined && Number.isNaN(table.missing.value) && table.missing.treatment !== 'keep'
      const wrong = Array.from(values.keys()).filter(
        k => !Number.isFinite(values[k]) && !(explained && Number.isNaN(values[k]))
      )
      if (wrong.length === 0) return []
      const row = Math.floor(wrong[0] / table.matrix.columns)
      const column = wrong[0] % table.matrix.columns
      return [
        {
          severity: 'error' as const,
          message: `${many(wrong.length, 'entry', 'entries')} of the table "${table.name}" ${wrong.length === 1 ? 'is' : 'are'} NaN or Infinity, the first in row ${row}${row < names.length ? ` ("${names[row]}")` : ''}, column ${column}.`,
          remedy:
            'Fill the entry in, or write -1 and declare it as "missing" in a dataset.json, with the treatment "zero" or "mean".',
          ...at(table.place),
          table: table.name,
          row,
          column,
          ...defined({ class: row < names.length ? names[row] : undefined }),
          count: wrong.length
        }
      ]
    })
  }
}
