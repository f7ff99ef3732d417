/**
 * Writes MAT-files of level 5, as matlab.ts reads them: numbers, bool (logical), one text (a character
 * array; shape []) and texts (a cell array; any other shape). MATLAB knows no list: shape [n] becomes
 * n x 1, and [] of a number 1 x 1. Characters are UTF-16 units, as in MATLAB. Files are in the machine's
 * own byte order, which their header states, and the same arrays always give the same bytes.
 */
import { UnseenError, count } from '@unseen/core'
import { joinBytes } from '../bytes.js'
import type { NamedArray, NumberArray } from '../reader.js'
import { deflate } from '../zip/deflate.js'
import { COMPRESSED, MATRIX, UTF16 } from './elements.js'
import { sizeOf, toColumns } from './order.js'

export interface MatlabWriteOptions {
  /** each variable as a zlib stream, as MATLAB does by default (-v7); false is -v6 */
  readonly compressed?: boolean
}

const INT8 = 1,
  UINT8 = 2,
  INT32 = 5,
  UINT32 = 6
const CELL = 1,
  CHAR = 4,
  CLASS_UINT8 = 9
const LOGICAL_FLAG = 0x200
/** MATLAB reads no larger variable at this level. */
const LARGEST = 2 ** 31

/** Element type and class of each type of numbers. */
const storages: readonly (readonly [new (length: number) => NumberArray, number, number])[] = [
  [Float64Array, 9, 6],
  [Float32Array, 7, 7],
  [Int8Array, INT8, 8],
  [Uint8Array, UINT8, CLASS_UINT8],
  [Int16Array, 3, 10],
  [Uint16Array, 4, 11],
  [Int32Array, INT32, 12],
  [Uint32Array, UINT32, 13],
  [BigInt64Array, 12, 14],
  [BigUint64Array, 13, 15]
]

/** Bytes in pieces, which are put together once for each variable. */
type Pieces = readonly Uint8Array[]

/**
 * Arrays as a MAT-file of level 5, which every MATLAB and scipy read.
 *
 * @param arrays numbers or texts, each with a name
 * @param options `compressed`: as MATLAB does by default; true unless given
 */
export async function writeMatlab(
  arrays: readonly NamedArray[],
  { compressed = true }: MatlabWriteOptions = {}
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [header()]
  const names = new Set<string>()
  for (const array of arrays) {
    checkArray(array, names)
    const variable = joinBytes(matrixOf(array))
    if (!compressed) {
      pieces.push(variable)
    } else {
      const stream = joinBytes(await allOf(deflate('deflate', variable)))
      pieces.push(bytesOf(Uint32Array.of(COMPRESSED, stream.length)), stream)
    }
  }
  return joinBytes(pieces)
}

function header(): Uint8Array {
  const bytes = new Uint8Array(128).fill(32, 0, 116)
  bytes.set(new TextEncoder().encode('MATLAB 5.0 MAT-file, written by Unseen'))
  bytes.set(bytesOf(Uint16Array.of(0x0100, 0x4d49)), 124)
  return bytes
}

function checkArray({ name, shape, data }: NamedArray, names: Set<string>): void {
  if (!/^[A-Za-z]\w{0,62}$/.test(name))
    refuse(
      'format.value',
      name,
      'is no name of a MATLAB variable: up to 63 letters, digits and underscores, a letter first.'
    )
  if (names.has(name)) refuse('format.value', name, 'is the name of two arrays.')
  names.add(name)
  if (!shape.every(side => Number.isInteger(side) && side >= 0 && side < LARGEST))
    refuse('format.value', name, `has the shape ${shape.join(' x ')}.`)
  if (sizeOf(shape) !== data.length)
    refuse('format.value', name, `has the shape ${shape.join(' x ')}, but ${count(data.length)} values.`)
}

function refuse(code: 'format.value' | 'format.size', name: string, message: string): never {
  throw new UnseenError(code, `${JSON.stringify(name)} ${message}`, { where: { variable: name } })
}

function matrixOf({ name, shape, type, data }: NamedArray): Pieces {
  if (isTexts(data)) {
    if (shape.length === 0) return charMatrix(name, data[0])
    const cells = inColumns(shape, data, Array<string>(data.length))
    return matrix(
      name,
      CELL,
      twoSided(shape),
      cells.map(text => joinBytes(charMatrix('', text)))
    )
  }
  const [Holder, storage, numberClass] = storages.find(([candidate]) => data instanceof candidate)!
  const values = inColumns<number | bigint, NumberArray>(shape, data, new Holder(data.length))
  if (type !== 'bool') return matrix(name, numberClass, twoSided(shape), element(storage, values))
  return matrix(
    name,
    CLASS_UINT8 | LOGICAL_FLAG,
    twoSided(shape),
    element(
      UINT8,
      Uint8Array.from(values as ArrayLike<number | bigint>, value => (Number(value) === 0 ? 0 : 1))
    )
  )
}

function isTexts(data: NamedArray['data']): data is readonly string[] {
  return Array.isArray(data)
}

function inColumns<T, A extends ArrayLike<T>>(
  shape: readonly number[],
  data: ArrayLike<T>,
  out: A & { [index: number]: T }
): A {
  toColumns(shape, data, out)
  return out
}

const twoSided = (shape: readonly number[]) => (shape.length >= 2 ? shape : [shape[0] ?? 1, 1])

function charMatrix(name: string, text: string): Pieces {
  const units = Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i))
  return matrix(name, CHAR, [text === '' ? 0 : 1, text.length], element(UTF16, units))
}

function matrix(name: string, classAndFlags: number, shape: readonly number[], contents: Pieces): Pieces {
  const inside = [
    ...element(UINT32, Uint32Array.of(classAndFlags, 0)),
    ...element(INT32, Int32Array.from(shape)),
    ...element(INT8, new TextEncoder().encode(name))
  ]
  const size = byteLength(inside) + byteLength(contents)
  if (size > LARGEST)
    refuse(
      'format.size',
      name,
      `takes ${count(size)} bytes; a MATLAB file of this version holds at most ${count(LARGEST)} in one variable.`
    )
  return [bytesOf(Uint32Array.of(MATRIX, size)), ...inside].concat(contents)
}

/** Tag, data, padding. */
function element(type: number, data: NumberArray): Pieces {
  return [bytesOf(Uint32Array.of(type, data.byteLength)), bytesOf(data), new Uint8Array(-data.byteLength & 7)]
}

const bytesOf = (data: NumberArray) => new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
const byteLength = (pieces: Pieces) => pieces.reduce((sum, piece) => sum + piece.length, 0)

async function allOf(pieces: AsyncGenerator<Uint8Array, void, void>): Promise<Uint8Array[]> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return all
}
