/**
 * The networks that Studio may use, offered to its page:
 *
 *   GET  local/networks.json    those there are, and which are on this machine
 *   GET  local/networks/NAME    the ONNX file of one that is here, all of it or from a byte on
 *   GET  local/networks/NAME/tokenizer.json    and what else a network of texts comes with
 *   POST local/networks/NAME    fetches one: a line of JSON for each step, the network or the problem as the last
 */
import { UnseenError } from '@unseen/core'
import { fromSystem } from '../files/system-error.js'
import { networks } from '../networks/entries.js'
import type { LocalNetwork, NetworkEntry } from '../networks/network.js'
import { pageHeaders as headers, sendFile, statFile } from './site-files.js'
import { stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { dirname, join } from 'node:path'

const LIST = 'local/networks.json'
const ONE = 'local/networks/'

/** Whether a path is of these; the others are files. */
export const isNetworkPath = (name: string): boolean => name === LIST || name.startsWith(ONE)

export async function answerNetworks(
  name: string,
  request: IncomingMessage,
  response: ServerResponse
): Promise<void> {
  const json = { ...headers, 'Content-Type': 'application/json; charset=utf-8' }
  if (name === LIST) {
    const found = await Promise.all(networks.map(async entry => offered(entry, await entry.find())))
    return void response.writeHead(200, json).end(JSON.stringify(found))
  }
  const [wanted, beside] = name.slice(ONE.length).split('/')
  const entry = networks.find(each => each.name === wanted)
  if (entry === undefined)
    return void response.writeHead(404, json).end(JSON.stringify({ problem: 'There is no such network.' }))
  if (beside !== undefined) return sendBeside(entry, beside, response)
  return request.method === 'POST' ? fetchOne(entry, response) : sendOne(entry, request, response)
}

async function sendOne(
  entry: NetworkEntry,
  request: IncomingMessage,
  response: ServerResponse
): Promise<void> {
  const local = await entry.find()
  if (local === undefined)
    return void response
      .writeHead(404, { ...headers, 'Content-Type': 'application/json; charset=utf-8' })
      .end(JSON.stringify({ problem: `${entry.name} is not on this machine; POST fetches it.` }))
  const { size } = await stat(local.file)
  const start = beginOf(request.headers.range)
  const same = { ...headers, 'Accept-Ranges': 'bytes', ETag: `"${local.digest}"` }
  if (start >= size && start > 0)
    return void response.writeHead(416, { ...same, 'Content-Range': `bytes */${size}` }).end()
  response.writeHead(start > 0 ? 206 : 200, {
    ...same,
    'Content-Type': 'application/octet-stream',
    'Content-Length': size - start,
    ...(start > 0 && { 'Content-Range': `bytes ${start}-${size - 1}/${size}` })
  })
  if (request.method === 'HEAD') return void response.end()
  await sendFile(local.file, response, start)
}

/** Where a download goes on: 'bytes=4194304-'. Other ranges are answered with all of it, as HTTP allows. */
function beginOf(range: string | undefined): number {
  const [, start = '0'] = /^bytes=(\d{1,15})-$/.exec(range ?? '') ?? []
  return Number(start)
}

/** What a tokenizer needs lies beside the network or one folder up. */
const besides: readonly string[] = ['tokenizer.json', 'tokenizer_config.json', 'config.json']

async function sendBeside(entry: NetworkEntry, name: string, response: ServerResponse): Promise<void> {
  const local = besides.includes(name) ? await entry.find() : undefined
  const folder = local && dirname(local.file)
  const found =
    folder === undefined
      ? undefined
      : ((await statFile(join(folder, name))) ?? (await statFile(join(folder, '..', name))))
  if (found === undefined)
    return void response
      .writeHead(404, { ...headers, 'Content-Type': 'application/json; charset=utf-8' })
      .end(JSON.stringify({ problem: 'There is no such file.' }))
  response.writeHead(200, { ...headers, 'Content-Type': found.type, 'Content-Length': found.size })
  await sendFile(found.path, response)
}

/** Whoever leaves the page stops the download; the next one goes on from there. */
async function fetchOne(entry: NetworkEntry, response: ServerResponse): Promise<void> {
  const leaving = new AbortController()
  response.on('close', () => leaving.abort())
  response.writeHead(200, { ...headers, 'Content-Type': 'application/x-ndjson; charset=utf-8' })
  const say = (line: object): void => void response.write(`${JSON.stringify(line)}\n`)
  try {
    const local = await entry.get({ signal: leaving.signal, onProgress: progress => say({ progress }) })
    say({ network: offered(entry, local) })
  } catch (error) {
    if (leaving.signal.aborted) return
    const known = error instanceof UnseenError ? error : fromSystem(error)
    if (known === undefined) throw error
    const { code, message, remedy } = known
    say({ problem: { code, message, remedy } })
  }
  response.end()
}

/** What the page needs to know; where the file lies is nobody's concern. */
function offered(entry: NetworkEntry, local: LocalNetwork | undefined): object {
  const { name, summary, reads, length, licence, source, preparation, pooling, downloadBytes } = entry
  const facts = { name, summary, reads, length, licence, source, preparation, pooling, downloadBytes }
  return {
    ...facts,
    bytes: local?.bytes ?? entry.bytes,
    digest: local?.digest ?? entry.digest,
    here: local !== undefined
  }
}
