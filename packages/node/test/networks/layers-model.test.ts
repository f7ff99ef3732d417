// A network of TensorFlow.js as an ONNX graph, held to a plain computation of the same layers.
import { type LayersModel, layersGraph, precisions } from '@unseen/networks/internal'
import { openSession } from '../../src/onnx/session.js'
import { describe, expect, it } from 'vitest'

const SIDE = 6
const EPSILON = 0.001

/** Weights of no pattern, the same at every run. */
function numbers(length: number, seed: number, scale = 1): number[] {
  return Array.from({ length }, (_, i) => scale * Math.sin(seed + 12.9898 * (i + 1)))
}

const weights = {
  'conv/kernel': { shape: [3, 3, 3, 4], data: numbers(108, 1, 0.4) },
  'conv/bias': { shape: [4], data: numbers(4, 2, 0.2) },
  'norm/gamma': { shape: [4], data: [1.5, 0.7, -0.6, 1] },
  'norm/beta': { shape: [4], data: numbers(4, 3, 0.3) },
  'norm/moving_mean': { shape: [4], data: numbers(4, 4, 0.3) },
  'norm/moving_variance': { shape: [4], data: [0.5, 2, 0.1, 1] },
  'dense/kernel': { shape: [4, 2], data: numbers(8, 5) },
  'dense/bias': { shape: [2], data: [0.1, -0.2] }
}

const layer = (name: string, class_name: string, config: object, ...inputs: string[]) => ({
  name,
  class_name,
  config: { name, ...config },
  inbound_nodes: inputs.length === 0 ? [] : [inputs.map(input => [input, 0, 0, {}])]
})
const convolution = {
  filters: 4,
  kernel_size: [3, 3],
  strides: [1, 1],
  padding: 'same',
  dilation_rate: [1, 1],
  activation: 'linear',
  use_bias: true
}
const layers = [
  layer('image', 'InputLayer', { batch_input_shape: [null, SIDE, SIDE, 3] }),
  layer('conv', 'Conv2D', convolution, 'image'),
  layer('norm', 'BatchNormalization', { epsilon: EPSILON, scale: true, center: true }, 'conv'),
  layer('relu', 'Activation', { activation: 'relu' }, 'norm'),
  layer(
    'padded',
    'ZeroPadding2D',
    {
      padding: [
        [1, 0],
        [0, 1]
      ]
    },
    'relu'
  ),
  layer('largest', 'MaxPooling2D', { pool_size: [2, 2], strides: [1, 1], padding: 'valid' }, 'padded'),
  layer('sum', 'Add', {}, 'largest', 'relu'),
  layer('pooled', 'GlobalAveragePooling2D', {}, 'sum'),
  layer('dense', 'Dense', { units: 2, activation: 'softmax', use_bias: true }, 'pooled')
]

function source(own: readonly object[] = layers): LayersModel {
  const entries = Object.entries(weights)
  return {
    model: {
      format: 'layers-model',
      modelTopology: { model_config: { class_name: 'Model', config: { layers: own } } },
      weightsManifest: [{ weights: entries.map(([name, { shape }]) => ({ name, shape, dtype: 'float32' })) }]
    },
    // A view into something larger, as Node's small buffers are.
    weights: Buffer.concat([
      Buffer.alloc(3),
      Buffer.from(Float32Array.from(entries.flatMap(([, { data }]) => data)).buffer)
    ]).subarray(3)
  }
}
const options = { outputs: { features: 'pooled', logits: 'dense' }, doc: '', metadata: {} } as const

/** (height x width x 3), as Keras has it */
const image = numbers(SIDE * SIDE * 3, 7)

/** The layers one by one, channels last, as their definitions say. */
function expected(): { features: number[]; logits: number[] } {
  const kernel = weights['conv/kernel'].data
  const at = (y: number, x: number, c: number): number =>
    y < 0 || x < 0 || y >= SIDE || x >= SIDE ? 0 : image[(y * SIDE + x) * 3 + c]
  const relu = Array.from({ length: SIDE }, (_, y) =>
    Array.from({ length: SIDE }, (__, x) =>
      Array.from({ length: 4 }, (___, o) => {
        let sum = weights['conv/bias'].data[o]
        for (let i = 0; i < 3; i++)
          for (let j = 0; j < 3; j++)
            for (let c = 0; c < 3; c++)
              sum += kernel[((i * 3 + j) * 3 + c) * 4 + o] * at(y + i - 1, x + j - 1, c)
        const { data: mean } = weights['norm/moving_mean']
        const { data: variance } = weights['norm/moving_variance']
        const scaled =
          (weights['norm/gamma'].data[o] * (sum - mean[o])) / Math.sqrt(variance[o] + EPSILON) +
          weights['norm/beta'].data[o]
        return Math.max(0, scaled)
      })
    )
  )
  // One line of zeros above, one to the right; then the largest of each two by two.
  const padded = (y: number, x: number, o: number): number => (y < 1 || x >= SIDE ? 0 : relu[y - 1][x][o])
  const features = Array.from({ length: 4 }, (_, o) => {
    let sum = 0
    for (let y = 0; y < SIDE; y++)
      for (let x = 0; x < SIDE; x++)
        sum +=
          relu[y][x][o] +
          Math.max(padded(y, x, o), padded(y, x + 1, o), padded(y + 1, x, o), padded(y + 1, x + 1, o))
    return sum / SIDE ** 2
  })
  const dense = weights['dense/kernel'].data
  const logits = weights['dense/bias'].data.map(
    (bias, k) => bias + features.reduce((sum, value, o) => sum + value * dense[o * 2 + k], 0)
  )
  return { features, logits }
}

