// A sentence encoder of a few words, in a folder: tokens, mean, length 1, limits, refusals, the cache of
// vectors.
import type { Encoder } from '@unseen/networks'
import { cachedEncoder } from '../../src/encoders/embedding-cache.js'
import { encoders, openEncoder } from '../../src/encoders/open-encoder.js'
import { openSentenceEncoder } from '../../src/encoders/sentence-encoder.js'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { checkEncoder } from '../../../networks/test/contracts/encoder.js'
import { tinyState, vocabulary, writeTinyEncoder } from './tiny-encoders.js'

const place = mkdtempSync(join(tmpdir(), 'unseen-sentence-'))
afterAll(() => rmSync(place, { recursive: true }))
const folder = writeTinyEncoder(join(place, 'tiny'))
const cache = join(place, 'cache')
const texts = ['A horse with stripes', 'a whale swims', 'zebra']

checkEncoder('of a folder', () => openSentenceEncoder({ folder }), texts)
checkEncoder('of a folder, with its cache', () => openEncoder(folder, { cache }), texts)

const meanOf = (words: readonly string[]): number[] => {
  const states = words.map(word => tinyState(vocabulary.indexOf(word as (typeof vocabulary)[number])))
  const sum = states[0].map((_, m) => states.reduce((total, state) => total + state[m], 0))
  return sum.map(value => value / Math.hypot(...sum))
}

describe('a sentence encoder', () => {
  it('takes the mean over the tokens, ends included, at length 1', async () => {
    const encoder = await openSentenceEncoder({ folder })
    const { vectors, remarks } = await encoder.encode(['A horse swims quickly'])
    meanOf(['[CLS]', 'a', 'horse', 'swims', '[UNK]', '[SEP]']).forEach((value, k) =>
      expect(vectors.data[k]).toBeCloseTo(value, 6)
    )
    expect(remarks).toEqual([])
    expect(encoder).toMatchObject({ name: 'tiny', length: 5, record: { kind: 'sentence', model: 'tiny' } })
    await encoder.close()
  })

  it('cuts a long text at the limit, keeps its end and says so', async () => {
    const encoder = await openSentenceEncoder({ folder })
    const { vectors, remarks } = await encoder.encode(['zebra', 'a horse with hooves a zebra with stripes'])
    meanOf(['[CLS]', 'a', 'horse', 'with', 'hooves', 'a', 'zebra', '[SEP]']).forEach((value, k) =>
      expect(vectors.data[5 + k]).toBeCloseTo(value, 6)
    )
    expect(remarks).toEqual([
      { text: 1, message: '"a horse with hooves a zebra with stripes" has 10 tokens; the first 8 are read' }
    ])
    await encoder.close()
  })

  it('refuses folders that are none', async () => {
    const broken = (name: string, change: (copy: string) => void): string => {
      const copy = writeTinyEncoder(join(place, name))
      change(copy)
      return copy
    }
    await expect(openEncoder(join(place, 'absent'))).rejects.toMatchObject({
      code: 'encoder.missing',
      message: expect.stringContaining('minilm or words') as string
    })
    await expect(openEncoder(cache)).rejects.toMatchObject({ code: 'encoder.missing' })
    await expect(
      openEncoder(broken('no tokens', copy => rmSync(join(copy, 'tokenizer.json'))))
    ).rejects.toMatchObject({
      code: 'encoder.missing',
      message: expect.stringContaining('tokenizer.json') as string
    })
    await expect(
      openEncoder(broken('odd tokens', copy => writeFileSync(join(copy, 'tokenizer.json'), '{"model": 3}')))
    ).rejects.toMatchObject({ code: 'encoder.missing' })
    await expect(
      openEncoder(broken('odd settings', copy => writeFileSync(join(copy, 'tokenizer_config.json'), '{')))
    ).rejects.toMatchObject({ code: 'encoder.missing' })
    await expect(
      openEncoder(broken('no network', copy => writeFileSync(join(copy, 'model.onnx'), 'nothing')))
    ).rejects.toMatchObject({ code: 'backbone.unusable' })
  })

  it('can be had by name', () => {
    expect(encoders.map(({ name }) => name)).toEqual(['minilm', 'words'])
  })
})

describe('the cache of vectors', () => {
  /** An encoder that counts how often it works. */
  const counting = async (own = folder): Promise<{ encoder: Encoder; calls: string[] }> => {
    const inner = await openSentenceEncoder({ folder: own })
    const calls: string[] = []
    return {
      calls,
      encoder: {
        ...inner,
        encode: (given, options) => {
          calls.push(...given)
          return inner.encode(given, options)
        }
      }
    }
  }
  const files = (below: string): string[] =>
    readdirSync(below, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
  const long = 'a horse with hooves a zebra with stripes'

  it('asks for each text once, and keeps what was said of it', async () => {
    const here = join(place, 'once')
    const { encoder, calls } = await counting()
    const first = await cachedEncoder(encoder, here).encode(['zebra', long])
    const second = await cachedEncoder(encoder, here).encode([long, 'tiger', 'zebra'])
    expect(calls).toEqual(['zebra', long, 'tiger'])
    expect(second.vectors.data.subarray(0, 5)).toEqual(first.vectors.data.subarray(5))
    expect(second.remarks).toEqual([{ text: 0, message: first.remarks[0].message }])
    await encoder.close()
  })

  it('does not take the vectors of another encoder', async () => {
    const here = join(place, 'others')
    const [one, two] = [
      await counting(),
      await counting(writeTinyEncoder(join(place, 'shifted'), { shift: 1 }))
    ]
    const a = await cachedEncoder(one.encoder, here).encode(['zebra'])
    const b = await cachedEncoder(two.encoder, here).encode(['zebra'])
    expect(two.calls).toEqual(['zebra'])
    expect(b.vectors.data).not.toEqual(a.vectors.data)
    await Promise.all([one.encoder.close(), two.encoder.close()])
  })

  it('notices damaged entries and makes them again', async () => {
    const here = join(place, 'damaged')
    const { encoder, calls } = await counting()
    const whole = await cachedEncoder(encoder, here).encode(['zebra'])
    const [path] = files(here)
    const good = readFileSync(path, 'utf8')
    const other = JSON.parse(good) as { vector: string }
    const damages = [
      good.slice(0, 30),
      '',
      '[]',
      JSON.stringify({ ...other, vector: `${other.vector.slice(0, -4)}AAA=` }),
      JSON.stringify({ ...other, remarks: ['x'] })
    ]
    for (const damage of damages) {
      writeFileSync(path, damage)
      expect((await cachedEncoder(encoder, here).encode(['zebra'])).vectors).toEqual(whole.vectors)
      expect(readFileSync(path, 'utf8')).toBe(good)
    }
    expect(calls.length).toBe(1 + damages.length)
    await cachedEncoder(encoder, here).encode(['tiger'])
    const tiger = files(here).find(name => name !== path)!
    writeFileSync(tiger, good)
    await cachedEncoder(encoder, here).encode(['tiger'])
    expect(calls.at(-1)).toBe('tiger')
    expect(calls.length).toBe(3 + damages.length)
    await encoder.close()
  })
})
