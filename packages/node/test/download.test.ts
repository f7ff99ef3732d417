// Downloads against servers that break off, stall, lie, redirect in circles, change their mind.
import { type DownloadOptions, type DownloadProgress, download } from '../src/files/download.js'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sendFile, serve } from './helpers/http-server.js'

const folder = mkdtempSync(join(tmpdir(), 'unseen-download-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.unstubAllGlobals())

const content = Uint8Array.from({ length: 200_000 }, (_, i) => (i * 7919) >> 5)
const other = content.map(byte => byte ^ 255)
const sha256 = (bytes: Uint8Array) => ({
  algorithm: 'sha256' as const,
  hex: createHash('sha256').update(bytes).digest('hex')
})
/** what the download under test has saved so far */
let savedBytes = 0
const saved = () => savedBytes
/** On a busy machine a server may be silent for a while: only what is about stalling is hasty. */
const patient: DownloadOptions = {
  limitBytes: 1e6,
  stallSeconds: 60,
  pauseSeconds: 0.01,
  attempts: 3,
  onProgress: ({ doneBytes }) => {
    savedBytes = doneBytes
  }
}
const hasty = { stallSeconds: 0.3 }
beforeEach(() => {
  savedBytes = 0
})

let files = 0
const place = () => join(folder, `file-${files++}`)
/** What is left beside a target. */
const remains = (target: string) =>
  readdirSync(folder)
    .map(name => join(folder, name))
    .filter(name => name.startsWith(target))
    .map(name => name.slice(target.length))
    .sort()
const failing = (code: string, text: RegExp) => ({ code, message: expect.stringMatching(text) as string })

describe('a download', () => {
  it('comes whole, tells how far it is and leaves nothing beside', async () => {
    const server = await serve((request, response) => sendFile(request, response, content))
    const target = place()
    const seen: DownloadProgress[] = []
    await download(`${server.address}/f`, target, {
      ...patient,
      expectedBytes: content.length,
      checksum: sha256(content),
      onProgress: progress => seen.push(progress)
    })
    expect(readFileSync(target).equals(content)).toBe(true)
    expect(remains(target)).toEqual([''])
    expect(seen.at(-1)).toMatchObject({ doneBytes: content.length, totalBytes: content.length })
    await download(`${server.address}/f`, target, patient)
    expect(server.visits.length).toBe(1)
  })

  it('goes on where it broke off, as often as it must', async () => {
    const server = await serve((request, response, visit) =>
      sendFile(request, response, content, visit < 2 ? { only: 60_000, saved } : {})
    )
    const target = place()
    await download(`${server.address}/f`, target, { ...patient, checksum: sha256(content) })
    expect(readFileSync(target).equals(content)).toBe(true)
    expect(server.visits.map(({ range }) => range)).toEqual([undefined, 'bytes=60000-', 'bytes=120000-'])
  })

  it('goes on with what an earlier run left', async () => {
    const server = await serve((request, response, visit) =>
      sendFile(request, response, content, visit === 0 ? { only: 70_000, saved } : {})
    )
    const target = place()
    await expect(download(`${server.address}/f`, target, { ...patient, attempts: 1 })).rejects.toMatchObject(
      failing('network.broken', /broke off after 70,000/)
    )
    expect(remains(target)).toEqual(['.part', '.part.json'])
    await download(`${server.address}/f`, target, patient)
    expect(readFileSync(target).equals(content)).toBe(true)
    expect(server.visits[1].range).toBe('bytes=70000-')
  })

  it('needs no request when only the name was missing', async () => {
    const server = await serve((request, response) => sendFile(request, response, content))
    const target = place()
    writeFileSync(`${target}.part`, content)
    writeFileSync(
      `${target}.part.json`,
      JSON.stringify({ url: `${server.address}/f`, validator: '"one"', total: content.length })
    )
    await download(`${server.address}/f`, target, { ...patient, checksum: sha256(content) })
    expect(readFileSync(target).equals(content)).toBe(true)
    expect(server.visits).toEqual([])
  })

  it('begins anew when the server ignores the range', async () => {
    const server = await serve((request, response, visit) =>
      sendFile(request, response, content, visit === 0 ? { only: 60_000, saved } : { ignoreRange: true })
    )
    const target = place()
    await download(`${server.address}/f`, target, { ...patient, checksum: sha256(content) })
    expect(readFileSync(target).equals(content)).toBe(true)
  })

  it('begins anew when the file has changed meanwhile', async () => {
    const server = await serve((request, response, visit) =>
      sendFile(
        request,
        response,
        visit === 0 ? content : other,
        visit === 0 ? { only: 60_000, saved } : { etag: '"two"' }
      )
    )
    const target = place()
    await download(`${server.address}/f`, target, patient)
    expect(readFileSync(target).equals(other)).toBe(true)
    expect(server.visits[1].range).toBe('bytes=60000-')
  })

  it('does not join two files when the server sends the rest of another one', async () => {
    const server = await serve((request, response, visit) => {
      if (visit === 0) return sendFile(request, response, content, { only: 60_000, saved })
      // Pays no heed to If-Range.
      delete request.headers['if-range']
      sendFile(request, response, other, { etag: '"two"' })
    })
    const target = place()
    await download(`${server.address}/f`, target, patient)
    expect(readFileSync(target).equals(other)).toBe(true)
    expect(server.visits.map(({ range }) => range)).toEqual([undefined, 'bytes=60000-', undefined])
  })

  it('begins anew where there is nothing to tell that the file is the same', async () => {
    const server = await serve((request, response, visit) =>
      sendFile(request, response, content, { etag: 'W/"weak"', ...(visit === 0 && { only: 60_000, saved }) })
    )
    const target = place()
    await download(`${server.address}/f`, target, patient)
    expect(readFileSync(target).equals(content)).toBe(true)
    expect(server.visits[1].range).toBe(undefined)
  })

  it('throws a wrong part away when the checksum differs, and tries once more', async () => {
    const server = await serve((request, response) => sendFile(request, response, content))
    const target = place()
    writeFileSync(`${target}.part`, other.subarray(0, 1000))
    writeFileSync(
      `${target}.part.json`,
      JSON.stringify({ url: `${server.address}/f`, validator: '"one"', total: content.length })
    )
    await download(`${server.address}/f`, target, { ...patient, checksum: sha256(content) })
    expect(readFileSync(target).equals(content)).toBe(true)
    expect(server.visits.map(({ range }) => range)).toEqual(['bytes=1000-', undefined])
  })

  it('is fetched once by two who want it at the same time', async () => {
    const server = await serve((request, response) =>
      setTimeout(() => sendFile(request, response, content), 50)
    )
    const target = place()
    await Promise.all([1, 2].map(() => download(`${server.address}/f`, target, patient)))
    expect(server.visits.length).toBe(1)
  })

  it('stops on request, keeps the part and goes on later', async () => {
    const server = await serve((request, response, visit) => {
      if (visit > 0) return sendFile(request, response, content)
      response
        .writeHead(200, { 'content-length': content.length, etag: '"one"' })
        .write(content.subarray(0, 50_000))
    })
    const target = place()
    const stop = new AbortController()
    await expect(
      download(`${server.address}/f`, target, {
        ...patient,
        signal: stop.signal,
        onProgress: ({ doneBytes }) => {
          if (doneBytes >= 50_000) stop.abort()
        }
      })
    ).rejects.toThrow(/abort/i)
    expect(remains(target)).toEqual(['.part', '.part.json'])
    await download(`${server.address}/f`, target, patient)
    expect(readFileSync(target).equals(content)).toBe(true)
    expect(server.visits[1].range).toBe('bytes=50000-')
  })
})

describe('a download is refused', () => {
  const refuses = async (
    answer: Parameters<typeof serve>[0],
    code: string,
    text: RegExp,
    options: Partial<DownloadOptions> = {}
  ) => {
    const server = await serve(answer)
    const target = place()
    await expect(download(`${server.address}/f`, target, { ...patient, ...options })).rejects.toMatchObject(
      failing(code, text)
    )
    expect(existsSync(target)).toBe(false)
    expect(remains(target).filter(name => name.endsWith('.lock'))).toEqual([])
    return server
  }

  it('when the server stalls', async () => {
    const server = await refuses(
      (_, response) => {
        response.writeHead(200, { 'content-length': 10 }).write('12345')
      },
      'network.broken',
      /sent nothing for 0.3 s/,
      { ...hasty, attempts: 2 }
    )
    expect(server.visits.length).toBe(2)
  })

  it('when the server never answers', async () => {
    await refuses(() => undefined, 'network.broken', /sent nothing for 0.3 s/, { ...hasty, attempts: 1 })
  })

  it('when less comes than was promised', async () => {
    const server = await refuses(
      (request, response) => {
        savedBytes = 0
        sendFile(request, response, content, { only: 1000, saved, ignoreRange: true })
      },
      'network.broken',
      /broke off after 1,000/
    )
    expect(server.visits.length).toBe(3)
  })

  it('when the server promises another length than is known', async () => {
    const server = await refuses(
      (request, response) => sendFile(request, response, content),
      'network.broken',
      /offers 200,000 bytes; 199,999 are expected/,
      { expectedBytes: 199_999 }
    )
    expect(server.visits.length).toBe(1)
  })

  it('when the promised length is beyond the limit', async () => {
    await refuses(
      (request, response) => sendFile(request, response, content),
      'network.broken',
      /offers 200,000 bytes; at most 100 kB/,
      { limitBytes: 100_000 }
    )
  })

  it('when data never end', async () => {
    let sent = 0
    await refuses(
      (_, response) => {
        const more = (): void => {
          while (!response.destroyed && sent < 50e6) {
            sent += 100_000
            if (!response.write(content.subarray(0, 100_000))) return void response.once('drain', more)
          }
        }
        more()
      },
      'network.broken',
      /sends more than the 1,000,000 bytes/
    )
    expect(sent).toBeLessThan(50e6)
  })

  it('when more comes than was promised', async () => {
    await refuses(
      (_, response) => {
        response.socket?.end(
          Buffer.concat([
            Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\ncontent-type: application/zip\r\n\r\n'),
            content
          ])
        )
      },
      'network.broken',
      /its sha256 is/,
      { checksum: sha256(content) }
    )
  })

  it('when its checksum is wrong, and the part is thrown away', async () => {
    const server = await serve((request, response) => sendFile(request, response, content))
    const target = place()
    await expect(
      download(`${server.address}/f`, target, {
        ...patient,
        checksum: { algorithm: 'md5', hex: '0'.repeat(32) }
      })
    ).rejects.toMatchObject(failing('network.broken', /its md5 is [0-9a-f]{32}, not 0{32}/))
    expect(remains(target)).toEqual([])
  })

  it.each([
    [404, /no such file/],
    [403, /may not be read/],
    [400, /status 400/]
  ])('at status %i, at once', async (status, text) => {
    const server = await refuses(
      (_, response) => {
        response.writeHead(status).end()
      },
      'network.unreachable',
      text
    )
    expect(server.visits.length).toBe(1)
  })

  it.each([500, 503, 429])('at status %i, after some attempts', async status => {
    const server = await refuses(
      (_, response) => {
        response.writeHead(status, { 'retry-after': '0' }).end()
      },
      'network.unreachable',
      new RegExp(`status ${status}`)
    )
    expect(server.visits.length).toBe(3)
  })

  it('when a web page comes instead', async () => {
    await refuses(
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html>log in</html>')
      },
      'network.broken',
      /web page/
    )
  })

  it('when it is packed once more on the way', async () => {
    await refuses(
      (_, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' }).end('x')
      },
      'network.broken',
      /packed once more/
    )
  })

  it('when redirects go in circles', async () => {
    const server = await refuses(
      (_, response) => {
        response.writeHead(302, { location: '/f' }).end()
      },
      'network.broken',
      /redirects more than 5 times/
    )
    expect(server.visits.length).toBe(6)
  })

  it.each([
    ['file:///etc/passwd', /not encrypted/],
    ['http://[', /no address/]
  ])('when it redirects to %s', async (location, text) => {
    await refuses(
      (_, response) => {
        response.writeHead(302, { location }).end()
      },
      'network.broken',
      text
    )
  })

  it('when it redirects from https to http', async () => {
    const asked: string[] = []
    vi.stubGlobal('fetch', async (url: URL) => {
      asked.push(url.href)
      return new Response(null, { status: 302, headers: { location: 'http://example.org/f?secret' } })
    })
    await expect(download('https://example.org/f', place(), patient)).rejects.toMatchObject(
      failing('network.broken', /redirects to http:\/\/example.org\/f, which is not encrypted/)
    )
    expect(asked).toEqual(['https://example.org/f'])
  })

  it('when nobody listens, at once', async () => {
    // A pause would outlast the test.
    await expect(
      download('http://127.0.0.1:1/f', place(), { ...patient, pauseSeconds: 600 })
    ).rejects.toMatchObject(failing('network.unreachable', /127.0.0.1:1 cannot be reached/))
  })
})

it('follows a few redirects', async () => {
  const server = await serve((request, response) => {
    if (request.url === '/f') response.writeHead(301, { location: '/g' }).end()
    else if (request.url === '/g') response.writeHead(307, { location: './h' }).end()
    else sendFile(request, response, content)
  })
  const target = place()
  await download(`${server.address}/f`, target, { ...patient, checksum: sha256(content) })
  expect(server.visits.map(({ path }) => path)).toEqual(['/f', '/g', '/h'])
})
