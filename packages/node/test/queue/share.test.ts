// Data go to workers that may have them, whole and unchanged, or not at all.
import { fetchParcel } from '../../src/queue/fetch-parcel.js'
import { type DataOffer, offerKey, offerSchema } from '../../src/queue/jobs.js'
import { parcelOf } from '../../src/queue/parcel.js'
import { openShare, sharedFile } from '../../src/queue/share.js'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Redis } from 'ioredis'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { sendFile, serve } from '../helpers/http-server.js'

const folder = mkdtempSync(join(tmpdir(), 'unseen-share-'))
const content = Buffer.from('rows, rows, rows')
const parcel = parcelOf([content.subarray(0, 5), content.subarray(5)])
const { signal } = new AbortController()
let cache = ''
let number = 0
beforeEach(() => {
  cache = join(folder, `cache-${number++}`)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** What a share asks of Redis. */
function fakeRedis(): { readonly kept: Map<string, string>; readonly redis: Redis } {
  const kept = new Map<string, string>()
  const redis = {
    set: (key: string, value: string) => Promise.resolve(kept.set(key, value)),
    get: (key: string) => Promise.resolve(kept.get(key) ?? null),
    del: (key: string) => Promise.resolve(kept.delete(key))
  }
  return { kept, redis: redis as unknown as Redis }
}

describe('data over HTTP', () => {
  it('are had with the token that stands in Redis, once, and then kept', async () => {
    const { kept, redis } = fakeRedis()
    const share = await openShare(redis, {})
    await share.offer(parcel)
    const offer = offerSchema.parse(JSON.parse(kept.get(offerKey(parcel.fingerprint)) ?? ''))
    const path = await fetchParcel(parcel.fingerprint, offer, { cache, signal })
    expect(readFileSync(path)).toEqual(content)
    if (offer.kind !== 'http') return expect.fail('it is offered otherwise')
    expect((await fetch(offer.url)).status).toBe(404)
    expect((await fetch(offer.url, { headers: { authorization: 'Bearer guessed' } })).status).toBe(404)
    expect(
      (
        await fetch(`${new URL(offer.url).origin}/etc/passwd`, {
          headers: { authorization: `Bearer ${offer.token}` }
        })
      ).status
    ).toBe(404)
    await share.withdraw(parcel.fingerprint)
    expect(kept.size).toBe(0)
    await share.close()
    expect(await fetchParcel(parcel.fingerprint, offer, { cache, signal })).toBe(path)
    // What was changed on the disk is no longer believed, and nobody has it any more.
    writeFileSync(path, content.toString().toUpperCase())
    await expect(fetchParcel(parcel.fingerprint, offer, { cache, signal })).rejects.toMatchObject({
      code: 'queue.data'
    })
  })

  it('that somebody else offers, too, stay offered', async () => {
    const { kept, redis } = fakeRedis()
    const [first, second] = [await openShare(redis, {}), await openShare(redis, {})]
    await first.offer(parcel)
    await second.offer(parcel)
    await first.withdraw(parcel.fingerprint)
    expect(kept.size).toBe(1)
    await Promise.all([first.close(), second.close()])
  })

  const broken: readonly (readonly [string, Parameters<typeof serve>[0], number])[] = [
    [
      'are others',
      (request, response) => sendFile(request, response, Buffer.from('ROWS, ROWS, ROWS')),
      content.length
    ],
    [
      'are longer',
      (request, response) => sendFile(request, response, Buffer.concat([content, content])),
      content.length
    ],
    ['are shorter', (request, response) => sendFile(request, response, content.subarray(1)), content.length],
    ['break off', (request, response) => sendFile(request, response, content, { only: 3 }), content.length],
    ['are refused', (_, response) => response.writeHead(403).end(), content.length],
    [
      'lead elsewhere',
      (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      content.length
    ]
  ]
  it.each(broken)('that %s leave nothing behind', async (_, answer, size) => {
    const { address } = await serve(answer)
    const offer: DataOffer = { kind: 'http', url: `${address}/${parcel.fingerprint}`, token: 't', size }
    await expect(fetchParcel(parcel.fingerprint, offer, { cache, signal })).rejects.toMatchObject({
      code: 'queue.data'
    })
    expect(readdirSync(cache)).toEqual([])
  })

  it.each(['0.0.0.0', '::', '203.0.113.1'])('cannot be shared at %s', async host => {
    await expect(openShare(fakeRedis().redis, { host })).rejects.toMatchObject({ code: 'serve.address' })
  })
})

describe('data in a shared folder', () => {
  it('lie there while they are offered', async () => {
    const { redis } = fakeRedis()
    const shared = join(folder, 'shared')
    const share = await openShare(redis, { folder: shared })
    await share.offer(parcel)
    const offer: DataOffer = { kind: 'folder', size: content.length }
    expect(
      readFileSync(await fetchParcel(parcel.fingerprint, offer, { cache, share: shared, signal }))
    ).toEqual(content)
    const elsewhere = { cache: join(cache, 'other'), signal }
    await expect(fetchParcel(parcel.fingerprint, offer, elsewhere)).rejects.toMatchObject({
      code: 'queue.data',
      message: expect.stringContaining('--share FOLDER') as unknown
    })
    writeFileSync(sharedFile(shared, parcel.fingerprint), content.toString().toUpperCase())
    await expect(
      fetchParcel(parcel.fingerprint, offer, { ...elsewhere, share: shared })
    ).rejects.toMatchObject({ code: 'queue.data' })
    await share.withdraw(parcel.fingerprint)
    await expect(
      fetchParcel(parcel.fingerprint, offer, { ...elsewhere, share: shared })
    ).rejects.toMatchObject({ code: 'queue.data' })
    await share.close()
  })
})
