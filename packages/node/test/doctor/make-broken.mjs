/**
 * Writes the data sets of broken-sets.mjs into broken/, and what the doctor says of each, and of the real
 * sets beside the repository, into expected.json and expected/. Needs a build; look at the changes before
 * they are committed.
 * Run: node packages/node/test/doctor/make-broken.mjs
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { examinePath, writeDelimited, writeMatlab, writeNpy, writeNpz } from '../../dist/index.js'
import { manifestSets, matlabSets, otherSets } from './broken-sets.mjs'
import { realSets } from './real-sets.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const shared = process.env.UNSEEN_SHARED ?? fileURLToPath(new URL('../../../../../shared', import.meta.url))

const matrix = (name, rows, Type = Float32Array) => ({
  name,
  shape: [rows.length, rows[0].length],
  data: Type.from(rows.flat())
})
const list = (name, values) =>
  typeof values[0] === 'string'
    ? { name, shape: [values.length], type: 'text', data: values }
    : { name, shape: [values.length], data: Int32Array.from(values) }
/** MATLAB keeps one column for each class and image. */
const columns = (name, rows) =>
  matrix(
    name,
    rows[0].map((_, k) => rows.map(row => row[k])),
    Float64Array
  )

async function filesOfManifest({
  classes,
  attributes,
  signatures,
  namedRows,
  missing,
  labels,
  features,
  rowNames,
  splits
}) {
  const named = namedRows !== undefined
  const manifest = {
    version: 1,
    name: 'animals',
    classes,
    features: 'features.npy',
    labels: typeof labels[0] === 'string' ? labels : 'labels.npy',
    ...(signatures && {
      signatures: [
        {
          name: 'attributes',
          file: named ? 'attributes.csv' : 'signatures.npy',
          ...(!named && { attributes }),
          ...(missing && { missing })
        }
      ]
    }),
    splits,
    ...(rowNames && { rowNames })
  }
  return {
    'dataset.json': `${JSON.stringify(manifest, null, 2)}\n`,
    'features.npy': writeNpy(matrix('features', features)),
    ...(typeof labels[0] === 'number' && { 'labels.npy': writeNpy(list('labels', labels)) }),
    ...(signatures && !named && { 'signatures.npy': writeNpy(matrix('signatures', signatures)) }),
    ...(signatures &&
      named && {
        'attributes.csv': writeDelimited([
          list('class', namedRows),
          list('columns', attributes),
          matrix('numbers', signatures, Float64Array)
        ])
      })
  }
}

async function filesOfPair({
  classes,
  att,
  original,
  labels,
  features,
  images,
  trainval,
  testSeen,
  testUnseen,
  train,
  val
}) {
  const given = arrays => arrays.filter(array => array !== undefined)
  const numbers = (name, values) => values && list(name, values)
  return {
    'att_splits.mat': await writeMatlab(
      given([
        list('allclasses_names', classes),
        columns('att', att),
        original && columns('original_att', original),
        numbers('trainval_loc', trainval),
        numbers('test_seen_loc', testSeen),
        numbers('test_unseen_loc', testUnseen),
        numbers('train_loc', train),
        numbers('val_loc', val)
      ])
    ),
    ...(features && {
      'res101.mat': await writeMatlab(
        given([columns('features', features), list('labels', labels), images && list('image_files', images)])
      )
    })
  }
}

async function filesOfOther({ file, arrays, bytes, text }) {
  const content =
    text ??
    (await writeNpz(
      Object.entries(arrays).map(([name, values]) =>
        Array.isArray(values[0]) ? matrix(name, values) : list(name, values)
      )
    ))
  return { [file]: bytes === undefined ? content : content.subarray(0, bytes) }
}

const json = value => `${JSON.stringify(value, null, 2)}\n`

rmSync(`${here}broken`, { recursive: true, force: true })
const sets = [
  [manifestSets, filesOfManifest],
  [matlabSets, filesOfPair],
  [otherSets, filesOfOther]
]
for (const [plan, filesOf] of sets) {
  for (const [name, parts] of Object.entries(plan)) {
    const folder = `${here}broken/${name}`
    mkdirSync(folder, { recursive: true })
    for (const [file, content] of Object.entries(await filesOf(parts)))
      writeFileSync(`${folder}/${file}`, content)
    writeFileSync(`${folder}/expected.json`, json((await examinePath(folder)).findings))
  }
}

if (existsSync(shared)) {
  mkdirSync(`${here}expected`, { recursive: true })
  for (const [name, path] of Object.entries(realSets))
    writeFileSync(`${here}expected/${name}.json`, json(await examinePath(`${shared}/data/${path}`)))
}
