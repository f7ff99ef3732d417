// Data sets of every kind, small: for round trips.
import { Matrix, type NamedTable, type Split, rowsOf } from '@unseen/core'
import type { Dataset } from '@unseen/data'
import fc from 'fast-check'

const name = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
      .filter(text => !/\p{Surrogate}/u.test(text))
  },
  fc.constantFrom(
    '1',
    '2',
    '0',
    'NA',
    'nan',
    'a,b',
    'say "moo"',
    ' polar bear',
    'true',
    '-',
    'class',
    'a\nb',
    'é',
    '1e5'
  )
)
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e30, max: 1e30 }),
  fc.constantFrom(0, -1, 1, 0.1, 255, 1e-310)
)

function matrix(rows: number, columns: number, single: boolean): fc.Arbitrary<Matrix> {
  return fc
    .array(number, { minLength: rows * columns, maxLength: rows * columns })
    .map(values =>
      Matrix.dense(rows, columns, single ? Float32Array.from(values) : Float64Array.from(values))
    )
}

function sparse(rows: number, columns: number): fc.Arbitrary<Matrix> {
  return fc
    .array(
      fc.array(
        fc.option(
          number.filter(value => value !== 0),
          { freq: 2 }
        ),
        { minLength: columns, maxLength: columns }
      ),
      { minLength: rows, maxLength: rows }
    )
    .map(lines => {
      const entries = lines.map(line =>
        line.flatMap((value, column) => (value === null ? [] : [{ value, column }]))
      )
      const starts = Uint32Array.from([
        0,
        ...entries.map((_, i) => entries.slice(0, i + 1).reduce((sum, line) => sum + line.length, 0))
      ])
      return Matrix.sparse(
        rows,
        columns,
        starts,
        Uint32Array.from(entries.flat(), ({ column }) => column),
        Float64Array.from(entries.flat(), ({ value }) => value)
      )
    })
}

const distinct = (minLength: number, maxLength: number, of = name): fc.Arbitrary<string[]> =>
  fc.uniqueArray(of, { minLength, maxLength })

function table(classes: readonly string[], tableName: string): fc.Arbitrary<NamedTable> {
  return fc
    .record({
      columns: fc.integer({ min: 1, max: 4 }),
      named: fc.boolean(),
      about: fc.boolean(),
      single: fc.boolean(),
      sentences: fc.boolean()
    })
    .chain(({ columns, named, about, single, sentences }) =>
      fc
        .record({
          values: matrix(classes.length, columns, single),
          attributes: distinct(columns, columns),
          texts: fc.array(fc.string(), { minLength: columns, maxLength: columns })
        })
        .map(({ values, attributes, texts }) => ({
          name: tableName,
          classes,
          matrix: values,
          ...(named && { attributes }),
          ...(named && about && { groups: texts, meanings: texts }),
          ...(sentences && { sentences: classes.map(each => `A ${each}.`) })
        }))
    )
}

function split(classes: readonly string[], rows: number, splitName: string): fc.Arbitrary<Split> {
  const list = fc.uniqueArray(fc.nat(rows - 1), { minLength: 1 }).map(values => Uint32Array.from(values))
  return fc
    .record({
      cut: fc.integer({ min: 1, max: classes.length }),
      lists: fc.boolean(),
      validation: fc.boolean(),
      train: list,
      test: list
    })
    .map(({ cut, lists, validation, train, test }) => ({
      name: splitName,
      seen: classes.slice(0, cut),
      unseen: classes.slice(cut),
      ...(lists && { train, test }),
      ...(lists && validation && { validation: { train, test } })
    }))
}

/** `isPartName`: which names tables and splits may have. */
export const randomDatasets = (isPartName: (name: string) => boolean): fc.Arbitrary<Dataset> => {
  const parts = name.filter(isPartName)
  return fc
    .record({
      rows: fc.integer({ min: 1, max: 6 }),
      columns: fc.integer({ min: 1, max: 5 }),
      kind: fc.constantFrom('float32', 'float64', 'sparse'),
      classes: distinct(1, 4),
      tables: distinct(0, 3, parts),
      splits: distinct(0, 2, parts),
      isNamed: fc.boolean()
    })
    .chain(({ rows, columns, kind, classes, tables, splits, isNamed }) =>
      fc
        .record({
          features: kind === 'sparse' ? sparse(rows, columns) : matrix(rows, columns, kind === 'float32'),
          labels: fc.array(fc.nat(classes.length - 1), { minLength: rows, maxLength: rows }),
          signatures: fc.tuple(...tables.map(each => table(classes, each))),
          splits: fc.tuple(...splits.map(each => split(classes, rows, each))),
          rowNames: fc.array(fc.string(), { minLength: rows, maxLength: rows })
        })
        .map(({ features, labels, signatures, splits: made, rowNames }) => ({
          name: 'random',
          classes,
          features: rowsOf(features),
          labels: Int32Array.from(labels),
          signatures,
          splits: made,
          ...(isNamed && { rowNames }),
          provenance: { notes: ['made by chance'] }
        }))
    )
}

export const randomDataset = randomDatasets(() => true)
