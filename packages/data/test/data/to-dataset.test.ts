// A draft is believed only where its parts agree; every disagreement is refused with its place.
import { Matrix, UnseenError, rowsOf } from '@unseen/core'
import { fingerprint } from '../../src/dataset/fingerprint.js'
import { takeSplit } from '../../src/dataset/split.js'
import type { Draft, DraftList, DraftTable } from '../../src/draft/draft.js'
import { toDataset } from '../../src/draft/to-dataset.js'
import { describe, expect, it } from 'vitest'

const place = { file: 'x' }
const list = (values: string[] | number[], base?: 0 | 1): DraftList => ({
  place,
  values: typeof values[0] === 'number' ? Int32Array.from(values as number[]) : (values as string[]),
  ...(base !== undefined && { base })
})
const table: DraftTable = {
  name: 't',
  place: { file: 't.csv' },
  matrix: Matrix.dense(3, 2, Float64Array.of(1, 2, 3, 4, 5, -1))
}
const draft: Draft = {
  name: 'set',
  layout: 'test',
  classes: { place, value: ['cat', 'dog', 'owl'] },
  features: { place, value: rowsOf(Matrix.dense(4, 1, Float32Array.of(1, 2, 3, 4))) },
  labels: list(['owl', 'cat', 'dog', 'cat']),
  signatures: [table],
  splits: [
    {
      name: 's',
      place,
      seen: list(['cat', 'dog']),
      unseen: list(['owl']),
      train: list([1, 2], 0),
      test: list([0, 3], 0)
    }
  ],
  provenance: {},
  remarks: []
}
function refusal(parts: Partial<Draft>): UnseenError {
  try {
    toDataset({ ...draft, ...parts })
  } catch (error) {
    if (error instanceof UnseenError) return error
    throw error
  }
  throw new Error('not refused')
}
const without = (part: 'classes' | 'labels'): Draft =>
  Object.fromEntries(Object.entries(draft).filter(([key]) => key !== part)) as unknown as Draft

