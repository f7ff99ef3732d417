// The data set that comes along: what it says of itself is so.
import { Matrix, type NamedTable, takeRows } from '@unseen/core'
import { examine, fingerprint, takeSplit, toDataset } from '@unseen/data'
import { type OpenDataset, openDataset, openDraft } from '../src/dataset/open.js'
import { openBackbone } from '../src/extract/backbone.js'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { describeWithResnet50 } from '../../../test/helpers/network.js'

const folder = fileURLToPath(new URL('../../../data/cifar10-sample/', import.meta.url))
let sample: OpenDataset
beforeAll(async () => {
  sample = await openDataset(folder)
})

const table = (name: string): NamedTable =>
  sample.signatures.find(each => each.name === name) ?? expect.fail(`there is no table ${name}`)

describe('the sample', () => {
  it('is at most 8 MB', () => {
    const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
    expect(bytes).toBeLessThanOrEqual(8e6)
  })

  it('has 100 training and 100 test images of each of ten classes', () => {
    const counts = new Map<string, number>()
    sample.rowNames?.forEach((name, row) => {
      const key = `${name.split(' ')[0]} ${sample.classes[sample.labels[row]]}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    })
    expect([...counts.values()]).toEqual(Array.from({ length: 20 }, () => 100))
    expect(new Set(sample.rowNames).size).toBe(2000)
  })

  it('has the five splits of the paper', async () => {
    expect(sample.splits.map(({ unseen }) => unseen.join(' '))).toEqual([
      'cat dog',
      'airplane automobile',
      'automobile deer',
      'deer ship',
      'cat truck'
    ])
    for (const { name } of sample.splits) {
      const { train, test } = await takeSplit(sample, { split: name })
      expect([train.features.rows, test.features.rows]).toEqual([800, 200])
    }
  })

  it('describes every class by graded attributes in groups, each with a meaning', () => {
    const { matrix, attributes = [], groups = [], meanings = [] } = table('attributes')
    expect(attributes.length).toBeGreaterThanOrEqual(25)
    expect(attributes.length).toBeLessThanOrEqual(30)
    expect(new Set(attributes).size).toBe(attributes.length)
    expect([groups.length, meanings.length]).toEqual([attributes.length, attributes.length])
    const values = Matrix.from(matrix)
    const grades = values.kind === 'dense' ? [...values.data] : []
    expect(grades.every(grade => grade >= 0 && grade <= 1)).toBe(true)
    // An attribute that all or no classes have tells nothing.
    for (let k = 0; k < attributes.length; k++)
      expect(
        new Set(Array.from({ length: 10 }, (_, i) => grades[i * attributes.length + k])).size,
        attributes[k]
      ).toBeGreaterThan(1)
  })

  it('describes every class by a sentence and by the word vector of its name', () => {
    expect(table('sentences')).toMatchObject({
      encoder: { kind: 'sentence', length: 384 },
      matrix: { rows: 10, columns: 384 }
    })
    expect(table('sentences').sentences).toHaveLength(10)
    expect(table('words')).toMatchObject({
      encoder: { kind: 'words', length: 100 },
      matrix: { rows: 10, columns: 100 }
    })
  })

  it('has a picture of every row', async () => {
    const { file, width, height, columns } = sample.thumbnails ?? expect.fail('no thumbnails')
    const { width: across, height: down } = await sharp(join(folder, file)).metadata()
    expect([across, down]).toEqual([width * columns, (height * 2000) / columns])
  })

  it('gives the doctor nothing to complain of', async () => {
    const { findings } = await examine(await openDraft(folder))
    expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([])
  })

  it('keeps its fingerprint from one reading to the next', async () => {
    expect(await fingerprint(toDataset(await openDraft(folder)))).toBe(await fingerprint(sample))
  })
})

describeWithResnet50('the features of the sample', () => {
  it('are those of its pictures', async () => {
    const backbone = await openBackbone('resnet50', {
      record: sample.provenance.features ?? {}
    })
    const rows = [0, 1, 999, 1000, 1503, 1999]
    const pictures = await Promise.all(rows.map(row => pictureOf(row)))
    const [again, kept] = [
      await backbone.features(pictures),
      sample.features && (await takeRows(sample.features, rows))
    ]
    await backbone.close()
    if (again.kind !== 'dense' || kept?.kind !== 'dense') return expect.fail('both are dense')
    const largest = Math.max(...again.data.map((value, at) => Math.abs(value - kept.data[at])))
    // Half a step of 8 bits, and some rounding of the network's own.
    const { features } = JSON.parse(readFileSync(join(folder, 'dataset.json'), 'utf8')) as {
      features: { scale: number }
    }
    expect(largest).toBeLessThan(0.6 * features.scale)
  })
})

async function pictureOf(row: number): Promise<{ pixels: Uint8Array; width: number; height: number }> {
  const { file, width, height, columns } = sample.thumbnails ?? expect.fail('no thumbnails')
  const pixels = await sharp(join(folder, file))
    .extract({ left: (row % columns) * width, top: Math.floor(row / columns) * height, width, height })
    .removeAlpha()
    .raw()
    .toBuffer()
  return { pixels, width, height }
}
