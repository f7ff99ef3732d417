// What is attacked: small sound files of every format with the reader that takes them.
import { Matrix, fit, fromBytes, toBytes } from '@unseen/core'
import { examine, fileSet, openRows, readArrays, readDraft, toDataset, writeNpz } from '@unseen/data'
import { bytesSource } from '@unseen/data/internal'
import { parseManifest } from '@unseen/data/manifest'
import { readGraph } from '@unseen/networks'
import { readdirSync, readFileSync } from 'node:fs'
import { allReaders } from '../../packages/node/dist/formats/readers.js'
import { hdf5Reader } from '../../packages/node/dist/formats/hdf5.js'
import { exportOnnx } from '../../packages/node/dist/use/export-onnx.js'
import { readHdf5InTurn } from './hdf5.mjs'

const golden = { data: '../../packages/data/golden/', node: '../../packages/node/golden/' }
const LARGEST = 20_000

/** MATLAB's newer files are HDF5. */
const isMatlab5 = bytes => new TextDecoder('latin1').decode(bytes.subarray(0, 10)) === 'MATLAB 5.0'

function goldenFiles(folder, endings) {
  const at = new URL(folder, import.meta.url)
  return readdirSync(at)
    .filter(name => endings.some(ending => name.endsWith(ending)))
    .map(name => new Uint8Array(readFileSync(new URL(name, at))))
    .filter(({ length }) => length > 0 && length <= LARGEST)
}

/** All arrays, and rows where the format has them; what it held, for formats that know their damage. */
async function readAll(bytes) {
  const { arrays, others = [] } = await readArrays(bytesSource(bytes), { fileName: 'file' }, allReaders)
  const rows = await openRows(bytesSource(bytes), { fileName: 'file' }, allReaders)
  if (rows !== undefined && rows.rows > 0) await rows.read(0, Math.min(rows.rows, 8))
  return JSON.stringify([
    arrays.map(({ name, shape, type, data }) => [name, shape, type, Array.from(data, String)]),
    others
  ])
}

async function smallModel() {
  const [seen, columns, length] = [4, 6, 5]
  const numbers = count => Float64Array.from({ length: count }, (_, i) => ((i * 37) % 11) / 10)
  const names = ['horse', 'tiger', 'gull', 'cow', 'zebra']
  return fit({
    features: Matrix.dense(2 * seen, columns, Float32Array.from(numbers(2 * seen * columns))),
    labels: Array.from({ length: 2 * seen }, (_, row) => names[row % seen]),
    signatures: { classes: names, matrix: Matrix.dense(names.length, length, numbers(names.length * length)) }
  })
}

const manifest = JSON.stringify({
  version: 1,
  name: 'zoo',
  classes: ['horse', 'tiger', 'zebra'],
  features: 'features.npy',
  labels: 'labels.npy',
  signatures: [{ name: 'attributes', file: 'attributes.csv', missing: { value: -1, treatment: 'zero' } }],
  splits: [{ name: 'only', seen: ['horse', 'tiger'], unseen: ['zebra'] }]
})

/** Sparse rows as scipy saves them, and a whole data set in one archive. */
async function archives() {
  const list = (name, data) => ({ name, shape: [data.length], data })
  const sparse = [
    list('data', Float32Array.of(1, 2, 3)),
    list('indices', Int32Array.of(0, 2, 1)),
    list('indptr', Int32Array.of(0, 2, 3)),
    list('shape', Int32Array.of(2, 3)),
    list('format', ['csr'])
  ]
  const set = [
    { name: 'features', shape: [4, 2], data: Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8) },
    list('labels', Int32Array.of(0, 0, 1, 1)),
    list('classes', ['horse', 'tiger', 'zebra']),
    { name: 'signatures_attributes', shape: [3, 2], data: Float64Array.of(1, 0, 0, 1, 1, 1) },
    list('split_only_seen', Int32Array.of(0, 1)),
    list('split_only_unseen', Int32Array.of(2))
  ]
  return Promise.all(
    [sparse, set].flatMap(arrays => [true, false].map(compress => writeNpz(arrays, { compress })))
  )
}

const readHdf5 = bytes => (hdf5Reader.recognises(bytes) ? readHdf5InTurn(bytes) : readAll(bytes))

async function readSet(bytes) {
  const draft = await readDraft(
    fileSet({
      name: 'set',
      files: new Map([['data.npz', async () => bytesSource(bytes)]]),
      readers: allReaders
    })
  )
  await examine(draft)
  toDataset(draft)
}

/**
 * `checked`: the format knows its own damage, so that whatever is read of a damaged file must be what the sound
 * one held. `share`: of the tries; slow readers have fewer.
 */
export async function subjects() {
  const model = await smallModel()
  const zips = await archives()
  const hdf5 = goldenFiles(`${golden.node}hdf5/`, ['.h5', '.mat'])
  const onnx = exportOnnx(model, { among: 'unseen' }).bytes
  return [
    { name: 'npy', files: goldenFiles(`${golden.data}formats/`, ['.npy']), read: readAll, share: 25 },
    {
      name: 'npz',
      files: [...goldenFiles(`${golden.data}formats/`, ['.npz']), ...zips],
      read: readAll,
      share: 6,
      checked: true
    },
    {
      name: 'safetensors',
      files: goldenFiles(`${golden.data}formats/`, ['.safetensors']),
      read: readAll,
      share: 14
    },
    {
      name: 'csv, tsv',
      files: goldenFiles(`${golden.data}formats/`, ['.csv', '.tsv']),
      read: readAll,
      share: 8
    },
    {
      name: 'json lines',
      files: goldenFiles(`${golden.data}formats/`, ['.jsonl']),
      read: readAll,
      share: 14
    },
    {
      name: 'MATLAB',
      files: goldenFiles(`${golden.data}matlab/`, ['.mat']).filter(isMatlab5),
      read: readAll,
      share: 6
    },
    { name: 'Parquet', files: goldenFiles(`${golden.node}parquet/`, ['.parquet']), read: readAll, share: 3 },
    { name: 'HDF5', files: hdf5, read: readHdf5, share: 1 },
    { name: 'HDF5, a thread for each', files: hdf5, read: readAll, share: 0.02 },
    { name: 'data set', files: zips.slice(2), read: readSet, share: 1.5 },
    {
      name: 'dataset.json',
      files: [new TextEncoder().encode(manifest)],
      read: async bytes => parseManifest(new TextDecoder().decode(bytes)),
      share: 12
    },
    {
      name: 'model',
      files: [toBytes(model)],
      read: async bytes => Buffer.from(toBytes(fromBytes(bytes))).toString('base64'),
      share: 10,
      checked: true
    },
    { name: 'ONNX', files: [onnx], read: async bytes => readGraph(bytes), share: 8 }
  ].filter(({ files }) => files.length > 0)
}
