// Every layout against the contract, on small files.
import { bytesSource } from '../../src/formats/bytes.js'
import { writeMatlab } from '../../src/formats/matlab/write.js'
import { writeJsonLines } from '../../src/formats/text/json-lines.js'
import { writeZip } from '../../src/formats/zip/zip-write.js'
import { fileSet } from '../../src/layouts/file-set.js'
import { readDraft } from '../../src/layouts/layouts.js'
import { manifestLayout } from '../../src/layouts/manifest-layout.js'
import { namedArraysLayout } from '../../src/layouts/named-arrays.js'
import { tableFilesLayout } from '../../src/layouts/table-files.js'
import { xlsa17Layout } from '../../src/layouts/xlsa17.js'
import { zipFiles } from '../../src/layouts/zip-files.js'
import type { Manifest } from '../../src/manifest/types.js'
import { describe, expect, it } from 'vitest'
import { checkLayout } from './contract.js'
import { memoryFiles, npy, npz, numbers, texts, whole } from './memory-files.js'

const classes = ['cat', 'dog', 'owl']
const labels = [2, 0, 1, 0]
const first = [1, 3, 5, 7]
const features = numbers('features', [4, 2], 1, 2, 3, 4, 5, 6, 7, 8)
const table = [
  [1, 0],
  [0.5, 0.25],
  [0, 1]
]
const signatures = numbers('signatures', [3, 2], ...table.flat())
const split = { name: 'default', seen: ['cat', 'dog'], unseen: ['owl'] }

const manifest: Manifest = {
  version: 1,
  name: 'by manifest',
  classes,
  features: { file: 'deep/rows.npz', array: 'half', scale: 2 },
  labels: { file: 'labels.csv', array: 'animal' },
  signatures: [{ name: 'attributes', file: 'table.csv', groups: ['body', 'body'] }],
  splits: [{ name: 'default', unseen: ['owl'] }]
}
const manifestFiles = async (): Promise<Record<string, Uint8Array | string>> => ({
  'dataset.json': '',
  'deep/rows.npz': await npz(
    numbers('half', [4, 2], 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4),
    numbers('other', [1, 1], 0)
  ),
  'labels.csv': 'animal,age\nowl,1\ncat,2\ndog,3\ncat,4\n',
  // Rows in another order than the classes: names decide.
  'table.csv': 'class,fur,wings\nowl,0,1\ncat,1,0\ndog,0.5,0.25\n'
})

checkLayout(manifestLayout, [
  {
    title: 'a manifest that names files, arrays and columns',
    files: async () => memoryFiles(await manifestFiles(), { manifest }),
    broken: async () =>
      memoryFiles(
        { ...(await manifestFiles()), 'labels.csv': 'animal,age\nyak,1\ncat,2\ndog,3\ncat,4\n' },
        { manifest }
      ),
    expected: { classes, labels, first, tables: { attributes: table }, splits: [split] }
  },
  {
    title: 'features in two files, numbers that count from 1',
    files: async () =>
      memoryFiles(
        {
          'a.npy': npy(numbers('a', [1, 2], 1, 2)),
          'b.npy': npy(numbers('b', [2, 3], 3, 5, 7, 4, 6, 8)),
          'labels.csv': 'label\n3\n1\n2\n1\n',
          'table.npy': npy(signatures)
        },
        {
          manifest: {
            ...manifest,
            features: [{ file: 'a.npy' }, { file: 'b.npy', transposed: true }],
            labels: { file: 'labels.csv', base: 1 },
            signatures: [{ name: 'attributes', file: 'table.npy' }],
            splits: [{ name: 'default', seen: [0, 1], unseen: [2] }]
          }
        }
      ),
    broken: async () =>
      memoryFiles(
        { 'a.npy': npy(features), 'labels.csv': 'label\n3\n1\n', 'table.npy': npy(signatures) },
        { manifest: { ...manifest, features: 'a.npy', labels: 'labels.csv', signatures: [] } }
      ),
    expected: { classes, labels, first, tables: { attributes: table }, splits: [split] }
  }
])

