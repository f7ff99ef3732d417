/**
 * A transformer with its tokenizer as an encoder of sentences: the vector of a text is the mean of the last
 * hidden states over its tokens, scaled to length 1. Nothing here needs Node: Studio opens the same files in
 * the browser.
 */
import { Matrix, UnseenError } from '@unseen/core'
import type { OnnxSession, OnnxTensor } from '../onnx/run-session.js'
import type { EncodeOptions, Encoded, Encoder, TextRemark } from './encoder.js'
import { quote, scaleToUnit } from './texts.js'
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
}

interface TextTokenizer {
  encode(text: string): { readonly ids: readonly number[] }
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

async function openParts({
  name,
  model,
  network,
  session,
  rules,
  config,
  settings,
  digest
}: SentenceParts): Promise<Encoder> {
  const tokenizer = openTokenizer(rules, config)
  const output = hiddenStates(session, network)
  const limit = limitOf(config, settings)
  const run = (ids: readonly number[]): Promise<OnnxTensor> =>
    session.run(inputsFor(session, ids), [output]).then(found => found[output])
  const length = (await run(tokenizer.encode('a').ids)).dims[2]
  let turn = performance.now()
  const giveTurn = async (): Promise<void> => {
    if (performance.now() - turn < TURN) return
    await new Promise<void>(resolve => setTimeout(resolve, 0))
    turn = performance.now()
  }
  return {
    name,
    record: { kind: 'sentence', model, length, digest },
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
        const { ids } = tokenizer.encode(text)
        if (ids.length > limit)
          remarks.push({
            text: at,
            message: `${quote(text)} has ${ids.length} tokens; the first ${limit} are read`
          })
        // One text at a time: a network that quantises as it runs rounds by all texts of a batch. The last
        // token ends the text, so it stays.
        const { data, dims } = await run(
          ids.length > limit ? [...ids.slice(0, limit - 1), ids[ids.length - 1]] : ids
        )
        vectors.set(meanOverTokens(data as Float32Array, dims[1], length, text), at * length)
        onProgress?.(at + 1, texts.length)
        await giveTurn()
      }
      return { vectors: Matrix.dense(texts.length, length, vectors), remarks }
    }
  }
}

function meanOverTokens(states: Float32Array, tokens: number, length: number, text: string): Float32Array {
  const mean = new Float64Array(length)
  for (let t = 0; t < tokens; t++) for (let k = 0; k < length; k++) mean[k] += states[t * length + k]
  return scaleToUnit(mean, text)
}

/** A text is alone in its batch, so no token is padding. */
function inputsFor({ inputs }: OnnxSession, ids: readonly number[]): Record<string, OnnxTensor> {
  const fill = {
    input_ids: (at: number) => ids[at],
    attention_mask: () => 1,
    token_type_ids: () => 0
  } as const
  const named = Object.entries(fill).filter(([name]) => inputs.some(port => port.name === name))
  return Object.fromEntries(
    named.map(([name, value]) => [
      name,
      { data: BigInt64Array.from(ids, (_, at) => BigInt(value(at))), dims: [1, ids.length] }
    ])
  )
}

/** The output (texts x tokens x length). */
function hiddenStates({ inputs, outputs }: OnnxSession, path: string): string {
  const output =
    outputs.find(({ name }) => name === 'last_hidden_state') ??
    outputs.find(({ type, shape }) => type === 'float32' && shape.length === 3)
  if (output !== undefined && inputs.some(({ name }) => name === 'input_ids')) return output.name
  throw new UnseenError(
    'backbone.unusable',
    `${path} is no sentence encoder: it needs an input "input_ids" and an output of shape (texts x tokens x length).`,
    { where: { file: path } }
  )
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
  const limits = [tokenizer['model_max_length'], config['max_position_embeddings']].filter(
    (value): value is number => typeof value === 'number' && value >= 2
  )
  return Math.min(DEFAULT_LIMIT, ...limits)
}
