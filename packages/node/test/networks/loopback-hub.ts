// A hub of our own on loopback, which answers as Hugging Face does.
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { vi } from 'vitest'
import { sendFile, serve } from '../helpers/http-server.js'

export type Files = Readonly<Record<string, Uint8Array>>
export interface Hub {
  /** Changes what the repository has, and its commit with it. */
  files: Files
  readonly commit: () => string
  /** `METHOD path`, with the token */
  readonly asked: string[]
  /** answers instead of the hub; true if it did */
  before?: (request: IncomingMessage, response: ServerResponse) => boolean
}

export const sha = (algorithm: string, ...parts: readonly (string | Uint8Array)[]): string =>
  parts.reduce((hash, part) => hash.update(part), createHash(algorithm)).digest('hex')
export const text = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value))

/** ORG/NAME with large files elsewhere, as Hugging Face does it. */
export async function hub(files: Files): Promise<Hub> {
  const commit = (): string => sha('sha1', ...Object.entries(own.files).flat())
  const own: Hub = { files, commit, asked: [] }
  const elsewhere = await serve((request, response) => {
    own.asked.push(`CDN ${request.method} ${request.headers.authorization ?? 'no token'}`)
    const content = Object.values(own.files).find(each => request.url === `/${sha('sha256', each)}`)
    if (content === undefined) response.writeHead(404).end()
    else if (own.before?.(request, response) !== true) sendFile(request, response, content)
  })
  const { address } = await serve((request, response) => {
    const path = decodeURIComponent(request.url ?? '')
    own.asked.push(`${request.method} ${path} ${request.headers.authorization ?? 'no token'}`)
    if (own.before?.(request, response) === true) return
    const info = /^\/api\/models\/ORG\/NAME\/revision\/(.+)$/.exec(path)
    if (info !== null) {
      const known = info[1] === 'main' || info[1] === commit()
      response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' }).end(
        known
          ? JSON.stringify({
              sha: commit(),
              siblings: Object.keys(own.files).map(rfilename => ({ rfilename })),
              cardData: { license: 'mit' }
            })
          : ''
      )
      return
    }
    const [, asked, file] = /^\/ORG\/NAME\/resolve\/([0-9a-f]{40})\/(.+)$/.exec(path) ?? []
    const content = asked === commit() ? own.files[file] : undefined
    if (content === undefined) return void response.writeHead(404).end()
    if (file.endsWith('.onnx'))
      return void response
        .writeHead(302, {
          location: `${elsewhere.address}/${sha('sha256', content)}`,
          'x-linked-etag': `"${sha('sha256', content)}"`,
          'x-linked-size': content.length,
          'x-repo-commit': commit()
        })
        .end()
    response.writeHead(200, {
      etag: `"${sha('sha1', `blob ${content.length}\0`, content)}"`,
      'content-length': content.length,
      'content-type': 'text/plain'
    })
    response.end(request.method === 'HEAD' ? undefined : content)
  })
  vi.stubEnv('HF_ENDPOINT', `${address}/`)
  return own
}
