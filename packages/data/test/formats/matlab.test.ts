// Golden files of scipy, files by hand, and claims that no file can keep.
import { matlabReader } from '../../src/formats/matlab/matlab.js'
import { describe, expect, it } from 'vitest'
import {
  compressed,
  element,
  expected,
  file,
  goldenBytes,
  join,
  matrix,
  outcome,
  read,
  refusal,
  sourceOf
} from './matlab-files.js'

const DOUBLE = 6,
  CHAR = 4,
  CELL = 1,
  STRUCT = 2,
  SPARSE = 5
const ints = (...values: number[]) => element(5, Int32Array.from(values))
const doubles = (...values: number[]) => element(9, Float64Array.from(values))

describe('golden files', () => {
  for (const [name, arrays] of Object.entries(expected)) {
    it(`holds what ${name} holds`, async () => {
      const bytes = goldenBytes(name)
      expect(matlabReader.recognises(bytes.subarray(0, 512))).toBe(true)
      expect(await matlabReader.read(sourceOf(bytes))).toEqual({ format: 'matlab', arrays })
    })
  }

  it('gives arrays that do not share memory with the source', async () => {
    const bytes = goldenBytes('numbers.mat')
    const { arrays } = await matlabReader.read({
      byteLength: bytes.length,
      slice: async (start, end) => bytes.subarray(start, end)
    })
    bytes.fill(0)
    expect(arrays).toEqual(expected['numbers.mat'])
  })

  it('reads from any address', async () => {
    const bytes = goldenBytes('numbers.mat')
    const moved = new Uint8Array(bytes.length + 3).subarray(3)
    moved.set(bytes)
    expect(
      (
        await matlabReader.read({
          byteLength: moved.length,
          slice: async (start, end) => moved.subarray(start, end)
        })
      ).arrays
    ).toEqual(expected['numbers.mat'])
  })
})

describe('what is not read', () => {
  it.each([
    ['version-7.3.mat', 'format.unsupported', /HDF5.*another reader/],
    ['level-4.mat', 'format.unsupported', /level 4.*-v7/],
    ['function.mat', 'format.unsupported', /"handle".*function handle/],
    ['object.mat', 'format.unsupported', /"words".*cellstr/]
  ])('%s is recognised and refused', async (name, code, message) => {
    const bytes = goldenBytes(name)
    expect(matlabReader.recognises(bytes.subarray(0, 512))).toBe(true)
    const error = await refusal(bytes, { fileName: name })
    expect(error.code).toBe(code)
    expect(error.message).toMatch(message)
    expect(error.where.file).toBe(name)
  })

  it('leaves other files to others', async () => {
    const others = [
      '',
      '\x89HDF\r\n\x1a\n',
      '\x93NUMPY\x01\x00',
      'PK\x03\x04',
      'a,b\n1,2\n',
      'MATLAB',
      '\0'.repeat(200)
    ].map(text => Buffer.from(text, 'latin1'))
    for (const head of others) {
      expect(matlabReader.recognises(head)).toBe(false)
      await refusal(head)
    }
    expect((await refusal(Buffer.from('a,b\n1,2\n'))).code).toBe('format.unknown')
    expect((await refusal(Buffer.from('\x89HDF\r\n\x1a\n', 'latin1'))).code).toBe('format.unsupported')
  })

  it('passes on what goes wrong with the source itself', async () => {
    const bytes = goldenBytes('numbers-compressed.mat')
    for (const reads of [0, 1, 2, 3]) {
      let left = reads
      const broken = {
        byteLength: bytes.length,
        slice: async (start: number, end: number) =>
          left-- > 0 ? bytes.slice(start, end) : Promise.reject(new Error('the disk is gone'))
      }
      await expect(matlabReader.read(broken)).rejects.toThrow('the disk is gone')
    }
  })
})

