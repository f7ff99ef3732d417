// JSON lines: the contract, exact round trips, refusals with line and key.
import { bytesSource } from '../../src/formats/bytes.js'
import type { NamedArray } from '../../src/formats/reader.js'
import { readers } from '../../src/formats/readers.js'
import { jsonLinesReader, writeJsonLines } from '../../src/formats/text/json-lines.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkReader } from './contract.js'
import { goldenBytes } from './golden.js'
import { anyText } from './random-arrays.js'

const read = async (text: string): Promise<readonly NamedArray[]> =>
  (await jsonLinesReader.read(bytesSource(new TextEncoder().encode(text)))).arrays

describe('the JSON lines reader', () => {
  checkReader(jsonLinesReader, readers, {
    files: [
      { name: 'objects.jsonl', bytes: goldenBytes('objects.jsonl') },
      { name: 'flat', bytes: new TextEncoder().encode('{"a":1,"b":"x"}\r\n\r\n{"b":"y","a":null}') }
    ],
    claims: [
      {
        name: 'deep lists',
        bytes: new TextEncoder().encode(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}\n`)
      }
    ],
    truncation: 'any',
    expansion: 40
  })

  it('reads lists within lists, blank lines, a byte order mark and keys in any order', async () => {
    expect(
      await read('\ufeff{"m":[[1,2],[3,4]],"t":["a","b"]}\n\n  \n{"t":["c","d"],"m":[[5,6],[7,1e999]]}\n')
    ).toEqual([
      { name: 'm', shape: [2, 2, 2], type: 'float64', data: Float64Array.of(1, 2, 3, 4, 5, 6, 7, Infinity) },
      { name: 't', shape: [2, 2], type: 'text', data: ['a', 'b', 'c', 'd'] }
    ])
  })

  it.each<[string, string, string, Record<string, unknown>]>([
    ['a text for a number', '{"a":1}\n\n{"a":"x"}\n', 'format.value', { line: 3, key: 'a' }],
    ['a number for a text', '{"a":"x"}\n{"a":1}\n', 'format.value', { line: 2, key: 'a' }],
    ['another length', '{"f":[1,2]}\n{"f":[1,2,3]}\n', 'format.value', { line: 2, key: 'f' }],
    ['another depth', '{"f":[1,2]}\n{"f":[[1],2]}\n', 'format.value', { line: 2, key: 'f' }],
    ['a missing key', '{"a":1,"b":2}\n{"b":2}\n', 'format.value', { line: 2, key: 'a' }],
    ['a key too many', '{"a":1}\n{"a":2,"b":2}\n', 'format.value', { line: 2, key: 'b' }],
    ['an object within', '{"a":{"b":1}}\n', 'format.unsupported', { line: 1, key: 'a' }],
    ['no object', '{"a":1}\n[1]\n', 'format.value', { line: 2 }],
    ['no JSON', '{"a":1}\n{a:1}\n{"a":1}\n', 'format.value', { line: 2 }],
    ['a line that breaks off', '{"a":1}\n{"a":', 'format.truncated', { line: 2 }],
    ['no lines', '\n \n', 'format.truncated', {}]
  ])('refuses %s', async (_, text, code, where) => {
    await expect(read(text)).rejects.toMatchObject({ code, where })
  })
})

describe('the JSON lines writer', () => {
  it('is undone by the reader', async () => {
    const rows = fc.integer({ min: 1, max: 6 })
    const table = rows.chain(length =>
      fc.tuple(
        fc.array(fc.double(), { minLength: 2 * length, maxLength: 2 * length }),
        fc.array(anyText(), { minLength: length, maxLength: length }),
        fc.array(fc.integer({ min: 0, max: 1 }), { minLength: length, maxLength: length })
      )
    )
    await fc.assert(
      fc.asyncProperty(table, async ([numbers, texts, flags]) => {
        const arrays: NamedArray[] = [
          {
            name: 'features',
            shape: [texts.length, 2, 1],
            type: 'float64',
            data: Float64Array.from(numbers)
          },
          { name: 'label', shape: [texts.length], type: 'text', data: texts },
          { name: 'seen', shape: [texts.length], type: 'bool', data: Uint8Array.from(flags) }
        ]
        expect((await jsonLinesReader.read(bytesSource(writeJsonLines(arrays)))).arrays).toEqual(arrays)
      })
    )
  })

  it('refuses what JSON cannot keep', () => {
    expect(() => writeJsonLines([{ name: 'a', shape: [1], data: BigInt64Array.of(2n ** 53n + 1n) }])).toThrow(
      expect.objectContaining({ code: 'format.value' })
    )
    expect(() => writeJsonLines([{ name: 'a', shape: [], data: Float64Array.of(1) }])).toThrow(
      expect.objectContaining({ code: 'features.shape' })
    )
  })
})
