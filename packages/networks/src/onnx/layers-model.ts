/**
 * A Keras network, as TensorFlow.js keeps it (model.json and its weights), as an ONNX graph.
 *
 * Channels come first in ONNX, so a kernel of (height, width, in, out) becomes (out, in, height, width). Batch
 * normalisation after a convolution is a scale and a shift of its channels and is folded into its weights:
 *
 *   gamma (w * x + b - mean) / sqrt(variance + epsilon) + beta = (w s) * x + (b - mean) s + beta,
 *   s = gamma / sqrt(variance + epsilon)
 *
 * The layers of ResNets are known; a network with others is refused, never guessed at. A softmax at the end is
 * left out: the output is what would go into it.
 */
import { UnseenError } from '@unseen/core'
import { type LayersModel, type Layer, readLayers } from './read-layers.js'
import { type Precision, storedWeights } from './stored-weights.js'
import { type GraphConstant, type GraphNode, writeOnnx } from './write-graph.js'

export interface LayersGraphOptions {
  /** layers whose results the graph returns, by the name they shall have */
  readonly outputs: Readonly<Record<string, string>>
  readonly precision: Precision
  readonly doc: string
  readonly metadata: Readonly<Record<string, string>>
}

/** Scales for each channel came with operator set 13. */
const OPSET = 13
/** Of this conversion: another one may write other bytes. */
const CONVERSION = '1'

interface Draft {
  readonly nodes: GraphNode[]
  readonly constants: GraphConstant[]
  readonly precision: Precision
  /** what each layer has made: its tensor and how many channels that has */
  readonly made: Map<string, { readonly tensor: string; readonly channels: number }>
  /** name of a layer's tensor */
  tensor(layer: Layer): string
}

/** The bytes of the ONNX file: the same for the same network on every machine. */
export function layersGraph(source: LayersModel, options: LayersGraphOptions): Uint8Array {
  const layers = readLayers(source)
  const named = new Map(Object.entries(options.outputs).map(([name, layer]) => [layer, name]))
  const draft: Draft = {
    nodes: [],
    constants: [],
    precision: options.precision,
    made: new Map(),
    tensor: ({ name }) => named.get(name) ?? name
  }
  const norms = foldedNorms(layers)
  for (const layer of layers) {
    const convolution = [...norms].find(([, norm]) => norm === layer)?.[0]
    if (convolution === undefined) addLayer(draft, layer, norms.get(layer.name))
    else draft.made.set(layer.name, madeBy(draft, convolution))
  }
  const input = layers[0]
  const [, height, width, channels] = input.numbers('batch_input_shape')
  return writeOnnx({
    opset: OPSET,
    producer: { name: 'unseen layers-model', version: CONVERSION },
    doc: options.doc,
    metadata: options.metadata,
    graph: {
      name: 'network',
      nodes: draft.nodes,
      constants: draft.constants,
      inputs: [{ name: draft.tensor(input), type: 'float32', shape: ['images', channels, height, width] }],
      outputs: Object.entries(options.outputs).map(([name, layer]) => ({
        name,
        type: 'float32' as const,
        shape: ['images', madeBy(draft, layer).channels]
      }))
    }
  })
}

/** The batch normalisation that is all that reads a convolution, by the convolution's name. */
function foldedNorms(layers: readonly Layer[]): Map<string, Layer> {
  const found = new Map<string, Layer>()
  for (const { name, kind } of layers) {
    if (kind !== 'Conv2D') continue
    const [reader, ...others] = layers.filter(({ inputs }) => inputs.includes(name))
    if (others.length === 0 && reader.kind === 'BatchNormalization') found.set(name, reader)
  }
  return found
}

function addLayer(draft: Draft, layer: Layer, norm: Layer | undefined): void {
  const { nodes, constants, made } = draft
  const output = draft.tensor(layer)
  const sources = layer.inputs.map(name => madeBy(draft, name))
  const inputs = sources.map(({ tensor }) => tensor)
  const add = (operator: string, attributes: GraphNode['attributes'] = {}): void => {
    nodes.push({ operator, inputs, outputs: [output], attributes })
  }
  let channels = sources.at(0)?.channels ?? 0
  switch (layer.kind) {
    case 'InputLayer':
      channels = layer.numbers('batch_input_shape')[3]
      break
    case 'ZeroPadding2D': {
      const [top, bottom, left, right] = layer.numbers('padding')
      const pads = [0, 0, top, left, 0, 0, bottom, right].map(BigInt)
      constants.push({ name: `${output}_pads`, shape: [8], data: BigInt64Array.from(pads) })
      nodes.push({ operator: 'Pad', inputs: [...inputs, `${output}_pads`], outputs: [output] })
      break
    }
    case 'Conv2D':
      channels = layer.numbers('filters')[0]
      addConvolution(draft, layer, inputs[0], norm)
      break
    case 'Activation':
      if (layer.text('activation') !== 'relu') layer.refuse('activation')
      add('Relu')
      break
    case 'MaxPooling2D':
      if (layer.text('padding') !== 'valid') layer.refuse('padding')
      add('MaxPool', { kernel_shape: layer.numbers('pool_size'), strides: layer.numbers('strides') })
      break
    case 'Add':
      add('Add')
      break
    case 'GlobalAveragePooling2D':
      nodes.push(
        { operator: 'GlobalAveragePool', inputs, outputs: [`${output}_2d`] },
        { operator: 'Flatten', inputs: [`${output}_2d`], outputs: [output] }
      )
      break
    case 'Dense':
      channels = layer.numbers('units')[0]
      addDense(draft, layer, inputs[0])
      break
    default:
      layer.refuse('class_name')
  }
  made.set(layer.name, { tensor: output, channels })
}

