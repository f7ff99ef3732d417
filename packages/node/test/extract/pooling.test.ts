// Outputs that are more than a vector: tokens and maps, each pooling against values worked out by hand.
import { openBackbone } from '../../src/extract/backbone.js'
import type { BackboneOptions } from '../../src/extract/network.js'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type TinyNetwork, tinyOnnx } from '../onnx/tiny-onnx.js'

const place = mkdtempSync(join(tmpdir(), 'unseen-image-pooling-'))
afterAll(() => rmSync(place, { recursive: true }))
let folders = 0

/** Channels of a picture of 2 x 2: 1 2 3 4, 10 20 30 40, 100 110 120 130; the network reads them in that order. */
const picture = {
  pixels: Uint8Array.from([1, 10, 100, 2, 20, 110, 3, 30, 120, 4, 40, 130]),
  width: 2,
  height: 2
}

/** What the image holds, as (tokens x length) or any other shape. */
function reshaping(
  shape: readonly number[],
  name = 'last_hidden_state',
  more: Partial<TinyNetwork> = {}
): Uint8Array {
  return tinyOnnx({
    inputs: [{ name: 'pixel_values', type: 'float32', shape: ['images', 3, 2, 2] }],
    outputs: [{ name, type: 'float32', shape: ['images', ...shape] }],
    constants: [
      { name: 'shape', shape: [shape.length + 1], values: BigInt64Array.from([0, ...shape], BigInt) }
    ],
    nodes: [{ operator: 'Reshape', inputs: ['pixel_values', 'shape'], outputs: [name] }],
    ...more
  })
}

function save(network: Uint8Array, config?: object): string {
  const folder = join(place, String(folders++))
  mkdirSync(join(folder, 'onnx'), { recursive: true })
  writeFileSync(join(folder, 'onnx', 'model.onnx'), network)
  if (config !== undefined) writeFileSync(join(folder, 'config.json'), JSON.stringify(config))
  return join(folder, 'onnx', 'model.onnx')
}

async function row(path: string, options: BackboneOptions = {}): Promise<number[]> {
  await using backbone = await openBackbone(path, {
    ...(options.record === undefined && { preset: 'raw' }),
    ...options
  })
  const features = await backbone.features([picture, picture])
  const values = features.kind === 'dense' ? Array.from(features.data) : []
  expect(values.slice(0, backbone.length)).toEqual(values.slice(backbone.length))
  return values.slice(0, backbone.length)
}

describe('states of tokens', () => {
  const tokens = (): string => save(reshaping([4, 3]))
  // 1 2 3 | 4 10 20 | 30 40 100 | 110 120 130
  it.each([
    ['cls', [1, 2, 3]],
    ['mean', [145 / 4, 172 / 4, 253 / 4]],
    ['patches', [144 / 3, 170 / 3, 250 / 3]],
    ['flatten', [1, 2, 3, 4, 10, 20, 30, 40, 100, 110, 120, 130]]
  ] as const)('by %s', async (pooling, expected) => {
    ;(await row(tokens(), { pooling })).forEach((value, k) => expect(value).toBeCloseTo(expected[k], 4))
  })

  it('are never put side by side in silence', async () => {
    await expect(row(tokens())).rejects.toMatchObject({
      code: 'backbone.unusable',
      message: expect.stringMatching(/"last_hidden_state" has 4 x 3 numbers.*--pooling cls/s) as string
    })
    await expect(row(tokens(), { output: 'last_hidden_state' })).rejects.toMatchObject({
      code: 'backbone.unusable'
    })
  })

  it('as config.json or the metadata say', async () => {
    expect(await row(save(reshaping([4, 3]), { model_type: 'dinov2' }))).toEqual([1, 2, 3])
    expect(await row(save(reshaping([4, 3]), { model_type: 'swin' }))).toEqual([36.25, 43, 63.25])
    await expect(row(save(reshaping([4, 3]), { model_type: 'clip' }))).rejects.toThrow(/nothing says/)
    const told = reshaping([4, 3], 'last_hidden_state', { metadata: { 'unseen.pooling': 'cls' } })
    expect(await row(save(told, { model_type: 'swin' }))).toEqual([1, 2, 3])
  })

  it('as the record says; one of before has everything side by side', async () => {
    const path = tokens()
    await using backbone = await openBackbone(path, { preset: 'raw', pooling: 'cls' })
    const { record } = backbone
    expect(record).toMatchObject({ pooling: 'cls', length: 3 })
    expect(await row(path, { record })).toEqual([1, 2, 3])
    const before = Object.fromEntries(Object.entries(record).filter(([key]) => key !== 'pooling'))
    expect(await row(path, { record: before })).toHaveLength(12)
  })
})

describe('maps', () => {
  it('are averaged over their places', async () => {
    const map = save(reshaping([3, 2, 2]), { model_type: 'resnet' })
    expect(await row(map)).toEqual([2.5, 25, 115])
    await expect(row(map, { pooling: 'cls' })).rejects.toThrow(/no pooling "cls"/)
  })
})

describe('outputs', () => {
  it('pooler_output comes before the states, image_embeds before that', async () => {
    const outputs = ['last_hidden_state', 'pooler_output', 'image_embeds']
    const network = tinyOnnx({
      inputs: [{ name: 'pixel_values', type: 'float32', shape: ['images', 3, 2, 2] }],
      outputs: outputs.map(name => ({ name, type: 'float32', shape: [] })),
      constants: [
        { name: 'tokens', shape: [3], values: BigInt64Array.of(0n, 4n, 3n) },
        { name: 'first', shape: [], values: BigInt64Array.of(0n) },
        { name: 'second', shape: [], values: BigInt64Array.of(1n) }
      ],
      nodes: [
        { operator: 'Reshape', inputs: ['pixel_values', 'tokens'], outputs: ['last_hidden_state'] },
        {
          operator: 'Gather',
          inputs: ['last_hidden_state', 'first'],
          outputs: ['pooler_output'],
          numbers: { axis: 1 }
        },
        {
          operator: 'Gather',
          inputs: ['last_hidden_state', 'second'],
          outputs: ['image_embeds'],
          numbers: { axis: 1 }
        }
      ]
    })
    const path = save(network)
    expect(await row(path)).toEqual([4, 10, 20])
    expect(await row(path, { output: 'pooler_output' })).toEqual([1, 2, 3])
  })

  it('of a network of images and texts, those of images', async () => {
    const both = reshaping([12], 'image_embeds', {
      inputs: [
        { name: 'input_ids', type: 'int64', shape: ['texts', 'tokens'] },
        { name: 'pixel_values', type: 'float32', shape: ['images', 3, 2, 2] }
      ],
      outputs: ['logits', 'image_embeds'].map(name => ({ name, type: 'float32', shape: ['a', 'b'] })),
      nodes: [
        { operator: 'Reshape', inputs: ['pixel_values', 'shape'], outputs: ['image_embeds'] },
        { operator: 'Cast', inputs: ['input_ids'], outputs: ['texts'], numbers: { to: 1 } },
        { operator: 'MatMul', inputs: ['image_embeds', 'texts'], outputs: ['logits'] }
      ]
    })
    expect(await row(save(both))).toEqual([1, 2, 3, 4, 10, 20, 30, 40, 100, 110, 120, 130])
  })
})
