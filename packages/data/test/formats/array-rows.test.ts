// Rows out of a file: the same as by reading it whole, and no byte more than they take.
import { toRowSource } from '../../src/formats/array-rows.js'
import { bytesSource } from '../../src/formats/bytes.js'
import { type ElementTypeName, elementTypes } from '../../src/formats/element-types.js'
import { writeNpy } from '../../src/formats/npy/npy.js'
import { npzReader, writeNpz } from '../../src/formats/npy/npz.js'
import type { NamedArray } from '../../src/formats/reader.js'
import { openRows, readArrays } from '../../src/formats/readers.js'
import { writeSafetensors } from '../../src/formats/safetensors.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countingSource } from './contract.js'
import { goldenBytes } from './golden.js'

const list: NamedArray = { name: 'labels', shape: [3], type: 'int32', data: Int32Array.of(1, 2, 3) }
const texts: NamedArray = { name: 'classes', shape: [2, 1], type: 'text', data: ['a', 'bb'] }

function matrix(type: ElementTypeName, rows: number, columns: number, name = 'features'): NamedArray {
  const bytes = Uint8Array.from({ length: rows * columns * elementTypes[type].bytes }, (_, i) =>
    type === 'bool' ? i & 1 : (i * 37 + 11) & 255
  )
  return { name, shape: [rows, columns], type, data: elementTypes[type].fromBytes(bytes) }
}

const writers = {
  npy: async (array: NamedArray) => writeNpy(array),
  npz: (array: NamedArray) => writeNpz([list, array, texts], { compress: false }),
  safetensors: async (array: NamedArray) => writeSafetensors([list, array])
}

describe.each(Object.entries(writers))('rows of %s', (_, write) => {
  it('are those of the whole, in every type', async () => {
    for (const type of Object.keys(elementTypes) as ElementTypeName[]) {
      const bytes = await write(matrix(type, 7, 3))
      const whole = (await readArrays(bytesSource(bytes))).arrays.find(
        ({ shape }) => shape.length === 2 && shape[1] === 3
      )
      await fc.assert(
        fc.asyncProperty(fc.nat(7), fc.nat(7), async (a, b) => {
          const rows = await openRows(bytesSource(bytes))
          const [start, end] = [Math.min(a, b), Math.max(a, b)]
          expect(rows).toMatchObject({ rows: 7, columns: 3, type: whole?.type })
          expect(await rows?.read(start, end)).toEqual(whole?.data.slice(3 * start, 3 * end))
        }),
        { numRuns: 15 }
      )
    }
  })

  it('take no more of the source than they are long', async () => {
    const source = countingSource(await write(matrix('float64', 1000, 10)))
    const rows = await openRows(source)
    source.asked = 0
    await rows?.read(500, 501)
    expect(source.asked).toBe(80)
  })

  it('are refused beyond maximumBytes, and where there are none', async () => {
    const source = bytesSource(await write(matrix('float16', 10, 10)))
    const rows = await openRows(source, { maximumBytes: 100, fileName: 'my.file' })
    expect((await rows?.read(0, 2))?.length).toBe(20)
    await expect(rows?.read(0, 6)).rejects.toMatchObject({ code: 'format.size', where: { file: 'my.file' } })
    for (const [start, end] of [
      [0, 11],
      [-1, 1],
      [3, 2],
      [0.5, 1],
      [NaN, 1]
    ])
      await expect(rows?.read(start, end)).rejects.toThrow(RangeError)
  })
})

/** Of the archive below: one entry called 'features.npy'. */
const directoryBytes = 46 + 'features.npy'.length + 22

describe('which array', () => {
  const two = [matrix('float32', 2, 2, 'a'), list, matrix('int8', 3, 4, 'b')]

  it.each([
    ['npz', () => writeNpz(two, { compress: false })],
    ['safetensors', async () => writeSafetensors(two)]
  ] as const)('of %s is said by name', async (_, write) => {
    const source = bytesSource(await write())
    expect(await openRows(source, { array: 'b' })).toMatchObject({ rows: 3, columns: 4, type: 'int8' })
    expect(await openRows(source)).toBeUndefined()
    expect(await openRows(source, { array: 'labels' })).toBeUndefined()
    expect(await openRows(source, { array: 'absent' })).toBeUndefined()
  })
})

