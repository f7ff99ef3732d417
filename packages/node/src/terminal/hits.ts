/**
 * What a search found, on standard output: a table, CSV or JSON. Ids and metadata come from files and are
 * made safe.
 */
import type { Hit } from '../library/hits.js'
import type { MetaValue } from '../library/row-table.js'
import type { SearchResult } from '../library/search-library.js'
import { csvCell, safeCell } from '../use/answer-formats.js'
import type { Terminal } from './terminal.js'
import { safe, table } from './text.js'

/** Metadata columns of the table, and letters of a cell. */
const COLUMNS = 4
const LETTERS = 40

export function printHits(
  found: SearchResult,
  form: 'table' | 'csv' | 'safe-csv' | 'json',
  { print }: Terminal
): void {
  if (form === 'json') return print(JSON.stringify(found, undefined, 2))
  const { hits, by } = found
  const names = [...new Set(hits.flatMap(({ metadata }) => Object.keys(metadata)))]
  if (form === 'csv' || form === 'safe-csv') {
    const cellOf = form === 'csv' ? csvCell : safeCell
    const line = (cells: readonly (string | number)[]): void => print(cells.map(cellOf).join(','))
    line(['rank', 'row', 'id', by, 'rival', 'source', 'source_row', ...names])
    for (const { rank, row, id, score, rival = '', source, sourceRow, metadata } of hits)
      line([rank, row, id, score, rival, source, sourceRow, ...names.map(name => text(metadata[name]))])
    return
  }
  if (hits.length === 0) return print('No row was found.')
  const shown = names.slice(0, COLUMNS)
  const cell = (value: string): string =>
    Array.from(value).length > LETTERS
      ? `${Array.from(value)
          .slice(0, LETTERS - 1)
          .join('')}…`
      : value
  const lines = hits.map(({ rank, id, score, rival = '', metadata }: Hit) =>
    [
      String(rank),
      id,
      score.toFixed(4),
      ...(by === 'margin' ? [rival] : []),
      ...shown.map(name => text(metadata[name]))
    ].map(value => cell(safe(value)))
  )
  for (const line of table(
    [['', 'id', by, ...(by === 'margin' ? ['rival'] : []), ...shown.map(safe)], ...lines],
    [0, 2]
  ))
    print(line)
}

function text(value: MetaValue | undefined): string {
  return value === null || value === undefined ? '' : String(value)
}
