/**
 * The real sets of shared/data as plain arrays, for benchmarks and for tests on real data. Reads just
 * what numpy's savez_compressed writes there; the readers for users' files are another matter.
 */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inflateRawSync } from 'node:zlib'

const shared = process.env.UNSEEN_SHARED ?? fileURLToPath(new URL('../../shared', import.meta.url))

export function dataPath(name) {
  return `${shared}/data/${name}/data.npz`
}

export function hasData(name) {
  return existsSync(dataPath(name))
}

/** { name: { shape, data } } of every array in the file. */
export function readNpz(path) {
  const file = readFileSync(path)
  const arrays = {}
  // The central directory, from its end record.
  let end = file.length - 22
  while (file.readUInt32LE(end) !== 0x06054b50) end--
  let at = file.readUInt32LE(end + 16)
  for (let entry = file.readUInt16LE(end + 10); entry > 0; entry--) {
    const method = file.readUInt16LE(at + 10)
    const packed = file.readUInt32LE(at + 20)
    const nameLength = file.readUInt16LE(at + 28)
    const name = file.toString('utf8', at + 46, at + 46 + nameLength)
    const local = file.readUInt32LE(at + 42)
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
    const bytes = file.subarray(start, start + packed)
    arrays[name.replace(/\.npy$/, '')] = readNpy(method === 8 ? inflateRawSync(bytes) : bytes)
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return arrays
}

const kinds = {
  '<f4': Float32Array,
  '<f8': Float64Array,
  '|u1': Uint8Array,
  '|i1': Int8Array,
  '<u2': Uint16Array,
  '<i2': Int16Array,
  '<i4': Int32Array,
  '<u4': Uint32Array,
  '<i8': BigInt64Array,
  '|b1': Uint8Array
}

function readNpy(bytes) {
  const headerLength = bytes[6] === 1 ? bytes.readUInt16LE(8) : bytes.readUInt32LE(8)
  const first = (bytes[6] === 1 ? 10 : 12) + headerLength
  const header = bytes.toString('latin1', first - headerLength, first)
  const type = /'descr': '([^']+)'/.exec(header)[1]
  const shape = /'shape': \(([^)]*)\)/
    .exec(header)[1]
    .split(',')
    .filter(part => part.trim())
    .map(Number)
  const body = bytes.subarray(first)
  const size = shape.reduce((a, b) => a * b, 1)
  const text = /^<U(\d+)$/.exec(type)
  if (text) {
    const width = Number(text[1])
    const codes = new Uint32Array(body.buffer.slice(body.byteOffset, body.byteOffset + 4 * width * size))
    return {
      shape,
      data: Array.from({ length: size }, (_, i) =>
        String.fromCodePoint(...codes.subarray(i * width, (i + 1) * width)).replace(/\0+$/, '')
      )
    }
  }
  const Kind = kinds[type]
  if (!Kind) throw new Error(`this reader does not know ${header}`)
  const stored = new Kind(body.buffer.slice(body.byteOffset, body.byteOffset + Kind.BYTES_PER_ELEMENT * size))
  const data = stored instanceof BigInt64Array ? Int32Array.from(stored, Number) : stored
  return {
    shape,
    data: header.includes("'fortran_order': True") && shape.length === 2 ? transpose(data, shape) : data
  }
}

/** Column-major to row-major. */
function transpose(data, [rows, columns]) {
  const out = new data.constructor(data.length)
  for (let m = 0; m < columns; m++) for (let i = 0; i < rows; i++) out[i * columns + m] = data[m * rows + i]
  return out
}

function dense(rows, columns, data) {
  return { kind: 'dense', rows, columns, data }
}

/** Rows `from` .. of a (rows x columns) array, chosen by number, scaled. */
export function selectRows({ shape: [, columns], data }, rows, scale = 1) {
  const out = new Float32Array(rows.length * columns)
  rows.forEach((row, i) => {
    for (let m = 0; m < columns; m++) out[i * columns + m] = data[row * columns + m] * scale
  })
  return dense(rows.length, columns, out)
}

/** A set with a fixed split: { train, test, signatures, classes }, where test rows are of unseen classes. */
export function loadSplit(name) {
  const arrays = readNpz(dataPath(name))
  return { arrays, ...splitters[name](arrays) }
}

