/**
 * A transformer with its tokenizer as an encoder of sentences: the states of a text's tokens become one vector
 * as its authors say (text-pooling.ts), scaled to length 1. Nothing here needs Node: Studio opens the same files
 * in the browser.
 */
import { Matrix, type SentenceRecord, UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { OnnxSession, OnnxTensor } from '../onnx/run-session.js'
import type { EncodeOptions, Encoded, Encoder, TextRemark } from './encoder.js'
import { type TextOutput, type TextPooling, chooseTextOutput, isSiglip, poolTokens } from './text-pooling.js'
import { quote, scaleToUnit } from './texts.js'
import { sha256 } from './word-memory.js'
import * as tokenizers from '@huggingface/tokenizers'

export interface SentenceParts {
  /** what --encoder calls it */
  readonly name: string
  /** the model in its record */
  readonly model: string
  /** what errors call the network */
  readonly network: string
  readonly session: OnnxSession
  /** tokenizer.json */
  readonly rules: { readonly file: string; readonly text: string }
  /** tokenizer_config.json and config.json, empty where there are none */
  readonly config: Readonly<Record<string, unknown>>
  readonly settings: Readonly<Record<string, unknown>>
  /** SHA-256 of the network and tokenizer.json */
  readonly digest: string
  /** where it is known otherwise than from the files */
  readonly pooling?: TextPooling
  /** 1_Pooling/config.json, where there is one */
  readonly modules?: Readonly<Record<string, unknown>>
  /** sentence_bert_config.json: the most tokens that the authors give it */
  readonly limit?: number
  /** the space it shares with images */
  readonly towers?: SentenceRecord['towers']
}

interface TextTokenizer {
  encode(text: string): { readonly ids: readonly number[] }
  token_to_id(token: string): number | undefined
}

// The package's declarations import files without an extension, which Node's resolution does not follow.
const { Tokenizer } = tokenizers as unknown as {
  readonly Tokenizer: new (rules: object, config: object) => TextTokenizer
}

const DEFAULT_LIMIT = 512
/** In milliseconds: so long may others wait for their turn. */
const TURN = 20

/**
 * An encoder of sentences from the parts of a transformer. The session belongs to the encoder from now on: it
 * is closed with it, and also where the files turn out to be no encoder.
 *
 * @param parts tokenizer, ONNX session and names
 */
export async function sentenceEncoder(parts: SentenceParts): Promise<Encoder> {
  try {
    return await openParts(parts)
  } catch (error) {
    await parts.session.close()
    throw error
  }
}

async function openParts(parts: SentenceParts): Promise<Encoder> {
  const { name, model, network, session, rules, config, settings, towers } = parts
  const tokenizer = openTokenizer(rules, config)
  const { pooling, output } = outputOf(session, parts)
  const limit = Math.min(parts.limit ?? Infinity, limitOf(config, settings))
  // SigLIP was trained on texts in small letters, each filled up to the full length.
  const siglip = isSiglip(settings)
  const padding = siglip ? { length: limit, id: paddingOf(tokenizer, config, settings, network) } : undefined
  const read = (text: string): readonly number[] => tokenizer.encode(siglip ? text.toLowerCase() : text).ids
  const run = (ids: readonly number[]): Promise<OnnxTensor> =>
    session.run(inputsFor(session, ids, padding), [output]).then(found => found[output])
  const length = (await run(read('a').slice(0, limit))).dims.at(-1) ?? 0
  const digest = await digestOf(parts.digest, pooling, padding)
  let turn = performance.now()
  const giveTurn = async (): Promise<void> => {
    if (performance.now() - turn < TURN) return
    await new Promise<void>(resolve => setTimeout(resolve, 0))
    turn = performance.now()
  }
  return {
    name,
    record: {
      kind: 'sentence',
      model,
      length,
      digest,
      ...defined({ pooling: pooling === 'mean' ? undefined : pooling, towers })
    },
    length,
    close: () => session.close(),
    async encode(texts, { signal, onProgress }: EncodeOptions = {}): Promise<Encoded> {
      const vectors = new Float32Array(texts.length * length)
      const remarks: TextRemark[] = []
      for (const [at, text] of texts.entries()) {
        signal?.throwIfAborted()
        if (text.trim() === '')
          throw new UnseenError('encoder.input', 'An empty text says nothing.', {
            where: { text },
            remedy: 'Write a sentence, or leave the class out.'
          })
        const ids = read(text)
        if (ids.length > limit)
          remarks.push({
            text: at,
            message: `${quote(text)} has ${ids.length} tokens; the first ${limit} are read`
          })
        // One text at a time: a network that quantises as it runs rounds by all texts of a batch. The last
        // token ends the text, so it stays.
        const kept = ids.length > limit ? [...ids.slice(0, limit - 1), ids[ids.length - 1]] : ids
        const { data } = await run(kept)
        const states = data as Float32Array
        const vector =
          pooling === 'own' || pooling === 'pooler'
            ? Float64Array.from(states)
            : poolTokens(states, kept.length, length, pooling)
        vectors.set(scaleToUnit(vector, text), at * length)
        onProgress?.(at + 1, texts.length)
        await giveTurn()
      }
      return { vectors: Matrix.dense(texts.length, length, vectors), remarks }
    }
  }
}

interface Padding {
  readonly length: number
  readonly id: number
}

/** Alone in its batch, a text needs padding only where the network was trained on it. */
function inputsFor(
  { inputs }: OnnxSession,
  ids: readonly number[],
  padding: Padding | undefined
): Record<string, OnnxTensor> {
  const length = padding?.length ?? ids.length
  const fill = {
    input_ids: (at: number) => (at < ids.length ? ids[at] : (padding?.id ?? 0)),
    attention_mask: (at: number) => (at < ids.length ? 1 : 0),
    token_type_ids: () => 0,
    position_ids: (at: number) => at
  } as const
  const named = Object.entries(fill).filter(([name]) => inputs.some(port => port.name === name))
  return Object.fromEntries(
    named.map(([name, value]) => [
      name,
      { data: BigInt64Array.from({ length }, (_, at) => BigInt(value(at))), dims: [1, length] }
    ])
  )
}

/** Encoders that take the mean and fill nothing up keep the digest they always had. */
async function digestOf(files: string, pooling: TextPooling, padding: Padding | undefined): Promise<string> {
  if (pooling === 'mean' && padding === undefined) return files
  return sha256(new TextEncoder().encode(JSON.stringify([files, pooling, padding ?? null])))
}

function outputOf(
  { inputs, outputs }: OnnxSession,
  { network, pooling, modules, settings }: SentenceParts
): TextOutput {
  const floats = outputs.filter(({ type }) => type === 'float32')
  if (!inputs.some(({ name }) => name === 'input_ids') || floats.length === 0)
    throw new UnseenError(
      'backbone.unusable',
      `${network} is no sentence encoder: it needs an input "input_ids" and an output of float32.`,
      { where: { file: network } }
    )
  return chooseTextOutput(
    floats.map(({ name, shape }) => ({ name, axes: shape.length })),
    { said: pooling, pooling: modules, settings },
    network
  )
}

/** What a text is filled up with. */
function paddingOf(
  tokenizer: TextTokenizer,
  config: Readonly<Record<string, unknown>>,
  settings: Readonly<Record<string, unknown>>,
  network: string
): number {
  const token = config['pad_token']
  const named =
    typeof token === 'object' ? (token as Readonly<Record<string, unknown>> | null)?.['content'] : token
  const id =
    (typeof named === 'string' ? tokenizer.token_to_id(named) : undefined) ??
    textSettings(settings)['pad_token_id']
  if (typeof id === 'number') return id
  throw new UnseenError('encoder.missing', `Nothing says what ${network} fills texts up with.`, {
    where: { file: network },
    remedy: 'Bring tokenizer_config.json with its pad_token along.'
  })
}

/** Of a pair of towers, those of the text tower. */
function textSettings(settings: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const own = settings['text_config']
  return typeof own === 'object' && own !== null ? (own as Readonly<Record<string, unknown>>) : settings
}

function openTokenizer(
  { file, text }: SentenceParts['rules'],
  config: Readonly<Record<string, unknown>>
): TextTokenizer {
  try {
    return new Tokenizer(JSON.parse(text) as object, config)
  } catch (cause) {
    throw new UnseenError(
      'encoder.missing',
      `${file} is no tokenizer that can be used: ${(cause as Error).message}`,
      { where: { file }, cause }
    )
  }
}

function limitOf(
  tokenizer: Readonly<Record<string, unknown>>,
  config: Readonly<Record<string, unknown>>
): number {
  const limits = [tokenizer['model_max_length'], textSettings(config)['max_position_embeddings']].filter(
    (value): value is number => typeof value === 'number' && value >= 2
  )
  return Math.min(DEFAULT_LIMIT, ...limits)
}
