/**
 * ONNX files from nodes and constants: just the parts of the format that our own graphs use.
 * Field numbers are those of https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
 */
import { GRAPH } from './graph.js'
import { bytesField, joinBytes, numberField, textField } from './protobuf.js'

export interface GraphNode {
  readonly operator: string
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  readonly attributes?: Readonly<Record<string, number | readonly number[] | GraphParts>>
}

export interface GraphConstant {
  readonly name: string
  readonly shape: readonly number[]
  /** the kind of array says the type; 16 bits are the bits of half precision */
  readonly data: Float32Array | Float64Array | BigInt64Array | Int8Array | Uint16Array | readonly string[]
}

/** A name in `shape` stands for a length that may vary. */
export interface GraphPort {
  readonly name: string
  readonly type: keyof typeof portTypes
  readonly shape: readonly (number | string)[]
  /** one line for people */
  readonly doc?: string
}

export interface GraphParts {
  readonly name: string
  readonly nodes: readonly GraphNode[]
  readonly constants?: readonly GraphConstant[]
  readonly inputs: readonly GraphPort[]
  readonly outputs: readonly GraphPort[]
}

export interface OnnxModel {
  readonly graph: GraphParts
  readonly opset: number
  readonly producer: { readonly name: string; readonly version: string }
  readonly doc?: string
  readonly metadata?: Readonly<Record<string, string>>
}

/** ModelProto.ir_version that belongs to operator sets up to 13; every later runtime reads it. */
const IR_VERSION = 7
/** AttributeProto.AttributeType */
const ATTRIBUTE = { int: 2, graph: 5, ints: 7 } as const
/** TensorProto.DataType */
const FLOAT32 = 1
const INT8 = 3
const INT64 = 7
const STRING = 8
const FLOAT16 = 10
const FLOAT64 = 11
const portTypes = { float32: FLOAT32, float64: FLOAT64, uint8: 2, string: STRING } as const

export function writeOnnx({ graph, opset, producer, doc = '', metadata = {} }: OnnxModel): Uint8Array {
  return joinBytes([
    ...numberField(1, IR_VERSION),
    ...textField(2, producer.name),
    ...textField(3, producer.version),
    ...textField(6, doc),
    ...bytesField(7, graphBytes(graph)),
    ...bytesField(8, joinBytes([...textField(1, ''), ...numberField(2, opset)])),
    ...metadataFields(metadata)
  ])
}

function graphBytes({ name, nodes, constants = [], inputs, outputs }: GraphParts): Uint8Array {
  return joinBytes([
    ...nodeFields(nodes),
    ...textField(2, name),
    ...constantFields(constants),
    ...portFields(GRAPH.input, inputs),
    ...portFields(GRAPH.output, outputs)
  ])
}

/** Fields of a GraphProto. */
export function nodeFields(nodes: readonly GraphNode[]): Uint8Array[] {
  return nodes.flatMap(node => bytesField(GRAPH.node, nodeBytes(node)))
}

export function constantFields(constants: readonly GraphConstant[]): Uint8Array[] {
  return constants.flatMap(constant => bytesField(GRAPH.initialiser, constantBytes(constant)))
}

export function portFields(number: number, ports: readonly GraphPort[]): Uint8Array[] {
  return ports.flatMap(port => bytesField(number, portBytes(port)))
}

/** Fields of a ModelProto. */
export function metadataFields(metadata: Readonly<Record<string, string>>): Uint8Array[] {
  return Object.entries(metadata).flatMap(([key, value]) =>
    bytesField(14, joinBytes([...textField(1, key), ...textField(2, value)]))
  )
}

function nodeBytes({ operator, inputs, outputs, attributes = {} }: GraphNode): Uint8Array {
  return joinBytes([
    ...inputs.flatMap(name => textField(1, name)),
    ...outputs.flatMap(name => textField(2, name)),
    ...textField(4, operator),
    ...Object.entries(attributes).flatMap(([name, value]) =>
      bytesField(5, joinBytes([...textField(1, name), ...valueFields(value)]))
    )
  ])
}

function valueFields(value: number | readonly number[] | GraphParts): Uint8Array[] {
  if (typeof value === 'number') return [...numberField(3, value), ...numberField(20, ATTRIBUTE.int)]
  if ('nodes' in value) return [...bytesField(6, graphBytes(value)), ...numberField(20, ATTRIBUTE.graph)]
  return [...value.flatMap(one => numberField(8, one)), ...numberField(20, ATTRIBUTE.ints)]
}

function constantBytes({ name, shape, data }: GraphConstant): Uint8Array {
  return joinBytes([
    ...shape.flatMap(length => numberField(1, length)),
    ...numberField(2, typeOf(data)),
    ...textField(8, name),
    ...('buffer' in data
      ? bytesField(9, new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
      : data.flatMap(text => textField(6, text)))
  ])
}

function typeOf(data: GraphConstant['data']): number {
  if (data instanceof Float32Array) return FLOAT32
  if (data instanceof Float64Array) return FLOAT64
  if (data instanceof Int8Array) return INT8
  if (!('buffer' in data)) return STRING
  return data instanceof Uint16Array ? FLOAT16 : INT64
}

function portBytes({ name, type, shape, doc }: GraphPort): Uint8Array {
  const axes = shape.flatMap(length =>
    bytesField(1, joinBytes(typeof length === 'number' ? numberField(1, length) : textField(2, length)))
  )
  const tensor = joinBytes([...numberField(1, portTypes[type]), ...bytesField(2, joinBytes(axes))])
  return joinBytes([
    ...textField(1, name),
    ...bytesField(2, joinBytes(bytesField(1, tensor))),
    ...(doc === undefined ? [] : textField(3, doc))
  ])
}
