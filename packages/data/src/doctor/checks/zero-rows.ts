/** A row of zeros stays zero under any scaling and scores all classes alike. */
import { count } from '@unseen/core'
import type { Check } from '../finding.js'
import { at, many } from '../words.js'

export const zeroRows: Check = {
  name: 'zero-rows',
  summary: 'rows whose features are all zero',
  run({ draft: { features }, facts }) {
    if (features === undefined || facts === undefined || facts.zeroRows.length === 0) return []
    const rows = facts.zeroRows
    const all = rows.length === facts.rows
    return [
      {
        severity: all ? 'error' : 'warning',
        message: `${count(rows.length)} of ${many(facts.rows, 'row')} ${rows.length === 1 ? 'is' : 'are'} zero everywhere, the first is row ${rows[0]}. Such a row scores every class alike, so it is recognised by chance at best.`,
        remedy: all ? 'Make the features again.' : 'Leave these rows out, or make their features again.',
        ...at(features.place),
        row: rows[0],
        count: rows.length
      }
    ]
  }
}
