// Word vectors: read as a stream however it is cut, kept in a store, found in any spelling that names have.
import { wordEncoder } from '@unseen/networks'
import { type WordVector, memoryWordStore, readWordVectors } from '@unseen/networks/internal'
import { formsOfWord, wordsOfName } from '../../../networks/src/texts/word-encoder.js'
import { openWordStore } from '../../src/encoders/word-store.js'
import { convertWordVectors } from '../../src/encoders/words.js'
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { checkEncoder } from '../../../networks/test/contracts/encoder.js'
import { winkJson, type TinyWords } from './tiny-encoders.js'

const place = mkdtempSync(join(tmpdir(), 'unseen-words-'))
afterAll(() => rmSync(place, { recursive: true }))

const tiny: TinyWords = {
  words: [
    'the',
    '"',
    ']',
    'vectors',
    '\\',
    'horse',
    'killer',
    'whale',
    'bear',
    'polar',
    't-shirt',
    'shirt',
    'berry',
    'fox',
    'église',
    '猫',
    '😀'
  ],
  vectors: Array.from({ length: 17 }, (_, k) => [Math.sin(k + 1), 1e-5 * k, 2 - 0.25 * k])
}
const json = winkJson(tiny)

async function* pieces(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array, void, void> {
  const ends = [...new Set(cuts.map(cut => cut % bytes.length))].sort((a, b) => a - b)
  let start = 0
  for (const end of [...ends, bytes.length]) {
    if (end > start) yield bytes.subarray(start, end)
    start = Math.max(start, end)
  }
}

async function readAll(text: string, cuts: readonly number[] = []): Promise<WordVector[]> {
  const found: WordVector[] = []
  for await (const entry of readWordVectors(pieces(new TextEncoder().encode(text), cuts), 'tiny.json'))
    found.push(entry)
  return found
}

describe('word vectors in memory', () => {
  it('are those of the store on disk, with the same digest', async () => {
    const file = join(place, 'memory.json')
    writeFileSync(file, json)
    await convertWordVectors(file, join(place, 'memory'))
    const disk = await openWordStore(join(place, 'memory'))
    const memory = await memoryWordStore(
      readWordVectors(pieces(new TextEncoder().encode(json), [100, 200]), 'memory.json')
    )
    expect([memory.count, memory.length, memory.digest]).toEqual([disk.count, disk.length, disk.digest])
    for (const word of [...tiny.words, 'absent']) {
      expect(memory.has(word)).toBe(disk.has(word))
      expect(await memory.find(word)).toEqual(await disk.find(word))
    }
    await disk.close()
  })
})

describe('word vectors as JSON', () => {
  it('are the same wherever the stream is cut', async () => {
    const whole = await readAll(json)
    expect(whole.map(({ word }) => word)).toEqual(tiny.words)
    expect(whole.map(({ vector }) => vector)).toEqual(tiny.vectors.map(vector => Float32Array.from(vector)))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(json.length), { maxLength: 60 }), async cuts => {
        expect(await readAll(json, cuts)).toEqual(whole)
      })
    )
    const everyByte = Array.from({ length: json.length + 40 }, (_, k) => k)
    expect(await readAll(json, everyByte)).toEqual(whole)
  })

  it('may be written with spaces', async () => {
    expect(await readAll(JSON.stringify(JSON.parse(json), null, 2))).toEqual(await readAll(json))
  })

  it('are refused where something is wrong', async () => {
    const refused = async (text: string): Promise<string> =>
      readAll(text).then(
        () => 'read',
        (error: unknown) => (error as { code: string }).code
      )
    expect(await refused(json.slice(0, json.indexOf('"bear":') + 20))).toBe('format.truncated')
    expect(await refused('{"dimensions":3,"words":[]}')).toBe('format.truncated')
    expect(await refused(json.replace('"dimensions":3,', ''))).toBe('format.header')
    expect(await refused(json.replace('"dimensions":3,', '"dimensions":9,'))).toBe('format.value')
    expect(await refused(json.replace('"size":17', '"size":18'))).toBe('format.truncated')
    expect(await refused(json.replace(/"bear":\[[^,]+/, '"bear":["x"'))).toBe('format.value')
    expect(await refused(json.replace(/"bear":\[[^,]+/, '"bear":[1e999'))).toBe('format.value')
    expect(await refused(json.replace(/"bear":\[/, `"bear":{${' '.repeat(2 ** 20 + 1000)}`))).toBe(
      'format.header'
    )
    await expect(readWordVectors(pieces(Uint8Array.of(123, 255, 255), []), 'x').next()).rejects.toMatchObject(
      { code: 'format.value' }
    )
  })

  it('any change of bytes is read or refused, never worse', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(json.length - 1), fc.integer({ min: 32, max: 126 }), async (at, code) => {
        const text = json.slice(0, at) + String.fromCharCode(code) + json.slice(at + 1)
        const codes = await readAll(text).then(
          () => 'read',
          (error: unknown) => (error as { code?: string }).code
        )
        expect(['read', 'format.truncated', 'format.header', 'format.value']).toContain(codes)
      }),
      { numRuns: 200 }
    )
  })
})

const file = join(place, 'tiny.json')
writeFileSync(file, json)
const store = join(place, 'store')
const progress: number[] = []
await convertWordVectors(file, store, {
  onProgress: ({ done, total }) => {
    progress.push(done / total)
  }
})

