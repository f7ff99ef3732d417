/**
 * One attempt at a download: goes on behind what is there, or begins anew, until the stream ends.
 *
 * Two files: PART holds the bytes so far, PART.json what the server said of the file they belong to (its
 * ETag or date, and its length). A later attempt asks for the rest only "if the file is still that
 * one" (If-Range), and takes the rest only if the server says so (206, the right place, the same
 * validator); every other answer begins at the first byte.
 */
import { UnseenError, count } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { bytes } from '../terminal/text.js'
import { TryAgain, httpGet } from './http-get.js'
import { cannotWrite } from './system-error.js'
import { writeFileWhole } from './write-file.js'
import { open, readFile, rm, stat, type FileHandle } from 'node:fs/promises'
import type { ReadableStream } from 'node:stream/web'

export interface AttemptOptions {
  /** the length the file must have */
  readonly expectedBytes?: number
  /** never more than this is written */
  readonly limitBytes: number
  /** seconds without a byte after which the connection is given up */
  readonly stallSeconds: number
  /** sent along, to the first address alone where one of them is a token */
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  onBytes?(done: number, total: number | undefined): void
}

/** What PART.json says. */
interface Origin {
  readonly url: string
  readonly validator: string | null
  readonly total: number | null
}

/** Where PART.json stands. */
export const originOf = (part: string): string => `${part}.json`

/** Resolves when PART is whole as far as the server says; throws TryAgain when it broke off. */
export async function attempt(url: string, part: string, options: AttemptOptions): Promise<void> {
  const { signal, stallSeconds } = options
  const stop = new AbortController()
  const give = (): void => stop.abort(signal?.reason)
  signal?.throwIfAborted()
  signal?.addEventListener('abort', give, { once: true })
  const stalled = new TryAgain(broken(url, `sent nothing for ${stallSeconds} s`))
  let timer: NodeJS.Timeout | undefined
  const alive = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => stop.abort(stalled), 1000 * stallSeconds)
  }
  alive()
  try {
    const before = await partSoFar(url, part)
    // Stopped between the last byte and the name.
    if (before !== undefined && before.size === before.total) return
    const response = await httpGet(
      url,
      {
        ...options.headers,
        'accept-encoding': 'identity',
        ...defined({
          range: before === undefined ? undefined : `bytes=${before.size}-`,
          'if-range': before === undefined ? undefined : before.validator
        })
      },
      stop.signal
    )
    alive()
    await receive(url, part, response, before, options, stop.signal, alive)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', give)
  }
}

interface Before {
  readonly size: number
  readonly validator: string
  readonly total: number | null
}

/** The part that can be gone on with, if there is one. */
async function partSoFar(url: string, part: string): Promise<Before | undefined> {
  try {
    const { size } = await stat(part)
    const origin = JSON.parse(await readFile(originOf(part), 'utf8')) as Partial<Origin>
    const total = typeof origin.total === 'number' ? origin.total : null
    if (
      size === 0 ||
      origin.url !== url ||
      typeof origin.validator !== 'string' ||
      (total !== null && size > total)
    )
      return undefined
    return { size, validator: origin.validator, total }
  } catch {
    return undefined
  }
}

async function receive(
  url: string,
  part: string,
  response: Response,
  before: Before | undefined,
  options: AttemptOptions,
  signal: AbortSignal,
  alive: () => void
): Promise<void> {
  const { headers, status, body } = response
  const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '')
  const validator = strongValidator(headers)
  const goesOn =
    status === 206 &&
    before !== undefined &&
    Number(range?.[1]) === before.size &&
    (validator === null || validator === before.validator) &&
    (before.total === null || before.total === Number(range?.[2]))
  if (status !== 200 && !goesOn) {
    // The rest of another file, or nothing after our bytes: what is there is of no use.
    await body?.cancel()
    await discard(part)
    throw new TryAgain(broken(url, `cannot go on where the download broke off (status ${status})`), 0)
  }
  if (!/^(identity)?$/i.test(headers.get('content-encoding') ?? '')) {
    await body?.cancel()
    throw broken(url, 'sends the file packed once more, although it was asked not to')
  }
  const start = goesOn ? before.size : 0
  const length = headers.get('content-length')
  const total = goesOn ? Number(range?.[2]) : length === null ? undefined : Number(length)
  const { expectedBytes, limitBytes } = options
  if (
    total !== undefined &&
    (total > limitBytes || (expectedBytes !== undefined && total !== expectedBytes))
  ) {
    await body?.cancel()
    throw broken(
      url,
      `offers ${count(total)} bytes; ${expectedBytes === undefined ? `at most ${bytes(limitBytes)} are` : `${count(expectedBytes)} are`} expected`
    )
  }
  const file = await openPart(part, goesOn)
  try {
    if (!goesOn)
      await writeFileWhole(
        originOf(part),
        JSON.stringify({ url, validator, total: total ?? null } satisfies Origin)
      )
    const done = await save(url, file, start, total, body, options, signal, alive)
    const wanted = total ?? expectedBytes
    if (wanted !== undefined && done < wanted)
      throw new TryAgain(broken(url, `broke off after ${count(done)} of ${count(wanted)} bytes`))
  } finally {
    await file.sync().catch(() => undefined)
    await file.close()
  }
}

/** Writes the stream behind `start`; how far it came. */
async function save(
  url: string,
  file: FileHandle,
  start: number,
  total: number | undefined,
  body: Response['body'],
  { expectedBytes, limitBytes, onBytes }: AttemptOptions,
  signal: AbortSignal,
  alive: () => void
): Promise<number> {
  const most = Math.min(limitBytes, total ?? Infinity, expectedBytes ?? Infinity)
  let done = start
  onBytes?.(done, total ?? expectedBytes)
  const reader = (body as ReadableStream<Uint8Array> | null)?.getReader()
  if (reader === undefined) return done
  for (;;) {
    const piece = await reader.read().catch((error: unknown) => {
      signal.throwIfAborted()
      throw new TryAgain(broken(url, `broke off after ${count(done)} bytes`, error))
    })
    if (piece.done) return done
    alive()
    if (done + piece.value.length > most) {
      await reader.cancel().catch(() => undefined)
      throw broken(url, `sends more than the ${count(most)} bytes that are expected`)
    }
    for (let at = 0; at < piece.value.length;)
      at += (await file.write(piece.value, at, piece.value.length - at, done + at)).bytesWritten
    done += piece.value.length
    onBytes?.(done, total ?? expectedBytes)
  }
}

async function openPart(part: string, goesOn: boolean): Promise<FileHandle> {
  try {
    return await open(part, goesOn ? 'r+' : 'w')
  } catch (error) {
    throw cannotWrite(part, error)
  }
}

export async function discard(part: string): Promise<void> {
  await rm(part, { force: true })
  await rm(originOf(part), { force: true })
}

/** What says that two answers are about the same bytes; weak ETags do not. */
function strongValidator(headers: Headers): string | null {
  const tag = headers.get('etag')
  return tag !== null && !tag.startsWith('W/') ? tag : headers.get('last-modified')
}

function broken(url: string, what: string, cause?: unknown): UnseenError {
  const { host } = new URL(url)
  return new UnseenError('network.broken', `${host} ${what}.`, {
    where: { address: host },
    ...defined({ cause })
  })
}
