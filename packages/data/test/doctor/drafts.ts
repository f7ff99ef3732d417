// Small data sets without a fault, and what is needed to plant one.
import { Matrix, rowsOf } from '@unseen/core'
import type { Draft, DraftList, DraftSplit, DraftTable, FoundAt } from '../../src/draft/draft.js'

export const animals = ['antelope', 'grizzly+bear', 'killer+whale', 'beaver', 'dalmatian'] as const
export const attributes = ['brown', 'spots', 'swims', 'hooves']

export const signatures = [
  [60, 5, 0, 90],
  [80, 0, 20, 0],
  [0, 30, 100, 0],
  [70, 0, 85, 0],
  [0, 95, 5, 0]
]

/** Three rows of each class; no two lengths alike, nothing negative, no column constant. */
export const features = animals.flatMap((_, label) =>
  [0, 1, 2].map(copy => [
    1.5 + label,
    0.25 * copy + 0.1,
    label === 2 ? 0 : 2.75,
    0.5 * ((label * 3 + copy) % 4)
  ])
)
export const labels = animals.flatMap((_, label) => [label, label, label])

export const place = (file: string, array?: string): FoundAt =>
  array === undefined ? { file } : { file, array }
export const numbers = (values: readonly number[], file = 'labels.npy', base?: 0 | 1): DraftList => ({
  place: place(file),
  values: Int32Array.from(values),
  ...(base !== undefined && { base })
})
export const names = (values: readonly string[], file = 'labels.csv'): DraftList => ({
  place: place(file),
  values
})

export function table(
  parts: Partial<DraftTable> & { rows?: readonly (readonly number[])[] } = {}
): DraftTable {
  const { rows = signatures, ...rest } = parts
  return {
    name: 'attributes',
    place: place('attributes.csv'),
    matrix: Matrix.from(rows, 'signatures'),
    attributes,
    ...rest
  }
}

export type SplitParts = { [Key in keyof DraftSplit]?: DraftSplit[Key] | undefined }

/** Split and draft without a fault; `undefined` takes a part away. */
export function split(parts: SplitParts = {}): DraftSplit {
  return compact<DraftSplit>({
    name: 'mine',
    place: place('dataset.json', 'split mine'),
    seen: names(animals.slice(0, 3), 'seen.txt'),
    unseen: names(animals.slice(3), 'unseen.txt'),
    train: numbers([0, 1, 3, 4, 6, 7], 'train.npy', 0),
    test: numbers([2, 5, 8, 9, 10, 11, 12, 13, 14], 'test.npy', 0),
    ...parts
  })
}

export function draft(parts: { [Key in keyof Draft]?: Draft[Key] | undefined } = {}): Draft {
  return compact<Draft>({
    name: 'animals',
    layout: 'manifest',
    classes: { place: place('classes.txt'), value: animals },
    features: { place: place('features.npy'), value: rowsOf(Matrix.from(features)) },
    labels: numbers(labels),
    signatures: [table()],
    splits: [split()],
    provenance: {},
    remarks: [],
    ...parts
  })
}

/** Without the parts that are undefined: in real drafts they are absent. */
export function compact<Whole extends object>(whole: {
  [Key in keyof Whole]?: Whole[Key] | undefined
}): Whole {
  return Object.fromEntries(Object.entries(whole).filter(([, part]) => part !== undefined)) as Whole
}

export const withFeatures = (rows: readonly (readonly number[])[]): Draft =>
  draft({ features: { place: place('features.npy'), value: rowsOf(Matrix.from(rows)) } })

/** `rows` with one entry changed. */
export const changed = (
  rows: readonly (readonly number[])[],
  row: number,
  column: number,
  value: number
): number[][] => rows.map((each, i) => each.map((old, k) => (i === row && k === column ? value : old)))

/** As CSR. */
export function sparse(rows: readonly (readonly number[])[]): Matrix {
  const entries = rows.map(row => row.flatMap((value, column) => (value === 0 ? [] : [[column, value]])))
  const starts = Uint32Array.from([0, ...entries.map((_, i) => entries.slice(0, i + 1).flat().length)])
  return Matrix.sparse(
    rows.length,
    rows[0].length,
    starts,
    Uint32Array.from(entries.flat().map(([column]) => column)),
    Float64Array.from(entries.flat().map(([, value]) => value))
  )
}

export const clean: Readonly<Record<string, Draft>> = {
  'numbers from 0': draft(),
  'names for labels': draft({ labels: names(labels.map(label => animals[label])) }),
  'sparse features': draft({ features: { place: place('features.npz'), value: rowsOf(sparse(features)) } }),
  'classes named by the table': draft({
    classes: undefined,
    signatures: [table({ classes: animals })],
    labels: names(labels.map(label => animals[label]))
  }),
  'a split of classes alone': draft({
    splits: [{ name: 'mine', place: place('dataset.json'), unseen: names(animals.slice(3), 'unseen.txt') }]
  }),
  'validation within the training rows': draft({
    splits: [
      split({
        seen: names(animals.slice(0, 4), 'seen.txt'),
        unseen: names(animals.slice(4), 'unseen.txt'),
        train: numbers([0, 1, 3, 4, 6, 7, 9], 'train.npy', 0),
        test: numbers([2, 5, 12], 'test.npy', 0),
        validation: { train: numbers([0, 1, 3, 4], 'a.npy', 0), test: numbers([6, 7, 9], 'b.npy', 0) }
      })
    ]
  })
}
