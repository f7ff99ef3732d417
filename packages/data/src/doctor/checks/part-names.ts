/** Tables and splits are asked for by name, so each needs one of its own. */
import type { FoundAt } from '../../draft/draft.js'
import type { Check, Remark } from '../finding.js'
import { at } from '../words.js'

export const partNames: Check = {
  name: 'part-names',
  summary: 'two tables or two splits with the same name',
  run({ draft: { signatures, splits } }) {
    return [...repeated(signatures, 'tables'), ...repeated(splits, 'splits')]
  }
}

function repeated(
  parts: readonly { readonly name: string; readonly place: FoundAt }[],
  things: string
): Remark[] {
  const again = parts.filter(({ name }, k) => parts.findIndex(part => part.name === name) < k)
  if (again.length === 0) return []
  return [
    {
      severity: 'error',
      message: `Two ${things} are called "${again[0].name}".`,
      remedy: 'Give each a name of its own.',
      ...at(again[0].place),
      count: again.length
    }
  ]
}
