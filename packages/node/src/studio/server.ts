/**
 * Serves the site, and what Studio was asked to open, on the loopback address: plain files, nothing is taken
 * in. Only pages of this address may ask (a page elsewhere could point a name of its own here).
 */
import { createReadStream, existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { UnseenError } from '@unseen/core'
import { embeddedFolder } from '../catalogue/find.js'
import { offerPath, type Offer } from './offer.js'
import { studioSite } from './site.js'

export interface StudioOptions {
  /** a data set or a model to open at once */
  readonly path?: string | undefined
  /** any that is free unless given */
  readonly port?: number | undefined
}

export interface RunningStudio {
  /** what to open in a browser */
  readonly url: string
  close(): Promise<void>
}

const HOST = '127.0.0.1'
const LOCAL = 'local/'
const SAMPLE = 'sample/'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8', '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json', '.svg': 'image/svg+xml', '.webp': 'image/webp', '.png': 'image/png', '.woff2': 'font/woff2', '.wasm': 'application/wasm', '.csv': 'text/csv; charset=utf-8',
}

export async function startStudio({ path, port = 0 }: StudioOptions = {}): Promise<RunningStudio> {
  const site = studioSite()
  const offer = path === undefined ? undefined : await offerPath(path)
  const server = createServer((request, response) => void answer(request, response, site, offer).catch(() => response.destroy()))
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(error.code === 'EADDRINUSE' || error.code === 'EACCES' ? new UnseenError('options.value', `The port ${port} cannot be had.`, { where: { option: 'port' }, remedy: 'Name another one, or leave it out.' }) : error))
    server.listen(port, HOST, resolve)
  }).catch(async (error: unknown) => {
    await offer?.close()
    throw error
  })
  const { port: own } = server.address() as AddressInfo
  return {
    url: `http://${HOST}:${own}/${offer === undefined ? '' : '#/?open=local'}`,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await offer?.close()
    },
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, site: string, offer: Offer | undefined): Promise<void> {
  const headers = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer', 'Cross-Origin-Resource-Policy': 'same-origin', 'X-Frame-Options': 'DENY', 'Cache-Control': 'no-cache' }
  const refuse = (status: number, text: string): void => void response.writeHead(status, { ...headers, 'Content-Type': 'text/plain' }).end(text)
  if (!/^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(request.headers.host ?? '')) return refuse(403, 'Only this machine may ask.')
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'Nothing is taken in here.')
  const name = nameOf(request.url ?? '/')
  if (name === undefined) return refuse(400, 'No such path.')
  if (name === `${LOCAL}files.json`) return void response.writeHead(200, { ...headers, 'Content-Type': types['.json'] }).end(JSON.stringify([...(offer?.files.keys() ?? [])]))
  const file = name.startsWith(LOCAL) ? offer?.files.get(name.slice(LOCAL.length)) : fileOf(site, name)
  const found = file === undefined ? undefined : await stat(file).catch(() => undefined)
  if (file === undefined || found?.isFile() !== true) return refuse(404, 'There is no such file.')
  response.writeHead(200, { ...headers, 'Content-Type': types[extname(file).toLowerCase()] ?? 'application/octet-stream', 'Content-Length': found.size })
  if (request.method === 'HEAD') return void response.end()
  createReadStream(file).on('error', () => response.destroy()).pipe(response)
}

/** In the published package the sample lies beside the site, not twice. */
function fileOf(site: string, name: string): string {
  const own = join(site, name)
  return name.startsWith(SAMPLE) && !existsSync(own) ? join(embeddedFolder('cifar10-sample'), name.slice(SAMPLE.length)) : own
}

/** The path below the site, or undefined where it leads out of it. */
function nameOf(url: string): string | undefined {
  try {
    const name = decodeURIComponent(new URL(url, `http://${HOST}`).pathname).slice(1)
    const safe = !name.includes('\0') && !name.includes('\\') && name.split('/').every((part) => part !== '..')
    return safe ? (name === '' || name.endsWith('/') ? `${name}index.html` : name) : undefined
  } catch {
    return undefined
  }
}
