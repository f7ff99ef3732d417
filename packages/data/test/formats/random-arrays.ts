// Random arrays of every type for round trips; floats from random bits, so that NaNs and subnormals occur.
import { type ElementTypeName, elementTypes } from '../../src/formats/element-types.js'
import type { NamedArray } from '../../src/formats/reader.js'
import fc from 'fast-check'

/** No half surrogates, and no zeros at the end, which .npy cannot keep. */
export const anyText = (): fc.Arbitrary<string> =>
  fc.string({ unit: 'binary', maxLength: 12 }).map(text => text.replace(/\0+$/, ''))

const anyName = (): fc.Arbitrary<string> => fc.stringMatching(/^[A-Za-z0-9_]{1,8}$/)
const anyShape = (): fc.Arbitrary<number[]> => fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 4 })

export function anyNumbers(shapes = anyShape()): fc.Arbitrary<NamedArray> {
  const types = Object.keys(elementTypes) as ElementTypeName[]
  return fc
    .record({
      name: anyName(),
      type: fc.constantFrom(...types),
      shape: shapes,
      seed: fc.uint8Array({ minLength: 8, maxLength: 64 })
    })
    .map(({ name, type, shape, seed }) => {
      const entries = shape.reduce((product, length) => product * length, 1)
      const bytes = Uint8Array.from({ length: entries * elementTypes[type].bytes }, (_, i) =>
        type === 'bool' ? seed[i % seed.length] & 1 : seed[i % seed.length]
      )
      return { name, type, shape, data: elementTypes[type].fromBytes(bytes) }
    })
}

export function anyTexts(): fc.Arbitrary<NamedArray> {
  return fc.record({ name: anyName(), shape: anyShape() }).chain(({ name, shape }) => {
    const length = shape.reduce((product, axis) => product * axis, 1)
    return fc
      .array(anyText(), { minLength: length, maxLength: length })
      .map(data => ({ name, type: 'text', shape, data }))
  })
}

export const anyArray = (): fc.Arbitrary<NamedArray> =>
  fc.oneof({ weight: 3, arbitrary: anyNumbers() }, { weight: 1, arbitrary: anyTexts() })

/** Names that no other array has. */
export const anyArrays = (): fc.Arbitrary<NamedArray[]> =>
  fc.uniqueArray(anyArray(), { maxLength: 5, selector: ({ name }) => name })
