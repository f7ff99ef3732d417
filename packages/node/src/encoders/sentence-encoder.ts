/** A sentence encoder from a folder in the layout of Hugging Face: an ONNX transformer with its tokenizer. */
import { type SentenceRecord, UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { type Encoder, readGraph, sentenceEncoder, withOutputs } from '@unseen/networks'
import { type TextPooling, chooseTextOutput } from '@unseen/networks/internal'
import { withWeights } from '../onnx/external-data.js'
import { openSession } from '../onnx/session.js'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

export interface SentenceFolder {
  readonly folder: string
  /** what --encoder calls it; by default the folder's name */
  readonly name?: string
  /** the model in its record; by default the folder's name */
  readonly model?: string
  /** the network's file in the folder; by default the first that is usual */
  readonly network?: string
  /** where the folder does not say it */
  readonly pooling?: TextPooling
  /** the space it shares with images */
  readonly towers?: SentenceRecord['towers']
}

const networks = [
  'model.onnx',
  'onnx/text_model_quantized.onnx',
  'onnx/text_model.onnx',
  'onnx/model_quantized.onnx',
  'onnx/model.onnx',
  'model_quantized.onnx'
]

/** The network and tokenizer.json of a folder, ready to encode. */
export async function openSentenceEncoder({
  folder,
  name = basename(resolve(folder)),
  model = name,
  network: file,
  pooling: said,
  towers
}: SentenceFolder): Promise<Encoder> {
  const [network, rules, config, settings, modules, limits, steps] = await Promise.all([
    readNetwork(folder, file === undefined ? networks : [file]),
    readPart(folder, 'tokenizer.json'),
    readJson(folder, 'tokenizer_config.json'),
    readJson(folder, 'config.json'),
    readJson(folder, '1_Pooling/config.json'),
    readJson(folder, 'sentence_bert_config.json'),
    readJson(folder, 'modules.json')
  ])
  if (said === undefined) refuseDense(steps, network)
  const hints = { said, pooling: modules, settings: settings ?? {} }
  const session = await openSession(textPart(network.bytes, hints, network.path), { name: network.path })
  const digest = createHash('sha256').update(network.bytes).update(rules).digest('hex')
  const limit = limits?.['max_seq_length']
  return sentenceEncoder({
    name,
    model,
    network: network.path,
    session,
    rules: { file: join(folder, 'tokenizer.json'), text: Buffer.from(rules).toString('utf8') },
    config: config ?? {},
    settings: settings ?? {},
    digest,
    ...defined({ modules, towers, pooling: said, limit: typeof limit === 'number' ? limit : undefined })
  })
}

/** sentence-transformers may put a layer of its own behind the pooling, which the network then lacks. */
function refuseDense(steps: unknown, { bytes, path }: { path: string; bytes: Uint8Array }): void {
  const types = Array.isArray(steps)
    ? steps.map(step => String((step as { type?: unknown } | null)?.type))
    : []
  const dense = types.find(type => type.endsWith('Dense'))
  if (dense === undefined || readGraph(bytes).outputs.some(({ name }) => name === 'sentence_embedding'))
    return
  throw new UnseenError(
    'encoder.missing',
    `${path} is only a part of its encoder: modules.json asks for ${dense}, which the network does not have.`,
    {
      where: { file: path },
      remedy: 'Export it with its output "sentence_embedding", or say --pooling to take the part alone.'
    }
  )
}

/** Of a network that takes images too, as CLIP in one file, what texts go through. */
function textPart(
  network: Uint8Array,
  hints: Parameters<typeof chooseTextOutput>[1],
  path: string
): Uint8Array {
  const { inputs, outputs } = readGraph(network)
  if (!inputs.some(({ name }) => name === 'pixel_values')) return network
  const { output } = chooseTextOutput(
    outputs.map(({ name, shape }) => ({ name, axes: shape?.length ?? 0 })),
    hints,
    path
  )
  return withOutputs(network, [output])
}

async function readNetwork(
  folder: string,
  names: readonly string[]
): Promise<{ path: string; bytes: Uint8Array }> {
  for (const name of names) {
    const path = join(folder, name)
    const bytes = await readFile(path).catch(() => undefined)
    if (bytes !== undefined)
      return { path, bytes: hasWeightsElsewhere(bytes) ? await withWeights(bytes, dirname(path)) : bytes }
  }
  throw new UnseenError(
    'encoder.missing',
    `The folder ${folder} holds no sentence encoder: there is no ${names.join(', no ')}.`,
    { where: { file: folder }, remedy: 'Name a folder with an ONNX network and its tokenizer.json.' }
  )
}

/** What is no network at all is left to the runtime, whose message says more. */
function hasWeightsElsewhere(bytes: Uint8Array): boolean {
  try {
    return readGraph(bytes).hasExternalData
  } catch {
    return false
  }
}

async function readPart(folder: string, name: string): Promise<Uint8Array> {
  const path = join(folder, name)
  return readFile(path).catch((cause: unknown) => {
    throw new UnseenError(
      'encoder.missing',
      `The folder ${folder} holds no sentence encoder: ${name} cannot be read (${(cause as NodeJS.ErrnoException).code ?? String(cause)}).`,
      { where: { file: path }, cause }
    )
  })
}

/** A file that may be absent. */
async function readJson(
  folder: string,
  name: string
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const text = await readFile(join(folder, name), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>
  } catch (cause) {
    throw new UnseenError('encoder.missing', `${join(folder, name)} is no JSON.`, {
      where: { file: join(folder, name) },
      cause
    })
  }
}