describe('toDataset', () => {
  it('finds out from which number labels count, or refuses to guess', () => {
    const labels = (values: number[], base?: 0 | 1): number[] => [
      ...toDataset({ ...draft, labels: list(values, base) }).labels
    ]
    expect(labels([2, 0, 1, 0])).toEqual([2, 0, 1, 0])
    expect(labels([3, 1, 2, 1])).toEqual([2, 0, 1, 0])
    expect(labels([2, 1, 2, 1], 1)).toEqual([1, 0, 1, 0])
    expect(refusal({ labels: list([1, 2, 1, 2]) }).message).toContain('whether they count from 0 or from 1')
    expect(refusal({ labels: list([0, 1, 3, 0]) }).message).toContain('entry 2 is 3')
    expect(refusal({ labels: list([-1, 0, 1, 2]) }).message).toContain('entry 0 is -1')
  })

  it('class numbers of a split count as the labels do', () => {
    const splits = [{ name: 's', place, unseen: list([1]) }]
    expect(toDataset({ ...draft, labels: list([3, 1, 2, 1]), splits }).splits[0].unseen).toEqual(['cat'])
    expect(toDataset({ ...draft, labels: list([2, 0, 1, 0]), splits }).splits[0]).toMatchObject({
      seen: ['cat', 'owl'],
      unseen: ['dog']
    })
    expect(
      toDataset({ ...draft, splits: [{ name: 's', place, seen: list([1, 2]), unseen: list([3]) }] }).splits[0]
        .unseen
    ).toEqual(['owl'])
  })

  it('seen and unseen classes follow from the rows where only those are known', () => {
    expect(
      toDataset({ ...draft, splits: [{ name: 's', place, train: list([1, 2], 0), test: list([0, 3], 0) }] })
        .splits[0]
    ).toMatchObject({ seen: ['cat', 'dog'], unseen: ['owl'] })
  })

  it('brings rows of a table into the order of the classes, by name', () => {
    const turned = {
      ...table,
      classes: ['owl', 'yak', 'dog', 'cat'],
      matrix: Matrix.dense(4, 1, Float64Array.of(3, 9, 2, 1)),
      sentences: ['o', 'y', 'd', 'c']
    }
    expect(toDataset({ ...draft, signatures: [turned] }).signatures[0]).toMatchObject({
      classes: ['cat', 'dog', 'owl'],
      matrix: { data: Float64Array.of(1, 2, 3) },
      sentences: ['c', 'd', 'o']
    })
    expect(toDataset({ ...without('classes'), signatures: [{ ...turned }] }).classes).toEqual([
      'owl',
      'yak',
      'dog',
      'cat'
    ])
    expect(toDataset({ ...without('classes'), signatures: [], splits: [] }).classes).toEqual([
      'cat',
      'dog',
      'owl'
    ])
  })

  it('treats missing entries as the table says', () => {
    const treated = (treatment: 'zero' | 'mean' | 'keep'): unknown =>
      toDataset({ ...draft, signatures: [{ ...table, missing: { value: -1, treatment } }] }).signatures[0]
        .matrix
    expect(treated('zero')).toMatchObject({ data: Float64Array.of(1, 2, 3, 4, 5, 0) })
    expect(treated('mean')).toMatchObject({ data: Float64Array.of(1, 2, 3, 4, 5, 3) })
    expect(treated('keep')).toMatchObject({ data: Float64Array.of(1, 2, 3, 4, 5, -1) })
  })

  it('refuses parts that contradict each other', () => {
    expect(refusal({ labels: list(['owl', 'cat']) }).message).toContain(
      '2 labels, but the features have 4 rows'
    )
    expect(refusal({ labels: list(['owl', 'cat', 'yak', 'cat']) }).message).toContain(
      '"yak", which is no class'
    )
    expect(refusal({ classes: { place, value: ['cat', 'cat', 'owl'] } }).message).toContain(
      'both class 0 and class 1'
    )
    expect(refusal({ signatures: [table, table] }).message).toContain('two tables are called "t"')
    expect(
      refusal({ signatures: [{ ...table, matrix: Matrix.dense(2, 3, new Float64Array(6)) }] }).message
    ).toContain('transposed')
    expect(refusal({ signatures: [{ ...table, classes: ['cat', 'dog', 'yak'] }] }).message).toContain(
      'no row for "owl"'
    )
    expect(refusal({ signatures: [{ ...table, attributes: ['fur'] }] }).message).toContain(
      '1 attributes for 2 columns'
    )
    expect(
      refusal({ signatures: [{ ...table, matrix: Matrix.dense(3, 1, Float64Array.of(1, Number.NaN, 2)) }] })
    ).toMatchObject({ where: { row: 1, column: 0 } })
    expect(
      refusal({ splits: [{ name: 's', place, seen: list(['cat', 'owl']), unseen: list(['owl']) }] }).message
    ).toContain('both seen and unseen')
    expect(refusal({ splits: [{ name: 's', place, train: list([4], 0) }] }).message).toContain(
      'row numbers from 0 to 3'
    )
    expect(refusal({ rowNames: { place, value: ['a'] } }).message).toContain('1 names for 4 rows')
    for (const parts of [{ labels: list(['owl']) }, { splits: [{ name: 's', place, seen: list(['yak']) }] }])
      expect(refusal(parts).message).toMatch(/Run `unseen data doctor`\.$/)
    expect(() => toDataset(without('labels'))).toThrow('nothing says of which class')
    expect(() => toDataset({ ...without('classes'), signatures: [], labels: list([0, 1, 2, 0]) })).toThrow(
      'names the classes'
    )
  })
})