function addConvolution(draft: Draft, layer: Layer, input: string, norm: Layer | undefined): void {
  const output = draft.tensor(layer)
  const strides = layer.numbers('strides')
  const same = layer.text('padding') === 'same'
  const { data, shape } = layer.weight('kernel')
  const [height, width, from, to] = shape
  // Keras pads unevenly where the two sides cannot be alike; none of the networks known here does.
  if (same && (strides.some(step => step !== 1) || height % 2 === 0 || width % 2 === 0))
    layer.refuse('padding')
  if (layer.numbers('dilation_rate').some(rate => rate !== 1)) layer.refuse('dilation_rate')
  if (layer.text('activation') !== 'linear') layer.refuse('activation')
  const bias = layer.flag('use_bias') ? layer.weight('bias').data : new Float32Array(to)
  const { scales, shifts } = channelScales(norm, to)
  const kernel = new Float32Array(data.length)
  for (let at = 0, o = 0; o < to; o++)
    for (let i = 0; i < from; i++)
      for (let place = 0; place < height * width; place++, at++)
        kernel[at] = data[(place * from + i) * to + o] * scales[o]
  store(draft, `${output}_weights`, [to, from, height, width], kernel)
  draft.constants.push({
    name: `${output}_bias`,
    shape: [to],
    data: Float32Array.from(bias, (value, o) => value * scales[o] + shifts[o])
  })
  const [down, across] = same ? [(height - 1) / 2, (width - 1) / 2] : [0, 0]
  draft.nodes.push({
    operator: 'Conv',
    inputs: [input, `${output}_weights`, `${output}_bias`],
    outputs: [output],
    attributes: { kernel_shape: [height, width], strides, pads: [down, across, down, across] }
  })
}

/** What the batch normalisation multiplies each channel with, and what it then adds. */
function channelScales(
  norm: Layer | undefined,
  channels: number
): { readonly scales: Float64Array; readonly shifts: Float64Array } {
  if (norm === undefined)
    return { scales: new Float64Array(channels).fill(1), shifts: new Float64Array(channels) }
  const [epsilon] = norm.numbers('epsilon')
  const mean = norm.weight('moving_mean').data
  const variance = norm.weight('moving_variance').data
  const gamma = norm.flag('scale') ? norm.weight('gamma').data : new Float32Array(channels).fill(1)
  const beta = norm.flag('center') ? norm.weight('beta').data : new Float32Array(channels)
  const scales = Float64Array.from(gamma, (value, c) => value / Math.sqrt(variance[c] + epsilon))
  return { scales, shifts: scales.map((scale, c) => beta[c] - mean[c] * scale) }
}

function addDense(draft: Draft, layer: Layer, input: string): void {
  const output = draft.tensor(layer)
  if (!['linear', 'softmax'].includes(layer.text('activation'))) layer.refuse('activation')
  const { data, shape } = layer.weight('kernel')
  const [from, to] = shape
  const kernel = new Float32Array(data.length)
  for (let o = 0; o < to; o++) for (let i = 0; i < from; i++) kernel[o * from + i] = data[i * to + o]
  store(draft, `${output}_weights`, [to, from], kernel)
  const bias = layer.flag('use_bias') ? layer.weight('bias').data : new Float32Array(to)
  draft.constants.push({ name: `${output}_bias`, shape: [to], data: bias })
  draft.nodes.push({
    operator: 'Gemm',
    inputs: [input, `${output}_weights`, `${output}_bias`],
    outputs: [output],
    attributes: { transB: 1 }
  })
}

function store(draft: Draft, name: string, shape: readonly number[], data: Float32Array): void {
  const { constants, nodes } = storedWeights(name, shape, data, draft.precision)
  draft.constants.push(...constants)
  draft.nodes.push(...nodes)
}

function madeBy({ made }: Draft, layer: string): { readonly tensor: string; readonly channels: number } {
  const found = made.get(layer)
  if (found === undefined)
    throw new UnseenError('backbone.unusable', `The network has no layer "${layer}", or it comes too late.`)
  return found
}
