// A registry of our own on this machine: npm publishes to it and asks it, and nothing leaves.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Publication {
  readonly name: string
  readonly version: string
  /** the package as a gzipped tar */
  readonly tarball: Buffer
}

export interface Registry {
  readonly url: string
  /** what was published, in its order */
  readonly published: Publication[]
  /** packages that are refused from now on */
  readonly refused: Set<string>
  close(): Promise<void>
}

/** What npm sends to publish a package. */
interface Sent {
  readonly name: string
  readonly versions: Readonly<Record<string, object>>
  readonly _attachments: Readonly<Record<string, { readonly data: string }>>
}

export async function startRegistry(): Promise<Registry> {
  const published: Publication[] = []
  const refused = new Set<string>()
  const versions = new Map<string, Record<string, object>>()
  const server = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? '').slice(1))
    const answer = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (request.method !== 'PUT') {
      const known = versions.get(name)
      const latest = Object.keys(known ?? {}).at(-1)
      if (known === undefined) answer(404, { error: 'not found' })
      else answer(200, { name, versions: known, 'dist-tags': { latest } })
      return
    }
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (refused.has(name)) {
        answer(403, { error: `${name} is not wanted here` })
        return
      }
      const sent = JSON.parse(Buffer.concat(parts).toString()) as Sent
      versions.set(name, { ...versions.get(name), ...sent.versions })
      const [{ data }] = Object.values(sent._attachments)
      published.push({
        name,
        version: Object.keys(sent.versions)[0],
        tarball: Buffer.from(data, 'base64')
      })
      answer(201, {})
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    published,
    refused,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
