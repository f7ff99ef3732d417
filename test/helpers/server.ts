// A static file server on 127.0.0.1 for browser tests.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2'
}

/** The headers that make a page cross-origin isolated, so that it may share memory between workers. */
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp'
}

export interface StaticServer {
  /** 'http://127.0.0.1:PORT', without a slash at the end. */
  readonly url: string
  close(): Promise<void>
}

/** Serves the files of a folder until `close`; a path that ends in a slash means its index.html. */
export async function serveFolder(folder: string, { isolated = false } = {}): Promise<StaticServer> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://127.0.0.1').pathname))
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path)
    const headers = { 'Cache-Control': 'no-store', ...(isolated ? isolation : {}) }
    readFile(file).then(
      body =>
        response
          .writeHead(200, { ...headers, 'Content-Type': types[extname(file)] ?? 'application/octet-stream' })
          .end(body),
      () => response.writeHead(404, headers).end('not found')
    )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve, reject) => {
        server.close(error => {
          if (error) reject(error)
          else resolve()
        })
        server.closeAllConnections()
      })
  }
}