async function run(bytes: Uint8Array): Promise<{ features: number[]; logits: number[] }> {
  const session = await openSession(bytes)
  const data = Float32Array.from({ length: image.length }, (_, i) => {
    const place = i % SIDE ** 2
    return image[place * 3 + Math.floor(i / SIDE ** 2)]
  })
  const { features, logits } = await session.run({ image: { data, dims: [1, 3, SIDE, SIDE] } })
  await session.close()
  return { features: [...(features.data as Float32Array)], logits: [...(logits.data as Float32Array)] }
}

const apart = (a: readonly number[], b: readonly number[]): number =>
  Math.max(...a.map((value, i) => Math.abs(value - b[i])))

describe('layersGraph', () => {
  it.each(precisions)('computes what the layers say, weights kept as %s', async precision => {
    const bytes = layersGraph(source(), { ...options, precision })
    const found = await run(bytes)
    const { features, logits } = expected()
    // Kernels this small are kept in half precision at least.
    const tolerance = precision === 'float32' ? 1e-5 : 2e-3
    expect(apart(features, found.features)).toBeLessThan(tolerance)
    expect(apart(logits, found.logits)).toBeLessThan(tolerance)
    expect(bytes).toEqual(layersGraph(source(), { ...options, precision }))
  })

  it('keeps large kernels in whole numbers, each channel with a scale of its own', async () => {
    const units = 8
    const kernel = {
      shape: [8192, units],
      data: numbers(8192 * units, 9).map((v, i) => v * 10 ** -(i % units))
    }
    const model = {
      model: {
        format: 'layers-model',
        modelTopology: {
          model_config: {
            class_name: 'Model',
            config: {
              layers: [
                layer('image', 'InputLayer', { batch_input_shape: [null, 1, 1, 8192] }),
                layer('pooled', 'GlobalAveragePooling2D', {}, 'image'),
                layer('dense', 'Dense', { units, activation: 'linear', use_bias: false }, 'pooled')
              ]
            }
          }
        },
        weightsManifest: [{ weights: [{ name: 'dense/kernel', shape: kernel.shape, dtype: 'float32' }] }]
      },
      weights: new Uint8Array(Float32Array.from(kernel.data).buffer)
    }
    const bytes = layersGraph(model, { ...options, outputs: { scores: 'dense' }, precision: 'int8' })
    expect(bytes.length).toBeLessThan(1.1 * kernel.data.length)
    const session = await openSession(bytes)
    const pick = 4321
    const data = new Float32Array(8192)
    data[pick] = 1
    const { scores } = await session.run({ image: { data, dims: [1, 8192, 1, 1] } })
    await session.close()
    for (let k = 0; k < units; k++) {
      // Half a step of a channel whose largest weight is 10^-k.
      const step = 10 ** -k / 127
      expect(Math.abs(Number(scores.data[k]) - kernel.data[pick * units + k])).toBeLessThan(0.51 * step)
    }
  })

  it.each([
    ['a layer it does not know', layer('sum', 'Multiply', {}, 'largest', 'relu'), /Multiply "sum"/],
    ['another activation', layer('relu', 'Activation', { activation: 'tanh' }, 'norm'), /activation "tanh"/],
    [
      'padding that Keras makes uneven',
      layer('conv', 'Conv2D', { ...convolution, strides: [2, 2] }, 'image'),
      /padding "same"/
    ],
    [
      'weights that are not there',
      layer('dense', 'Dense', { units: 2, activation: 'linear', use_bias: true }, 'pooled', 'x'),
      /no layer "x"/
    ]
  ])('refuses %s', (_, other, message) => {
    const own = layers.map(each => (each.name === other.name ? other : each))
    expect(() => layersGraph(source(own), { ...options, precision: 'float32' })).toThrow(message)
  })

  it('refuses weights that are too short, and files of another kind', () => {
    const { model, weights: bytes } = source()
    const make = (given: LayersModel) => () => layersGraph(given, { ...options, precision: 'float32' })
    expect(make({ model, weights: bytes.subarray(4) })).toThrow(/bytes of weights/)
    expect(make({ model: { format: 'graph-model' }, weights: bytes })).toThrow(/cannot be converted/)
  })
})
