/**
 * The small data sets of the folder broken/: one set without a fault in two layouts, and copies of them with
 * one defect each. A folder is called by the check that must find its defect, with what is special behind a
 * dot.
 */
const classes = ['antelope', 'grizzly+bear', 'killer+whale', 'beaver', 'dalmatian']
const attributes = ['brown', 'spots', 'swims', 'hooves']
const signatures = [
  [60, 5, 0, 90],
  [80, 0, 20, 0],
  [0, 30, 100, 0],
  [70, 0, 85, 0],
  [0, 95, 5, 0]
]
const labels = classes.flatMap((_, label) => [label, label, label])
const features = labels.map((label, row) => [
  1.5 + label,
  0.25 * (row % 3) + 0.125,
  label === 2 ? 0 : 2.75,
  0.5 * (row % 4)
])
const split = {
  name: 'mine',
  seen: classes.slice(0, 3),
  unseen: classes.slice(3),
  train: [0, 1, 3, 4, 6, 7],
  test: [2, 5, 8, 9, 10, 11, 12, 13, 14]
}

const clean = { classes, attributes, signatures, labels, features, splits: [split] }
const set = parts => ({ ...clean, ...parts })
const withSplit = parts => set({ splits: [{ ...split, ...parts }] })
const changed = (rows, row, column, value) =>
  rows.map((old, i) => old.map((entry, k) => (i === row && k === column ? value : entry)))
const transposed = rows => rows[0].map((_, column) => rows.map(row => row[column]))
const scaled = rows => rows.map(row => row.map(value => value / Math.hypot(...row)))
const swapped = [1, 0, 2, 3, 4].map(row => signatures[row])

/** dataset.json, features.npy, labels.npy, signatures.npy or attributes.csv. */
export const manifestSets = {
  clean: clean,
  'clean.names': set({ labels: labels.map(label => classes[label]), namedRows: classes }),
  parts: set({ signatures: undefined }),
  'part-names': set({ splits: [split, split] }),
  sizes: set({ labels: labels.slice(1) }),
  'sizes.attributes': set({ attributes: attributes.slice(1) }),
  'transposed-features': set({ features: transposed(features) }),
  'not-finite-features': set({ features: changed(changed(features, 7, 2, NaN), 9, 0, Infinity) }),
  'zero-rows': set({ features: features.map((row, i) => (i === 4 || i === 11 ? [0, 0, 0, 0] : row)) }),
  'constant-features': set({ features: features.map(row => [...row, 0, 7]) }),
  'negative-features': set({ features: changed(features, 2, 1, -0.5) }),
  'double-normalisation': set({ features: scaled(features) }),
  'double-normalisation.some-rows': set({
    features: features.map((row, i) => (i < 9 ? scaled([row])[0] : row))
  }),
  'label-base': set({ labels: labels.map(label => label + 1) }),
  'label-base.open': set({ labels: labels.map(label => Math.min(label + 1, 4)) }),
  'label-range': set({ labels: labels.map((label, row) => (row === 6 ? 7 : label)) }),
  'labels-without-signature': set({
    labels: labels.map((label, row) => (row > 12 ? 'zebra' : classes[label]))
  }),
  'row-names': set({
    rowNames: labels.map((label, row) => `images/${classes[row === 5 ? 0 : label]}/${row}.jpg`)
  }),
  'class-names': set({
    classes: ['antelope', 'grizzly+bear', 'antelope', 'beaver', 'dalmatian'],
    splits: []
  }),
  'class-name-spelling': set({
    namedRows: ['antelope', 'Grizzly_Bear', 'killer whale', 'beaver', 'dalmatian']
  }),
  'class-order': set({ namedRows: [...classes].reverse(), signatures: [...signatures].reverse() }),
  'transposed-signatures': set({ signatures: transposed(signatures) }),
  'not-finite-signatures': set({ signatures: changed(signatures, 2, 3, NaN) }),
  'zero-signatures': set({ signatures: signatures.map((row, i) => (i === 3 ? [0, 0, 0, 0] : row)) }),
  'missing-attributes': set({ signatures: changed(signatures, 0, 1, -1) }),
  'missing-attributes.declared': set({
    signatures: changed(signatures, 0, 1, -1),
    missing: { value: -1, treatment: 'mean' }
  }),
  'duplicate-signatures': set({ signatures: signatures.map((row, i) => (i === 4 ? signatures[1] : row)) }),
  'duplicate-signatures.near': set({
    signatures: signatures.map((row, i) => (i === 4 ? [80, 0, 22, 0] : row))
  }),
  'constant-attributes': set({ signatures: signatures.map(row => [...row.slice(0, 3), 1]) }),
  'signatures-without-samples': withSplit({ train: [0, 1, 6, 7] }),
  'split-classes': withSplit({ unseen: ['beaver', 'dalmatian', 'zebra'] }),
  'split-rows': withSplit({ test: [2, 5, 8, 15, 99, 99] }),
  'split-coverage': withSplit({ unseen: ['beaver'] }),
  'leaking-classes': withSplit({ train: [...split.train, 10, 13], test: [2, 5, 8] }),
  'leaking-classes.both-lists': withSplit({ unseen: ['killer+whale', 'beaver', 'dalmatian'] }),
  'overlapping-rows': withSplit({ test: [...split.test, 1, 4] })
}

