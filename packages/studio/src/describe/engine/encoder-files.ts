/**
 * An encoder from files that a person picks: word vectors, or an ONNX transformer with its tokenizer. It has
 * to be the one that made the table.
 */
import { type EncoderRecord, type Progress, UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { Encoder } from '@unseen/networks'
import type { NamedBlob } from '../../worker/files.js'
import { loadRuntime } from '../../worker/onnx-runtime.js'

export type SingleEncoder = Exclude<EncoderRecord, { readonly kind: 'joined' }>

export interface EncoderWatch {
  readonly signal: AbortSignal
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

export async function openEncoderFiles(
  files: readonly NamedBlob[],
  wanted: SingleEncoder,
  watch: EncoderWatch
): Promise<Encoder> {
  const encoder = await (wanted.kind === 'words'
    ? openWords(files, wanted, watch)
    : openSentences(files, wanted))
  if (encoder.record.digest === wanted.digest) return encoder
  await encoder.close()
  throw new UnseenError(
    'encoder.missing',
    `${files.map(({ name }) => name).join(', ')}: this is another encoder than ${wanted.model}, which made the table. Its digest is ${encoder.record.digest.slice(0, 12)}..., not ${wanted.digest.slice(0, 12)}...`,
    {
      where: { encoder: wanted.model },
      remedy: 'Vectors of two encoders cannot be compared: choose the files of the same one.'
    }
  )
}

async function openWords(
  files: readonly NamedBlob[],
  { model }: SingleEncoder,
  watch: EncoderWatch
): Promise<Encoder> {
  const { name, blob } = files.find(file => /\.json$/i.test(file.name)) ?? files[0]
  const { memoryWordStore, readWordVectors, wordEncoder } = await import('@unseen/networks/internal')
  return wordEncoder(await memoryWordStore(readWordVectors(piecesOf(blob, watch), name)), 'words', model)
}

async function openSentences(files: readonly NamedBlob[], wanted: SingleEncoder): Promise<Encoder> {
  const { model } = wanted
  const find = (ending: RegExp): NamedBlob | undefined => files.find(({ name }) => ending.test(name))
  const [network, rules] = [find(/\.onnx$/i), find(/(?:^|\/)tokenizer\.json$/i)]
  if (network === undefined || rules === undefined) {
    throw new UnseenError(
      'encoder.missing',
      `A sentence encoder is two files: its ONNX network and tokenizer.json. ${network === undefined ? 'The network' : 'tokenizer.json'} is missing.`,
      {
        where: { encoder: model },
        remedy: 'Choose both at once, with tokenizer_config.json and config.json where there are some.'
      }
    )
  }
  const [{ runSession, sentenceEncoder, sha256 }, ort] = await Promise.all([
    import('@unseen/networks/internal'),
    loadRuntime()
  ])
  const [bytes, text] = await Promise.all([bytesOf(network.blob), bytesOf(rules.blob)])
  const [config, settings] = await Promise.all([
    jsonOf(find(/(?:^|\/)tokenizer_config\.json$/i)),
    jsonOf(find(/(?:^|\/)config\.json$/i))
  ])
  return sentenceEncoder({
    ...(wanted.kind === 'sentence' && {
      pooling: wanted.pooling ?? 'mean',
      ...defined({ towers: wanted.towers })
    }),
    name: network.name,
    model,
    network: network.name,
    config,
    settings,
    session: await runSession(ort, bytes, 'web', network.name, { executionProviders: ['wasm'] }),
    rules: { file: rules.name, text: new TextDecoder().decode(text) },
    digest: await sha256(new Uint8Array(await new Blob([bytes, text]).arrayBuffer()))
  })
}

const bytesOf = async (blob: Blob): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await blob.arrayBuffer())

async function jsonOf(file: NamedBlob | undefined): Promise<Readonly<Record<string, unknown>>> {
  if (file === undefined) return {}
  try {
    return JSON.parse(await file.blob.text()) as Readonly<Record<string, unknown>>
  } catch (cause) {
    throw new UnseenError('encoder.missing', `${file.name} is no JSON.`, {
      where: { file: file.name },
      cause
    })
  }
}

/** A large file a piece at a time, with progress. */
async function* piecesOf(
  blob: Blob,
  { signal, onProgress }: EncoderWatch
): AsyncGenerator<Uint8Array, void, void> {
  const reader = blob.stream().getReader()
  let done = 0
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      if (signal.aborted) throw new UnseenError('cancelled', 'Stopped before all word vectors were read.')
      done += piece.value.length
      onProgress?.({ stage: 'examine', done, total: blob.size })
      yield piece.value
    }
  } finally {
    await reader.cancel()
  }
}
