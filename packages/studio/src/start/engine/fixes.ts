/**
 * What can be mended at once, without touching a file: names that are spelt differently, rows and values that
 * cannot be used.
 */
import { Matrix, type RowSource, takeRows } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { Draft, Finding } from '@unseen/data'
import type { DraftList } from '@unseen/data/internal'

export interface Fix {
  readonly label: string
  apply(draft: Draft): Promise<Draft>
}

export function fixFor(finding: Finding, draft: Draft): Fix | undefined {
  const { check, mapping } = finding
  if (mapping !== undefined && Object.keys(mapping).length > 0)
    return {
      label: Object.keys(mapping).length === 1 ? 'Match the name' : 'Match the names',
      apply: async given => renamed(given, mapping)
    }
  if (check === 'labels-without-signature' && draft.splits.length === 0)
    return { label: 'Leave those rows out', apply: leaveOutUndescribed }
  if (check === 'not-finite-features' && draft.splits.length === 0)
    return { label: 'Leave those rows out', apply: leaveOutNotFinite }
  return undefined
}

function renamed(draft: Draft, mapping: Readonly<Record<string, string>>): Draft {
  const rename = (name: string): string => mapping[name] ?? name
  const inList = (list: DraftList): DraftList =>
    list.values instanceof Int32Array ? list : { ...list, values: list.values.map(rename) }
  return {
    ...draft,
    ...defined({
      labels: draft.labels === undefined ? undefined : inList(draft.labels),
      classes:
        draft.classes === undefined ? undefined : { ...draft.classes, value: draft.classes.value.map(rename) }
    }),
    signatures: draft.signatures.map(table => ({
      ...table,
      ...defined({ classes: table.classes === undefined ? undefined : table.classes.map(rename) })
    })),
    splits: draft.splits.map(split => ({
      ...split,
      ...defined({
        seen: split.seen ? inList(split.seen) : undefined,
        unseen: split.unseen ? inList(split.unseen) : undefined
      })
    }))
  }
}

/** Without the rows whose label no table describes; labels by name only, numbers follow the tables. */
async function leaveOutUndescribed(draft: Draft): Promise<Draft> {
  const { labels } = draft
  if (labels === undefined || labels.values instanceof Int32Array) return draft
  const described = new Set(draft.signatures.flatMap(({ classes = [] }) => classes))
  const { values } = labels
  const kept = withRows(
    draft,
    Uint32Array.from(values.keys()).filter(row => described.has(values[row]))
  )
  return {
    ...kept,
    ...defined({
      classes:
        draft.classes === undefined
          ? undefined
          : { ...draft.classes, value: draft.classes.value.filter(name => described.has(name)) }
    })
  }
}

async function leaveOutNotFinite(draft: Draft): Promise<Draft> {
  const source = draft.features?.value
  if (source === undefined) return draft
  const matrix = await source.read(0, source.rows)
  const row = new Float64Array(matrix.columns)
  return withRows(
    draft,
    Uint32Array.from({ length: matrix.rows }, (_, i) => i).filter(i => {
      Matrix.readRow(matrix, i, row)
      return row.every(Number.isFinite)
    })
  )
}

/** The draft with these rows alone. Splits name rows by number, so a draft that has any is left as it is. */
function withRows(draft: Draft, rows: Uint32Array): Draft {
  const { name, layout, classes, features, labels, rowNames, signatures, splits, provenance, remarks } = draft
  // Without the thumbnails: a sprite sheet goes by the numbers that rows had.
  return {
    name,
    layout,
    signatures,
    splits,
    provenance,
    remarks,
    ...defined({
      classes,
      features: features === undefined ? undefined : { ...features, value: chosenRows(features.value, rows) },
      labels:
        labels === undefined
          ? undefined
          : {
              ...labels,
              values:
                labels.values instanceof Int32Array
                  ? Int32Array.from(rows, row => Number(labels.values[row]))
                  : Array.from(rows, row => String(labels.values[row]))
            },
      rowNames:
        rowNames === undefined
          ? undefined
          : { ...rowNames, value: Array.from(rows, row => rowNames.value[row]) }
    })
  }
}

function chosenRows(source: RowSource, rows: Uint32Array): RowSource {
  return {
    rows: rows.length,
    columns: source.columns,
    read: async (start, end) => takeRows(source, rows.subarray(start, end))
  }
}
