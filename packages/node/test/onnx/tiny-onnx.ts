/**
 * ONNX networks of a few hundred bytes, written by hand, so that tests need no download. Only the parts
 * of the protobuf schema (onnx.proto3 of the ONNX project) that these networks use.
 */
type Field = { readonly number: number; readonly value: number | string | Uint8Array }

const elementTypes = { float32: 1, int64: 7 } as const
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
}

export interface Constant {
  readonly name: string
  readonly shape: readonly number[]
  readonly values: Float32Array
}

export interface TinyNetwork {
  readonly inputs: readonly Port[]
  readonly outputs: readonly Port[]
  readonly constants?: readonly Constant[]
  readonly nodes: readonly TinyNode[]
  readonly metadata?: Readonly<Record<string, string>>
}

export function tinyOnnx({ inputs, outputs, constants = [], nodes, metadata = {} }: TinyNetwork): Uint8Array {
  const graph = message([
    ...nodes.map((node) => part(1, nodeMessage(node))),
    part(2, 'tiny'),
    ...constants.map(({ name, shape, values }) => part(5, message([...shape.map((length) => part(1, length)), part(2, elementTypes.float32), part(8, name), part(9, new Uint8Array(values.buffer, values.byteOffset, values.byteLength))]))),
    ...inputs.map((port) => part(11, portMessage(port))),
    ...outputs.map((port) => part(12, portMessage(port))),
  ])
  const opset = message([part(1, ''), part(2, 13)])
  const notes = Object.entries(metadata).map(([key, value]) => part(14, message([part(1, key), part(2, value)])))
  return message([part(1, 8), part(7, graph), part(8, opset), ...notes])
}

function nodeMessage({ operator, inputs, outputs }: TinyNode): Uint8Array {
  return message([...inputs.map((name) => part(1, name)), ...outputs.map((name) => part(2, name)), part(4, operator)])
}

function portMessage({ name, type, shape }: Port): Uint8Array {
  const dimensions = shape.map((length) => part(1, message([typeof length === 'number' ? part(1, length) : part(2, length)])))
  const tensor = message([part(1, elementTypes[type]), part(2, message(dimensions))])
  return message([part(1, name), part(2, message([part(1, tensor)]))])
}

function part(number: number, value: Field['value']): Field {
  return { number, value }
}

function message(fields: readonly Field[]): Uint8Array {
  return Uint8Array.from(
    fields.flatMap(({ number, value }) => {
      if (typeof value === 'number') return [number << 3, ...varint(value)]
      const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value
      return [(number << 3) | 2, ...varint(bytes.length), ...bytes]
    }),
  )
}

function varint(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
  return [...bytes, rest]
}