describe('the store', () => {
  it('has every word and no other', async () => {
    const opened = await openWordStore(store)
    expect(progress.at(-1)).toBe(1)
    expect(opened).toMatchObject({ count: tiny.words.length, length: 3 })
    for (const [k, word] of tiny.words.entries())
      expect(await opened.find(word)).toEqual(Float32Array.from(tiny.vectors[k]))
    for (const word of ['', 'a', 'horses', 'zzz', '猫猫']) {
      expect(opened.has(word)).toBe(false)
      expect(await opened.find(word)).toBeUndefined()
    }
    await opened.close()
  })

  it('is the same every time it is made, and another one for other vectors', async () => {
    await convertWordVectors(file, join(place, 'again'))
    for (const name of ['words.index', 'vectors.f32'])
      expect(readFileSync(join(place, 'again', name))).toEqual(readFileSync(join(store, name)))
    writeFileSync(
      join(place, 'other.json'),
      winkJson({ ...tiny, vectors: tiny.vectors.map(vector => vector.map(value => value + 1)) })
    )
    await convertWordVectors(join(place, 'other.json'), join(place, 'other'))
    const [one, two] = [await openWordStore(store), await openWordStore(join(place, 'other'))]
    expect(one.digest).not.toBe(two.digest)
    await Promise.all([one.close(), two.close()])
  })

  it('notices damage', async () => {
    const damage = async (name: string, change: (path: string) => void): Promise<string> => {
      const folder = join(place, name)
      await convertWordVectors(file, folder)
      change(folder)
      const opened = await openWordStore(folder).catch((error: unknown) => (error as { code: string }).code)
      if (typeof opened === 'string') return opened
      const found = await opened.find('horse').then(
        () => 'found',
        (error: unknown) => (error as { code: string }).code
      )
      await opened.close()
      return found
    }
    const flip = (path: string, at: number): void => {
      const bytes = readFileSync(path)
      bytes[at] ^= 1
      writeFileSync(path, bytes)
    }
    expect(await damage('cut index', folder => truncateSync(join(folder, 'words.index'), 90))).toBe(
      'encoder.missing'
    )
    expect(await damage('flipped index', folder => flip(join(folder, 'words.index'), 70))).toBe(
      'encoder.missing'
    )
    expect(await damage('cut vectors', folder => truncateSync(join(folder, 'vectors.f32'), 90))).toBe(
      'encoder.missing'
    )
    expect(await damage('flipped vector', folder => flip(join(folder, 'vectors.f32'), 5 * 12 + 1))).toBe(
      'encoder.missing'
    )
    expect(await damage('no index', folder => rmSync(join(folder, 'words.index')))).toBe('path.missing')
    expect(await damage('whole', () => undefined)).toBe('found')
  })

  it('is not made of what breaks off', async () => {
    writeFileSync(join(place, 'short.json'), json.slice(0, -200))
    await expect(convertWordVectors(join(place, 'short.json'), join(place, 'short'))).rejects.toMatchObject({
      code: 'format.truncated'
    })
    await expect(openWordStore(join(place, 'short'))).rejects.toMatchObject({ code: 'path.missing' })
    await expect(convertWordVectors(join(place, 'absent.json'), join(place, 'short'))).rejects.toMatchObject({
      code: 'path.missing'
    })
    await expect(
      convertWordVectors(file, join(place, 'short'), { signal: AbortSignal.abort() })
    ).rejects.toThrow()
  })
})

describe('the words of a name', () => {
  it('are found in every spelling', () => {
    expect(wordsOfName('killer+whale')).toEqual(['killer', 'whale'])
    expect(wordsOfName('polarBear')).toEqual(['polar', 'Bear'])
    expect(wordsOfName('001.Black_footed-Albatross')).toEqual(['Black', 'footed', 'Albatross'])
    expect(wordsOfName("Brandt's Cormorant")).toEqual(["Brandt's", 'Cormorant'])
    expect(wordsOfName('747')).toEqual(['747'])
    expect(wordsOfName('église (new)')).toEqual(['église', 'new'])
    expect(wordsOfName(' - ')).toEqual([])
  })

  it('are tried as they are, then in small letters, then in the singular', () => {
    expect(formsOfWord('Horses')).toEqual(['Horses', 'horses', 'horse'])
    expect(formsOfWord('foxes')).toEqual(['foxes', 'fox', 'foxe'])
    expect(formsOfWord('berries')).toEqual(['berries', 'berry', 'berrie'])
    expect(formsOfWord("Brandt's")).toEqual(["Brandt's", "brandt's", 'brandt'])
    expect(formsOfWord('grass')).toEqual(['grass'])
  })
})

checkEncoder('of word vectors', async () => wordEncoder(await openWordStore(store), 'tiny', 'tiny-words'), [
  'horse',
  'killer+whale',
  'Polar Bears'
])

describe('an encoder of names', () => {
  const rowOf = (...words: string[]): number[] => {
    const sum = [0, 1, 2].map(k =>
      words.reduce((total, word) => total + tiny.vectors[tiny.words.indexOf(word)][k], 0)
    )
    return sum.map(value => value / Math.hypot(...sum))
  }

  it('takes the mean over the words and says what it did', async () => {
    const encoder = wordEncoder(await openWordStore(store), 'tiny', 'tiny-words')
    const { vectors, remarks } = await encoder.encode([
      'Killer_Whale',
      'polar bears',
      'T-shirt',
      'grumpy horse'
    ])
    const expected = [rowOf('killer', 'whale'), rowOf('polar', 'bear'), rowOf('t-shirt'), rowOf('horse')]
    expected.forEach((row, i) =>
      row.forEach((value, k) => expect(vectors.data[3 * i + k]).toBeCloseTo(value, 6))
    )
    expect(remarks).toEqual([
      { text: 1, message: '"bears" is read as "bear"' },
      { text: 3, message: '"grumpy" of "grumpy horse" is not known and left out' }
    ])
    await expect(encoder.encode(['grumpy cat'])).rejects.toMatchObject({
      code: 'encoder.input',
      message: expect.stringContaining('no vector for "grumpy", "cat"') as string
    })
    await encoder.close()
  })
})
