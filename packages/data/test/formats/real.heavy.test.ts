// The real sets beside the repository: shapes as their README says, labels within the classes.
import type { ByteSource } from '../../src/formats/byte-source.js'
import type { NamedArray } from '../../src/formats/reader.js'
import { readArrays } from '../../src/formats/readers.js'
import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { describeWithShared, sharedPath } from '../../../../test/helpers/shared.js'

async function withFile<T>(path: string, use: (source: ByteSource) => Promise<T>): Promise<T> {
  const file = await open(path)
  try {
    return await use({
      byteLength: (await file.stat()).size,
      async slice(start, end) {
        const bytes = new Uint8Array(end - start)
        await file.read(bytes, 0, bytes.length, start)
        return bytes
      }
    })
  } finally {
    await file.close()
  }
}

const sets: Record<
  string,
  {
    readonly shapes: Record<string, number[]>
    readonly labels: string
    /** by numpy */ readonly sums: Record<string, number>
  }
> = {
  cifar10: {
    shapes: {
      train_features: [5000, 1280],
      test_features: [10000, 1280],
      scale: [],
      train_labels: [5000],
      test_labels: [10000],
      train_rows: [5000],
      classes: [10],
      attributes: [25],
      signatures_attributes: [10, 25],
      signatures_words: [10, 50],
      sentences: [10],
      signatures_sentences: [10, 384],
      signatures_names: [10, 384]
    },
    labels: 'test_labels',
    sums: { train_features: 602_939_086_052, test_features: 1_203_108_862_017 }
  },
  'cub-vgg': {
    shapes: {
      features: [11788, 4096],
      scale: [],
      labels: [11788],
      classes: [200],
      signatures: [200, 312],
      seen: [150],
      unseen: [50]
    },
    labels: 'labels',
    sums: { features: 1_103_295_659_472 }
  },
  'awa-rgsift': {
    shapes: {
      counts: [30475, 2000],
      labels: [30475],
      classes: [50],
      attributes: [85],
      signatures: [50, 85],
      signatures_binary: [50, 85],
      seen: [40],
      unseen: [10]
    },
    labels: 'labels',
    sums: { counts: 1_092_880_599_067 }
  },
  'sun-attributes': {
    shapes: {
      features: [14317, 102],
      labels: [14317],
      classes: [717],
      signatures: [717, 102],
      seen: [645],
      unseen: [72]
    },
    labels: 'labels',
    sums: { features: 478_881_410 }
  },
  'apy-attributes': {
    shapes: {
      features: [15339, 64],
      labels: [15339],
      classes: [32],
      attributes: [64],
      signatures: [32, 64],
      seen: [20],
      unseen: [12]
    },
    labels: 'labels',
    sums: { features: 542_264_774 }
  }
}

/** Depends on the order of the entries, which a sum alone would not. */
function weightedSum(data: NamedArray['data']): number {
  const numbers = data as Uint8Array
  let sum = 0
  for (let i = 0; i < numbers.length; i++) sum += numbers[i] * (i % 9973)
  return sum
}

describeWithShared('real data sets', () => {
  const there = Object.entries(sets).filter(([name]) => existsSync(sharedPath('data', name, 'data.npz')))
  it.each(there)(
    '%s',
    async (name, { shapes, labels, sums }) => {
      const { format, arrays } = await withFile(sharedPath('data', name, 'data.npz'), source =>
        readArrays(source, { fileName: `${name}/data.npz` })
      )
      expect(format).toBe('npz')
      expect(Object.fromEntries(arrays.map(array => [array.name, array.shape]))).toEqual(shapes)
      const find = (wanted: string): NamedArray['data'] =>
        arrays.find(array => array.name === wanted)?.data ?? []
      const classes = find('classes') as readonly string[]
      expect(new Set(classes).size).toBe(classes.length)
      expect((find(labels) as Uint8Array).reduce((most, label) => Math.max(most, label), 0)).toBe(
        classes.length - 1
      )
      for (const [array, sum] of Object.entries(sums)) expect(weightedSum(find(array)), array).toBe(sum)
    },
    30_000
  )
})
