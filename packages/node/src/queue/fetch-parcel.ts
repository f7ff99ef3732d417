/**
 * The worker's side of share.ts: data come into a folder of their own, are checked against their fingerprint
 * and kept for the next job.
 */
import { UnseenError, count } from '@unseen/core'
import { writeFileWhole } from '../files/write-file.js'
import type { DataOffer } from './jobs.js'
import { sharedFile } from './share.js'
import { makeFolder } from '../files/make-folder.js'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

export interface FetchOptions {
  readonly cache: string
  /** the shared folder as this machine sees it */
  readonly share?: string
  readonly signal: AbortSignal
}

const KEPT_BYTES = 8 * 2 ** 30

/** The path of the file that holds exactly these data. */
export async function fetchParcel(
  fingerprint: string,
  offer: DataOffer,
  { cache, share, signal }: FetchOptions
): Promise<string> {
  const path = join(cache, `${fingerprint}.unseen-data`)
  if (await isWhole(path, fingerprint, offer.size)) {
    await utimes(path, new Date(), new Date())
    return path
  }
  await makeRoom(cache, offer.size)
  await writeFileWhole(
    path,
    checked(await openOffer(fingerprint, offer, share, signal), fingerprint, offer.size)
  )
  return path
}

/** The data themselves, where they are small and wanted once. */
export async function fetchBytes(
  fingerprint: string,
  offer: DataOffer,
  { share, signal }: Omit<FetchOptions, 'cache'>
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of checked(
    await openOffer(fingerprint, offer, share, signal),
    fingerprint,
    offer.size
  ))
    pieces.push(piece)
  return Buffer.concat(pieces)
}

function refuse(reason: string, remedy: string, cause?: unknown): UnseenError {
  return new UnseenError('queue.data', `The data of a job cannot be had: ${reason}.`, { remedy, cause })
}

async function openOffer(
  fingerprint: string,
  offer: DataOffer,
  share: string | undefined,
  signal: AbortSignal
): Promise<AsyncIterable<Uint8Array>> {
  if (offer.kind === 'folder') {
    if (share === undefined)
      throw refuse(
        'they are in a shared folder',
        'Tell the worker where it is: unseen worker --share FOLDER.'
      )
    const file = sharedFile(share, fingerprint)
    if ((await stat(file).catch(() => undefined)) === undefined)
      throw refuse(
        `${file} is not there`,
        'Give the worker with --share the folder that the search was given.'
      )
    return createReadStream(file, { signal })
  }
  const { origin } = new URL(offer.url)
  const response = await fetch(offer.url, {
    headers: { authorization: `Bearer ${offer.token}` },
    redirect: 'error',
    signal
  }).catch((cause: unknown) => {
    throw refuse(
      `${origin} does not answer`,
      'Start the search with --share-host and the address of its machine, or share a folder with --share.',
      cause
    )
  })
  if (!response.ok || response.body === null)
    throw refuse(
      `${origin} answers ${response.status}`,
      'The search may have ended; otherwise start it again.'
    )
  return response.body
}

/** Passes the bytes on; fails at the end unless they are the ones that were meant. */
async function* checked(
  bytes: AsyncIterable<Uint8Array>,
  fingerprint: string,
  size: number
): AsyncGenerator<Uint8Array, void, void> {
  const hash = createHash('sha256')
  let length = 0
  try {
    for await (const piece of bytes) {
      length += piece.length
      if (length > size) break
      hash.update(piece)
      yield piece
    }
  } catch (cause) {
    throw refuse(
      `they broke off after ${count(length)} of ${count(size)} bytes`,
      'Look whether the search and the network are well.',
      cause
    )
  }
  if (length !== size || hash.digest('hex') !== fingerprint)
    throw refuse(
      'what came has another fingerprint',
      'Somebody changed it on the way, or in the shared folder.'
    )
}

async function isWhole(path: string, fingerprint: string, size: number): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  if (found?.size !== size) return false
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece as Uint8Array)
  return hash.digest('hex') === fingerprint
}

/** What was not used for longest goes first. */
async function makeRoom(cache: string, size: number): Promise<void> {
  await makeFolder(cache)
  const names = (await readdir(cache)).filter(name => name.endsWith('.unseen-data'))
  const files = (
    await Promise.all(
      names.map(async name => ({
        path: join(cache, name),
        facts: await stat(join(cache, name)).catch(() => undefined)
      }))
    )
  ).flatMap(({ path, facts }) =>
    facts === undefined ? [] : [{ path, size: facts.size, used: facts.mtimeMs }]
  )
  let total = size + files.reduce((sum, file) => sum + file.size, 0)
  for (const file of files.sort((a, b) => a.used - b.used)) {
    if (total <= KEPT_BYTES) return
    await rm(file.path, { force: true })
    total -= file.size
  }
}
