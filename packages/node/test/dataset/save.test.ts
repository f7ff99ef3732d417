// A data set folder is written whole, and reads back as what was written, in every format.
import { Matrix, type NamedTable, type RowSource, rowsOf } from '@unseen/core'
import { type Dataset, fingerprint } from '@unseen/data'
import { arrayFormats } from '../../src/dataset/array-writers.js'
import { openDataset } from '../../src/dataset/open.js'
import { saveDataset } from '../../src/dataset/save.js'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { randomDataset } from './random-dataset.js'

const folder = mkdtempSync(join(tmpdir(), 'unseen-save-'))
afterAll(() => rmSync(folder, { recursive: true }))
let number = 0
const fresh = (): string => join(folder, `set-${number++}`)

const plain = ({ name, attributes, groups, meanings, sentences, encoder }: NamedTable): object => ({
  name,
  attributes,
  groups,
  meanings,
  sentences,
  encoder
})
const small = (values: number[] = [0, 1, 2, 3, 4, 5]): Dataset => ({
  name: 'small',
  classes: ['cat', 'dog', 'owl'],
  features: rowsOf(Matrix.dense(3, 2, Float32Array.from(values))),
  labels: Int32Array.of(2, 0, 1),
  signatures: [
    {
      name: 'attributes',
      classes: ['cat', 'dog', 'owl'],
      attributes: ['fur', 'wings'],
      matrix: Matrix.dense(3, 2, Float64Array.of(1, 0, 0.5, 0.1, 0, 1)),
      groups: ['body', 'body'],
      meanings: ['has fur', 'has wings']
    }
  ],
  splits: [
    {
      name: 'one',
      seen: ['cat', 'dog'],
      unseen: ['owl'],
      train: Uint32Array.of(1, 2),
      test: Uint32Array.of(0)
    }
  ],
  provenance: { licence: 'CC0' }
})

describe('a data set folder', () => {
  it.each(arrayFormats)('round trips exactly: %s', async format => {
    await fc.assert(
      fc.asyncProperty(randomDataset, async dataset => {
        const path = fresh()
        await saveDataset(dataset, path, { format })
        const back = await openDataset(path)
        expect(await fingerprint(back)).toBe(await fingerprint(dataset))
        expect(back.classes).toEqual(dataset.classes)
        expect(back.rowNames).toEqual(dataset.rowNames)
        expect(back.signatures.map(plain)).toEqual(dataset.signatures.map(plain))
        expect(back.splits).toEqual(dataset.splits)
        expect(back.provenance).toEqual(dataset.provenance)
        rmSync(path, { recursive: true })
      }),
      { numRuns: 8 }
    )
  })

  it('keeps single precision single, in files of its own size', async () => {
    const path = fresh()
    await saveDataset(small(), path)
    expect(readFileSync(join(path, 'features.npy')).length).toBe(128 + 6 * 4)
    expect(readdirSync(path).sort()).toEqual([
      'attributes-meanings.jsonl',
      'attributes.csv',
      'dataset.json',
      'features.npy',
      'labels.npy',
      'split-one-test.npy',
      'split-one-train.npy'
    ])
    expect(readFileSync(join(path, 'attributes.csv'), 'utf8')).toBe(
      'class,fur,wings\ncat,1,0\ndog,0.5,0.1\nowl,0,1\n'
    )
  })

  it('stores 8 bits and halves with the loss that it says', async () => {
    const values = Array.from({ length: 6 }, (_, i) => (10 * i) / 7)
    for (const store of ['uint8', 'float16'] as const) {
      const path = fresh()
      const { loss } = await saveDataset(small(values), path, { store })
      const back = await openDataset(path)
      const matrix = await back.features!.read(0, 3)
      if (matrix.kind === 'sparse') throw new Error('dense rows expected')
      const errors = [...matrix.data].map((value, at) => Math.abs(value - Math.fround(values[at])))
      expect(loss?.largestError).toBeCloseTo(Math.max(...errors), 6)
      expect(loss?.largestError).toBeGreaterThan(0)
      expect(loss?.largestError).toBeLessThan(store === 'uint8' ? 10 / 255 : 0.004)
      expect(loss?.meanCosine).toBeGreaterThan(0.9999)
      expect(loss?.meanCosine).toBeLessThanOrEqual(1 + 1e-12)
    }
    await expect(saveDataset(small([-1, 0, 0, 0, 0, 0]), fresh(), { store: 'uint8' })).rejects.toMatchObject({
      code: 'options.value',
      message: expect.stringContaining('float16') as string
    })
    await expect(
      saveDataset(small([1e6, 0, 0, 0, 0, 0]), fresh(), { store: 'float16' })
    ).rejects.toMatchObject({ code: 'options.value' })
    await expect(saveDataset(small(), fresh(), { store: 'float16', format: 'csv' })).rejects.toMatchObject({
      code: 'options.combination'
    })
  })

  it('copies thumbnails', async () => {
    const first = fresh()
    await saveDataset(
      { ...small(), thumbnails: { file: 'x/sprites.webp', width: 8, height: 8, columns: 2 } },
      first,
      { thumbnails: Uint8Array.of(1, 2, 3) }
    )
    const second = fresh()
    await saveDataset(await openDataset(first), second)
    expect([...readFileSync(join(second, 'thumbnails.webp'))]).toEqual([1, 2, 3])
    expect((await openDataset(second)).thumbnails).toEqual({
      file: 'thumbnails.webp',
      width: 8,
      height: 8,
      columns: 2
    })
  })
})