describe('takeSplit', () => {
  it('gives training rows of seen classes, test rows of unseen ones, and only their signatures', async () => {
    const dataset = toDataset({
      ...draft,
      splits: [{ ...draft.splits[0], seen: list(['cat']), train: list([1, 0], 0) }]
    })
    const { train, test, testSeen } = await takeSplit(dataset)
    expect(train).toMatchObject({
      labels: ['cat'],
      features: { data: Float32Array.of(2) },
      signatures: { classes: ['cat', 'owl'], source: 't', matrix: { data: Float64Array.of(1, 2, 5, -1) } }
    })
    expect(test).toMatchObject({ labels: ['owl'], features: { data: Float32Array.of(1) } })
    expect(testSeen).toMatchObject({ labels: ['cat'], features: { data: Float32Array.of(4) } })
  })

  it('takes classes to be unseen on request, and tables joined', async () => {
    const dataset = toDataset({ ...draft, signatures: [table, { ...table, name: 'u' }] })
    const { train, test } = await takeSplit(
      { ...dataset, splits: [] },
      { unseen: ['dog'], table: 't + 2 * u' }
    )
    expect(train.labels).toEqual(['owl', 'cat', 'cat'])
    expect(test.labels).toEqual(['dog'])
    expect(train.signatures.matrix).toMatchObject({ columns: 4 })
  })

  it('asks for no split: what has rows is seen, what is only described unseen, and there may be none', async () => {
    const dataset = { ...toDataset(draft), splits: [] }
    const every = await takeSplit(dataset)
    expect(every.split).toEqual({ name: 'every class', seen: dataset.classes, unseen: [] })
    expect(every.train.labels).toHaveLength(dataset.labels.length)
    expect(every.test.labels).toEqual([])
    expect((await takeSplit(dataset, { split: 'every class' })).split).toEqual(every.split)
    const without = { ...dataset, labels: dataset.labels.map(label => (label === 1 ? 0 : label)) }
    expect((await takeSplit(without)).split.unseen).toEqual([dataset.classes[1]])
    const listed = { name: 'all', seen: dataset.classes, unseen: [] }
    expect((await takeSplit({ ...dataset, splits: [listed] })).split).toEqual(listed)
  })

  it('says what there is when something is not', async () => {
    const dataset = toDataset(draft)
    await expect(takeSplit(dataset, { split: 'z' })).rejects.toMatchObject({
      code: 'dataset.name',
      message: expect.stringContaining('There are: s.') as string
    })
    await expect(takeSplit(dataset, { table: 'z' })).rejects.toMatchObject({ code: 'dataset.name' })
    await expect(takeSplit(dataset, { unseen: ['yak'] })).rejects.toMatchObject({ code: 'dataset.name' })
    await expect(takeSplit({ ...dataset, signatures: [] })).rejects.toMatchObject({ code: 'dataset.name' })
    await expect(
      takeSplit({ ...dataset, splits: [{ ...dataset.splits[0], train: Uint32Array.of(1) }] })
    ).rejects.toMatchObject({ code: 'dataset.content', message: expect.stringContaining('"dog"') as string })
  })
})

describe('the fingerprint', () => {
  it('is of contents, not of how they are held', async () => {
    const dataset = toDataset(draft)
    const same = await fingerprint(dataset)
    expect(same).toMatch(/^[0-9a-f]{16}$/)
    expect(
      await fingerprint({
        ...dataset,
        name: 'other',
        provenance: { source: 'elsewhere' },
        features: rowsOf(Matrix.dense(4, 1, Float64Array.of(1, 2, 3, 4)))
      })
    ).toBe(same)
    expect(
      await fingerprint({
        ...dataset,
        features: rowsOf(
          Matrix.sparse(4, 1, Uint32Array.of(0, 1, 2, 3, 4), new Uint32Array(4), Float32Array.of(1, 2, 3, 4))
        )
      })
    ).toBe(same)
  })

  it('changes with every part', async () => {
    const dataset = toDataset(draft)
    const [split] = dataset.splits
    const others = [
      { ...dataset, classes: ['cat', 'dog', 'yak'] },
      { ...dataset, labels: Int32Array.of(2, 0, 1, 1) },
      { ...dataset, signatures: [] },
      { ...dataset, splits: [] },
      { ...dataset, features: rowsOf(Matrix.dense(4, 1, Float32Array.of(1, 2, 3, 5))) },
      { ...dataset, features: rowsOf(Matrix.dense(2, 2, Float32Array.of(1, 2, 3, 4))) },
      { ...dataset, signatures: [{ ...dataset.signatures[0], attributes: ['a', 'b'] }] },
      { ...dataset, splits: [{ ...split, train: Uint32Array.of(2, 1) }] },
      { ...dataset, splits: [{ ...split, name: 'other' }] }
    ]
    const all = await Promise.all([dataset, ...others].map(each => fingerprint(each)))
    expect(new Set(all).size).toBe(all.length)
  })
})
