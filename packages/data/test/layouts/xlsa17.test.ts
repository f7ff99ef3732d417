// The xlsa17 pair: small made-up files, and the five real att_splits.mat against what scipy reads in them
// (golden/matlab/xlsa17.json).
import type { Draft } from '../../src/draft/draft.js'
import { toDataset } from '../../src/draft/to-dataset.js'
import type { ArrayToWrite } from '../../src/formats/element-types.js'
import { writeMatlab } from '../../src/formats/matlab/write.js'
import { readDraft } from '../../src/layouts/layouts.js'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { describeWithShared, sharedPath } from '../../../../test/helpers/shared.js'
import { golden, read } from '../formats/matlab-files.js'
import { memoryFiles, numbers, texts, whole } from './memory-files.js'

const attSplits = [
  texts('allclasses_names', '002.Auk', '001.Owl', '003.Jay'),
  numbers('att', [2, 3], 1, 0.5, 0, 0, 0.25, 1),
  numbers('original_att', [2, 3], 10, 30, 0, 0, 40, 5),
  whole('trainval_loc', 4, 1),
  whole('test_seen_loc', 2),
  whole('test_unseen_loc', 3)
]
const res101 = [
  numbers('features', [2, 4], 1, 2, 3, 4, 5, 6, 7, 8),
  whole('labels', 2, 1, 3, 2),
  texts('image_files', 'a.jpg', 'b.jpg', 'c.jpg', 'd.jpg')
]
const replaced = (arrays: readonly ArrayToWrite[], other: ArrayToWrite): ArrayToWrite[] =>
  arrays.map(array => (array.name === other.name ? other : array))
const mat = (arrays: readonly ArrayToWrite[]): Promise<Uint8Array> =>
  writeMatlab(arrays.map(array => ({ ...array, type: 'any' })))
async function draftOf(splits: readonly ArrayToWrite[], rows?: readonly ArrayToWrite[]): Promise<Draft> {
  return readDraft(
    memoryFiles({
      'att_splits.mat': await mat(splits),
      ...(rows !== undefined && { 'res101.mat': await mat(rows) })
    })
  )
}

describe('xlsa17', () => {
  it('gives each class its row, in the order of allclasses_names, and counts from 1', async () => {
    const draft = await draftOf(attSplits, res101)
    expect(draft.classes?.value).toEqual(['002.Auk', '001.Owl', '003.Jay'])
    expect(draft.signatures).toMatchObject([
      { name: 'att', matrix: { data: Float32Array.of(1, 0, 0.5, 0.25, 0, 1) } },
      { name: 'original_att', matrix: { data: Float32Array.of(10, 0, 30, 40, 0, 5) } }
    ])
    expect(draft.labels).toMatchObject({ base: 1, values: Int32Array.of(2, 1, 3, 2) })
    expect(draft.rowNames?.value).toEqual(['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'])
    const { splits, labels, features } = toDataset(draft)
    expect(splits).toEqual([
      {
        name: 'proposed',
        seen: ['001.Owl'],
        unseen: ['003.Jay'],
        train: Uint32Array.of(3, 0),
        test: Uint32Array.of(1, 2)
      }
    ])
    expect([...labels]).toEqual([1, 0, 2, 1])
    expect(await features?.read(0, 2)).toMatchObject({ data: Float32Array.of(1, 5, 2, 6) })
  })

  it('takes optional fields where they are, and the first file alone', async () => {
    const alone = await draftOf([
      ...attSplits.filter(({ name }) => name !== 'original_att'),
      whole('train_loc', 1),
      whole('val_loc', 4)
    ])
    expect(alone.signatures).toHaveLength(1)
    expect(alone.features).toBeUndefined()
    expect(alone.remarks[0]).toContain('no res101.mat')
    expect(toDataset(alone).splits[0]).toMatchObject({
      seen: [],
      unseen: [],
      validation: { train: Uint32Array.of(0), test: Uint32Array.of(3) }
    })
  })

  it('refuses what no draft can hold', async () => {
    for (const name of ['att', 'allclasses_names'])
      await expect(draftOf(attSplits.filter(array => array.name !== name))).rejects.toMatchObject({
        code: 'dataset.layout',
        message: expect.stringContaining(`no ${name}`) as string
      })
    await expect(draftOf(replaced(attSplits, whole('allclasses_names', 1, 2, 3)))).rejects.toMatchObject({
      code: 'dataset.layout'
    })
    await expect(draftOf(replaced(attSplits, texts('att', 'x')))).rejects.toMatchObject({
      code: 'dataset.layout'
    })
    await expect(draftOf(replaced(attSplits, numbers('trainval_loc', [1], 1.5)))).rejects.toMatchObject({
      message: expect.stringContaining('1.5 as entry 0') as string
    })
  })

  it('leaves to the doctor what a draft can hold, and is no data set then', async () => {
    const wrong = [
      draftOf(replaced(attSplits, whole('trainval_loc', 0, 1)), res101),
      draftOf(replaced(attSplits, whole('trainval_loc', 5)), res101),
      draftOf(replaced(attSplits, numbers('att', [3, 2], 1, 2, 3, 4, 5, 6)), res101),
      draftOf(attSplits, replaced(res101, whole('labels', 1, 2, 3, 4))),
      draftOf(attSplits, replaced(res101, whole('labels', 1, 2, 3))),
      draftOf(attSplits, replaced(res101, texts('image_files', 'a')))
    ]
    for (const draft of await Promise.all(wrong))
      expect(() => toDataset(draft)).toThrow('Run `unseen data doctor`.')
  })
})

