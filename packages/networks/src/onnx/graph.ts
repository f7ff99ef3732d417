/**
 * What an ONNX file says of itself: its inputs and outputs, the nodes between them, and its metadata.
 * Field numbers are those of https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
 */
import { UnseenError } from '@unseen/core'
import { type Field, fieldsOf, packedNumbers } from './protobuf.js'

export interface OnnxNode {
  readonly operator: string
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  /** every tensor it needs, those of graphs inside it included */
  readonly reads: readonly string[]
  /** attributes that are whole numbers */
  readonly numbers: ReadonlyMap<string, readonly number[]>
}

export interface OnnxValue {
  readonly name: string
  /** TensorProto.DataType: 1 float32, 2 uint8, 10 float16; 0 where nothing is said */
  readonly type: number
  /** a name stands for a length that may vary; undefined where nothing is said */
  readonly shape: readonly (number | string)[] | undefined
}

export interface OnnxGraph {
  readonly nodes: readonly OnnxNode[]
  /** what has to be given; weights are not among them */
  readonly inputs: readonly OnnxValue[]
  readonly outputs: readonly OnnxValue[]
  /** short lists of whole numbers that are part of the file */
  readonly constants: ReadonlyMap<string, readonly number[]>
  /** weights lie in other files beside this one */
  readonly hasExternalData: boolean
  readonly metadata: ReadonlyMap<string, string>
}

/** Fields of ModelProto and GraphProto that more than one file needs. */
export const MODEL_GRAPH = 7
export const GRAPH = { node: 1, initialiser: 5, input: 11, output: 12 } as const

/** Longer lists are weights, which nobody here reads. */
const LONGEST_CONSTANT = 16
/** Graphs inside nodes inside graphs: no real network goes anywhere near. */
const DEEPEST = 32

/**
 * Inputs, outputs and operators of an ONNX model, read without a runtime.
 *
 * @param model the bytes of the file
 */
export function readGraph(model: Uint8Array): OnnxGraph {
  let graph: Uint8Array | undefined
  const metadata = new Map<string, string>()
  for (const { number, bytes } of fieldsOf(model)) {
    if (number === MODEL_GRAPH) graph = bytes
    if (number === 14) metadata.set(textIn(bytes, 1), textIn(bytes, 2))
  }
  if (graph === undefined)
    throw new UnseenError('backbone.unusable', 'The file is no ONNX network: it has no graph.')
  return { ...readParts(graph, 0), metadata }
}

/** The version of the operators that a model is made of; 0 where it does not say. */
export function opsetOf(model: Uint8Array): number {
  for (const { number, bytes } of fieldsOf(model)) {
    if (number !== 8 || !['', 'ai.onnx'].includes(textIn(bytes, 1))) continue
    for (const field of fieldsOf(bytes)) if (field.number === 2) return field.value
  }
  return 0
}

/** The name a node's or value's bytes carry in field `number`. */
export function textIn(message: Uint8Array, number: number): string {
  let found = ''
  for (const field of fieldsOf(message)) if (field.number === number) found = textOf(field)
  return found
}

function readParts(graph: Uint8Array, depth: number): Omit<OnnxGraph, 'metadata'> {
  if (depth > DEEPEST) throw new UnseenError('backbone.unusable', 'The network nests graphs too deeply.')
  const nodes: OnnxNode[] = []
  const weights = new Set<string>()
  const inputs: OnnxValue[] = []
  const outputs: OnnxValue[] = []
  const constants = new Map<string, readonly number[]>()
  let hasExternalData = false
  for (const { number, bytes } of fieldsOf(graph)) {
    if (number === GRAPH.node) {
      const { node, constant } = readNode(bytes, depth)
      nodes.push(node)
      if (constant !== undefined) constants.set(node.outputs[0] ?? '', constant)
    } else if (number === GRAPH.initialiser) {
      const { name, numbers, external } = readTensor(bytes)
      weights.add(name)
      hasExternalData ||= external
      if (numbers !== undefined) constants.set(name, numbers)
    } else if (number === GRAPH.input) inputs.push(readValue(bytes))
    else if (number === GRAPH.output) outputs.push(readValue(bytes))
  }
  return {
    nodes,
    inputs: inputs.filter(({ name }) => !weights.has(name)),
    outputs,
    constants,
    hasExternalData
  }
}

