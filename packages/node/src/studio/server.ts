/**
 * Serves the site, what Studio was asked to open, and networks by name on the loopback address: plain files,
 * nothing is taken in. Only pages of this address may ask (a page elsewhere could point a name of its own here).
 */
import { UnseenError } from '@unseen/core'
import { type OpenedPath, offerPath } from './offer.js'
import { answerNetworks, isNetworkPath } from './networks.js'
import { findSiteFile, pageHeaders as headers, sendFile, siteName, statFile } from './site-files.js'
import { studioSite } from './site.js'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What Studio opens, and where it is served. */
export interface StudioOptions {
  /** a data set or a model to open at once */
  readonly path?: string | undefined
  /** Default: any that is free. */
  readonly port?: number | undefined
}

/** Studio, served to this machine alone. */
export interface RunningStudio {
  /** what to open in a browser */
  readonly url: string
  /** Stops serving. */
  close(): Promise<void>
}

const HOST = '127.0.0.1'
const LOCAL = 'local/'

/**
 * Serves Studio to this machine: `unseen studio`.
 *
 * @param options what to open at once, and a port
 */
export async function startStudio({ path, port = 0 }: StudioOptions = {}): Promise<RunningStudio> {
  const site = studioSite()
  const offer = path === undefined ? undefined : await offerPath(path)
  const server = createServer(
    (request, response) => void answer(request, response, site, offer).catch(() => response.destroy())
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE' || error.code === 'EACCES'
          ? new UnseenError('options.value', `The port ${port} cannot be had.`, {
              where: { option: 'port' },
              remedy: 'Name another one, or leave it out.'
            })
          : error
      )
    )
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
      await new Promise<void>(resolve => server.close(() => resolve()))
      await offer?.close()
    }
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  site: string,
  offer: OpenedPath | undefined
): Promise<void> {
  const refuse = (status: number, text: string): void =>
    void response.writeHead(status, { ...headers, 'Content-Type': 'text/plain' }).end(text)
  if (!/^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(request.headers.host ?? ''))
    return refuse(403, 'Only this machine may ask.')
  const name = siteName(request.url ?? '/')
  if (name === undefined) return refuse(400, 'No such path.')
  const fetches = request.method === 'POST' && isNetworkPath(name) && isOwnPage(request)
  if (request.method !== 'GET' && request.method !== 'HEAD' && !fetches)
    return refuse(405, 'Nothing is taken in here.')
  if (isNetworkPath(name)) return answerNetworks(name, request, response)
  if (name === `${LOCAL}files.json`)
    return void response
      .writeHead(200, { ...headers, 'Content-Type': 'application/json; charset=utf-8' })
      .end(JSON.stringify([...(offer?.files.keys() ?? [])]))
  const file = await (name.startsWith(LOCAL)
    ? statFile(offer?.files.get(name.slice(LOCAL.length)) ?? '')
    : findSiteFile(site, name))
  if (file === undefined) return refuse(404, 'There is no such file.')
  response.writeHead(200, { ...headers, 'Content-Type': file.type, 'Content-Length': file.size })
  if (request.method === 'HEAD') return void response.end()
  await sendFile(file.path, response)
}

/** A page elsewhere may send a request here, but its browser says where it comes from. */
function isOwnPage({ headers: { origin, host } }: IncomingMessage): boolean {
  return origin === `http://${host ?? ''}`
}
