// The xlsa17 pair: small made-up files, and the five real att_splits.mat against what scipy reads in them (golden/matlab/xlsa17.json).
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { UnseenError } from '../../src/base/errors.js'
import { interpretXlsa17 } from '../../src/formats/matlab-xlsa17.js'
import type { NamedArray } from '../../src/formats/reader.js'
import { describeWithShared, sharedPath } from '../../../../test/helpers/shared.js'
import { golden, read } from './matlab-files.js'

const numbers = (name: string, shape: number[], ...values: number[]): NamedArray => ({ name, shape, type: 'float64', data: Float64Array.from(values) })
const texts = (name: string, ...data: string[]): NamedArray => ({ name, shape: [data.length, 1], type: 'text', data })
const list = (name: string, ...values: number[]) => numbers(name, [values.length, 1], ...values)

const attSplits = [
  texts('allclasses_names', '002.Auk', '001.Owl', '003.Jay'),
  numbers('att', [2, 3], 1, 0.6, 0, 0, 0.8, 1),
  numbers('original_att', [2, 3], 10, 30, 0, 0, 40, 5),
  list('trainval_loc', 4, 1), list('test_seen_loc', 2), list('test_unseen_loc', 3),
]
const res101 = [numbers('features', [2, 4], 1, 2, 3, 4, 5, 6, 7, 8), list('labels', 2, 1, 3, 2), texts('image_files', 'a.jpg', 'b.jpg', 'c.jpg', 'd.jpg')]

const replaced = (arrays: NamedArray[], other: NamedArray) => arrays.map(array => (array.name === other.name ? other : array))
function refusal(splits: NamedArray[], features?: NamedArray[]): UnseenError {
  try {
    interpretXlsa17(splits, features)
  } catch (error) {
    expect(error).toBeInstanceOf(UnseenError)
    return error as UnseenError
  }
  throw new Error('not refused')
}

describe('interpretXlsa17', () => {
  it('counts from 0 and gives each class its row, in the order of allclasses_names', () => {
    expect(interpretXlsa17(attSplits)).toEqual({
      classes: ['002.Auk', '001.Owl', '003.Jay'],
      attributes: 2,
      signatures: Float64Array.of(1, 0, 0.6, 0.8, 0, 1),
      originalSignatures: Float64Array.of(10, 0, 30, 40, 0, 5),
      splits: { trainval: Int32Array.of(3, 0), testSeen: Int32Array.of(1), testUnseen: Int32Array.of(2) },
    })
  })

  it('takes optional fields where they are', () => {
    const { splits, originalSignatures } = interpretXlsa17([...attSplits.filter(({ name }) => name !== 'original_att'), list('train_loc', 1), list('val_loc', 4)])
    expect(originalSignatures).toBeUndefined()
    expect(splits.train).toEqual(Int32Array.of(0))
    expect(splits.val).toEqual(Int32Array.of(3))
  })

  it('adds images as rows', () => {
    const { features, labels, imageFiles } = interpretXlsa17(attSplits, res101)
    expect(features).toEqual({ rows: 4, columns: 2, data: Float64Array.of(1, 5, 2, 6, 3, 7, 4, 8) })
    expect(labels).toEqual(Int32Array.of(1, 0, 2, 1))
    expect(imageFiles).toEqual(['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'])
  })

  it('refuses what does not fit together', () => {
    for (const name of ['att', 'allclasses_names', 'trainval_loc', 'test_seen_loc', 'test_unseen_loc']) expect(refusal(attSplits.filter(array => array.name !== name)).message).toContain(`no ${name}`)
    expect(refusal(replaced(attSplits, numbers('att', [3, 2], 1, 2, 3, 4, 5, 6))).message).toContain('transposed')
    expect(refusal(replaced(attSplits, numbers('original_att', [1, 3], 1, 2, 3))).code).toBe('format.header')
    expect(refusal(replaced(attSplits, list('allclasses_names', 1, 2, 3))).code).toBe('format.header')
    expect(refusal(replaced(attSplits, texts('att', 'x'))).code).toBe('format.header')
    expect(refusal(replaced(attSplits, list('trainval_loc', 0, 1))).message).toContain('count from 1')
    expect(refusal(replaced(attSplits, list('trainval_loc', 1.5))).code).toBe('format.value')
    expect(refusal(replaced(attSplits, list('trainval_loc', 5)), res101).message).toContain('1 to 4')
    expect(refusal(attSplits, replaced(res101, list('labels', 1, 2, 3, 4))).message).toContain('classes')
    expect(refusal(attSplits, replaced(res101, list('labels', 1, 2, 3))).code).toBe('format.header')
    expect(refusal(attSplits, replaced(res101, texts('image_files', 'a'))).code).toBe('format.header')
  })
})

interface Described {
  arrays: Record<string, { shape: number[], type: string }>
  classes: { count: number, first: string[], last: string[], sha256: string }
  attributes: number
  signatures_sha256: string
  original_sha256: string
  splits: Record<string, { count: number, first: number[], max: number, sha256: string }>
}
const described = JSON.parse(readFileSync(golden('xlsa17.json'), 'utf8')) as Record<string, Described>
const digest = (data: NodeJS.ArrayBufferView | string) => createHash('sha256').update(data).digest('hex').slice(0, 16)
const splitNames = { trainval_loc: 'trainval', test_seen_loc: 'testSeen', test_unseen_loc: 'testUnseen', train_loc: 'train', val_loc: 'val' } as const

describeWithShared('the real att_splits.mat', () => {
  it.each(Object.entries(described))('%s is as scipy reads it', async (set, wanted) => {
    const path = sharedPath('data', 'xlsa17', set, 'att_splits.mat')
    expect(existsSync(path)).toBe(true)
    const arrays = await read(new Uint8Array(readFileSync(path)))
    expect(Object.fromEntries(arrays.map(({ name, shape, type }) => [name, { shape, type }]))).toEqual(wanted.arrays)

    const { classes, attributes, signatures, originalSignatures, splits } = interpretXlsa17(arrays)
    expect({ count: classes.length, first: classes.slice(0, 3), last: classes.slice(-2), sha256: digest(classes.join('\n')) }).toEqual(wanted.classes)
    expect(attributes).toBe(wanted.attributes)
    expect(digest(signatures)).toBe(wanted.signatures_sha256)
    expect(digest(originalSignatures!)).toBe(wanted.original_sha256)
    const found = Object.entries(splitNames).flatMap(([name, key]) => {
      const rows = splits[key]
      return rows === undefined ? [] : [[name, { count: rows.length, first: [...rows.subarray(0, 3)], max: rows.reduce((a, b) => Math.max(a, b)), sha256: digest(rows) }]]
    })
    expect(Object.fromEntries(found)).toEqual(wanted.splits)
    for (let c = 0; c < classes.length; c++) expect(Math.hypot(...signatures.subarray(c * attributes, (c + 1) * attributes))).toBeCloseTo(1, 10)
  })
})