describe('writing', () => {
  it('leaves nothing when it breaks off', async () => {
    const path = join(folder, 'broken')
    const breaks: RowSource = {
      rows: 3,
      columns: 2,
      read: async (start, end) =>
        end - start > 1 ? Promise.reject(new Error('disk gone')) : Matrix.dense(1, 2, new Float32Array(2))
    }
    await expect(saveDataset({ ...small(), features: breaks }, path)).rejects.toThrow('disk gone')
    const stop = new AbortController()
    stop.abort()
    await expect(saveDataset(small(), path, { signal: stop.signal })).rejects.toMatchObject({
      code: 'cancelled'
    })
    expect(readdirSync(folder).filter(name => name.startsWith('broken'))).toEqual([])
  })

  it('overwrites a data set when told to, and nothing else ever', async () => {
    const path = fresh()
    await saveDataset(small(), path)
    await expect(saveDataset(small(), path)).rejects.toMatchObject({ code: 'path.exists' })
    await saveDataset({ ...small(), name: 'changed', ...{ signatures: [] } }, path, { overwrite: true })
    expect((await openDataset(path)).name).toBe('changed')
    expect(existsSync(join(path, 'attributes.csv'))).toBe(false)
    // In place: the features are read from the folder that is replaced.
    const opened = await openDataset(path, { streamFrom: 0 })
    await saveDataset({ ...opened, name: 'again' }, path, { overwrite: true })
    expect(await fingerprint(await openDataset(path))).toBe(await fingerprint({ ...small(), signatures: [] }))
    const other = join(folder, 'precious')
    mkdirSync(other)
    writeFileSync(join(other, 'thesis.txt'), 'x')
    await expect(saveDataset(small(), other, { overwrite: true })).rejects.toMatchObject({
      code: 'path.exists'
    })
    expect(readdirSync(other)).toEqual(['thesis.txt'])
  })
})

describe('opening a folder', () => {
  it('follows no link out of a folder with a manifest', async () => {
    const path = fresh()
    await saveDataset(small(), path)
    rmSync(join(path, 'labels.npy'))
    writeFileSync(join(folder, 'outside.npy'), 'secret')
    symlinkSync(join(folder, 'outside.npy'), join(path, 'labels.npy'))
    await expect(openDataset(path)).rejects.toMatchObject({
      code: 'dataset.manifest',
      message: expect.stringContaining('leads out') as string
    })
  })

  it('refuses a file that changes while rows are read', async () => {
    const path = fresh()
    await saveDataset(small(), path)
    const { features } = await openDataset(path, { streamFrom: 0 })
    expect((await features!.read(0, 1)).rows).toBe(1)
    writeFileSync(join(path, 'features.npy'), Uint8Array.from({ length: 200 }))
    await expect(features!.read(1, 2)).rejects.toMatchObject({ code: 'format.truncated' })
  })

  it('names a file that is missing', async () => {
    const path = fresh()
    await saveDataset(small(), path)
    rmSync(join(path, 'labels.npy'))
    await expect(openDataset(path)).rejects.toMatchObject({
      code: 'dataset.manifest',
      message: expect.stringContaining('labels.npy') as string
    })
    await expect(openDataset(join(folder, 'nowhere'))).rejects.toMatchObject({ code: 'path.missing' })
  })
})
