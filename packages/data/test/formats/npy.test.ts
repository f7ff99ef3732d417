// .npy: the contract, exact round trips, and what the header may not claim.
import { bytesSource } from '../../src/formats/bytes.js'
import { toRowMajor } from '../../src/formats/layout.js'
import { npyReader, writeNpy } from '../../src/formats/npy/npy.js'
import type { NamedArray } from '../../src/formats/reader.js'
import { readers } from '../../src/formats/readers.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkReader, refusal } from './contract.js'
import { goldenBytes } from './golden.js'
import { anyArray } from './random-arrays.js'

/** A file with this header, whatever it says, and so many bytes behind it. */
function crafted(header: string, bytes = 0, version = 1): Uint8Array {
  const text = new TextEncoder().encode(header)
  const length =
    version === 1
      ? [text.length & 255, text.length >>> 8]
      : [text.length & 255, (text.length >>> 8) & 255, text.length >>> 16, 0]
  return Uint8Array.from([
    0x93,
    ...new TextEncoder().encode('NUMPY'),
    version,
    0,
    ...length,
    ...text,
    ...new Uint8Array(bytes)
  ])
}

const described = (shape: string, type = '<f8'): string =>
  `{'descr': '${type}', 'fortran_order': False, 'shape': ${shape}, }`

describe('the npy reader', () => {
  checkReader(npyReader, readers, {
    files: [
      'f8-big.npy',
      'f2-fortran.npy',
      'unicode-little.npy',
      'version-3.npy',
      'scalar.npy',
      'bytes.npy'
    ].map(name => ({ name, bytes: goldenBytes(name) })),
    claims: [
      '(1000000000000,)',
      '(4294967296, 4294967296)',
      '(9007199254740991, 9007199254740991, 2)',
      '(99999999999999999999,)',
      `(${'9,'.repeat(100)})`
    ]
      .flatMap(shape => [
        { name: shape, bytes: crafted(described(shape), 64) },
        { name: `${shape} of text`, bytes: crafted(described(shape, '<U4'), 64) },
        { name: `${shape} of empty text`, bytes: crafted(described(shape, '<U0')) }
      ])
      .concat([
        {
          name: 'header',
          bytes: Uint8Array.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 2, 0, 255, 255, 255, 255])
        },
        { name: 'width', bytes: crafted(described('(2,)', '<U999999999')) }
      ]),
    truncation: 'refused',
    expansion: 12
  })

  it('understands any way to write the header', async () => {
    for (const header of [
      "{'shape': (2, ), 'fortran_order': False, 'descr': '<f8'}",
      '{"descr":"<f8","fortran_order":True,"shape":(2,)}   \n\n',
      "{'descr': '<f8', 'fortran_order': False, 'shape': (2L,), }",
      "{ 'descr' : '=f8' ,\n'fortran_order' : False,'shape':[2] }"
    ])
      for (const version of [1, 2, 3])
        expect((await npyReader.read(bytesSource(crafted(header, 16, version)))).arrays[0].shape).toEqual([2])
  })

  it.each([
    ['another key', "{'descr': '<f8', 'fortran_order': False, 'shape': (2,), 'x': 1}"],
    ['a key twice', "{'descr': '<f8', 'descr': '<f8', 'fortran_order': False, 'shape': (2,)}"],
    ['no shape', "{'descr': '<f8', 'fortran_order': False}"],
    ['a call', "{'descr': '<f8', 'fortran_order': False, 'shape': tuple([2])}"],
    ['a negative length', "{'descr': '<f8', 'fortran_order': False, 'shape': (-2,)}"],
    ['no comma', "{'descr': '<f8' 'fortran_order': False, 'shape': (2,)}"],
    ['something behind', "{'descr': '<f8', 'fortran_order': False, 'shape': (2,)} {}"],
    ['deep brackets', '('.repeat(5000)]
  ])('refuses a header with %s', async (_, header) => {
    expect(await refusal(npyReader, crafted(header, 16))).toBe('format.header')
  })

  it('refuses a second array behind the first', async () => {
    const one = writeNpy({ name: 'a', shape: [2], data: new Float32Array(2) })
    await expect(npyReader.read(bytesSource(Uint8Array.from([...one, ...one])))).rejects.toMatchObject({
      code: 'format.header',
      remedy: expect.stringMatching('savez') as string
    })
  })

  it('refuses texts that are none', async () => {
    expect(await refusal(npyReader, Uint8Array.from([...crafted(described('(1,)', '|S1')), 0xff]))).toBe(
      'format.value'
    )
    expect(
      await refusal(npyReader, Uint8Array.from([...crafted(described('(1,)', '<U1')), 0, 0xd8, 0, 0]))
    ).toBe('format.value')
  })

  it('names the array after the file', async () => {
    const { arrays } = await npyReader.read(bytesSource(goldenBytes('scalar.npy')), {
      fileName: 'C:\\data\\features.npy'
    })
    expect(arrays[0].name).toBe('features')
  })
})

