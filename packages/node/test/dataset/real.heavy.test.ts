// The real sets beside the repository open as their README says.
import { type OpenDataset, openDataset, openDraft } from '../../src/dataset/open.js'
import { expect, it } from 'vitest'
import { describeWithShared, sharedPath } from '../../../../test/helpers/shared.js'

interface Expected {
  readonly classes: number
  readonly features?: readonly [rows: number, columns: number]
  readonly tables: Readonly<Record<string, number>>
  /** seen, unseen, train, test */
  readonly split: readonly number[]
}

const sets: Readonly<Record<string, Expected>> = {
  'apy-attributes/data.npz': {
    classes: 32,
    features: [15339, 64],
    tables: { signatures: 64 },
    split: [20, 12, 0, 0]
  },
  'awa-rgsift': {
    classes: 50,
    features: [30475, 2000],
    tables: { signatures: 85, binary: 85 },
    split: [40, 10, 0, 0]
  },
  'cifar10/data.npz': {
    classes: 10,
    features: [15000, 1280],
    tables: { attributes: 25, words: 50, sentences: 384, names: 384 },
    split: [10, 0, 5000, 10000]
  },
  'cub-vgg': { classes: 200, features: [11788, 4096], tables: { signatures: 312 }, split: [150, 50, 0, 0] },
  'sun-attributes/data.npz': {
    classes: 717,
    features: [14317, 102],
    tables: { signatures: 102 },
    split: [645, 72, 0, 0]
  },
  'xlsa17/APY': { classes: 32, tables: { att: 64, original_att: 64 }, split: [0, 0, 5932, 9407] },
  'xlsa17/AWA1/att_splits.mat': {
    classes: 50,
    tables: { att: 85, original_att: 85 },
    split: [0, 0, 19832, 10643]
  },
  'xlsa17/AWA2': { classes: 50, tables: { att: 85, original_att: 85 }, split: [0, 0, 23527, 13795] },
  'xlsa17/CUB': { classes: 200, tables: { att: 312, original_att: 312 }, split: [0, 0, 7057, 4731] },
  'xlsa17/SUN': { classes: 717, tables: { att: 102, original_att: 102 }, split: [0, 0, 10320, 4020] }
}

/** The large ones are read once for all tests. */
const known = new Map<string, Promise<OpenDataset>>()
function openShared(path: string): Promise<OpenDataset> {
  const opened = known.get(path) ?? openDataset(sharedPath('data', path))
  known.set(path, opened)
  return opened
}

describeWithShared('the real data sets', () => {
  it.each(Object.entries(sets))('%s', async (path, wanted) => {
    const { classes, features, labels, signatures, splits } = await openShared(path)
    expect(classes.length).toBe(wanted.classes)
    expect(features && [features.rows, features.columns]).toEqual(wanted.features)
    expect(labels.length).toBe(wanted.features?.[0] ?? 0)
    expect(
      Object.fromEntries(
        signatures.map(({ name, matrix }) => [name, 'columns' in matrix ? matrix.columns : 0])
      )
    ).toEqual(wanted.tables)
    expect(
      splits.map(({ seen, unseen, train, test }) => [
        seen.length,
        unseen.length,
        train?.length ?? 0,
        test?.length ?? 0
      ])
    ).toEqual([wanted.split])
  })

  it('features are as the README says: scaled, or shares of their sum', async () => {
    const cub = await openShared('cub-vgg')
    const row = await cub.features!.read(0, 1)
    if (row.kind === 'sparse') throw new Error('dense rows expected')
    expect([...row.data.subarray(0, 3)]).toEqual(
      [2, 1, 1].map(value => Math.fround(value * Math.fround(0.10254451)))
    )
    const awa = await openShared('awa-rgsift')
    const shares = await awa.features!.read(7, 8)
    if (shares.kind === 'sparse') throw new Error('dense rows expected')
    expect([...shares.data].reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 5)
  })

  it('AwA: the four missing entries are known, in the scaled table as well', async () => {
    const { signatures } = await openDraft(sharedPath('data', 'xlsa17/AWA1'))
    expect(signatures.map(({ missing }) => missing?.treatment)).toEqual(['zero', 'zero'])
    expect(signatures[1].missing?.value).toBe(-1)
    expect(signatures[0].missing?.value).toBeCloseTo(-0.00375, 5)
    const {
      signatures: [att]
    } = await openDataset(sharedPath('data', 'xlsa17/AWA1'))
    if (!('kind' in att.matrix) || att.matrix.kind === 'sparse') throw new Error('a dense table expected')
    expect(att.matrix.data.some(value => value < 0)).toBe(false)
  })

  it('a folder of data sets says which ones it has', async () => {
    await expect(openDataset(sharedPath('data', 'xlsa17'))).rejects.toMatchObject({
      code: 'dataset.layout',
      message: expect.stringContaining('data sets in APY, AWA1') as string
    })
  })
})
