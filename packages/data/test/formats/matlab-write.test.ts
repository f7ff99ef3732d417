// What is written is read again as it was: exact round trips, and bytes that scipy has read
// (golden/matlab/make.py).
import { UnseenError } from '@unseen/core'
import { writeMatlab } from '../../src/formats/matlab/write.js'
import type { NamedArray } from '../../src/formats/reader.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expected, goldenBytes, read } from './matlab-files.js'

const number = (name: string, shape: number[], ...values: number[]): NamedArray => ({
  name,
  shape,
  type: 'float64',
  data: Float64Array.from(values)
})

async function refusedCode(arrays: NamedArray[]): Promise<string> {
  const error: unknown = await writeMatlab(arrays).then(
    () => undefined,
    (thrown: unknown) => thrown
  )
  expect(error).toBeInstanceOf(UnseenError)
  return (error as UnseenError).code
}

describe('writeMatlab', () => {
  it('writes the bytes that scipy read', async () => {
    expect(
      Buffer.compare(
        await writeMatlab(expected['written.mat'], { compressed: false }),
        goldenBytes('written.mat')
      )
    ).toBe(0)
  })

  it('compresses by default', async () => {
    const bytes = await writeMatlab(expected['written.mat'])
    expect(bytes.length).toBeLessThan(goldenBytes('written.mat').length / 2)
    expect(await read(bytes)).toEqual(expected['written.mat'])
  })

  it('makes columns of lists, which MATLAB does not know', async () => {
    const [list, scalar, texts] = await read(
      await writeMatlab([
        number('list', [3], 1, 2, 3),
        number('scalar', [], 4),
        { name: 'texts', type: 'text', shape: [2], data: ['a', 'b'] }
      ])
    )
    expect(list.shape).toEqual([3, 1])
    expect(scalar.shape).toEqual([1, 1])
    expect(texts).toEqual({ name: 'texts', type: 'text', shape: [2, 1], data: ['a', 'b'] })
  })

  it('writes no file of no arrays either', async () => {
    expect(await read(await writeMatlab([]))).toEqual([])
  })

  it('refuses what MATLAB cannot name or hold', async () => {
    for (const name of ['', '1a', 'a.b', 'a b', 'é', `a${'b'.repeat(63)}`])
      expect(await refusedCode([number(name, [1, 1], 1)])).toBe('format.value')
    expect(await refusedCode([number('a', [1, 1], 1), number('a', [1, 1], 1)])).toBe('format.value')
    expect(await refusedCode([number('a', [2, 2], 1)])).toBe('format.value')
    expect(await refusedCode([number('a', [0.5, 2], 1)])).toBe('format.value')
    expect(await refusedCode([number('a', [2 ** 31, 0])])).toBe('format.value')
  })

  const shapes = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 2, maxLength: 4 })
  const kinds = {
    float64: [Float64Array, fc.double()],
    float32: [Float32Array, fc.float()],
    int8: [Int8Array, fc.integer({ min: -128, max: 127 })],
    uint8: [Uint8Array, fc.nat(255)],
    int16: [Int16Array, fc.integer({ min: -32768, max: 32767 })],
    uint16: [Uint16Array, fc.nat(65535)],
    int32: [Int32Array, fc.integer()],
    uint32: [Uint32Array, fc.integer({ min: 0, max: 2 ** 32 - 1 })],
    bool: [Uint8Array, fc.nat(1)],
    int64: [BigInt64Array, fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })],
    uint64: [BigUint64Array, fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })]
  } as const
  const numbers = fc
    .tuple(shapes, fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])))
    .chain(([shape, type]) => {
      const entries = shape.reduce((product, side) => product * side, 1)
      const [Holder, value] = kinds[type] as unknown as [
        { from(values: unknown[]): Float64Array },
        fc.Arbitrary<unknown>
      ]
      return fc
        .array(value, { minLength: entries, maxLength: entries })
        .map((values): Omit<NamedArray, 'name'> => ({ shape, type, data: Holder.from(values) }))
    })
  // Any sequence of UTF-16 units, halves of pairs included.
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.array(fc.nat(0xffff), { maxLength: 6 }).map(units => String.fromCharCode(...units))
  )
  const texts = fc.oneof(
    text.map((one): Omit<NamedArray, 'name'> => ({ shape: [], type: 'text', data: [one] })),
    shapes.chain(shape => {
      const entries = shape.reduce((product, side) => product * side, 1)
      return fc
        .array(text, { minLength: entries, maxLength: entries })
        .map((data): Omit<NamedArray, 'name'> => ({ shape, type: 'text', data }))
    })
  )

  it('gives back any arrays exactly', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(numbers, texts), { maxLength: 4 }),
        fc.boolean(),
        async (bare, compressed) => {
          const arrays = bare.map((array, i) => ({ name: `v${i}`, ...array }))
          expect(await read(await writeMatlab(arrays, { compressed }))).toEqual(arrays)
        }
      ),
      { numRuns: 250, seed: 8 }
    )
  })
})
