/**
 * MATLAB's MAT-file, level 5 (saved by -v6, or by -v7 with each variable compressed):
 *
 *   text (116 bytes)  private offset (8)  version 0x0100 (uint16)  'MI' as uint16, whence the byte order
 *   then for each variable an element, elements.ts: an array, matrix.ts, or a zlib stream of
 *   one
 *
 * Shapes have at least two sides, as in MATLAB: a list is n x 1 or 1 x n. Types are float64, float32, int8
 * ... uint64, bool (0 and 1 in a Uint8Array) and text; how text, cells, structs, sparse and complex arrays
 * come out say text.ts, flatten.ts and matrix.ts. Function handles and objects are
 * refused by name. Level 4 and version 7.3, which is HDF5, are recognised and refused.
 */
import { count } from '@unseen/core'
import type { ByteSource } from '../byte-source.js'
import type { ArrayFile, NamedArray, ReadOptions, Reader } from '../reader.js'
import { sliceOf } from '../reading.js'
import { Context } from './context.js'
import { COMPRESSED, Elements, MATRIX } from './elements.js'
import { flatten } from './flatten.js'
import { readVariable } from './matrix.js'
import { inflateElement } from './zlib.js'

const HEADER = 128
const DEFAULT_MAXIMUM_BYTES = 4 * 2 ** 30
/** A file of countless cells would come out as countless arrays, which help nobody. */
const MOST_ARRAYS = 1 << 16

type Kind =
  | 'level 5, little-endian'
  | 'level 5, big-endian'
  | 'level 5, cut'
  | 'version 7.3'
  | 'HDF5'
  | 'level 4'
  | 'unknown'

export const matlabReader: Reader = {
  name: 'matlab',
  extensions: ['mat'],
  // Plain HDF5 files are somebody else's. Those of MATLAB 7.3 are ours to explain: a reader of HDF5 goes
  // before this one.
  recognises: head => !['HDF5', 'unknown'].includes(kindOf(head)),
  read
}

async function read(source: ByteSource, options: ReadOptions = {}): Promise<ArrayFile> {
  const { maximumBytes = DEFAULT_MAXIMUM_BYTES, fileName = 'The MATLAB file' } = options
  const context = new Context(fileName, maximumBytes, options)
  const littleEndian = byteOrder(await source.slice(0, Math.min(512, source.byteLength)), context)
  const arrays: NamedArray[] = []
  const names = new Set<string>()
  for (let at = HEADER; at < source.byteLength;) {
    context.variable = ''
    context.offset = at
    const { type, start, end } = await readTag(source, at, littleEndian, context)
    const bytes =
      type === COMPRESSED
        ? await inflateElement(source, start, end, littleEndian, context)
        : await sliceOf(source, start, end, context.reading)
    at = end
    if (bytes.length === 0) continue
    const variable = readVariable(new Elements(bytes, littleEndian, context))
    if (variable === undefined) continue
    for (const array of flatten(variable.name, variable.value)) {
      if (names.has(array.name))
        context.refuse('format.header', `there are two arrays of the name ${JSON.stringify(array.name)}.`)
      if (arrays.length === MOST_ARRAYS)
        context.refuse(
          'format.unsupported',
          `it holds more than ${count(MOST_ARRAYS)} arrays.`,
          'Save one array instead of many cells.'
        )
      names.add(array.name)
      arrays.push(array)
    }
  }
  return { format: 'matlab', arrays }
}

async function readTag(
  source: ByteSource,
  at: number,
  littleEndian: boolean,
  context: Context
): Promise<{ type: number; start: number; end: number }> {
  if (source.byteLength - at < 8) context.refuse('format.truncated', 'it ends within the tag of a variable.')
  const tag = await sliceOf(source, at, at + 8, context.reading)
  const view = new DataView(tag.buffer, tag.byteOffset, tag.byteLength)
  const type = view.getUint32(0, littleEndian)
  const size = view.getUint32(4, littleEndian)
  if (type !== MATRIX && type !== COMPRESSED)
    context.refuse(
      'format.header',
      `at ${count(at)} there is an element of type ${type} where a variable is expected.`
    )
  const start = at + 8
  if (size > source.byteLength - start)
    context.refuse(
      'format.truncated',
      `a variable claims ${count(size)} bytes, but only ${count(source.byteLength - start)} are left.`
    )
  if (size > context.maximumBytes)
    context.refuse(
      'format.size',
      `a variable takes ${count(size)} bytes, more than the ${count(context.maximumBytes)} allowed.`
    )
  return { type, start, end: start + size }
}

/** Is it little-endian? Refuses what is not level 5. */
function byteOrder(head: Uint8Array, context: Context): boolean {
  const kind = kindOf(head)
  if (kind === 'level 5, little-endian' || kind === 'level 5, big-endian')
    return kind === 'level 5, little-endian'
  if (kind === 'level 5, cut' || head.length === 0)
    return context.refuse('format.truncated', `it ends within its header of ${HEADER} bytes.`)
  if (kind === 'version 7.3' || kind === 'HDF5')
    return context.refuse(
      'format.unsupported',
      'it is HDF5, as MATLAB saves by -v7.3, which another reader reads.',
      "Open it with the HDF5 reader of the package 'unseen', or save it again: save(file, '-v7')."
    )
  if (kind === 'level 4')
    return context.refuse(
      'format.unsupported',
      'it is a MATLAB file of level 4, which is not read.',
      "Open it in MATLAB and save it again: save(file, '-v7')."
    )
  return context.refuse('format.unknown', 'it does not begin as a MATLAB file does.')
}

function kindOf(head: Uint8Array): Kind {
  const text = String.fromCharCode(...head.subarray(0, 116))
  if (text.startsWith('\x89HDF\r\n\x1a\n')) return 'HDF5'
  if (text.startsWith('MATLAB 7.3 MAT-file')) return 'version 7.3'
  if (head.length >= HEADER) {
    const [low, high, first, second] = head.subarray(124, HEADER)
    if (first === 0x49 && second === 0x4d && low === 0 && high === 1) return 'level 5, little-endian'
    if (first === 0x4d && second === 0x49 && low === 1 && high === 0) return 'level 5, big-endian'
  } else if (text.startsWith('MATLAB 5.0 MAT-file')) return 'level 5, cut'
  return isLevel4(head) ? 'level 4' : 'unknown'
}

/**
 * Level 4 begins with five int32: MOPT (machine, 0, precision, kind), rows, columns, complex, length of the
 * name; then the name.
 */
function isLevel4(head: Uint8Array): boolean {
  if (head.length < 22) return false
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  return [true, false].some(littleEndian => {
    const [mopt, rows, columns, complex, length] = [0, 4, 8, 12, 16].map(at =>
      view.getInt32(at, littleEndian)
    )
    const digits = [1000, 100, 10, 1].map(unit => Math.floor(mopt / unit) % 10)
    if (
      mopt < 0 ||
      digits[0] !== (littleEndian ? 0 : 1) ||
      mopt > 1999 ||
      digits[1] !== 0 ||
      digits[2] > 5 ||
      digits[3] > 2
    )
      return false
    if (
      rows < 0 ||
      columns < 0 ||
      (complex !== 0 && complex !== 1) ||
      length < 2 ||
      20 + length > head.length
    )
      return false
    return /^[A-Za-z]\w*\0$/.test(String.fromCharCode(...head.subarray(20, 20 + length)))
  })
}