it('reads big-endian rows', async () => {
  const bytes = goldenBytes('f8-big.npy')
  const [{ data, shape }] = (await readArrays(bytesSource(bytes))).arrays
  const rows = await openRows(bytesSource(bytes))
  expect(await rows?.read(1, 2)).toEqual(data.slice(shape[1], 2 * shape[1]))
})

it.each([
  'f8-fortran.npy',
  'deflated.npz',
  'digits.csv',
  'objects.jsonl',
  'unicode-little.npy',
  'one-axis.npy'
])('leaves %s to be read whole', async name => {
  expect(await openRows(bytesSource(goldenBytes(name)))).toBeUndefined()
})

it('refuses a file whose claims are not kept before any row is asked for', async () => {
  const whole = writeNpy(matrix('float32', 5, 5))
  await expect(openRows(bytesSource(whole.subarray(0, whole.length - 1)))).rejects.toMatchObject({
    code: 'format.truncated'
  })
  const stored = await writeNpz([matrix('float32', 5, 5)], { compress: false })
  await expect(openRows(bytesSource(stored.subarray(0, -30)))).rejects.toMatchObject({
    code: 'format.truncated'
  })
  stored[0] ^= 1
  await expect(npzReader.openRows?.(bytesSource(stored))).rejects.toMatchObject({ code: 'format.header' })
})

describe('rows of a stored npz', () => {
  const orders = { 'in order': [0, 1, 2, 3, 4], backwards: [4, 3, 2, 1, 0], 'the last first': [4, 0, 1] }
  it.each(Object.entries(orders))('are held against its checksum, read %s', async (_, order) => {
    const whole = await writeNpz([matrix('float32', 5, 5)], { compress: false })
    const read = async (bytes: Uint8Array): Promise<number[][]> => {
      const rows = await openRows(bytesSource(bytes))
      const found: number[][] = []
      for (const row of order) found.push(Array.from((await rows!.read(row, row + 1)) as Float32Array))
      return found
    }
    const right = await read(whole)
    const dataAt = whole.length - 5 * 5 * 4 - directoryBytes
    for (let bit = 0; bit < 8 * 5 * 5 * 4; bit += 7) {
      const damaged = whole.slice()
      damaged[dataAt + (bit >> 3)] ^= 1 << (bit & 7)
      await expect(read(damaged)).rejects.toMatchObject({ code: 'format.value' })
    }
    expect(await read(whole)).toEqual(right)
  })

  it('are all refused once damage is known', async () => {
    // More than what opening reads.
    const damaged = await writeNpz([matrix('float32', 5, 80_000)], { compress: false })
    damaged[damaged.length - directoryBytes - 1] ^= 1
    const rows = await openRows(bytesSource(damaged))
    const asked = await Promise.allSettled([0, 4, 1, 2].map(row => rows!.read(row, row + 1)))
    expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
  })
})

describe('rows as floats', () => {
  it('keep single precision where it holds every value of the type', async () => {
    for (const type of Object.keys(elementTypes) as ElementTypeName[]) {
      const whole = matrix(type, 5, 2)
      const rows = await openRows(bytesSource(writeNpy(whole)))
      const numbers = Array.from(whole.data as ArrayLike<number | bigint>, Number).slice(2, 8)
      const isDouble = ['float64', 'int32', 'uint32', 'int64', 'uint64'].includes(type)
      expect(await toRowSource(rows!).read(1, 4)).toEqual({
        kind: 'dense',
        rows: 3,
        columns: 2,
        data: isDouble ? Float64Array.from(numbers) : Float32Array.from(numbers)
      })
    }
  })

  it('are what the caller makes of them', async () => {
    const rows = await openRows(bytesSource(writeNpy(matrix('uint8', 5, 2))))
    const source = toRowSource(rows!, data => Float64Array.from(data as Uint8Array, value => -value))
    expect(await source.read(0, 1)).toMatchObject({ rows: 1, data: Float64Array.of(-11, -48) })
  })
})
