/**
 * Network and model as one ONNX graph: pixels in, names and probabilities out.
 *
 *   pixels [N, height, width, 3] -> prepared -> network -> features [N, d] -> scores [N, classes]
 *
 * Pixels are those of the size the network takes (`placement` and `resample` make them); scaling, mean, order of
 * colours and of axes are in the graph. The network's tensors are led by `network/`, so that none is called like
 * one of ours; its weights stay as they are kept. The graph has the network's version of the operators.
 */
import { type Model, UnseenError } from '@unseen/core'
import { withOutputs } from '../onnx/cut.js'
import { GRAPH, MODEL_GRAPH, opsetOf, readGraph } from '../onnx/graph.js'
import { type ExportedOnnx, type GraphOptions, type ModelParts, modelParts } from '../onnx/model-graph.js'
import { bytesField, fieldsOf, joinBytes, textField } from '../onnx/protobuf.js'
import { withPrefix } from '../onnx/rename.js'
import {
  type GraphConstant,
  type GraphNode,
  type GraphPort,
  constantFields,
  metadataFields,
  nodeFields,
  portFields
} from '../onnx/write-graph.js'
import { LUMA } from './image-entries.js'
import { type ImageInput, readImageInput } from './image-input.js'
import type { ImagePooling } from './image-pooling.js'
import type { Preprocessing } from './preprocessing.js'

/** What is known of an opened network, as `openBackbone` found it out. */
export interface NetworkFacts {
  readonly tensor: string
  /** of that tensor for one image, the axis of images left out */
  readonly shape: readonly number[]
  readonly pooling: ImagePooling
  readonly preprocessing: Preprocessing
}

interface Part {
  readonly nodes: readonly GraphNode[]
  readonly constants: readonly GraphConstant[]
}

const PREFIX = 'network/'
/** `Round`, and `Slice` with inputs. */
const LEAST_OPSET = 11
/** From here on means are told their axes by an input. */
const MEAN_AXES_AS_INPUT = 18
const FLOAT32 = 1
const UINT8 = 2
/** A protobuf message cannot be larger. */
const LARGEST = 2 ** 31 - 1
/** Beyond the end of any axis. */
const END = 2n ** 31n - 1n

/** The bytes of `network` with everything from pixels before it and everything to names behind it. */
export function fusedGraph(
  network: Uint8Array,
  facts: NetworkFacts,
  model: Model,
  { among = 'all', version }: GraphOptions
): ExportedOnnx {
  const opset = opsetOf(network)
  if (opset < LEAST_OPSET)
    throw new UnseenError(
      'backbone.unusable',
      `The network is made of operators of version ${opset}; to be joined with a model it needs ${LEAST_OPSET}.`,
      { remedy: 'Export the network anew, or export the model alone.' }
    )
  const input = readImageInput(readGraph(network))
  const { width, height } = facts.preprocessing
  const images = input.batch ?? 'images'
  const before = pixelPart(input, facts.preprocessing)
  const pooled = pooledPart(facts, opset)
  const scored = modelParts(model, among, opset)
  const after = [pooled, scored, namesPart(scored)]
  const names: GraphPort = {
    name: 'names',
    type: 'string',
    shape: [images],
    doc: 'of the class with the highest score'
  }
  const outputs = [names, ...scored.outputs].map(port => ({
    ...port,
    shape: [images, ...port.shape.slice(1)]
  }))
  const pixels: GraphPort = {
    name: 'pixels',
    type: 'uint8',
    shape: [images, height, width, 3],
    doc: 'red, green and blue of 0 to 255; the part of the image that the network sees, in its size'
  }
  const bytes = joinBytes(
    [...fieldsOf(withOutputs(network, [facts.tensor]))].flatMap(field => {
      if (field.number === MODEL_GRAPH)
        return bytesField(
          MODEL_GRAPH,
          joinBytes(joinedGraph(field.bytes, input, before, after, pixels, outputs))
        )
      return isOfFile(field.number) ? [] : [field.whole]
    })
  )
  const whole = joinBytes([
    bytes,
    ...textField(2, 'unseen'),
    ...textField(3, version),
    ...textField(
      6,
      'Zero-shot recognition of images: the network, and behind it the model. Class names are in the metadata, as JSON.'
    ),
    ...metadataFields(scored.metadata)
  ])
  if (whole.length > LARGEST)
    throw new UnseenError(
      'memory.limit',
      'Network and model together are larger than the two gigabytes an ONNX file may have.'
    )
  return {
    bytes: whole,
    classes: scored.classes,
    opset,
    hasProbabilities: scored.outputs.some(({ name }) => name === 'probabilities')
  }
}

/** Producer, its version, description and metadata, which are those of the whole. */
function isOfFile(number: number): boolean {
  return [2, 3, 6, 14].includes(number)
}

/** Nodes in the order in which they run. */
function joinedGraph(
  network: Uint8Array,
  input: ImageInput,
  before: Part,
  after: readonly Part[],
  pixels: GraphPort,
  outputs: readonly GraphPort[]
): Uint8Array[] {
  const image = PREFIX + input.name
  const kept = [...fieldsOf(withPrefix(network, PREFIX))].filter(
    ({ number, bytes }) => number !== GRAPH.output && !(number === GRAPH.input && nameOf(bytes) === image)
  )
  return [
    ...nodeFields(before.nodes),
    ...kept.map(({ whole }) => whole),
    ...nodeFields(after.flatMap(({ nodes }) => nodes)),
    ...constantFields([before, ...after].flatMap(({ constants }) => constants)),
    ...portFields(GRAPH.input, [pixels]),
    ...portFields(GRAPH.output, outputs)
  ]
}

