// safetensors: the contract, exact round trips, and headers that lie.
import { bytesSource } from '../../src/formats/bytes.js'
import type { NamedArray } from '../../src/formats/reader.js'
import { readers } from '../../src/formats/readers.js'
import { safetensorsReader, writeSafetensors } from '../../src/formats/safetensors.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkReader, refusal } from './contract.js'
import { goldenBytes } from './golden.js'
import { anyNumbers } from './random-arrays.js'

function crafted(header: string, data = 0): Uint8Array {
  const text = new TextEncoder().encode(header)
  const length = new Uint8Array(new BigUint64Array([BigInt(text.length)]).buffer)
  return Uint8Array.from([...length, ...text, ...new Uint8Array(data)])
}

const tensor = (shape: string, offsets: string, dtype = 'F32'): string =>
  `{"dtype":"${dtype}","shape":${shape},"data_offsets":${offsets}}`

describe('the safetensors reader', () => {
  checkReader(safetensorsReader, readers, {
    files: [
      { name: 'all.safetensors', bytes: goldenBytes('all.safetensors') },
      {
        name: 'one array',
        bytes: writeSafetensors([{ name: 'a', shape: [3], data: Float32Array.of(1, 2, 3) }])
      }
    ],
    claims: [
      { name: 'a huge array', bytes: crafted(`{"a":${tensor('[1000000000000]', '[0,4000000000000]')}}`, 8) },
      {
        name: 'a product beyond numbers',
        bytes: crafted(`{"a":${tensor('[9007199254740991,9007199254740991]', '[0,8]')}}`, 8)
      },
      { name: 'a huge header', bytes: Uint8Array.from([255, 255, 255, 255, 255, 255, 255, 127, 0x7b]) },
      { name: 'a large header', bytes: Uint8Array.from([0, 0, 0, 5, 0, 0, 0, 0, 0x7b]) }
    ],
    truncation: 'refused',
    expansion: 4
  })

  it.each([
    ['a gap', `{"a":${tensor('[1]', '[4,8]')}}`, 8, 'format.header'],
    ['an overlap', `{"a":${tensor('[2]', '[0,8]')},"b":${tensor('[1]', '[4,8]')}}`, 8, 'format.header'],
    ['bytes behind', `{"a":${tensor('[1]', '[0,4]')}}`, 8, 'format.header'],
    ['another size', `{"a":${tensor('[2]', '[0,4]')}}`, 4, 'format.header'],
    ['a shape of texts', `{"a":${tensor('["1"]', '[0,4]')}}`, 4, 'format.header'],
    ['half a length', `{"a":${tensor('[0.5]', '[0,2]')}}`, 2, 'format.header'],
    ['one offset', `{"a":${tensor('[1]', '[0]')}}`, 4, 'format.header'],
    ['an unknown type', `{"a":${tensor('[1]', '[0,1]', 'F8_E4M3')}}`, 1, 'format.unsupported'],
    ['an array for an object', '["a"]', 0, 'format.header'],
    ['null for a tensor', '{"a":null}', 0, 'format.header'],
    ['deep brackets', '['.repeat(50_000), 0, 'format.header']
  ])('refuses %s', async (_, header, data, code) => {
    expect(await refusal(safetensorsReader, crafted(header, data))).toBe(code)
  })

  it('reads names that mean something to JavaScript', async () => {
    const arrays: NamedArray[] = ['__proto__', 'constructor', '2', '1'].map((name, i) => ({
      name,
      type: 'int32',
      shape: [],
      data: Int32Array.of(i)
    }))
    const read = await safetensorsReader.read(bytesSource(writeSafetensors(arrays)))
    expect(new Map(read.arrays.map(array => [array.name, array.data]))).toEqual(
      new Map(arrays.map(array => [array.name, array.data]))
    )
  })
})

describe('the safetensors writer', () => {
  it('is undone by the reader, to the bit', async () => {
    const bits = (arrays: readonly NamedArray[]): unknown =>
      new Map(
        arrays.map(({ name, type, shape, data }) => [
          name,
          {
            type,
            shape,
            bytes: new Uint8Array(
              (data as Float32Array).buffer,
              (data as Float32Array).byteOffset,
              (data as Float32Array).byteLength
            ).slice()
          }
        ])
      )
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(anyNumbers(), { maxLength: 6, selector: ({ name }) => name }),
        async arrays => {
          const read = await safetensorsReader.read(bytesSource(writeSafetensors(arrays, { by: 'a test' })))
          expect(bits(read.arrays)).toEqual(bits(arrays))
        }
      ),
      { numRuns: 100 }
    )
  })

  it('refuses texts and names that are taken', () => {
    const one = { name: 'a', shape: [1], data: Float32Array.of(1) }
    expect(() => writeSafetensors([{ name: 'a', shape: [1], data: ['x'] }])).toThrow(
      expect.objectContaining({ code: 'format.unsupported' })
    )
    expect(() => writeSafetensors([one, one])).toThrow(expect.objectContaining({ code: 'format.value' }))
    expect(() => writeSafetensors([{ ...one, name: '__metadata__' }])).toThrow(
      expect.objectContaining({ code: 'format.value' })
    )
  })
})