const mat = (arrays: readonly ReturnType<typeof whole>[]): Promise<Uint8Array> =>
  writeMatlab(arrays.map(array => ({ ...array, type: 'x' })))
const attSplits = [
  texts('allclasses_names', ...classes),
  numbers('att', [2, 3], 1, 0.5, 0, 0, 0.25, 1),
  whole('trainval_loc', 4, 3, 2),
  whole('test_seen_loc', 4),
  whole('test_unseen_loc', 1)
]
const res101 = [
  numbers('features', [2, 4], 1, 3, 5, 7, 2, 4, 6, 8),
  whole('labels', 3, 1, 2, 1),
  texts('image_files', 'a.jpg', 'b.jpg', 'c.jpg', 'd.jpg')
]

checkLayout(xlsa17Layout, [
  {
    title: 'the pair',
    files: async () =>
      memoryFiles({ 'att_splits.mat': await mat(attSplits), 'res101.mat': await mat(res101) }),
    broken: async () =>
      memoryFiles({
        'att_splits.mat': await mat(
          attSplits.map(array => (array.name === 'test_unseen_loc' ? whole('test_unseen_loc', 99) : array))
        ),
        'res101.mat': await mat(res101)
      }),
    expected: { classes, labels, first, tables: { att: table }, splits: [{ ...split, name: 'proposed' }] }
  }
])

checkLayout(namedArraysLayout, [
  {
    title: 'npz with the usual names',
    files: async () =>
      memoryFiles({
        'data.npz': await npz(
          features,
          whole('labels', ...labels),
          texts('classes', ...classes),
          texts('attributes', 'fur', 'wings'),
          signatures,
          whole('seen', 0, 1),
          whole('unseen', 2)
        )
      }),
    broken: async () =>
      memoryFiles({
        'data.npz': await npz(features, whole('labels', 2, 0, 1, 7), texts('classes', ...classes), signatures)
      }),
    expected: { classes, labels, first, tables: { signatures: table }, splits: [split] }
  },
  {
    title: 'train and test apart, scaled, labels from 1',
    files: async () =>
      memoryFiles({
        'data.npz': await npz(
          { name: 'train_features', shape: [3, 2], data: Uint8Array.of(2, 4, 6, 8, 10, 12) },
          { name: 'test_features', shape: [1, 2], data: Uint8Array.of(14, 16) },
          { name: 'scale', shape: [], data: Float32Array.of(0.5) },
          whole('train_labels', 3, 1, 2),
          whole('test_labels', 1),
          texts('classes', ...classes),
          { ...signatures, name: 'signatures_words' }
        )
      }),
    broken: async () =>
      memoryFiles({
        'data.npz': await npz(features, whole('labels', 1, 1, 2, 2), texts('classes', ...classes), signatures)
      }),
    expected: {
      classes,
      labels,
      first,
      tables: { words: table },
      splits: [{ name: 'default', seen: classes, unseen: [] }]
    }
  },
  {
    title: 'sparse rows of scipy, counts of two splits',
    files: async () =>
      memoryFiles({
        'data.npz': await npz(
          numbers('features_data', [5], 1, 3, 5, 7, 8),
          whole('features_indices', 0, 0, 0, 1, 0),
          whole('features_indptr', 0, 1, 2, 3, 5),
          whole('features_shape', 4, 2),
          whole('labels', ...labels),
          whole('base', 0),
          texts('classes', ...classes),
          signatures,
          whole('split_A_seen', 0),
          whole('split_A_unseen', 1, 2),
          whole('split_b_unseen', 2)
        )
      }),
    broken: async () =>
      memoryFiles({
        'data.npz': await npz(
          features,
          whole('labels', ...labels),
          texts('classes', 'cat', 'cat', 'owl'),
          signatures
        )
      }),
    expected: {
      classes,
      labels,
      first: [1, 3, 5, 8],
      tables: { signatures: table },
      splits: [
        { name: 'A', seen: ['cat'], unseen: ['dog', 'owl'] },
        { ...split, name: 'b' }
      ]
    }
  }
])