function nameOf(value: Uint8Array): string {
  for (const { number, bytes } of fieldsOf(value)) if (number === 1) return new TextDecoder().decode(bytes)
  return ''
}

/** pixels -> the network's input: entry = (pixel * scale + offset - mean) / std, as `entriesOf` writes it */
function pixelPart({ name, type }: ImageInput, how: Preprocessing): Part {
  const { colour, layout, scale, offset, mean, std } = how
  const nodes: GraphNode[] = []
  const constants: GraphConstant[] = []
  let last = 'pixels'
  const step = (
    operator: string,
    output: string,
    more: readonly string[] = [],
    attributes: GraphNode['attributes'] = {}
  ): void => {
    nodes.push({ operator, inputs: [last, ...more], outputs: [output], attributes })
    last = output
  }
  const constant = (key: string, values: readonly number[], shape: readonly number[]): string => {
    constants.push({ name: key, shape, data: Float32Array.from(values) })
    return key
  }
  if (type === 'float32' || colour === 'grey') step('Cast', 'levels', [], { to: FLOAT32 })
  if (colour === 'grey') step('MatMul', 'luma', [constant('luma_weights', LUMA, [3, 1])])
  if (colour === 'bgr') {
    constants.push({ name: 'blue_first', shape: [3], data: BigInt64Array.of(2n, 1n, 0n) })
    step('Gather', 'bgr', ['blue_first'], { axis: 3 })
  }
  if (type === 'float32') {
    const channels = [mean.length]
    step('Mul', 'scaled', [
      constant(
        'pixel_factors',
        std.map(each => scale / each),
        channels
      )
    ])
    const shifts = mean.map((each, c) => (offset - each) / std[c])
    step('Add', 'entries', [constant('pixel_shifts', shifts, channels)])
  } else if (colour === 'grey') {
    step('Round', 'rounded')
    step('Cast', 'whole_levels', [], { to: UINT8 })
  }
  if (layout === 'nchw') step('Transpose', PREFIX + name, [], { perm: [0, 3, 1, 2] })
  else step('Identity', PREFIX + name)
  return { nodes, constants }
}

/** The network's tensor -> features, as `poolerFor` of image-pooling.ts does it */
function pooledPart(
  { tensor, shape, pooling, preprocessing: { layout } }: NetworkFacts,
  opset: number
): Part {
  const from = PREFIX + tensor
  const last: GraphNode = {
    operator: 'Cast',
    inputs: ['row'],
    outputs: ['features'],
    attributes: { to: FLOAT32 }
  }
  const mean = (source: string, axes: readonly number[]): Part => ({
    nodes: [
      {
        operator: 'ReduceMean',
        inputs: [source, ...(opset >= MEAN_AXES_AS_INPUT ? ['pooled_axes'] : [])],
        outputs: ['row'],
        attributes: { keepdims: 0, ...(opset < MEAN_AXES_AS_INPUT && { axes }) }
      },
      last
    ],
    constants:
      opset < MEAN_AXES_AS_INPUT
        ? []
        : [{ name: 'pooled_axes', shape: [axes.length], data: BigInt64Array.from(axes.map(BigInt)) }]
  })
  switch (pooling) {
    case 'none':
    case 'flatten':
      return {
        nodes: [{ operator: 'Flatten', inputs: [from], outputs: ['row'], attributes: { axis: 1 } }, last],
        constants: []
      }
    case 'cls':
      return {
        nodes: [
          { operator: 'Gather', inputs: [from, 'first_token'], outputs: ['row'], attributes: { axis: 1 } },
          last
        ],
        constants: [{ name: 'first_token', shape: [], data: BigInt64Array.of(0n) }]
      }
    case 'patches': {
      const { nodes, constants } = mean('patches', [1])
      const bounds = { patches_from: 1n, patches_to: END, patches_axis: 1n }
      return {
        nodes: [
          { operator: 'Slice', inputs: [from, ...Object.keys(bounds)], outputs: ['patches'] },
          ...nodes
        ],
        constants: [
          ...Object.entries(bounds).map(([name, value]) => ({
            name,
            shape: [1],
            data: BigInt64Array.of(value)
          })),
          ...constants
        ]
      }
    }
    case 'mean':
      if (shape.length === 2) return mean(from, [1])
      return mean(from, layout === 'nchw' ? [2, 3] : [1, 2])
  }
}

/** scores -> names */
function namesPart({ classes }: ModelParts): Part {
  return {
    nodes: [
      { operator: 'ArgMax', inputs: ['scores'], outputs: ['best'], attributes: { axis: 1, keepdims: 0 } },
      { operator: 'Gather', inputs: ['class_names', 'best'], outputs: ['names'], attributes: { axis: 0 } }
    ],
    constants: [{ name: 'class_names', shape: [classes.length], data: classes }]
  }
}
