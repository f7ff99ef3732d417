// A server on a real socket that behaves as badly as a test wants.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach } from 'vitest'

export interface Visit {
  readonly path: string
  readonly range: string | undefined
}

export interface TestServer {
  /** http://127.0.0.1:PORT */
  readonly address: string
  readonly visits: Visit[]
}

/** `visit` counts from 0. */
export type Answer = (request: IncomingMessage, response: ServerResponse, visit: number) => void

const open: { close(): void }[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

/** Ends with the test. */
export async function serve(answer: Answer): Promise<TestServer> {
  const visits: Visit[] = []
  const server = createServer((request, response) => {
    visits.push({ path: request.url ?? '', range: request.headers.range })
    answer(request, response, visits.length - 1)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  open.push({
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  })
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, visits }
}

export interface Part {
  readonly etag?: string
  /** breaks off after this many bytes of the answer, once the other side has saved them */
  readonly only?: number
  /** how many bytes the other side has saved */
  saved?(): number
  /** answers ranges with the whole file */
  readonly ignoreRange?: boolean
}

/** Answers as a good server does: Range, If-Range, Content-Range. */
export function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  content: Uint8Array,
  { etag = '"one"', only, saved, ignoreRange = false }: Part = {}
): void {
  const asked = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')
  const same = request.headers['if-range'] === undefined || request.headers['if-range'] === etag
  const start = asked !== null && same && !ignoreRange ? Number(asked[1]) : 0
  if (start >= content.length) {
    response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end()
    return
  }
  const rest = content.subarray(start)
  response.writeHead(start > 0 ? 206 : 200, {
    'content-type': 'application/octet-stream',
    'content-length': rest.length,
    etag,
    ...(start > 0 && { 'content-range': `bytes ${start}-${content.length - 1}/${content.length}` })
  })
  if (only === undefined) response.end(rest)
  else {
    response.write(rest.subarray(0, only))
    // What has arrived but was not read yet is lost when a connection breaks, so that a fixed pause
    // would leave to chance how much is saved.
    const timer = setInterval(() => {
      if (saved !== undefined && saved() < start + only) return
      clearInterval(timer)
      response.destroy()
    }, 10)
  }
}