const attributesCsv = 'class,fur,wings\ncat,1,0\ndog,0.5,0.25\nowl,0,1\n'
checkLayout(tableFilesLayout, [
  {
    title: 'features.npy, labels.csv, attributes.csv',
    files: async () =>
      memoryFiles({
        'features.npy': npy(features),
        'labels.csv': 'label\nowl\ncat\ndog\ncat\n',
        'attributes.csv': attributesCsv,
        'unseen.csv': 'class\nowl\n',
        'README.md': 'x'
      }),
    broken: async () =>
      memoryFiles({
        'features.npy': npy(features),
        'labels.csv': 'label\nowl\ncat\n',
        'attributes.csv': attributesCsv
      }),
    expected: { classes, labels, first, tables: { attributes: table }, splits: [split] }
  },
  {
    title: 'a CSV of features with a column of labels',
    files: async () =>
      memoryFiles({
        'features.csv': 'label,a,b\nowl,1,2\ncat,3,4\ndog,5,6\ncat,7,8\n',
        'attributes.csv': attributesCsv,
        'signatures-words.npy': npy(signatures)
      }),
    broken: async () =>
      memoryFiles({ 'features.csv': 'label,a,b\nyak,1,2\ncat,3,4\n', 'attributes.csv': attributesCsv }),
    expected: { classes, labels, first, tables: { attributes: table, words: table }, splits: [] }
  },
  {
    title: 'files whose names say nothing',
    files: async () =>
      memoryFiles({
        'resnet.npy': npy(features),
        'ids.npy': npy(whole('ids', ...labels)),
        'animals.csv': attributesCsv
      }),
    broken: async () =>
      memoryFiles({
        'resnet.npy': npy(features),
        'ids.npy': npy(whole('ids', 1, 1, 2, 2)),
        'animals.csv': attributesCsv
      }),
    expected: { classes, labels, first, tables: { animals: table }, splits: [] }
  }
])

describe('one CSV', () => {
  it.each([
    ['texts', 'a,label,b\n1,owl,2\n3,cat,4\n5,cat,6\n', ['owl', 'cat', 'cat']],
    ['numbers', 'a,label,b\n1,2,2\n3,0,4\n5,0,6\n', Int32Array.of(2, 0, 0)]
  ])('has labels as %s', async (_, csv, values) => {
    const draft = await readDraft(memoryFiles({ 'animals.csv': csv }))
    expect(draft.labels?.values).toEqual(values)
    expect(draft.features?.value.columns).toBe(2)
    expect(await draft.features?.value.read(1, 2)).toMatchObject({ data: Float64Array.of(3, 4) })
  })

  it('with a row for each class is a table of signatures', async () => {
    const draft = await readDraft(memoryFiles({ 'attributes.csv': attributesCsv }))
    expect(draft.features).toBeUndefined()
    expect(draft.signatures).toMatchObject([{ name: 'attributes', classes, attributes: ['fur', 'wings'] }])
  })
})

describe('a table whose columns stand apart, as in Parquet', () => {
  const apart = {
    arrays: [
      { name: 'label', shape: [3], type: 'text', data: ['owl', 'cat', 'cat'] },
      { name: 'a', shape: [3], type: 'float32', data: Float32Array.of(1, 3, 5) },
      { name: 'b', shape: [3], type: 'int64', data: BigInt64Array.of(2n, 4n, 6n) }
    ],
    format: 'parquet'
  }

  it('is read like a CSV', async () => {
    const draft = await readDraft({ ...memoryFiles({ 'animals.parquet': '' }), arrays: async () => apart })
    expect(draft.labels?.values).toEqual(['owl', 'cat', 'cat'])
    expect(await draft.features?.value.read(0, 3)).toMatchObject({
      rows: 3,
      columns: 2,
      data: Float64Array.of(1, 2, 3, 4, 5, 6)
    })
  })
})