describe('the npy writer', () => {
  it('is undone by the reader, to the bit', async () => {
    await fc.assert(
      fc.asyncProperty(anyArray(), async array => {
        const { arrays } = await npyReader.read(bytesSource(writeNpy(array)), { fileName: array.name })
        const { type, ...rest } = array
        // numpy knows no bfloat16; every one of them is a float32.
        expect(bitsOf(arrays[0])).toEqual(bitsOf({ ...rest, type: type === 'bfloat16' ? 'float32' : type }))
      }),
      { numRuns: 120 }
    )
  })

  it('writes what numpy writes', () => {
    const cases: [string, NamedArray][] = [
      ['version 1', { name: '', type: 'int16', shape: [5], data: Int16Array.of(0, 1, 2, 3, 4) }],
      ['a scalar', { name: '', type: 'float64', shape: [], data: Float64Array.of(2.5) }]
    ]
    expect(writeNpy(cases[0][1])).toEqual(goldenBytes('one-axis.npy'))
    expect(writeNpy(cases[1][1])).toEqual(goldenBytes('scalar.npy'))
  })

  it('refuses data that do not fit the shape, and half a surrogate pair', () => {
    expect(() => writeNpy({ name: 'a', shape: [2, 2], data: new Float32Array(3) })).toThrow(
      expect.objectContaining({ code: 'features.shape' })
    )
    expect(() => writeNpy({ name: 'a', shape: [1], data: ['\ud800'] })).toThrow(
      expect.objectContaining({ code: 'format.value' })
    )
  })
})

describe('row-major order', () => {
  it('is found for any shape and width', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 5 }),
        fc.constantFrom(1, 2, 4, 8),
        (shape, width) => {
          const size = shape.reduce((product, length) => product * length, 1)
          const bytes = Uint8Array.from({ length: size * width }, (_, i) => (i * 31) ^ (i >>> 8))
          const wanted = new Uint8Array(bytes.length)
          for (let entry = 0; entry < size; entry++) {
            let rest = entry
            const index = shape.map(() => 0)
            for (let axis = shape.length - 1; axis >= 0; axis--) {
              index[axis] = rest % shape[axis]
              rest = Math.floor(rest / shape[axis])
            }
            let place = 0
            for (let axis = shape.length - 1; axis >= 0; axis--) place = place * shape[axis] + index[axis]
            wanted.set(bytes.subarray(place * width, (place + 1) * width), entry * width)
          }
          expect(Buffer.from(toRowMajor(bytes, shape, width)).equals(wanted)).toBe(true)
        }
      ),
      { numRuns: 60 }
    )
  })
})

/** NaNs differ in their bits, which toEqual does not see. */
function bitsOf({ data, ...rest }: NamedArray): unknown {
  return {
    ...rest,
    data: 'buffer' in data ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : data
  }
}
