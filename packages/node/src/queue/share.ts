/**
 * How data reach the workers: through a folder that all machines see, or from a small HTTP server of
 * this process, which gives them to whoever has the token. Where they are stands in Redis, under their
 * fingerprint, and is renewed all the time: once it is gone nobody waits for the data's jobs any more.
 */
import { UnseenError } from '@unseen/core'
import { writeFileWhole } from '../files/write-file.js'
import { OFFER_SECONDS, type DataOffer, offerKey } from './jobs.js'
import { type Parcel, piecesOf } from './parcel.js'
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Redis } from 'ioredis'

/** How data reach workers. */
export interface ShareOptions {
  /** a folder that the workers see, too */
  readonly folder?: string
  /** the address of this machine by which workers reach it; loopback unless given */
  readonly host?: string
}

export interface Share {
  /** Resolves when workers can get it. */
  offer(parcel: Parcel): Promise<void>
  /** As often as it was offered. */
  withdraw(fingerprint: string): Promise<void>
  withdrawAll(): Promise<void>
  /** Says again where everything is, for a Redis that has forgotten. */
  renew(): Promise<void>
  close(): Promise<void>
}

const LOOPBACK = '127.0.0.1'

export async function openShare(redis: Redis, { folder, host = LOOPBACK }: ShareOptions): Promise<Share> {
  const offered = new Map<string, { readonly parcel: Parcel; readonly record: string; times: number }>()
  const place =
    folder === undefined
      ? await httpPlace(host, fingerprint => offered.get(fingerprint)?.parcel)
      : folderPlace(folder)
  const say = (fingerprint: string, record: string): Promise<unknown> =>
    redis.set(offerKey(fingerprint), record, 'EX', OFFER_SECONDS)
  const renew = async (): Promise<void> => {
    await Promise.all([...offered].map(([fingerprint, { record }]) => say(fingerprint, record)))
  }
  const timer = setInterval(() => void renew().catch(() => undefined), (1000 * OFFER_SECONDS) / 3)
  const take = async (fingerprint: string, record: string): Promise<void> => {
    offered.delete(fingerprint)
    await place.take(fingerprint)
    // Somebody else may offer the same data since.
    if ((await redis.get(offerKey(fingerprint))) === record) await redis.del(offerKey(fingerprint))
  }
  return {
    renew,
    async offer(parcel) {
      const record = JSON.stringify(await place.put(parcel))
      offered.set(parcel.fingerprint, {
        parcel,
        record,
        times: 1 + (offered.get(parcel.fingerprint)?.times ?? 0)
      })
      await say(parcel.fingerprint, record)
    },
    async withdraw(fingerprint) {
      const known = offered.get(fingerprint)
      if (known !== undefined && --known.times === 0) await take(fingerprint, known.record)
    },
    async withdrawAll() {
      await Promise.all([...offered].map(([fingerprint, { record }]) => take(fingerprint, record)))
    },
    async close() {
      clearInterval(timer)
      await place.close()
    }
  }
}

/** Where parcels lie. */
interface ParcelPlace {
  put(parcel: Parcel): Promise<DataOffer>
  take(fingerprint: string): Promise<void>
  close(): Promise<void>
}

/** Of data in a shared folder. */
export const sharedFile = (folder: string, fingerprint: string): string =>
  join(folder, `${fingerprint}.unseen-data`)

function folderPlace(folder: string): ParcelPlace {
  return {
    async put({ fingerprint, size, parts }) {
      const path = sharedFile(folder, fingerprint)
      if (
        !(await stat(path).then(
          found => found.size === size,
          () => false
        ))
      )
        await writeFileWhole(path, Readable.from(piecesOf(parts)))
      return { kind: 'folder', size }
    },
    // A worker that has it open reads on.
    take: fingerprint => rm(sharedFile(folder, fingerprint), { force: true }),
    close: () => Promise.resolve()
  }
}

async function httpPlace(
  host: string,
  find: (fingerprint: string) => Parcel | undefined
): Promise<ParcelPlace> {
  const token = randomBytes(24).toString('base64url')
  const server = createServer(
    (request, response) => void answer(request, response, token, find).catch(() => response.destroy())
  )
  await listen(server, host)
  // Waiting for workers is what keeps the process alive, not this.
  server.unref()
  const { port } = server.address() as AddressInfo
  return {
    put: ({ fingerprint, size }) =>
      Promise.resolve({
        kind: 'http',
        url: `http://${host.includes(':') ? `[${host}]` : host}:${port}/${fingerprint}`,
        token,
        size
      }),
    take: () => Promise.resolve(),
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    }
  }
}

async function answer(
  { url = '', headers, method }: IncomingMessage,
  response: ServerResponse,
  token: string,
  find: (fingerprint: string) => Parcel | undefined
): Promise<void> {
  const given = Buffer.from(headers.authorization ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  const parcel =
    method === 'GET' && given.length === expected.length && timingSafeEqual(given, expected)
      ? find(url.slice(1))
      : undefined
  if (parcel === undefined) {
    response.writeHead(404).end()
    return
  }
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': parcel.size })
  await pipeline(Readable.from(piecesOf(parcel.parts)), response)
}

function listen(server: Server, host: string): Promise<void> {
  const refuse = (why: string, cause?: unknown): UnseenError =>
    new UnseenError('serve.address', `Data cannot be shared at ${host}: ${why}.`, {
      where: { option: 'share-host' },
      remedy:
        'Give the address of this machine by which the workers reach it, or a folder that all machines see with --share.',
      cause
    })
  if (host === '0.0.0.0' || host === '::') throw refuse('it is no address that a worker could ask')
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(refuse(error.code ?? error.message, error)))
    server.listen(0, host, resolve)
  })
}
