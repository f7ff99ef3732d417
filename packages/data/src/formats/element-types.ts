/**
 * The types of numbers a file may hold, and the typed array each is held in. Files and typed arrays
 * agree on the bytes (little-endian, as every machine that runs JavaScript today), so an array is a
 * view of what was read; only halves are widened.
 */
import { UnseenError, count } from '@unseen/core'
import { fromBfloat16, fromFloat16, toBfloat16, toFloat16 } from '@unseen/core/internal'
import type { NamedArray, NumberArray } from './reader.js'
import { entriesOf } from './reading.js'

export interface ElementType {
  /** in the file */
  readonly bytes: number
  /** in memory */
  readonly heldBytes: number
  /** little-endian bytes that begin at an address fit for the type and are given away */
  fromBytes(bytes: Uint8Array<ArrayBuffer>): NumberArray
}

interface ArrayType {
  readonly BYTES_PER_ELEMENT: number
  new (buffer: ArrayBuffer, byteOffset: number, length: number): NumberArray
}

function plain(Type: ArrayType): ElementType {
  const bytes = Type.BYTES_PER_ELEMENT
  return {
    bytes,
    heldBytes: bytes,
    fromBytes: from => new Type(from.buffer, from.byteOffset, from.length / bytes)
  }
}

function half(widen: (halves: Uint16Array) => Float32Array): ElementType {
  return {
    bytes: 2,
    heldBytes: 4,
    fromBytes: from => widen(new Uint16Array(from.buffer, from.byteOffset, from.length / 2))
  }
}

/** Whatever is not 0 is true. */
const bool: ElementType = {
  bytes: 1,
  heldBytes: 1,
  fromBytes: bytes => {
    for (let i = 0; i < bytes.length; i++) if (bytes[i] > 1) bytes[i] = 1
    return bytes
  }
}

export const elementTypes = {
  bool,
  int8: plain(Int8Array),
  uint8: plain(Uint8Array),
  int16: plain(Int16Array),
  uint16: plain(Uint16Array),
  int32: plain(Int32Array),
  uint32: plain(Uint32Array),
  int64: plain(BigInt64Array),
  uint64: plain(BigUint64Array),
  float16: half(fromFloat16),
  bfloat16: half(fromBfloat16),
  float32: plain(Float32Array),
  float64: plain(Float64Array)
} as const satisfies Readonly<Record<string, ElementType>>

export type ElementTypeName = keyof typeof elementTypes

/** An array to be written. Its type is that of its data, unless it says bool, float16 or bfloat16. */
export interface ArrayToWrite extends Omit<NamedArray, 'type'> {
  readonly type?: string
}

const constructors = {
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  int64: BigInt64Array,
  uint64: BigUint64Array,
  float32: Float32Array,
  float64: Float64Array
} as const

/** The type that an array is written as. Refuses data that do not fit the shape. */
export function typeToWrite({ name, shape, data, type }: ArrayToWrite): ElementTypeName | 'text' {
  if (entriesOf(shape) !== data.length) {
    throw new UnseenError(
      'features.shape',
      `The array "${name}" of shape [${shape.join(', ')}] cannot hold ${count(data.length)} entries.`,
      { where: { array: name } }
    )
  }
  if (type === 'bool' && data instanceof Uint8Array) return type
  if ((type === 'float16' || type === 'bfloat16') && data instanceof Float32Array) return type
  for (const [own, Type] of Object.entries(constructors))
    if (data instanceof Type) return own as keyof typeof constructors
  return 'text'
}

/** Little-endian bytes; a view of the data where that is possible. */
export function numbersToBytes(data: NumberArray, type: ElementTypeName): Uint8Array {
  const numbers =
    type === 'float16'
      ? toFloat16(data as Float32Array)
      : type === 'bfloat16'
        ? toBfloat16(data as Float32Array)
        : data
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)
}