const birds = [
  '002.Laysan_Albatross',
  '003.Sooty_Albatross',
  '005.Crested_Auklet',
  '001.Black_footed_Albatross',
  '004.Groove_billed_Ani'
]
const fromOne = rows => rows.map(row => row + 1)
const pair = {
  classes,
  att: scaled(signatures),
  original: signatures,
  labels: fromOne(labels),
  features,
  trainval: fromOne([0, 1, 3, 4, 6, 7]),
  testSeen: fromOne([2, 5, 8]),
  testUnseen: fromOne([9, 10, 11, 12, 13, 14])
}
const images = names => labels.map((label, row) => `/images/${names[label]}/${row}.jpg`)

/** The pair att_splits.mat + res101.mat. */
export const matlabSets = {
  'clean.xlsa17': pair,
  'split-base': { ...pair, features: undefined, labels: undefined },
  'class-order.cub-confirmed': { ...pair, classes: birds, images: images(birds) },
  'class-order.cub-open': { ...pair, classes: birds },
  'class-order.cub-numbers': {
    ...pair,
    classes: birds,
    images: images(birds),
    labels: labels.map(label => Number(birds[label].slice(0, 3)))
  },
  'same-table': { ...pair, original: swapped },
  'leaking-classes.xlsa17': {
    ...pair,
    trainval: [...pair.trainval, 11],
    testUnseen: pair.testUnseen.filter(row => row !== 11)
  },
  'overlapping-rows.train-val': { ...pair, train: fromOne([0, 1, 2, 3, 4, 5]), val: fromOne([6, 7, 8]) },
  'missing-attributes.awa': {
    ...pair,
    original: changed(signatures, 0, 1, -1),
    att: scaled(changed(signatures, 0, 1, -1))
  },
  'transposed-signatures.xlsa17': { ...pair, att: transposed(scaled(signatures)), original: undefined }
}

const cifar = ['airplane', 'automobile', 'bird', 'cat', 'deer', 'dog', 'frog', 'horse', 'ship', 'truck']

/** Single files as they are; the last two cannot be read. */
export const otherSets = {
  'known-split': {
    file: 'data.npz',
    arrays: {
      classes: cifar,
      signatures: cifar.map((_, label) => [
        label % 2,
        Math.floor(label / 2) % 2,
        Math.floor(label / 4) % 2,
        label / 8,
        0.5 + label / 20
      ]),
      seen: [0, 1, 2, 4, 6, 7, 8, 9],
      unseen: [3, 5]
    }
  },
  'readable.truncated': { file: 'data.npz', arrays: { classes, features, labels, signatures }, bytes: 700 },
  'readable.manifest': {
    file: 'dataset.json',
    text: '{ "version": 1, "name": "animals", "lables": "labels.npy" }\n'
  }
}
