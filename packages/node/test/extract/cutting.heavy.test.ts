// Networks of every form: where their features are found, and what they come out as.
import { UnseenError } from '@unseen/core'
import { readGraph, withOutputs } from '@unseen/networks'
import { openBackbone } from '../../src/extract/backbone.js'
import { type BackboneOptions, listTensors } from '../../src/extract/network.js'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { tinyOnnx } from '../onnx/tiny-onnx.js'
import {
  SIDE,
  expectedFeatures,
  filters,
  networkParts,
  smallNetwork,
  type Pooling,
  type Wanted
} from './small-networks.js'

const folder = mkdtempSync(join(tmpdir(), 'unseen-cutting-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0
function save(bytes: Uint8Array): string {
  const path = join(folder, `${files++}.onnx`)
  writeFileSync(path, bytes)
  return path
}

const pixels = Uint8Array.from({ length: SIDE * SIDE * 3 }, (_, k) => (k * 37) % 256)
const others = pixels.map(value => 255 - value)
const images = [pixels, others, pixels].map(each => ({ pixels: each, width: SIDE, height: SIDE }))

async function featuresOf(
  network: Uint8Array,
  options: BackboneOptions = { preset: 'raw' }
): Promise<{ tensor: unknown; rows: number[][] }> {
  await using backbone = await openBackbone(save(network), options)
  const matrix = await backbone.features(images)
  const values = matrix.kind === 'dense' ? Array.from(matrix.data) : []
  return {
    tensor: backbone.record['tensor'],
    rows: images.map((_, i) => values.slice(i * backbone.length, (i + 1) * backbone.length))
  }
}

function expectRows(rows: readonly (readonly number[])[], scale = 1): void {
  for (const [i, each] of [pixels, others, pixels].entries())
    expectedFeatures(each, scale).forEach((value, k) => expect(rows[i][k]).toBeCloseTo(value, 2))
  expect(rows[0]).toHaveLength(4)
}

describe('a network that ends in classes', () => {
  const poolings: Pooling[] = [
    'GlobalAveragePool',
    'ReduceMean',
    'ReduceMean with axes as input',
    'AveragePool'
  ]

  it.each(poolings)('is cut at its %s', async pooling => {
    const { tensor, rows } = await featuresOf(smallNetwork({ pooling }))
    expect(tensor).toBe('pooled')
    expectRows(rows)
  })

  it('is cut in the other runtime, too', async () => {
    expectRows((await featuresOf(smallNetwork(), { preset: 'raw', runtime: 'web' })).rows)
  })

  it('is not cut at the pooling of a side path', async () => {
    expect((await featuresOf(smallNetwork({ squeeze: true }))).tensor).toBe('pooled')
    await expect(featuresOf(smallNetwork({ squeeze: true, pooling: 'none' }))).rejects.toMatchObject({
      code: 'backbone.unusable',
      message: /no global pooling.*"map"/s
    })
  })

  it('without a pooling is refused with the tensors there are', async () => {
    await expect(featuresOf(smallNetwork({ pooling: 'none' }))).rejects.toMatchObject({
      code: 'backbone.unusable',
      message: /--output.*"flat".*--list-outputs/s
    })
  })

  it('gives any tensor that is named', async () => {
    const { rows } = await featuresOf(smallNetwork({ pooling: 'none' }), { preset: 'raw', output: 'flat' })
    expect(rows[0]).toHaveLength(4 * SIDE * SIDE)
    await expect(featuresOf(smallNetwork(), { preset: 'raw', output: 'nowhere' })).rejects.toMatchObject({
      code: 'backbone.unusable',
      message: /no tensor "nowhere".*"probabilities"/s
    })
  })
})

describe('a network that ends in features', () => {
  it.each(['embedding', 'y'])('is taken as it is, its output called %s', async featuresAs => {
    const { tensor, rows } = await featuresOf(smallNetwork({ featuresAs }))
    expect(tensor).toBe(featuresAs)
    expectRows(rows)
  })
})

describe('inputs', () => {
  const forms: [string, Wanted, BackboneOptions][] = [
    ['channels last', { shape: ['images', SIDE, SIDE, 3] }, { preset: 'raw' }],
    ['one image at a time', { shape: [1, 3, SIDE, SIDE] }, { preset: 'raw' }],
    ['two at a time', { shape: [2, 3, SIDE, SIDE] }, { preset: 'raw' }],
    [
      'any size',
      { shape: ['images', 3, 'height', 'width'] },
      { preset: 'raw', preprocessing: { width: SIDE, height: SIDE } }
    ],
    ['whole numbers', { type: 'uint8' }, {}]
  ]
  it.each(forms)('%s', async (_, wanted, options) => {
    expectRows((await featuresOf(smallNetwork(wanted), options)).rows)
  })

  it('scaled as the metadata say', async () => {
    expectRows(
      (
        await featuresOf(
          smallNetwork({ metadata: { 'unseen.scale': '1/255', 'unseen.size': `${SIDE}` } }),
          {}
        )
      ).rows,
      1 / 255
    )
    expectRows(
      (
        await featuresOf(
          smallNetwork({
            metadata: { 'Image.BitmapPixelFormat': 'Rgb8', 'image.nominalpixelrange': 'NORMALIZED_0_1' }
          }),
          {}
        )
      ).rows,
      1 / 255
    )
  })

  it('in BGR where it is asked for', async () => {
    const { rows } = await featuresOf(smallNetwork(), { preset: 'raw', preprocessing: { colour: 'bgr' } })
    const [red, green, blue] = expectedFeatures(pixels)
    expect(rows[0].slice(0, 3).map(value => value.toFixed(2))).toEqual(
      [blue, green, red].map(value => value.toFixed(2))
    )
  })

  const refused: [string, Wanted, BackboneOptions, RegExp][] = [
    [
      'two images',
      { second: { name: 'other', type: 'float32', shape: [1, 3, SIDE, SIDE] } },
      {},
      /2 inputs \("image", "other"\)/
    ],
    ['no image', { shape: ['rows', 5] }, {}, /four axes/],
    ['five channels', { shape: [1, 5, SIDE, SIDE] }, {}, /1 or 3 channels/],
    ['indices', { type: 'int64' }, {}, /neither float32 nor uint8/],
    ['no size', { shape: ['images', 3, 'h', 'w'] }, { preset: 'raw' }, /--size/],
    ['no layout', { shape: ['a', 'b', 'c', 'd'] }, { preset: 'raw' }, /--layout/]
  ]
  it.each(refused)('%s: refused', async (_, wanted, options, message) => {
    await expect(featuresOf(smallNetwork(wanted), options)).rejects.toMatchObject({
      code: 'backbone.unusable',
      message
    })
  })

  it("of another size than the network's: refused", async () => {
    await expect(
      featuresOf(smallNetwork(), { preset: 'raw', preprocessing: { width: 9, height: 9 } })
    ).rejects.toMatchObject({ code: 'options.combination', message: /width 8, not 9/ })
  })
})

describe('the tensors of a network', () => {
  it('are listed with their shapes, without a word on pixels', async () => {
    const tensors = await listTensors(save(smallNetwork()))
    expect(tensors.find(({ name }) => name === 'map')?.shape).toEqual([4, SIDE, SIDE])
    expect(tensors.at(-1)).toEqual({ name: 'probabilities', shape: [2], isOutput: true })
  })
})

describe('weights in a file beside the network', () => {
  const network = (external: Readonly<Record<string, string>>): Uint8Array => {
    const parts = networkParts()
    return tinyOnnx({
      ...parts,
      constants:
        parts.constants?.map(constant =>
          constant.name === 'filters' ? { ...constant, external } : constant
        ) ?? []
    })
  }
  const values = Float32Array.from(filters.flat())
  writeFileSync(join(folder, 'weights.bin'), Buffer.concat([Buffer.alloc(16), Buffer.from(values.buffer)]))

  it('are read', async () => {
    expectRows(
      (
        await featuresOf(
          network({ location: 'weights.bin', offset: '16', length: String(values.byteLength) })
        )
      ).rows
    )
    expectRows(
      (
        await featuresOf(network({ location: 'weights.bin', offset: '16' }), {
          preset: 'raw',
          runtime: 'web'
        })
      ).rows
    )
  })

  const refused: [string, Record<string, string>, RegExp][] = [
    ['that is not there', { location: 'absent.bin' }, /Put the file beside/],
    ['outside its folder', { location: '../weights.bin' }, /outside its folder/],
    ['anywhere', { location: '/etc/passwd' }, /outside its folder/],
    ['without a name', {}, /outside its folder/],
    ['too short', { location: 'weights.bin', offset: '16', length: '1000' }, /does not have/],
    ['at no place', { location: 'weights.bin', offset: '-1' }, /does not have/]
  ]
  it.each(refused)('in a file %s are refused', async (_, external, message) => {
    await expect(featuresOf(network(external))).rejects.toMatchObject({ code: 'backbone.unusable', message })
  })
})

describe('files', () => {
  it('leave out what the features do not need and keep the rest', () => {
    const whole = readGraph(smallNetwork({ metadata: { note: 'kept' } }))
    const cut = readGraph(withOutputs(smallNetwork({ metadata: { note: 'kept' } }), ['pooled']))
    expect(whole.nodes.map(({ operator }) => operator)).toContain('Gemm')
    expect(cut.nodes.map(({ operator }) => operator)).toEqual([
      'Identity',
      'Identity',
      'Conv',
      'Relu',
      'Identity',
      'GlobalAveragePool'
    ])
    expect(cut.outputs.map(({ name }) => name)).toEqual(['pooled'])
    expect(cut.metadata.get('note')).toBe('kept')
    expect(cut.inputs).toEqual(whole.inputs)
  })

  it('that are damaged anywhere are read or refused, never worse', () => {
    const whole = smallNetwork({ pooling: 'ReduceMean with axes as input', metadata: { 'unseen.size': '8' } })
    const change = fc.record({ at: fc.nat(whole.length - 1), value: fc.nat(255) })
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), fc.nat(whole.length), (changes, end) => {
        const bytes = whole.slice(0, end)
        for (const { at, value } of changes) if (at < end) bytes[at] = value
        try {
          readGraph(withOutputs(bytes, ['pooled']))
        } catch (error) {
          expect(error).toBeInstanceOf(UnseenError)
          expect((error as UnseenError).code).toBe('backbone.unusable')
        }
      }),
      { numRuns: 2000 }
    )
  })

  it('of any other kind are refused', async () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), bytes => {
        try {
          readGraph(bytes)
        } catch (error) {
          expect(error).toMatchObject({ code: 'backbone.unusable' })
        }
      }),
      { numRuns: 2000 }
    )
    await expect(openBackbone(save(new TextEncoder().encode('not a network')))).rejects.toMatchObject({
      code: 'backbone.unusable'
    })
    await expect(openBackbone(join(folder, 'absent.onnx'))).rejects.toMatchObject({ code: 'path.missing' })
    await expect(
      openBackbone(save(tinyOnnx({ ...networkParts(), nodes: [] })), { preset: 'raw' })
    ).rejects.toMatchObject({ code: 'backbone.unusable' })
  })
})
