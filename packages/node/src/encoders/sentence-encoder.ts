/** A sentence encoder from a folder in the layout of Hugging Face: an ONNX transformer with its tokenizer. */
import { UnseenError } from '@unseen/core'
import { type Encoder, sentenceEncoder } from '@unseen/networks'
import { openSession } from '../onnx/session.js'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'

export interface SentenceFolder {
  readonly folder: string
  /** what --encoder calls it; by default the folder's name */
  readonly name?: string
  /** the model in its record; by default the folder's name */
  readonly model?: string
}

const networks = ['model.onnx', 'onnx/model_quantized.onnx', 'onnx/model.onnx', 'model_quantized.onnx']

/** The network and tokenizer.json of a folder, ready to encode. */
export async function openSentenceEncoder({
  folder,
  name = basename(resolve(folder)),
  model = name
}: SentenceFolder): Promise<Encoder> {
  const [network, rules, config, settings] = await Promise.all([
    readNetwork(folder),
    readPart(folder, 'tokenizer.json'),
    readJson(folder, 'tokenizer_config.json'),
    readJson(folder, 'config.json')
  ])
  const session = await openSession(network.bytes, { name: network.path })
  const digest = createHash('sha256').update(network.bytes).update(rules).digest('hex')
  return sentenceEncoder({
    name,
    model,
    network: network.path,
    session,
    rules: { file: join(folder, 'tokenizer.json'), text: Buffer.from(rules).toString('utf8') },
    config,
    settings,
    digest
  })
}

async function readNetwork(folder: string): Promise<{ path: string; bytes: Uint8Array }> {
  for (const name of networks) {
    const path = join(folder, name)
    const bytes = await readFile(path).catch(() => undefined)
    if (bytes !== undefined) return { path, bytes }
  }
  throw new UnseenError(
    'encoder.missing',
    `The folder ${folder} holds no sentence encoder: there is no ${networks.join(', no ')}.`,
    { where: { file: folder }, remedy: 'Name a folder with an ONNX network and its tokenizer.json.' }
  )
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
async function readJson(folder: string, name: string): Promise<Readonly<Record<string, unknown>>> {
  const text = await readFile(join(folder, name), 'utf8').catch(() => '{}')
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>
  } catch (cause) {
    throw new UnseenError('encoder.missing', `${join(folder, name)} is no JSON.`, {
      where: { file: join(folder, name) },
      cause
    })
  }
}