describe('claims a file cannot keep', () => {
  const huge = 2 ** 31 - 1
  it.each([
    ['more values than bytes', file(matrix('a', DOUBLE, [huge, huge], doubles(1))), 'format.size'],
    ['fewer values than bytes', file(matrix('a', DOUBLE, [1, 1], doubles(1, 2))), 'format.header'],
    ['a negative dimension', file(matrix('a', DOUBLE, [-1, 1], doubles(1))), 'format.header'],
    ['one dimension', file(matrix('a', DOUBLE, [1], doubles(1))), 'format.header'],
    [
      'dimensions beyond number',
      file(matrix('a', DOUBLE, Array<number>(32).fill(huge), doubles(1))),
      'format.size'
    ],
    ['half a number', file(matrix('a', DOUBLE, [1, 1], element(9, new Uint8Array(7)))), 'format.header'],
    [
      'numbers in a type for none',
      file(matrix('a', DOUBLE, [1, 1], element(10, new Uint8Array(8)))),
      'format.header'
    ],
    ['an unknown class', file(matrix('a', 99, [1, 1], doubles(1))), 'format.unsupported'],
    ['a fraction in an integer', file(matrix('a', 9, [1, 1], doubles(0.5))), 'format.value'],
    ['NaN in an integer', file(matrix('a', 12, [1, 1], doubles(NaN))), 'format.value'],
    ['a fraction in an integer of 64 bits', file(matrix('a', 14, [1, 1], doubles(0.5))), 'format.value'],
    [
      'a number too large for its class',
      file(matrix('a', 9, [1, 1], element(3, Int16Array.of(256)))),
      'format.value'
    ],
    [
      'an integer no double holds',
      file(matrix('a', DOUBLE, [1, 1], element(12, BigInt64Array.of(2n ** 53n + 1n)))),
      'format.value'
    ],
    [
      'a text longer than its bytes',
      file(matrix('a', CHAR, [1, huge], element(17, Uint16Array.of(65)))),
      'format.size'
    ],
    [
      'a text of other length',
      file(matrix('a', CHAR, [1, 9], element(17, Uint16Array.of(65)))),
      'format.size'
    ],
    ['invalid UTF-8', file(matrix('a', CHAR, [1, 1], element(16, Uint8Array.of(0xff)))), 'format.value'],
    [
      'a character beyond Unicode',
      file(matrix('a', CHAR, [1, 1], element(18, Uint32Array.of(0x110000)))),
      'format.value'
    ],
    ['characters as doubles', file(matrix('a', CHAR, [1, 1], doubles(65))), 'format.header'],
    ['more cells than bytes', file(matrix('a', CELL, [huge, 1])), 'format.size'],
    ['a cell that is no array', file(matrix('a', CELL, [1, 1], doubles(1))), 'format.header'],
    [
      'more fields than bytes',
      file(matrix('a', STRUCT, [huge, huge], ints(2), element(1, Buffer.from('f\0g\0')))),
      'format.size'
    ],
    [
      'fields without a length',
      file(matrix('a', STRUCT, [1, 1], ints(0), element(1, Buffer.from('f\0')))),
      'format.header'
    ],
    [
      'two fields of one name',
      file(
        matrix(
          'a',
          STRUCT,
          [1, 1],
          ints(2),
          element(1, Buffer.from('f\0f\0')),
          element(14, new Uint8Array(0)),
          element(14, new Uint8Array(0))
        )
      ),
      'format.header'
    ],
    [
      'sparse columns without starts',
      file(matrix('a', SPARSE, [2, huge], ints(0), ints(0, 1), doubles(1))),
      'format.header'
    ],
    [
      'sparse entries without rows',
      file(matrix('a', SPARSE, [2, 1], ints(0), ints(0, huge), doubles(1))),
      'format.size'
    ],
    [
      'fewer than no sparse entries',
      file(matrix('a', SPARSE, [2, 1], ints(0), ints(0, -5), doubles(1))),
      'format.size'
    ],
    [
      'sparse starts that go back',
      file(matrix('a', SPARSE, [3, 2], ints(0, 1), ints(0, 2, 1), doubles(1, 2))),
      'format.header'
    ],
    [
      'a sparse row outside',
      file(matrix('a', SPARSE, [2, 1], ints(2), ints(0, 1), doubles(1))),
      'format.header'
    ],
    [
      'sparse values that are missing',
      file(matrix('a', SPARSE, [2, 1], ints(0), ints(0, 1), doubles())),
      'format.size'
    ],
    [
      'two variables of one name',
      file(matrix('a', DOUBLE, [1, 1], doubles(1)), matrix('a', DOUBLE, [1, 1], doubles(1))),
      'format.header'
    ],
    [
      'a small element that is too large',
      file(element(14, Uint8Array.of(6, 0, 9, 0, 0, 0, 0, 0))),
      'format.header'
    ],
    ['a name without end', file(matrix('a'.repeat(300_000), DOUBLE, [1, 1], doubles(1))), 'format.header'],
    [
      'a field without end',
      file(matrix('a', STRUCT, [1, 1], ints(300_000), element(1, new Uint8Array(300_000).fill(255)))),
      'format.header'
    ],
    [
      'more fields than there is room for',
      file(compressed(matrix('a', STRUCT, [0, 0], ints(1), element(1, new Uint8Array(5_000_000).fill(65))))),
      'format.size'
    ],
    ['an element of no variable', file(element(9, new Float64Array(1))), 'format.header'],
    ['a variable beyond the end', file(element(14, new Uint8Array(8), 9999)), 'format.truncated']
  ])('%s', async (_, bytes, code) => {
    expect((await refusal(bytes)).code).toBe(code)
  })

  it('nests at most 32 deep', async () => {
    const nest = (depth: number) => {
      let inside = matrix('', CHAR, [1, 1], element(17, Uint16Array.of(65)))
      for (let i = 1; i < depth; i++) inside = matrix('', CELL, [1, 1], inside)
      return file(matrix('deep', CELL, [1, 1], inside))
    }
    expect(await read(nest(32))).toEqual([{ name: 'deep', type: 'text', shape: [1, 1], data: ['A'] }])
    expect((await refusal(nest(33))).code).toBe('format.unsupported')
    expect((await refusal(nest(3000))).code).toBe('format.unsupported')
  })

  it('holds many empty cells, but neither four million nor countless arrays', async () => {
    const cells = (entries: number) => {
      const tags = new Uint32Array(2 * entries)
      for (let i = 0; i < tags.length; i += 2) tags[i] = 14
      return file(compressed(matrix('c', CELL, [entries, 1], new Uint8Array(tags.buffer))))
    }
    const [{ data }] = await read(cells(1 << 18))
    expect(data.length).toBe(1 << 18)
    expect((await refusal(cells((1 << 22) + 1))).code).toBe('format.size')
    const pair = join(matrix('', DOUBLE, [1, 2], doubles(1, 2)), element(14, new Uint8Array(0)))
    const many = join(...Array<Uint8Array>((1 << 15) + 1).fill(pair))
    expect((await refusal(file(matrix('c', CELL, [(1 << 16) + 2, 1], many)))).code).toBe('format.unsupported')
  })

  it('keeps to maximumBytes, whatever the arrays are made of', async () => {
    const one = (contents: Uint8Array) => file(contents, compressed(matrix('b', DOUBLE, [1, 1], doubles(1))))
    const files = [
      one(matrix('a', DOUBLE, [100, 1], element(2, new Uint8Array(100)))),
      one(matrix('a', CHAR, [1, 300], element(17, new Uint16Array(300).fill(65))))
    ]
    for (const bytes of files) {
      expect((await refusal(bytes, { maximumBytes: 700 })).code).toBe('format.size')
      expect(await read(bytes, { maximumBytes: 2000 })).toHaveLength(2)
    }
  })
})

