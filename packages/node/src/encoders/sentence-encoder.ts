/**
 * A sentence encoder in the layout of Hugging Face: an ONNX transformer with its tokenizer. The vector
 * of a text is the mean of the last hidden states over its tokens, scaled to length 1.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { Matrix, UnseenError } from '@unseen/core'
import * as tokenizers from '@huggingface/tokenizers'
import { openSession, type OnnxSession, type OnnxTensor } from '../onnx/session.js'
import type { Encoded, EncodeOptions, Encoder, TextRemark } from './encoder.js'
import { scaleToUnit, quote } from './texts.js'

export interface SentenceFolder {
  readonly folder: string
  /** what --encoder calls it; by default the folder's name */
  readonly name?: string
  /** the model in its record; by default the folder's name */
  readonly model?: string
}

interface TextTokenizer {
  encode(text: string): { readonly ids: readonly number[] }
}

// The package's declarations import files without an extension, which Node's resolution does not follow.
const { Tokenizer } = tokenizers as unknown as { readonly Tokenizer: new (rules: object, config: object) => TextTokenizer }

const networks = ['model.onnx', 'onnx/model_quantized.onnx', 'onnx/model.onnx', 'model_quantized.onnx']
const DEFAULT_LIMIT = 512

/** The network and tokenizer.json of a folder, ready to encode. */
export async function openSentenceEncoder({ folder, name = basename(resolve(folder)), model = name }: SentenceFolder): Promise<Encoder> {
  const [network, rules, config] = await Promise.all([readNetwork(folder), readPart(folder, 'tokenizer.json'), readJson(folder, 'tokenizer_config.json')])
  const tokenizer = openTokenizer(folder, rules, config)
  const session = await openSession(network.bytes, { name: network.path })
  const output = hiddenStates(session, network.path)
  const limit = limitOf(config, await readJson(folder, 'config.json'))
  const run = (ids: readonly number[]): Promise<OnnxTensor> => session.run(inputsFor(session, ids), [output]).then((found) => found[output])
  const length = (await run(tokenizer.encode('a').ids)).dims[2]
  const digest = createHash('sha256').update(network.bytes).update(rules).digest('hex')
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
        if (text.trim() === '') throw new UnseenError('encoder.input', 'An empty text says nothing.', { where: { text }, remedy: 'Write a sentence, or leave the class out.' })
        const { ids } = tokenizer.encode(text)
        if (ids.length > limit) remarks.push({ text: at, message: `${quote(text)} has ${ids.length} tokens; the first ${limit} are read` })
        // One text at a time: a network that quantises as it runs rounds by all texts of a batch. The last token ends the text, so it stays.
        const { data, dims } = await run(ids.length > limit ? [...ids.slice(0, limit - 1), ids[ids.length - 1]] : ids)
        vectors.set(meanOverTokens(data as Float32Array, dims[1], length, text), at * length)
        onProgress?.(at + 1, texts.length)
        await turn()
      }
      return { vectors: Matrix.dense(texts.length, length, vectors), remarks }
    },
  }
}

function meanOverTokens(states: Float32Array, tokens: number, length: number, text: string): Float32Array {
  const mean = new Float64Array(length)
  for (let t = 0; t < tokens; t++) for (let k = 0; k < length; k++) mean[k] += states[t * length + k]
  return scaleToUnit(mean, text)
}

/** A text is alone in its batch, so no token is padding. */
function inputsFor({ inputs }: OnnxSession, ids: readonly number[]): Record<string, OnnxTensor> {
  const fill = { input_ids: (at: number) => ids[at], attention_mask: () => 1, token_type_ids: () => 0 } as const
  const named = Object.entries(fill).filter(([name]) => inputs.some((port) => port.name === name))
  return Object.fromEntries(named.map(([name, value]) => [name, { data: BigInt64Array.from(ids, (_, at) => BigInt(value(at))), dims: [1, ids.length] }]))
}

/** The output (texts x tokens x length). */
function hiddenStates({ inputs, outputs }: OnnxSession, path: string): string {
  const output = outputs.find(({ name }) => name === 'last_hidden_state') ?? outputs.find(({ type, shape }) => type === 'float32' && shape.length === 3)
  if (output !== undefined && inputs.some(({ name }) => name === 'input_ids')) return output.name
  throw new UnseenError('backbone.unusable', `${path} is no sentence encoder: it needs an input "input_ids" and an output of shape (texts x tokens x length).`, { where: { file: path } })
}

function openTokenizer(folder: string, rules: Uint8Array, config: Readonly<Record<string, unknown>>): TextTokenizer {
  try {
    return new Tokenizer(JSON.parse(Buffer.from(rules).toString('utf8')) as object, config)
  } catch (cause) {
    throw new UnseenError('encoder.missing', `${join(folder, 'tokenizer.json')} is no tokenizer that can be used: ${(cause as Error).message}`, { where: { file: join(folder, 'tokenizer.json') }, cause })
  }
}

function limitOf(tokenizer: Readonly<Record<string, unknown>>, config: Readonly<Record<string, unknown>>): number {
  const limits = [tokenizer['model_max_length'], config['max_position_embeddings']].filter((value): value is number => typeof value === 'number' && value >= 2)
  return Math.min(DEFAULT_LIMIT, ...limits)
}

async function readNetwork(folder: string): Promise<{ path: string; bytes: Uint8Array }> {
  for (const name of networks) {
    const path = join(folder, name)
    const bytes = await readFile(path).catch(() => undefined)
    if (bytes !== undefined) return { path, bytes }
  }
  throw new UnseenError('encoder.missing', `The folder ${folder} holds no sentence encoder: there is no ${networks.join(', no ')}.`, { where: { file: folder }, remedy: 'Name a folder with an ONNX network and its tokenizer.json.' })
}

async function readPart(folder: string, name: string): Promise<Uint8Array> {
  const path = join(folder, name)
  return readFile(path).catch((cause: unknown) => {
    throw new UnseenError('encoder.missing', `The folder ${folder} holds no sentence encoder: ${name} cannot be read (${(cause as NodeJS.ErrnoException).code ?? String(cause)}).`, { where: { file: path }, cause })
  })
}

/** A file that may be absent. */
async function readJson(folder: string, name: string): Promise<Readonly<Record<string, unknown>>> {
  const text = await readFile(join(folder, name), 'utf8').catch(() => '{}')
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>
  } catch (cause) {
    throw new UnseenError('encoder.missing', `${join(folder, name)} is no JSON.`, { where: { file: join(folder, name) }, cause })
  }
}
