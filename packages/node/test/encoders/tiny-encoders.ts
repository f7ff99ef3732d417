/**
 * Encoders of a few words, made on the spot: a sentence encoder in a folder, and word vectors as wink-nlp
 * writes them.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tinyOnnx } from '../onnx/tiny-onnx.js'

export const vocabulary = [
  '[UNK]',
  '[CLS]',
  '[SEP]',
  'a',
  'horse',
  'with',
  'stripes',
  'hooves',
  'zebra',
  'tiger',
  'whale',
  'swims',
  'claws'
] as const
export const LENGTH = 5

/** The hidden state of word k: anything that tells words apart. */
export function tinyState(k: number): number[] {
  return Array.from({ length: LENGTH }, (_, m) => Math.fround(Math.sin((k + 1) * (k + 2 * m + 1) * 1.7)))
}

export interface TinyEncoder {
  /** makes it another encoder */
  readonly shift?: number
  readonly limit?: number
  /** 1_Pooling/config.json; null: there is none */
  readonly pooling?: object | null
  /** an output of its own beside the states: the state of the last token, times two */
  readonly own?: string
  /** config.json */
  readonly settings?: object
}

/** A network that looks tokens up in a table, with a tokenizer of whole words. */
export function writeTinyEncoder(
  folder: string,
  { shift = 0, limit = 8, pooling = { pooling_mode_mean_tokens: true }, own, settings }: TinyEncoder = {}
): string {
  mkdirSync(join(folder, 'onnx'), { recursive: true })
  if (pooling !== null) {
    mkdirSync(join(folder, '1_Pooling'))
    writeFileSync(join(folder, '1_Pooling/config.json'), JSON.stringify(pooling))
  }
  if (settings !== undefined) writeFileSync(join(folder, 'config.json'), JSON.stringify(settings))
  const network = tinyOnnx({
    inputs: ['input_ids', 'attention_mask'].map(name => ({
      name,
      type: 'int64',
      shape: ['texts', 'tokens']
    })),
    outputs: [
      { name: 'last_hidden_state', type: 'float32', shape: ['texts', 'tokens', LENGTH] },
      ...(own === undefined ? [] : [{ name: own, type: 'float32' as const, shape: ['texts', LENGTH] }])
    ],
    constants: [
      {
        name: 'table',
        shape: [vocabulary.length, LENGTH],
        values: Float32Array.from(vocabulary.flatMap((_, k) => tinyState(k + shift)))
      },
      ...(own === undefined ? [] : [{ name: 'end', shape: [], values: BigInt64Array.of(-1n) }])
    ],
    nodes: [
      { operator: 'Gather', inputs: ['table', 'input_ids'], outputs: ['last_hidden_state'] },
      ...(own === undefined
        ? []
        : [
            {
              operator: 'Gather',
              inputs: ['last_hidden_state', 'end'],
              outputs: ['ends'],
              numbers: { axis: 1 }
            },
            { operator: 'Add', inputs: ['ends', 'ends'], outputs: [own] }
          ])
    ]
  })
  writeFileSync(join(folder, 'onnx/model_quantized.onnx'), network)
  const special = (content: string): object => ({
    id: vocabulary.indexOf(content as (typeof vocabulary)[number]),
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true
  })
  const token = (content: string): object => ({ SpecialToken: { id: content, type_id: 0 } })
  writeFileSync(
    join(folder, 'tokenizer.json'),
    JSON.stringify({
      version: '1.0',
      added_tokens: ['[UNK]', '[CLS]', '[SEP]'].map(special),
      normalizer: { type: 'Lowercase' },
      pre_tokenizer: { type: 'Whitespace' },
      post_processor: {
        type: 'TemplateProcessing',
        single: [token('[CLS]'), { Sequence: { id: 'A', type_id: 0 } }, token('[SEP]')],
        pair: [],
        special_tokens: Object.fromEntries(
          ['[CLS]', '[SEP]'].map(content => [
            content,
            { id: content, ids: [vocabulary.indexOf(content as '[CLS]')], tokens: [content] }
          ])
        )
      },
      decoder: null,
      model: {
        type: 'WordLevel',
        vocab: Object.fromEntries(vocabulary.map((word, k) => [word, k])),
        unk_token: '[UNK]'
      }
    })
  )
  writeFileSync(
    join(folder, 'tokenizer_config.json'),
    JSON.stringify({ model_max_length: limit, unk_token: '[UNK]', pad_token: 'claws' })
  )
  return folder
}

export interface TinyWords {
  readonly words: readonly string[]
  readonly vectors: readonly (readonly number[])[]
}

/**
 * In the form of wink-nlp's packages: three numbers for each word, then their length and the word's number.
 */
export function winkJson({ words, vectors }: TinyWords): string {
  const dimensions = vectors[0].length
  return JSON.stringify({
    precision: 8,
    l2NormIndex: dimensions,
    wordIndex: dimensions + 1,
    size: words.length,
    dimensions,
    words,
    vectors: Object.fromEntries(
      words.map((word, k) => [word, [...vectors[k], Math.hypot(...vectors[k]), k]])
    ),
    unkVector: Array.from({ length: dimensions + 2 }, () => 0)
  })
}
