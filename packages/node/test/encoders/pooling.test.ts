// How states of tokens become the vector of a text: each way against values worked out by hand.
import { describeSentence } from '../../src/encoders/describe-sentence.js'
import { openEncoder } from '../../src/encoders/open-encoder.js'
import { openSentenceEncoder } from '../../src/encoders/sentence-encoder.js'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type TinyEncoder, tinyState, vocabulary, writeTinyEncoder } from './tiny-encoders.js'

const place = mkdtempSync(join(tmpdir(), 'unseen-pooling-'))
afterAll(() => rmSync(place, { recursive: true }))
let folders = 0
const write = (options: TinyEncoder = {}): string => writeTinyEncoder(join(place, String(folders++)), options)

const words = ['[CLS]', 'a', 'horse', 'swims', '[SEP]'] as const
const states = words.map(word => tinyState(vocabulary.indexOf(word)))
const unit = (vector: readonly number[]): number[] => vector.map(value => value / Math.hypot(...vector))
const over = (join: (column: readonly number[]) => number): number[] =>
  unit(states[0].map((_, k) => join(states.map(state => state[k]))))
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

async function encoded(folder: string, text = 'A horse swims'): Promise<number[]> {
  const encoder = await openSentenceEncoder({ folder })
  const { vectors } = await encoder.encode([text])
  await encoder.close()
  return Array.from(vectors.data)
}

function expectVector(found: readonly number[], expected: readonly number[]): void {
  expect(found).toHaveLength(expected.length)
  expected.forEach((value, k) => expect(found[k]).toBeCloseTo(value, 6))
}

describe('1_Pooling/config.json', () => {
  it.each<[string, object, readonly number[]]>([
    ['mean', { pooling_mode_mean_tokens: true, pooling_mode_cls_token: false }, over(sum)],
    ['mean by root', { pooling_mode_mean_sqrt_len_tokens: true }, over(sum)],
    ['cls', { pooling_mode_cls_token: true, pooling_mode_mean_tokens: false }, unit(states[0])],
    ['max', { pooling_mode_max_tokens: true }, over(column => Math.max(...column))],
    ['last token', { pooling_mode_lasttoken: true }, unit(states[4])],
    [
      'weighted',
      { pooling_mode_weightedmean_tokens: true },
      over(column => sum(column.map((value, t) => (t + 1) * value)))
    ],
    ['by name', { pooling_mode: 'cls' }, unit(states[0])]
  ])('%s', async (_, pooling, expected) => {
    expectVector(await encoded(write({ pooling })), expected)
  })

  it('of two ways at once, or none, is refused', async () => {
    for (const pooling of [{ pooling_mode_cls_token: true, pooling_mode_max_tokens: true }, {}])
      await expect(openSentenceEncoder({ folder: write({ pooling }) })).rejects.toMatchObject({
        code: 'encoder.missing',
        message: expect.stringContaining('is not offered') as string
      })
  })
})

describe('without it', () => {
  it('nothing is guessed', async () => {
    const folder = write({ pooling: null })
    await expect(openSentenceEncoder({ folder })).rejects.toMatchObject({
      code: 'encoder.missing',
      message: expect.stringMatching(/Nothing says how .*--pooling/s) as string
    })
    const encoder = await openEncoder(folder, { pooling: 'last', cache: join(place, 'cache') })
    expect(encoder.record).toMatchObject({ pooling: 'last' })
    expectVector(Array.from((await encoder.encode(['a horse swims'])).vectors.data), unit(states[4]))
    await encoder.close()
  })

  it.each(['text_embeds', 'sentence_embedding'])("the network's own %s is taken", async own => {
    const folder = write({ pooling: null, own })
    expectVector(await encoded(folder), unit(states[4]))
  })

  it("a BERT's pooler_output is no vector of the text", async () => {
    const folder = write({ pooling: null, own: 'pooler_output', settings: { model_type: 'bert' } })
    await expect(openSentenceEncoder({ folder })).rejects.toMatchObject({ code: 'encoder.missing' })
  })

  it('a layer behind the pooling is missed', async () => {
    const folder = write()
    writeFileSync(join(folder, 'modules.json'), '[{"type":"sentence_transformers.models.Dense"}]')
    await expect(openSentenceEncoder({ folder })).rejects.toMatchObject({
      code: 'encoder.missing',
      message: expect.stringContaining('models.Dense') as string
    })
  })
})

describe('SigLIP', () => {
  it('fills texts up to the full length and takes its pooler_output', async () => {
    const folder = write({
      pooling: null,
      own: 'pooler_output',
      limit: 64,
      settings: { model_type: 'siglip', text_config: { max_position_embeddings: 7 } }
    })
    // The last of seven tokens is the one that fills up, as tokenizer_config.json names it.
    const padding = unit(tinyState(vocabulary.indexOf('claws')))
    expectVector(await encoded(folder), padding)
    // Seven tokens and more: nothing is filled up, the text is cut, its end stays.
    expectVector(await encoded(folder, 'a horse with hooves with a zebra'), unit(states[4]))
  })
})

describe('digests', () => {
  const digest = async (folder: string): Promise<string> => {
    const encoder = await openSentenceEncoder({ folder })
    await encoder.close()
    return encoder.record.digest
  }

  it('tell poolings of one network apart', async () => {
    const [mean, cls, siglip] = await Promise.all(
      [
        write(),
        write({ pooling: { pooling_mode_cls_token: true } }),
        write({ settings: { model_type: 'siglip' } })
      ].map(digest)
    )
    expect(new Set([mean, cls, siglip]).size).toBe(3)
  })

  it('a model of before, whose record has no pooling, is described as it was', async () => {
    const folder = write({ pooling: null })
    const encoder = await openEncoder(folder, { pooling: 'mean', cache: join(place, 'cache') })
    const { record, length } = encoder
    await encoder.close()
    expect(record).not.toHaveProperty('pooling')
    const asked: number[][] = []
    const model = {
      notes: { encoder: record },
      describe: (_: string, signature: Float64Array) => asked.push(Array.from(signature))
    } as unknown as Parameters<typeof describeSentence>[0]
    await describeSentence(model, 'okapi', 'a horse swims', { encoder: folder, cache: join(place, 'cache') })
    expect(asked[0]).toHaveLength(length)
    expectVector(asked[0], over(sum))
  })
})
