// What JSON.parse passes over in silence: keys that stand twice and whole numbers that lose their last digits.
import { bytesSource } from '../../src/formats/bytes.js'
import { readArrays } from '../../src/formats/readers.js'
import { inexactNumber, repeatedKey } from '../../src/formats/text/json-text.js'
import { isInexact } from '../../src/formats/text/number-text.js'
import { parseManifest } from '../../src/manifest/manifest.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'

const read = async (text: string): Promise<unknown> =>
  (await readArrays(bytesSource(new TextEncoder().encode(text)))).arrays

it.each([
  ['{"a": 1, "a": 2}', 'a'],
  ['{"a": {"b": 1, "c": 2, "b": 3}}', 'b'],
  ['[{"a": 1}, {"a": 1, "\\u0061" : 2}]', 'a'],
  ['{"a": "b", "b": {"a": [{"a": "}{"}]}, "b": 0}', 'b']
])('the key that stands twice in %s is found', (json, key) => expect(repeatedKey(json)).toBe(key))

it('no key of what JSON.stringify writes stands twice', () =>
  fc.assert(
    fc.property(fc.json(), json => {
      const written = JSON.stringify(JSON.parse(json))
      expect(repeatedKey(written)).toBeUndefined()
    })
  ))

it.each(['9007199254740993', '-9007199254740993', '+9007199254740993', '123456789012345678901234567890'])(
  '%s loses digits',
  text => expect(isInexact(text)).toBe(true)
)

it.each(['9007199254740992', '9007199254740994', '1e300', '12345678901234567.5', '0'.repeat(30), '2'])(
  '%s does not',
  text => expect(isInexact(text)).toBe(false)
)

it('what JavaScript writes of a float64 loses none', () =>
  fc.assert(fc.property(fc.double(), value => !isInexact(String(value)))))

it('numbers within strings are none', () => {
  expect(inexactNumber('{"9007199254740993": "9007199254740993", "\\"": 1}')).toBeUndefined()
  expect(inexactNumber('{"a": ["", [9007199254740993]]}')).toBe('9007199254740993')
})

it('JSON lines with a key twice or a number that cannot be kept are refused by their line', async () => {
  await expect(read('{"a": 1}\n{"a": 1, "a": 2}\n')).rejects.toMatchObject({
    code: 'format.value',
    where: { line: 2, key: 'a' }
  })
  await expect(read('{"a": 9007199254740993}\n')).rejects.toMatchObject({ code: 'format.value' })
  await expect(read('{"a": [[1, 9007199254740993]]}\n')).rejects.toMatchObject({ code: 'format.value' })
  expect(await read('{"a": "9007199254740993", "b: c": 0.12345678901234567}\n')).toHaveLength(2)
})

it('so are cells of a CSV; in quotes they are texts', async () => {
  await expect(read('id,size\n9007199254740993,1\n9007199254740992,2\n')).rejects.toMatchObject({
    code: 'format.value',
    where: { row: 2, column: 1 }
  })
  expect(await read('id,size\n"9007199254740993",1\n"9007199254740992",2\n')).toMatchObject([
    { name: 'numbers' },
    { name: 'columns' },
    { name: 'id', type: 'text', data: ['9007199254740993', '9007199254740992'] }
  ])
})

it('dataset.json and the header of safetensors may not have a key twice', async () => {
  expect(() => parseManifest('{"version": 1, "name": "a", "name": "b"}')).toThrow(
    expect.objectContaining({ code: 'dataset.manifest', where: { file: 'dataset.json', key: 'name' } })
  )
  const header = new TextEncoder().encode(
    '{"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}}'
  )
  const bytes = new Uint8Array(8 + header.length + 1)
  new DataView(bytes.buffer).setUint32(0, header.length, true)
  bytes.set(header, 8)
  await expect(readArrays(bytesSource(bytes))).rejects.toMatchObject({ code: 'format.header' })
})