function bySplit(features, labels, { seen, unseen, classes }, signatures) {
  const isSeen = new Set(seen.data)
  const isUnseen = new Set(unseen.data)
  const rows = Array.from(labels, (_, i) => i)
  const train = rows.filter(i => isSeen.has(labels[i]))
  const test = rows.filter(i => isUnseen.has(labels[i]))
  return {
    train: { features: features(train), labels: train.map(i => labels[i]) },
    test: { features: features(test), labels: test.map(i => classes.data[labels[i]]) },
    signatures: {
      classes: classes.data,
      matrix: dense(
        signatures.shape[0],
        signatures.shape[1],
        Float64Array.from(signatures.data, x => Math.max(0, x))
      )
    }
  }
}

const splitters = {
  'cub-vgg': a =>
    bySplit(rows => selectRows(a.features, rows, a.scale?.data[0] ?? 1), a.labels.data, a, a.signatures),
  'awa-rgsift': a =>
    bySplit(
      rows => {
        const matrix = selectRows(a.counts, rows)
        for (let i = 0; i < rows.length; i++) {
          const row = matrix.data.subarray(i * matrix.columns, (i + 1) * matrix.columns)
          const sum = row.reduce((x, y) => x + y, 0)
          for (let m = 0; m < row.length; m++) row[m] /= sum || 1
        }
        return matrix
      },
      a.labels.data,
      a,
      a.signatures_continuous ?? a.signatures
    )
}

/** The five unseen pairs of the paper's Table 2, in its order. */
export const cifarPairs = [
  ['cat', 'dog'],
  ['airplane', 'automobile'],
  ['automobile', 'deer'],
  ['deer', 'ship'],
  ['cat', 'truck']
]

/**
 * CIFAR-10 with one of its signature tables ('attributes', 'words', 'sentences', 'names'): one set per pair,
 * trained on the train images of the eight other classes, tested on the test images of the pair.
 */
export function loadCifar(table, pairs = cifarPairs) {
  const arrays = readNpz(dataPath('cifar10'))
  const classes = arrays.classes.data
  const scale = arrays.scale.data[0]
  const { shape, data } = arrays[`signatures_${table}`]
  const signatures = { classes, matrix: dense(shape[0], shape[1], Float64Array.from(data)) }
  const part = (name, wanted) => {
    const labels = Array.from(arrays[`${name}_labels`].data, label => classes[label])
    const rows = labels.map((_, i) => i).filter(i => wanted(labels[i]))
    return { features: selectRows(arrays[`${name}_features`], rows, scale), labels: rows.map(i => labels[i]) }
  }
  return pairs.map(pair => ({
    pair,
    train: part('train', name => !pair.includes(name)),
    test: part('test', name => pair.includes(name)),
    signatures
  }))
}

/**
 * The sentences and the names of CIFAR-10's classes, with the vectors (10 x 384) that all-MiniLM-L6-v2 gave
 * them elsewhere.
 */
export function loadCifarTexts() {
  const arrays = readNpz(dataPath('cifar10'))
  return [
    { given: arrays.sentences.data, expected: arrays.signatures_sentences.data },
    { given: arrays.classes.data, expected: arrays.signatures_names.data }
  ]
}

/** At most `perClass` rows of each class, for trying things out. */
export function capRows({ features, labels }, perClass) {
  const taken = new Map()
  const rows = labels
    .map((_, i) => i)
    .filter(i => {
      taken.set(labels[i], (taken.get(labels[i]) ?? 0) + 1)
      return taken.get(labels[i]) <= perClass
    })
  return {
    features: selectRows({ shape: [features.rows, features.columns], data: features.data }, rows),
    labels: rows.map(i => labels[i])
  }
}

/** Every class seen, one row each: for what depends on the number of classes alone. */
export function loadOneRowEach(name) {
  const { features, labels, classes, signatures } = readNpz(dataPath(name))
  const rows = classes.data.map((_, k) => labels.data.indexOf(k))
  return {
    train: { features: selectRows(features, rows), labels: [...classes.data] },
    signatures: {
      classes: classes.data,
      matrix: dense(
        signatures.shape[0],
        signatures.shape[1],
        Float64Array.from(signatures.data, x => Math.max(0, x))
      )
    }
  }
}
