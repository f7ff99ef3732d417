/**
 * Descriptions put side by side: every part of a row is scaled to length 1, then by its weight, so that
 * a long part does not drown a short one. The cosine of two joined rows is the mean of the parts'
 * cosines, weighted by the squares of the weights.
 */
import { type DenseMatrix, type JoinedPart, Matrix, type NamedTable, UnseenError } from '@unseen/core'
import { defined, unitSignatures } from '@unseen/core/internal'

export interface TablePart {
  readonly table: NamedTable
  readonly weight: number
}

/**
 * One table of all parts. Rows are matched by class name, in the order of the first part.
 *
 * @param parts tables, each with a weight
 * @param name what to call the result; made of the parts' names unless given
 */
export function joinSignatures(parts: readonly TablePart[], name = joinName(parts)): NamedTable {
  if (parts.length < 2)
    throw new UnseenError('options.value', `Joining needs at least two tables, got ${parts.length}.`)
  for (const { table, weight } of parts) {
    if (!Number.isFinite(weight) || weight < 0)
      throw new UnseenError(
        'options.value',
        `The weight of table "${table.name}" must be a number of at least 0, got ${weight}.`,
        { where: { table: table.name } }
      )
  }
  if (parts.every(({ weight }) => weight === 0))
    throw new UnseenError('options.value', 'All weights are 0: nothing would be left of the descriptions.')
  const [{ table: first }] = parts
  const units = parts.map(part => unitPart(part, first))
  const columns = units.reduce((sum, unit) => sum + unit.columns, 0)
  const data = new Float64Array(first.classes.length * columns)
  let start = 0
  units.forEach((unit, at) => {
    // A part without weight is left out, not multiplied by 0: zeros have no sign then.
    for (let i = 0; i < unit.rows && parts[at].weight > 0; i++)
      for (let k = 0; k < unit.columns; k++)
        data[i * columns + start + k] = parts[at].weight * unit.data[i * unit.columns + k]
    start += unit.columns
  })
  return {
    name,
    classes: [...first.classes],
    matrix: Matrix.dense(first.classes.length, columns, data, 'signatures'),
    ...namedColumns(parts, units),
    source: joinName(parts),
    ...sentencesOf(parts, first.classes),
    encoder: {
      kind: 'joined',
      parts: parts.map(({ table, weight }, at) => partRecord(table, weight, units[at].columns))
    }
  }
}

/** 'attributes + 2 * sentences' */
function joinName(parts: readonly TablePart[]): string {
  return parts
    .map(({ table, weight }) => (weight === 1 ? table.name : `${weight} * ${table.name}`))
    .join(' + ')
}

/**
 * 'attributes + 2 * sentences' as parts, by the names of the tables there are.
 *
 * @param expression names of tables with weights: `'attributes + 2 * sentences'`
 * @param tables those that can be named
 */
export function parseJoin(expression: string, tables: readonly NamedTable[]): TablePart[] {
  return expression.split('+').map(term => {
    const [, weight = '1', name] = /^\s*(?:([^*]*?)\s*\*)?\s*(.*?)\s*$/.exec(term) ?? []
    const table = tables.find(candidate => candidate.name === name)
    if (table === undefined)
      throw new UnseenError('dataset.name', `There is no table "${name}" to join.`, {
        where: { table: name },
        remedy: `There are: ${tables.map(candidate => candidate.name).join(', ')}.`
      })
    if (weight === '' || Number.isNaN(Number(weight)))
      throw new UnseenError(
        'options.value',
        `The weight of table "${name}" must be a number, got "${weight}".`,
        { where: { table: name }, remedy: 'Write a join as "attributes + 2 * sentences".' }
      )
    return { table, weight: Number(weight) }
  })
}

/** The rows of a part, each of length 1, in the order of the first table's classes. */
function unitPart({ table }: TablePart, first: NamedTable): DenseMatrix {
  const matrix = Matrix.from(table.matrix, 'signatures')
  const rowOf = new Map(table.classes.map((name, row) => [name, row]))
  const order = first.classes.map(name => {
    const row = rowOf.get(name)
    if (row === undefined)
      throw new UnseenError(
        'signatures.shape',
        `Table "${table.name}" does not describe "${name}", table "${first.name}" does.`,
        { where: { table: table.name, class: name } }
      )
    return row
  })
  if (table.classes.length !== first.classes.length)
    throw new UnseenError(
      'signatures.shape',
      `Table "${table.name}" describes ${table.classes.length} classes, table "${first.name}" ${first.classes.length}.`,
      { where: { table: table.name } }
    )
  return Matrix.dense(
    order.length,
    matrix.columns,
    unitSignatures(Matrix.select(matrix, order), first.classes),
    'signatures'
  )
}

/** Columns keep their names; those of parts without names are numbered. Nothing where no part has names. */
function namedColumns(
  parts: readonly TablePart[],
  units: readonly DenseMatrix[]
): Pick<NamedTable, 'attributes' | 'groups'> {
  if (parts.every(({ table }) => table.attributes === undefined)) return {}
  const attributes = parts.flatMap(
    ({ table }, at) =>
      table.attributes ?? Array.from({ length: units[at].columns }, (_, k) => `${table.name} ${k + 1}`)
  )
  const groups = parts.flatMap(
    ({ table }, at) => table.groups ?? Array.from({ length: units[at].columns }, () => table.name)
  )
  return { attributes, groups }
}

/** The texts of the first part that was made of texts. */
function sentencesOf(parts: readonly TablePart[], classes: readonly string[]): Pick<NamedTable, 'sentences'> {
  const table = parts.find(part => part.table.sentences !== undefined)?.table
  const { sentences } = table ?? {}
  return table === undefined || sentences === undefined
    ? {}
    : { sentences: classes.map(name => sentences[table.classes.indexOf(name)]) }
}

function partRecord({ name, encoder }: NamedTable, weight: number, length: number): JoinedPart {
  return { table: name, weight, length, ...defined({ encoder }) }
}