describe('readDraft', () => {
  it('refuses what is open, says what it found and what to do', async () => {
    const open = memoryFiles({
      'one.npy': npy(features),
      'two.npy': npy(features),
      'animals.csv': attributesCsv
    })
    await expect(readDraft(open)).rejects.toMatchObject({
      code: 'dataset.layout',
      message: expect.stringMatching(
        /animals\.csv with numbers \(3 x 2 float64\).*one\.npy with one \(4 x 2 float32\).*unseen data new/
      ) as string
    })
    await expect(readDraft(memoryFiles({}))).rejects.toMatchObject({
      message: expect.stringContaining('It is empty.') as string
    })
    await expect(readDraft(memoryFiles({ 'cat/1.jpg': 'x', 'dog/2.jpg': 'x' }))).rejects.toMatchObject({
      message: expect.stringContaining('2 files, none of which holds arrays') as string
    })
  })

  it('takes rows with labels beside attributes whatever their file is called, and says so', async () => {
    const files = memoryFiles({
      'birds.csv': 'label,f1,f2\nowl,1,2\ncat,3,4\ncat,5,6\n',
      'attributes.csv': 'class,fur,wings\nowl,0,1\ncat,1,0\n',
      'places.csv': 'place,x\nhere,1\nthere,2\n'
    })
    const draft = await readDraft(files)
    expect(draft.features?.value).toMatchObject({ rows: 3, columns: 2 })
    expect(draft.labels?.values).toEqual(['owl', 'cat', 'cat'])
    expect(draft.signatures.map(({ name }) => name)).toEqual(['attributes'])
    expect(draft.remarks).toEqual([
      'By its columns, birds.csv was taken for features with their labels.',
      'Not used: places.csv.'
    ])
  })

  it('says what it left aside', async () => {
    const { remarks } = await readDraft(
      memoryFiles({
        'data.npz': await npz(
          { name: 'counts', shape: [2, 2], data: Uint16Array.of(1, 3, 0, 0) },
          whole('labels', 0, 1),
          whole('train_rows', 5, 6)
        )
      })
    )
    expect(remarks).toEqual([
      expect.stringContaining('divided by the sum'),
      expect.stringContaining('not used: train_rows')
    ])
  })

  it('reads JSON lines', async () => {
    const jsonl = writeJsonLines([
      { name: 'label', shape: [2], data: ['cat', 'dog'] },
      { name: 'features', shape: [2, 2], data: Float64Array.of(1, 2, 3, 4) }
    ])
    expect(await readDraft(memoryFiles({ 'rows.jsonl': jsonl }))).toMatchObject({
      layout: 'named arrays',
      labels: { values: ['cat', 'dog'] }
    })
  })

  it('leaves large features where they are', async () => {
    const files = memoryFiles(
      {
        'features.npy': npy(features),
        'labels.csv': 'label\nowl\ncat\ndog\ncat\n',
        'attributes.csv': attributesCsv
      },
      { streamFrom: 0 }
    )
    const asked: string[] = []
    const { features: found } = await readDraft({
      ...files,
      arrays: name => {
        asked.push(name)
        return files.arrays(name)
      }
    })
    expect(asked).not.toContain('features.npy')
    expect(await found?.value.read(3, 4)).toMatchObject({ rows: 1, data: Float32Array.of(7, 8) })
  })

  it('reads a folder out of a zip archive', async () => {
    const archive = await writeZip([
      { name: 'animals/features.npy', bytes: npy(features) },
      { name: 'animals/labels.csv', bytes: new TextEncoder().encode('label\nowl\ncat\ndog\ncat\n') },
      { name: '__MACOSX/animals/._labels.csv', bytes: new Uint8Array(3) }
    ])
    const files = await zipFiles(bytesSource(archive), 'animals.zip')
    expect([...files.keys()]).toEqual(['features.npy', 'labels.csv'])
    expect(await readDraft(fileSet({ name: 'animals', files }))).toMatchObject({
      layout: 'table files',
      labels: { values: ['owl', 'cat', 'dog', 'cat'] }
    })
  })
})