interface Described {
  arrays: Record<string, { shape: number[]; type: string }>
  classes: { count: number; first: string[]; last: string[]; sha256: string }
  attributes: number
  signatures_sha256: string
  original_sha256: string
  splits: Record<string, { count: number; first: number[]; max: number; sha256: string }>
}
const described = JSON.parse(readFileSync(golden('xlsa17.json'), 'utf8')) as Record<string, Described>
const digest = (data: NodeJS.ArrayBufferView | string): string =>
  createHash('sha256').update(data).digest('hex').slice(0, 16)

describeWithShared('the real att_splits.mat', () => {
  it.each(Object.entries(described))('%s is as scipy reads it', async (set, wanted) => {
    const path = sharedPath('data', 'xlsa17', set, 'att_splits.mat')
    expect(existsSync(path)).toBe(true)
    const bytes = new Uint8Array(readFileSync(path))
    const arrays = await read(bytes)
    expect(Object.fromEntries(arrays.map(({ name, shape, type }) => [name, { shape, type }]))).toEqual(
      wanted.arrays
    )

    const {
      classes: found,
      signatures: [att, original],
      splits: [split]
    } = await readDraft(memoryFiles({ 'att_splits.mat': bytes }))
    const classes = found?.value ?? []
    expect({
      count: classes.length,
      first: classes.slice(0, 3),
      last: classes.slice(-2),
      sha256: digest(classes.join('\n'))
    }).toEqual(wanted.classes)
    if (att.matrix.kind === 'sparse' || original.matrix.kind === 'sparse')
      throw new Error('dense tables expected')
    expect(att.matrix.columns).toBe(wanted.attributes)
    expect(digest(att.matrix.data)).toBe(wanted.signatures_sha256)
    expect(digest(original.matrix.data)).toBe(wanted.original_sha256)
    const rows = {
      trainval_loc: split.train,
      train_loc: split.validation?.train,
      val_loc: split.validation?.test
    }
    for (const [name, list] of Object.entries(rows)) {
      const fromZero = (list?.values as Int32Array | undefined)?.map(row => row - 1)
      expect(
        fromZero && {
          count: fromZero.length,
          first: [...fromZero.subarray(0, 3)],
          max: fromZero.reduce((a, b) => Math.max(a, b)),
          sha256: digest(fromZero)
        }
      ).toEqual(wanted.splits[name])
    }
    const seen = wanted.splits['test_seen_loc'].count
    const tests = (split.test?.values as Int32Array).map(row => row - 1)
    expect([digest(tests.slice(0, seen)), digest(tests.slice(seen))]).toEqual([
      wanted.splits['test_seen_loc'].sha256,
      wanted.splits['test_unseen_loc'].sha256
    ])
  })
})
