// Drafts of any kind: sizes that disagree, names that are empty or repeat, numbers out of range, NaN.
import { Matrix, rowsOf } from '@unseen/core'
import type { Draft, DraftList, DraftSplit, DraftTable, MissingTreatment } from '../../src/draft/draft.js'
import fc from 'fast-check'
import { animals, clean, compact, numbers, place, signatures } from './drafts.js'

const name = fc.constantFrom(
  'cat',
  'dog',
  'Cat',
  'grizzly bear',
  'grizzly+bear',
  '002.tern',
  '001.gull',
  '3_tit',
  '',
  '+',
  '__proto__',
  'constructor',
  '\ud800',
  'x'.repeat(50)
)
const value = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(0, 1, 0.5, 100) },
  { weight: 1, arbitrary: fc.constantFrom(-1, NaN, Infinity, -Infinity, 1e300, -1e-300) },
  { weight: 2, arbitrary: fc.double() }
)
const number = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 0, max: 6 }) },
  { weight: 1, arbitrary: fc.constantFrom(-1, 2 ** 31 - 1, -(2 ** 31)) }
)
const base = fc.constantFrom<undefined | 0 | 1>(undefined, undefined, 0, 1)

const matrix: fc.Arbitrary<Matrix> = fc.tuple(fc.nat(6), fc.nat(6)).chain(([rows, columns]) =>
  fc.oneof(
    fc
      .array(value, { minLength: rows * columns, maxLength: rows * columns })
      .map((data): Matrix => Matrix.dense(rows, columns, Float64Array.from(data))),
    fc
      .array(fc.subarray(Array.from({ length: columns }, (_, column) => column)), {
        minLength: rows,
        maxLength: rows
      })
      .chain(indices =>
        fc
          .array(value, { minLength: indices.flat().length, maxLength: indices.flat().length })
          .map((values): Matrix => {
            const starts = Uint32Array.from([
              0,
              ...indices.map((_, i) => indices.slice(0, i + 1).flat().length)
            ])
            return Matrix.sparse(
              rows,
              columns,
              starts,
              Uint32Array.from(indices.flat()),
              Float32Array.from(values)
            )
          })
      )
  )
)

const listFrom = (entry: fc.Arbitrary<DraftList['values']>): fc.Arbitrary<DraftList> =>
  fc.record({ values: entry, from: base }).map(({ values, from }) => ({
    place: place('list.npy'),
    values,
    ...(from !== undefined && { base: from })
  }))
const ofNumbers = listFrom(fc.array(number, { maxLength: 8 }).map(values => Int32Array.from(values)))
const ofNames = listFrom(fc.array(name, { maxLength: 8 }))
const list = fc.oneof(ofNumbers, ofNames)

const optional = <Part>(part: fc.Arbitrary<Part>): fc.Arbitrary<Part | undefined> =>
  fc.option(part, { nil: undefined })
const texts = fc.array(name, { maxLength: 6 })

const table: fc.Arbitrary<DraftTable> = fc
  .record({
    name: fc.constantFrom('att', 'words', ''),
    place: fc.constant(place('att.mat', 'att')),
    matrix,
    classes: optional(texts),
    attributes: optional(texts),
    groups: optional(texts),
    meanings: optional(texts),
    sentences: optional(texts),
    missing: optional(
      fc.record({
        value: fc.constantFrom(-1, NaN, 0),
        treatment: fc.constantFrom<MissingTreatment>('zero', 'mean', 'keep')
      })
    )
  })
  .map(whole => compact<DraftTable>(whole))

const split: fc.Arbitrary<DraftSplit> = fc
  .record({
    name: fc.constantFrom('mine', 'other'),
    place: fc.constant(place('dataset.json')),
    seen: optional(list),
    unseen: optional(list),
    train: optional(list),
    test: optional(list),
    validation: optional(fc.record({ train: ofNumbers, test: ofNumbers }))
  })
  .map(whole => compact<DraftSplit>(whole))

export const anyDraft: fc.Arbitrary<Draft> = fc
  .record({
    name: fc.constant('any'),
    layout: fc.constant('made up'),
    classes: optional(texts.map(names => ({ place: place('classes.txt'), value: names }))),
    features: optional(matrix.map(rows => ({ place: place('features.npy'), value: rowsOf(rows) }))),
    labels: optional(list),
    signatures: fc.array(table, { maxLength: 3 }),
    splits: fc.array(split, { maxLength: 2 }),
    rowNames: optional(
      fc
        .array(
          fc.tuple(name, name).map(parts => parts.join('/')),
          { maxLength: 7 }
        )
        .map(names => ({ place: place('files.txt'), value: names }))
    ),
    provenance: fc.constant({}),
    remarks: fc.constant([])
  })
  .map(whole => compact<Draft>(whole))

const editedList = (original: DraftList): fc.Arbitrary<DraftList> =>
  fc.record({ at: fc.nat(20), number, name, from: base }).map(({ at, number: to, name: called, from }) => {
    const { values } = original
    const edited =
      values instanceof Int32Array
        ? values.map((old, k) => (k === at ? to : old))
        : values.map((old, k) => (k === at ? called : old))
    return { place: original.place, values: edited, ...(from !== undefined && { base: from }) }
  })

const parts = ['classes', 'features', 'labels', 'signatures', 'splits', 'rowNames'] as const

/** A clean draft with one part of it exchanged for any other, taken away, or with one entry changed. */
export const damagedDraft: fc.Arbitrary<Draft> = fc
  .record({
    whole: fc.constantFrom(...Object.values(clean)),
    other: anyDraft,
    part: fc.constantFrom(...parts),
    edits: fc.boolean()
  })
  .chain(({ whole, other, part, edits }): fc.Arbitrary<Draft> => {
    const { classes, labels } = whole
    const [table] = whole.signatures
    const [split] = whole.splits
    if (!edits) return fc.constant(compact<Draft>({ ...whole, [part]: other[part] }))
    if (part === 'classes' && classes !== undefined)
      return fc.tuple(fc.nat(4), name).map(([at, to]) => ({
        ...whole,
        classes: { ...classes, value: classes.value.map((old, k) => (k === at ? to : old)) }
      }))
    if (part === 'labels' && labels !== undefined)
      return editedList(labels).map(edited => ({ ...whole, labels: edited }))
    if (part === 'signatures')
      return fc
        .tuple(
          fc.option(fc.shuffledSubarray([...animals], { minLength: 4 }), { nil: undefined }),
          fc.nat(19),
          value
        )
        .map(([own, at, to]) => ({
          ...whole,
          signatures: [
            {
              ...table,
              ...(own && { classes: own }),
              matrix: Matrix.from(
                signatures
                  .slice(0, own?.length)
                  .map((row, i) => row.map((old, k) => (i * 4 + k === at ? to : old)))
              )
            }
          ]
        }))
    if (part === 'splits')
      return fc.constantFrom('seen', 'unseen', 'train', 'test').chain(list =>
        editedList(split[list] ?? numbers([])).map(edited => ({
          ...whole,
          splits: [{ ...split, [list]: edited }]
        }))
      )
    return fc.constant(whole)
  })
