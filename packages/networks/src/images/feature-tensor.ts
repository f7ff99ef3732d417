/**
 * Which tensor of a network is the feature. In this order: `image_embeds`, `pooler_output` or another output
 * named as one; an output that comes straight from a global pooling; `last_hidden_state`, the states of a
 * transformer's tokens; the last global pooling on the way to an output, all of whose information passes
 * through it (a pooling inside a squeeze-and-excitation block does not qualify).
 */
import { UnseenError } from '@unseen/core'
import { nodesFor } from '../onnx/cut.js'
import type { OnnxGraph, OnnxNode } from '../onnx/graph.js'

/** The lengths of the tensors `names` for one image, from running the network once. */
export type ProbeShapes = (names: readonly string[]) => Promise<ReadonlyMap<string, readonly number[]>>

/** The space shared with texts comes before what is pooled within the image tower. */
const preferred = ['image_embeds', 'pooler_output']
const STATES = 'last_hidden_state'
const namedAsFeature = /feature|embed|pool/i
/** Operators that only change shape, type or length of what they are given. */
const reshaping = new Set([
  'Flatten',
  'Reshape',
  'Squeeze',
  'Unsqueeze',
  'Identity',
  'Cast',
  'Dropout',
  'Transpose',
  'DequantizeLinear',
  'QuantizeLinear',
  'LpNormalization'
])
const certainPoolings = new Set(['GlobalAveragePool', 'GlobalMaxPool'])

export async function findFeatureTensor(graph: OnnxGraph, probe: ProbeShapes): Promise<string> {
  const outputs = graph.outputs.map(({ name }) => name)
  const shapes = await probe(outputs)
  const vectors = outputs.filter(name => isVector(shapes.get(name) ?? []))
  const named =
    preferred.find(name => vectors.includes(name)) ?? vectors.find(name => namedAsFeature.test(name))
  if (named !== undefined) return named
  const poolings = await globalPoolings(graph, probe)
  for (const output of vectors) if (poolings.has(pastReshaping(graph, output))) return output
  if (outputs.includes(STATES)) return STATES
  const image = graph.inputs[0].name
  for (const pooling of [...poolings].reverse()) {
    const around = nodesFor(graph, outputs, new Set([pooling]))
    if (
      ![...around].some(({ reads }) => reads.includes(image)) &&
      nodesFor(graph, outputs).has(makerOf(graph, pooling)!)
    )
      return pooling
  }
  throw new UnseenError(
    'backbone.unusable',
    `The network has no output that is a feature and no global pooling to cut it at; its outputs are ${list(outputs)}.`,
    {
      remedy: `Name a tensor with --output: ${list(lastTensors(graph, outputs))}; --list-outputs shows all of them with their shapes.`
    }
  )
}

/** Every tensor that nodes make on the way to the outputs, in the order of the file. */
export function tensorsOf(graph: OnnxGraph): string[] {
  const needed = nodesFor(
    graph,
    graph.outputs.map(({ name }) => name)
  )
  const made = graph.nodes
    .filter(node => needed.has(node) && node.operator !== 'Constant')
    .flatMap(node => node.outputs)
  return made.filter(name => name !== '')
}

/** [1, d] or [1, d, 1, 1] or [1, 1, 1, d], for one image. */
function isVector(shape: readonly number[]): boolean {
  return shape.length > 1 && shape[0] === 1 && shape.filter(length => length > 1).length === 1
}

async function globalPoolings(graph: OnnxGraph, probe: ProbeShapes): Promise<Set<string>> {
  const unsure = graph.nodes.filter(({ operator }) => operator === 'AveragePool').map(node => node.outputs[0])
  const shapes = unsure.length > 0 ? await probe(unsure) : new Map<string, readonly number[]>()
  const isGlobal = (node: OnnxNode): boolean => {
    if (certainPoolings.has(node.operator)) return true
    if (node.operator === 'ReduceMean' || node.operator === 'ReduceMax')
      return isSpatial(node.numbers.get('axes') ?? graph.constants.get(node.inputs[1] ?? ''))
    return node.operator === 'AveragePool' && isVector(shapes.get(node.outputs[0]) ?? [])
  }
  return new Set(graph.nodes.filter(isGlobal).map(node => node.outputs[0]))
}

/** The two axes of the picture, in channel-first or channel-last order. */
function isSpatial(axes: readonly number[] | undefined): boolean {
  const sorted = axes
    ?.map(axis => (axis < 0 ? axis + 4 : axis))
    .sort((a, b) => a - b)
    .join()
  return sorted === '2,3' || sorted === '1,2'
}

/** The tensor that `name` is a mere reshaping of. */
function pastReshaping(graph: OnnxGraph, name: string): string {
  let at = name
  for (
    let node = makerOf(graph, at);
    node !== undefined && reshaping.has(node.operator);
    node = makerOf(graph, at)
  )
    at = node.inputs[0]
  return at
}

function makerOf({ nodes }: OnnxGraph, name: string): OnnxNode | undefined {
  return nodes.find(({ outputs }) => outputs.includes(name))
}

function lastTensors(graph: OnnxGraph, outputs: readonly string[]): string[] {
  return tensorsOf(graph)
    .filter(name => !outputs.includes(name))
    .slice(-5)
}

function list(names: readonly string[]): string {
  return names.map(name => `"${name}"`).join(', ')
}
