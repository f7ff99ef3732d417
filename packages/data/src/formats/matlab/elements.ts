/**
 * MAT-file level 5 is a sequence of data elements, each with a tag:
 *
 *   type (uint32)  byte count (uint32)  data, padded to 8 bytes
 *   byte count (upper 16 bits) and type (lower 16 bits) in one uint32, data in the next 4 bytes  ("small")
 *
 * This file walks over them and hands out their data in the machine's byte order.
 */
import { count } from '@unseen/core'
import { swapBytes } from '../layout.js'
import type { NumberArray } from '../reader.js'
import type { Context } from './context.js'

/** The types of elements that hold no numbers. */
export const MATRIX = 14
export const COMPRESSED = 15
export const UTF8 = 16
export const UTF16 = 17
export const UTF32 = 18

export type NumberArrayConstructor = { readonly BYTES_PER_ELEMENT: number } & (new (
  buffer: ArrayBufferLike | number,
  byteOffset?: number,
  length?: number
) => NumberArray)

/** Storage of each element type that holds numbers or units of text. */
const storages: Readonly<Record<number, NumberArrayConstructor>> = {
  1: Int8Array,
  2: Uint8Array,
  3: Int16Array,
  4: Uint16Array,
  5: Int32Array,
  6: Uint32Array,
  7: Float32Array,
  9: Float64Array,
  12: BigInt64Array,
  13: BigUint64Array,
  [UTF8]: Uint8Array,
  [UTF16]: Uint16Array,
  [UTF32]: Uint32Array
}

export const nativeLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1

export interface Element {
  readonly type: number
  readonly bytes: Uint8Array
}

export class Elements {
  readonly context: Context
  readonly littleEndian: boolean
  private readonly bytes: Uint8Array
  private readonly view: DataView
  private position = 0

  constructor(bytes: Uint8Array, littleEndian: boolean, context: Context) {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.littleEndian = littleEndian
    this.context = context
  }

  /** Bytes not yet walked over. */
  get left(): number {
    return this.bytes.length - this.position
  }

  within(element: Element): Elements {
    return new Elements(element.bytes, this.littleEndian, this.context)
  }

  next(what: string): Element {
    if (this.left < 8) this.context.refuse('format.truncated', `it ends where ${what} should begin.`)
    const tag = this.view.getUint32(this.position, this.littleEndian)
    const small = tag >>> 16
    if (small > 4)
      this.context.refuse(
        'format.header',
        `${what} has a tag that makes no sense (${count(small)} bytes in a small element).`
      )
    const size = small > 0 ? small : this.view.getUint32(this.position + 4, this.littleEndian)
    const start = this.position + (small > 0 ? 4 : 8)
    if (size > this.bytes.length - start)
      this.context.refuse(
        'format.truncated',
        `${what} claims ${count(size)} bytes, but only ${count(this.bytes.length - start)} are left.`
      )
    // Padding behind the very last element may be missing.
    this.position = Math.min(small > 0 ? this.position + 8 : start + size + (-size & 7), this.bytes.length)
    return { type: small > 0 ? tag & 0xffff : tag, bytes: this.bytes.subarray(start, start + size) }
  }

  /**
   * The next element as numbers as they are stored, in the order of the file; may share the file's memory.
   */
  nextNumbers(what: string): NumberArray {
    return this.numbers(this.next(what), what)
  }

  numbers({ type, bytes }: Element, what: string): NumberArray {
    const { context } = this
    const Storage = Object.hasOwn(storages, type)
      ? storages[type]
      : context.refuse('format.header', `${what} has the type ${type}, which holds no numbers.`)
    const width = Storage.BYTES_PER_ELEMENT
    if (bytes.length % width !== 0)
      context.refuse('format.header', `${what} has ${count(bytes.length)} bytes, no multiple of ${width}.`)
    const swapped = width > 1 && this.littleEndian !== nativeLittleEndian
    const aligned = bytes.byteOffset % width === 0
    const usable = aligned && !swapped ? bytes : context.allocate(bytes.length, () => new Uint8Array(bytes))
    if (swapped) swapBytes(usable as Uint8Array<ArrayBuffer>, width)
    return new Storage(usable.buffer, usable.byteOffset, bytes.length / width)
  }
}
