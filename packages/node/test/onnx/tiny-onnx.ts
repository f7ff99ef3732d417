/**
 * ONNX networks of a few hundred bytes, written by hand, so that tests need no download. Only the parts
 * of the protobuf schema (onnx.proto3 of the ONNX project) that these networks use.
 */
type Field = { readonly number: number; readonly value: number | string | Uint8Array }

const elementTypes = { float32: 1, uint8: 2, int64: 7 } as const
export type ElementType = keyof typeof elementTypes

/** A number in `shape` is fixed, a name may vary. */
export interface Port {
  readonly name: string
  readonly type: ElementType
  readonly shape: readonly (number | string)[]
}

export interface TinyNode {
  readonly operator: string
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  /** attributes that are whole numbers or lists of them */
  readonly numbers?: Readonly<Record<string, number | readonly number[]>>
}

export interface Constant {
  readonly name: string
  readonly shape: readonly number[]
  readonly values: Float32Array | BigInt64Array
  /** the values lie in another file: its location, offset and length */
  readonly external?: Readonly<Record<string, string>>
}

export interface TinyNetwork {
  readonly inputs: readonly Port[]
  readonly outputs: readonly Port[]
  readonly constants?: readonly Constant[]
  readonly nodes: readonly TinyNode[]
  readonly metadata?: Readonly<Record<string, string>>
  /** version of the operators; 13 */
  readonly opset?: number
}

export function tinyOnnx({
  inputs,
  outputs,
  constants = [],
  nodes,
  metadata = {},
  opset: version = 13
}: TinyNetwork): Uint8Array {
  const graph = message([
    ...nodes.map(node => part(1, nodeMessage(node))),
    part(2, 'tiny'),
    ...constants.map(constant => part(5, constantMessage(constant))),
    ...inputs.map(port => part(11, portMessage(port))),
    ...outputs.map(port => part(12, portMessage(port)))
  ])
  const opset = message([part(1, ''), part(2, version)])
  const notes = Object.entries(metadata).map(([key, value]) =>
    part(14, message([part(1, key), part(2, value)]))
  )
  return message([part(1, 8), part(7, graph), part(8, opset), ...notes])
}

function constantMessage({ name, shape, values, external }: Constant): Uint8Array {
  const start = [
    ...shape.map(length => part(1, length)),
    part(2, values instanceof Float32Array ? elementTypes.float32 : elementTypes.int64),
    part(8, name)
  ]
  if (external === undefined)
    return message([...start, part(9, new Uint8Array(values.buffer, values.byteOffset, values.byteLength))])
  return message([
    ...start,
    ...Object.entries(external).map(([key, value]) => part(13, message([part(1, key), part(2, value)]))),
    part(14, 1)
  ])
}

function nodeMessage({ operator, inputs, outputs, numbers = {} }: TinyNode): Uint8Array {
  return message([
    ...inputs.map(name => part(1, name)),
    ...outputs.map(name => part(2, name)),
    part(4, operator),
    ...Object.entries(numbers).map(([name, value]) => part(5, attributeMessage(name, value)))
  ])
}

function attributeMessage(name: string, value: number | readonly number[]): Uint8Array {
  const [INT, INTS] = [2, 7]
  return message(
    typeof value === 'number'
      ? [part(1, name), part(3, value), part(20, INT)]
      : [part(1, name), ...value.map(one => part(8, one)), part(20, INTS)]
  )
}

function portMessage({ name, type, shape }: Port): Uint8Array {
  const dimensions = shape.map(length =>
    part(1, message([typeof length === 'number' ? part(1, length) : part(2, length)]))
  )
  const tensor = message([part(1, elementTypes[type]), part(2, message(dimensions))])
  return message([part(1, name), part(2, message([part(1, tensor)]))])
}

function part(number: number, value: Field['value']): Field {
  return { number, value }
}

function message(fields: readonly Field[]): Uint8Array {
  return Uint8Array.from(
    fields.flatMap(({ number, value }) => {
      if (typeof value === 'number') return [...varint(number * 8), ...varint(value)]
      const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value
      return [...varint(number * 8 + 2), ...varint(bytes.length), ...bytes]
    })
  )
}

function varint(value: number): number[] {
  // Negative numbers are 64 bits in two's complement.
  if (value < 0)
    return [
      ...Array.from(
        { length: 9 },
        (_, at) => Number((BigInt.asUintN(64, BigInt(value)) >> BigInt(7 * at)) & 127n) | 128
      ),
      1
    ]
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
  return [...bytes, rest]
}