describe('compressed variables', () => {
  const inside = matrix('a', DOUBLE, [1, 3], doubles(1, 2, 3))
  const tag = (type: number, size: number) => new Uint8Array(Uint32Array.of(type, size).buffer)

  it('come in any number of pieces', async () => {
    const random = Float64Array.from({ length: 200_000 }, (_, i) => Math.sin(i * i))
    const [{ data }] = await read(file(compressed(matrix('a', DOUBLE, [200_000, 1], element(9, random)))))
    expect(Buffer.compare(Buffer.from((data as Float64Array).buffer), Buffer.from(random.buffer))).toBe(0)
  })

  it.each([
    [
      'claims more than deflate can hold',
      compressed(join(tag(14, 2 ** 32 - 8), inside.subarray(8))),
      'format.size'
    ],
    [
      'claims more than it holds',
      compressed(join(tag(14, inside.length), inside.subarray(8))),
      'format.truncated'
    ],
    ['holds more than it claims', compressed(join(inside, new Uint8Array(8))), 'format.size'],
    ['holds less than a tag', compressed(inside.subarray(0, 7)), 'format.truncated'],
    ['holds nothing', compressed(new Uint8Array(0)), 'format.truncated'],
    ['holds another compressed variable', compressed(compressed(inside)), 'format.header'],
    ['is no zlib stream', element(15, Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8)), 'format.header'],
    ['has no bytes', element(15, new Uint8Array(0)), 'format.']
  ])('are refused when one %s', async (_, variable, code) => {
    expect((await refusal(file(variable))).code).toContain(code)
  })

  it('may be followed by bytes that belong to nothing, if the platform says so', async () => {
    for (const extra of [1, 100, 600_000]) {
      const stream = compressed(inside).subarray(8)
      const padded = file(join(tag(15, stream.length + extra), stream, new Uint8Array(extra).fill(7)))
      expect(['value', 'format.header']).toContain(await outcome(padded))
    }
  })

  it('are refused for any changed byte of the checksum', async () => {
    const whole = file(compressed(inside))
    for (let back = 1; back <= 4; back++) {
      const changed = whole.slice()
      changed[changed.length - back] ^= 1
      expect((await refusal(changed)).code).toBe('format.header')
    }
  })

  it('are refused as bombs before they are inflated', async () => {
    const zeros = file(
      compressed(matrix('a', DOUBLE, [1_000_000, 1], element(9, new Float64Array(1_000_000))))
    )
    expect(zeros.length).toBeLessThan(10_000)
    const before = process.memoryUsage().arrayBuffers
    expect((await refusal(zeros, { maximumBytes: 1_000_000 })).code).toBe('format.size')
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4_000_000)
  })
})
