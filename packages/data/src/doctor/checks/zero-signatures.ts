/** A signature of zeros has no direction, and training refuses it. */
import { defined } from '@unseen/core/internal'
import type { Check } from '../finding.js'
import { at, many } from '../words.js'

export const zeroSignatures: Check = {
  name: 'zero-signatures',
  summary: 'signatures that are zero everywhere',
  run({ tables }) {
    return tables.flatMap(({ table, names, values }) => {
      const { rows, columns } = table.matrix
      const zero = Array.from({ length: rows }, (_, row) => row).filter(
        row => columns > 0 && values.subarray(row * columns, (row + 1) * columns).every(value => value === 0)
      )
      if (zero.length === 0) return []
      const [row] = zero
      return [
        {
          severity: 'error' as const,
          message: `${many(zero.length, 'signature')} of the table "${table.name}" ${zero.length === 1 ? 'is' : 'are'} zero everywhere, the first in row ${row}${row < names.length ? ` ("${names[row]}")` : ''}.`,
          remedy: 'Describe the class, or leave it out.',
          ...at(table.place),
          table: table.name,
          row,
          ...defined({ class: row < names.length ? names[row] : undefined }),
          count: zero.length
        }
      ]
    })
  }
}
