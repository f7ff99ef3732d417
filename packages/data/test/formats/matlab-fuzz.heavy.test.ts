// Bytes nobody wrote: whatever they are, a value or a typed refusal, soon.
import { matlabReader } from '../../src/formats/matlab/matlab.js'
import { writeMatlab } from '../../src/formats/matlab/write.js'
import { readers } from '../../src/formats/readers.js'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkReader } from './contract.js'
import { compressed, element, file, goldenBytes, matrix, outcome } from './matlab-files.js'

const whole = ['trees.mat', 'by-hand-big.mat', 'texts.mat'].map(name => [name, goldenBytes(name)] as const)
const deflated = ['trees-compressed.mat', 'texts-compressed.mat', 'numbers-compressed.mat'].map(
  name => [name, goldenBytes(name)] as const
)

describe('the contract', () => {
  const DOUBLE = 6,
    CELL = 1
  const numbers = element(9, Float64Array.of(1, 2, 3))
  const huge = 2 ** 31 - 1
  checkReader(matlabReader, readers, {
    files: [
      {
        name: 'numbers',
        bytes: file(matrix('a', DOUBLE, [3, 1], numbers), matrix('b', DOUBLE, [1, 3], numbers))
      },
      { name: 'compressed numbers', bytes: file(compressed(matrix('a', DOUBLE, [3, 1], numbers))) }
    ],
    claims: [
      { name: 'more values than bytes', bytes: file(matrix('a', DOUBLE, [huge, huge], numbers)) },
      { name: 'more cells than bytes', bytes: file(matrix('a', CELL, [huge, 1])) },
      {
        name: 'more than deflate can hold',
        bytes: file(compressed(Uint8Array.from([14, 0, 0, 0, 255, 255, 255, 255])))
      }
    ],
    // A file that ends between two variables is a whole one.
    truncation: 'any',
    expansion: 1032
  })
})

let small: Uint8Array
beforeAll(async () => {
  small = await writeMatlab([
    { name: 'a', shape: [2, 2], type: 'float64', data: Float64Array.of(1, 2, 3, 4) },
    { name: 't', shape: [2, 1], type: 'text', data: ['ab', 'ç'] }
  ])
})

describe('a cut file', () => {
  it.each(whole)('%s, at every length', async (_, bytes) => {
    for (let length = 0; length < bytes.length; length++) await outcome(bytes.subarray(0, length))
    expect(await outcome(bytes.subarray(0, 0))).toBe('format.truncated')
    expect(await outcome(bytes.subarray(0, 127))).toBe('format.truncated')
    expect(await outcome(bytes.subarray(0, 150))).toBe('format.truncated')
    expect(await outcome(bytes.subarray(0, bytes.length - 1))).toMatch(/value|truncated/)
  })

  it('a compressed one, at every length', async () => {
    const outcomes = new Set<string>()
    for (let length = 129; length < small.length; length++)
      outcomes.add(await outcome(small.subarray(0, length)))
    // Cut between two variables there is nothing to notice.
    expect([...outcomes].sort()).toEqual(['format.truncated', 'value'])
  })
})

describe('a changed file', () => {
  it('with any other bit in the compressed bytes', async () => {
    const outcomes: Record<string, number> = {}
    for (let at = 128; at < small.length; at++) {
      const copy = small.slice()
      copy[at] ^= 1 << (at % 8)
      const found = await outcome(copy)
      outcomes[found] = (outcomes[found] ?? 0) + 1
    }
    // The Adler checksum and the tags leave nothing unnoticed but some bits of zlib's own header.
    expect(outcomes.value ?? 0).toBeLessThan(4)
  })

  const edits = fc.array(
    fc.record({
      at: fc.nat(),
      byte: fc.oneof(fc.nat(255), fc.constantFrom(0, 1, 14, 15, 127, 128, 255)),
      width: fc.constantFrom(1, 1, 1, 4)
    }),
    { minLength: 1, maxLength: 5 }
  )
  const mutated = (bytes: Uint8Array, changes: { at: number; byte: number; width: number }[]) => {
    const copy = bytes.slice()
    for (const { at, byte, width } of changes)
      copy.fill(byte, 110 + (at % (bytes.length - 110)), 110 + (at % (bytes.length - 110)) + width)
    return copy
  }

  it.each(whole)('%s, by anything', async (_, bytes) => {
    await fc.assert(
      fc.asyncProperty(edits, async changes => {
        await outcome(mutated(bytes, changes))
      }),
      { numRuns: 1000, seed: 8 }
    )
  })

  it.each(deflated)('%s, by anything', async (_, bytes) => {
    await fc.assert(
      fc.asyncProperty(edits, async changes => {
        await outcome(mutated(bytes, changes))
      }),
      { numRuns: 100, seed: 8 }
    )
  })

  it.each(whole)('%s, with a piece moved or repeated', async (_, bytes) => {
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length), fc.nat(bytes.length), fc.nat(64), async (from, to, length) => {
        const copy = bytes.slice()
        copy.copyWithin(Math.max(to, 128), from, from + length)
        await outcome(copy)
      }),
      { numRuns: 500, seed: 8 }
    )
  })

  it('by anything behind a sound header', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async bytes => {
        await outcome(file(bytes))
      }),
      { numRuns: 500, seed: 8 }
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(20), { maxLength: 60 }), async words => {
        await outcome(file(new Uint8Array(Uint32Array.from([14, words.length * 4, ...words]).buffer)))
      }),
      { numRuns: 1000, seed: 8 }
    )
  })
})