function readNode(
  message: Uint8Array,
  depth: number
): { readonly node: OnnxNode; readonly constant: readonly number[] | undefined } {
  const inputs: string[] = []
  const outputs: string[] = []
  const inner: string[] = []
  const numbers = new Map<string, readonly number[]>()
  let operator = ''
  let constant: readonly number[] | undefined
  for (const field of fieldsOf(message)) {
    if (field.number === 1) inputs.push(textOf(field))
    else if (field.number === 2) outputs.push(textOf(field))
    else if (field.number === 4) operator = textOf(field)
    else if (field.number === 5) {
      const attribute = readAttribute(field.bytes, depth)
      numbers.set(attribute.name, attribute.numbers)
      inner.push(...attribute.reads)
      if (attribute.name === 'value' || attribute.name === 'value_ints')
        constant = attribute.tensor ?? attribute.numbers
    }
  }
  return {
    node: { operator, inputs, outputs, reads: [...inputs, ...inner].filter(name => name !== ''), numbers },
    constant: operator === 'Constant' ? constant : undefined
  }
}

function readAttribute(
  message: Uint8Array,
  depth: number
): { name: string; numbers: number[]; tensor: readonly number[] | undefined; reads: string[] } {
  let name = ''
  let tensor: readonly number[] | undefined
  const numbers: number[] = []
  const reads: string[] = []
  for (const field of fieldsOf(message)) {
    if (field.number === 1) name = textOf(field)
    else if (field.number === 3) numbers.push(field.value)
    else if (field.number === 5) tensor = readTensor(field.bytes).numbers
    else if (field.number === 8) numbers.push(...listOf(field))
    else if (field.number === 6 || field.number === 11) {
      const graph = readParts(field.bytes, depth + 1)
      reads.push(...graph.nodes.flatMap(node => node.reads), ...graph.outputs.map(output => output.name))
    }
  }
  return { name, numbers, tensor, reads }
}

function readTensor(message: Uint8Array): {
  readonly name: string
  readonly numbers: readonly number[] | undefined
  readonly external: boolean
} {
  let name = ''
  let type = 0
  let external = false
  let raw: Uint8Array | undefined
  const numbers: number[] = []
  for (const field of fieldsOf(message)) {
    if (field.number === 2) type = field.value
    else if (
      field.number === 7 &&
      numbers.length <= LONGEST_CONSTANT &&
      field.bytes.length <= 10 * LONGEST_CONSTANT
    )
      numbers.push(...listOf(field))
    else if (field.number === 8) name = textOf(field)
    else if (field.number === 9) raw = field.bytes
    else if (field.number === 14) external = field.value === 1
  }
  const INT64 = 7
  if (type !== INT64 || numbers.length > LONGEST_CONSTANT || (raw?.length ?? 0) > 8 * LONGEST_CONSTANT)
    return { name, numbers: undefined, external }
  if (raw !== undefined && raw.length % 8 === 0) {
    const view = new DataView(raw.buffer, raw.byteOffset, raw.length)
    for (let at = 0; at < raw.length; at += 8) numbers.push(Number(view.getBigInt64(at, true)))
  }
  return { name, numbers, external }
}

function readValue(message: Uint8Array): OnnxValue {
  let name = ''
  let type = 0
  let shape: (number | string)[] | undefined
  for (const field of fieldsOf(message)) {
    if (field.number === 1) name = textOf(field)
    if (field.number !== 2) continue
    for (const tensor of fieldsOf(field.bytes)) {
      if (tensor.number !== 1) continue
      for (const part of fieldsOf(tensor.bytes)) {
        if (part.number === 1) type = part.value
        if (part.number === 2)
          shape = [...fieldsOf(part.bytes)]
            .filter(dimension => dimension.number === 1)
            .map(({ bytes }) => readLength(bytes))
      }
    }
  }
  return { name, type, shape }
}

function readLength(dimension: Uint8Array): number | string {
  let length: number | string = ''
  for (const field of fieldsOf(dimension)) {
    if (field.number === 1) length = field.value
    else if (field.number === 2) length = textOf(field)
  }
  // Some exporters write -1 or 0 for "any".
  return typeof length === 'number' && length < 1 ? '' : length
}

/** A repeated number, packed or one by one. */
function listOf({ bytes, value }: Field): number[] {
  return bytes.length > 0 ? packedNumbers(bytes) : [value]
}

function textOf({ bytes }: Field): string {
  return new TextDecoder().decode(bytes)
}
