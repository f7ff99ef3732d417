// The real network on real images: the features that were made elsewhere come out again.
import { readArrays } from '@unseen/data'
import type { NumberArray } from '@unseen/data/internal'
import { openBackbone } from '../../src/extract/backbone.js'
import { openFile } from '../../src/files/file-source.js'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { describeWithShared, sharedPath } from '../../../../test/helpers/shared.js'

const folder = fileURLToPath(new URL('images', import.meta.url))
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.png'))
  .sort()
const numbers = files.map(name => Number(/(\d+)\.png$/.exec(name)?.[1]))

async function referenceRows(): Promise<Float64Array[]> {
  await using source = await openFile(sharedPath('data', 'cifar10', 'data.npz'))
  const { arrays } = await readArrays(source, { fileName: 'data.npz' })
  const found = (name: string): NumberArray => arrays.find(array => array.name === name)?.data as NumberArray
  const features = found('test_features')
  const scale = Number(found('scale')[0])
  return numbers.map(row =>
    Float64Array.from({ length: 1280 }, (_, k) => Number(features[row * 1280 + k]) * scale)
  )
}

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let product = 0
  let aa = 0
  let bb = 0
  for (let k = 0; k < a.length; k++) {
    product += a[k] * b[k]
    aa += a[k] ** 2
    bb += b[k] ** 2
  }
  return product / Math.sqrt(aa * bb)
}

describeWithShared('MobileNetV2 on CIFAR-10', () => {
  const network = sharedPath('models', 'mobilenet_v2_features.onnx')

  it('gives the features made elsewhere, from files and from pixels', async () => {
    await using backbone = await openBackbone(network, { preset: 'mobilenet' })
    expect(backbone.length).toBe(1280)
    expect(backbone.record).toMatchObject({
      model: 'mobilenet_v2_features.onnx',
      tensor: 'features',
      width: 224,
      height: 224,
      layout: 'nchw'
    })
    const rows = await referenceRows()
    const fromFiles = await backbone.features(files.map(name => join(folder, name)))
    const cosines = rows.map((row, i) =>
      cosine(
        row,
        Float64Array.from({ length: 1280 }, (_, k) =>
          fromFiles.kind === 'dense' ? fromFiles.data[i * 1280 + k] : NaN
        )
      )
    )
    // The reference is rounded to 8 bits; 0.99997 is what that leaves.
    expect(Math.min(...cosines)).toBeGreaterThan(0.9999)
    const pixels = await sharp(join(folder, files[0])).raw().toBuffer()
    const fromPixels = await backbone.features([{ pixels, width: 32, height: 32 }])
    expect(cosine(fromPixels.kind === 'dense' ? fromPixels.data : [], rows[0])).toBeGreaterThan(0.9999)
  })

  it("opens again from its record, and from no other network's", async () => {
    const first = await openBackbone(network, { preset: 'mobilenet' })
    await using again = await openBackbone(network, { record: first.record })
    expect(again.record).toEqual(first.record)
    await first.close()
    await expect(
      openBackbone(network, { record: { ...first.record, digest: 'sha256:0' } })
    ).rejects.toMatchObject({ code: 'backbone.unusable' })
  })

  it('refuses to guess how pixels are scaled', async () => {
    await expect(openBackbone(network)).rejects.toMatchObject({
      code: 'backbone.unusable',
      message: /how pixels are scaled/
    })
  })
})
