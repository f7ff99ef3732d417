/** An attribute with one value for all classes says nothing about any of them. */
import type { Check } from '../finding.js'
import { at, many, named } from '../words.js'

export const constantAttributes: Check = {
  name: 'constant-attributes',
  summary: 'attributes that are the same for every class',
  run({ tables }) {
    return tables.flatMap(({ table, values }) => {
      const { rows, columns } = table.matrix
      if (rows < 2) return []
      const constant = Array.from({ length: columns }, (_, column) => column).filter(column => {
        for (let row = 1; row < rows; row++)
          if (values[row * columns + column] !== values[column]) return false
        return true
      })
      if (constant.length === 0) return []
      const names = constant.map(column => table.attributes?.[column] ?? String(column))
      return [
        {
          severity: 'note' as const,
          message: `${many(constant.length, 'attribute')} of the table "${table.name}" ${constant.length === 1 ? 'has' : 'have'} the same value for every class: ${named(names)}.`,
          remedy: 'They make all signatures more alike; leave them out, or grade them.',
          ...at(table.place),
          table: table.name,
          column: constant[0],
          count: constant.length
        }
      ]
    })
  }
}
