// MATLAB files for tests: the golden ones with what they hold, and ones put together by hand.
import { UnseenError } from '@unseen/core'
import type { ByteSource } from '../../src/formats/byte-source.js'
import { matlabReader } from '../../src/formats/matlab/matlab.js'
import type { NamedArray, ReadOptions } from '../../src/formats/reader.js'
import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { expect } from 'vitest'

const holders = {
  float64: Float64Array,
  float32: Float32Array,
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  bool: Uint8Array
}

interface Expected {
  name: string
  type: string
  shape: number[]
  data: (number | string)[]
}

export const golden = (file: string) => new URL(`../../golden/matlab/${file}`, import.meta.url)
export const goldenBytes = (file: string) => new Uint8Array(readFileSync(golden(file)))

export const expected = Object.fromEntries(
  Object.entries(JSON.parse(readFileSync(golden('expected.json'), 'utf8')) as Record<string, Expected[]>).map(
    ([file, arrays]) => [
      file,
      arrays.map(({ name, type, shape, data }): NamedArray => ({ name, type, shape, data: hold(type, data) }))
    ]
  )
)

function hold(type: string, data: (number | string)[]): NamedArray['data'] {
  if (type === 'text') return data as string[]
  if (type === 'int64') return BigInt64Array.from(data.map(BigInt))
  if (type === 'uint64') return BigUint64Array.from(data.map(BigInt))
  return holders[type as keyof typeof holders].from(data.map(Number))
}

export function sourceOf(bytes: Uint8Array): ByteSource {
  return { byteLength: bytes.length, slice: async (start, end) => bytes.slice(start, end) }
}

export async function read(bytes: Uint8Array, options?: ReadOptions): Promise<readonly NamedArray[]> {
  return (await matlabReader.read(sourceOf(bytes), options)).arrays
}

/** The error a file is refused with, which must be ours. */
export async function refusal(bytes: Uint8Array, options?: ReadOptions): Promise<UnseenError> {
  const error: unknown = await read(bytes, options).then(
    () => undefined,
    (thrown: unknown) => thrown
  )
  expect(error).toBeInstanceOf(UnseenError)
  expect((error as UnseenError).code).toMatch(/^format\./)
  return error as UnseenError
}

/** 'value', or the code of the refusal; anything else a reader does fails the test. */
export async function outcome(bytes: Uint8Array): Promise<string> {
  try {
    const arrays = await read(bytes, { maximumBytes: 2 ** 26 })
    // Plain comparisons: this runs tens of thousands of times.
    for (const { name, shape, data } of arrays)
      if (data.length !== shape.reduce((product, side) => product * side, 1))
        throw new Error(`${name} does not fill its shape`)
    return 'value'
  } catch (error) {
    if (!(error instanceof UnseenError && error.code.startsWith('format.'))) throw error
    return error.code
  }
}

// By hand, little-endian.

export function join(...parts: Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts))
}

const words = (...values: number[]) => new Uint8Array(Uint32Array.from(values).buffer)

export function element(type: number, data: ArrayBufferView, claimed = data.byteLength): Uint8Array {
  return join(
    words(type, claimed),
    new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
    new Uint8Array(-data.byteLength & 7)
  )
}

/** A matrix element with its tag; `name` '' as within cells. */
export function matrix(
  name: string,
  classAndFlags: number,
  shape: number[],
  ...contents: Uint8Array[]
): Uint8Array {
  return element(
    14,
    join(
      element(6, Uint32Array.of(classAndFlags, 0)),
      element(5, Int32Array.from(shape)),
      element(1, Buffer.from(name)),
      ...contents
    )
  )
}

export function file(...variables: Uint8Array[]): Uint8Array {
  const header = new Uint8Array(128).fill(32, 0, 124)
  header.set(Buffer.from('MATLAB 5.0 MAT-file'))
  header.set([0, 1, 0x49, 0x4d], 124)
  return join(header, ...variables)
}

/** A compressed variable; the bytes inside may be anything. */
export function compressed(inside: Uint8Array): Uint8Array {
  const stream = deflateSync(inside)
  return join(words(15, stream.length), stream)
}
