/**
 * An encoder by its name: from the machine that serves the page, which fetches it where it is not there, or from the
 * folder `networks` beside a static build. Once fetched it stays in the browser's cache, so that it works offline.
 *
 *   local/networks.json, local/networks/NAME, local/networks/NAME/FILE     `unseen studio`
 *   networks/NAME/model.onnx, networks/NAME/FILE                          a static build
 */
import { type Progress, UnseenError } from '@unseen/core'
import type { NamedBlob } from '../../worker/files.js'

export interface EncoderWatch {
  readonly signal: AbortSignal
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

const CACHE = 'unseen-networks'
const NETWORK = 'model.onnx'
const RULES = ['tokenizer.json', 'tokenizer_config.json', 'config.json']
const files = [NETWORK, ...RULES]

/** By name, under an address of its own in the cache. */
const keyOf = (site: string, name: string, file: string): string =>
  new URL(`networks/${name}/${file}`, site).href

/** The files of an encoder that was fetched before; undefined where it was not, or nothing can be kept. */
export async function keptEncoder(site: string, name: string): Promise<readonly NamedBlob[] | undefined> {
  if (!('caches' in globalThis)) return undefined
  const cache = await caches.open(CACHE)
  const found = await Promise.all(files.map(file => cache.match(keyOf(site, name, file))))
  if (found[0] === undefined || found[1] === undefined) return undefined
  return Promise.all(
    found.flatMap((response, at) =>
      response === undefined ? [] : [response.blob().then(blob => ({ name: files[at], blob }))]
    )
  )
}

export async function fetchEncoder(
  fetchFile: typeof fetch,
  site: string,
  name: string,
  watch: EncoderWatch
): Promise<readonly NamedBlob[]> {
  const isServed = await bringToMachine(fetchFile, site, name, watch)
  const addressOf = (file: string): URL =>
    new URL(
      isServed ? `local/networks/${name}${file === NETWORK ? '' : `/${file}`}` : `networks/${name}/${file}`,
      site
    )
  const fetched: NamedBlob[] = []
  for (const file of files) {
    const response = await fetchFile(addressOf(file), { signal: watch.signal }).catch(() => undefined)
    if (response?.ok === true) fetched.push({ name: file, blob: await bodyOf(response, file, watch) })
    else if (file === NETWORK || file === RULES[0]) throw missing(name, watch.signal)
  }
  await keep(site, name, fetched)
  return fetched
}

function missing(name: string, signal: AbortSignal): UnseenError {
  if (signal.aborted) return new UnseenError('cancelled', 'Stopped.')
  return new UnseenError('encoder.missing', `${name} could not be fetched from where this page comes from.`, {
    where: { network: name },
    remedy: `Choose its files, or serve Studio by “unseen studio”, or put them into the folder networks/${name} beside the page.`
  })
}

/** Has `unseen studio` fetch it, with progress; false where somebody else serves the page. */
async function bringToMachine(
  fetchFile: typeof fetch,
  site: string,
  name: string,
  { signal, onProgress }: EncoderWatch
): Promise<boolean> {
  const offered = await fetchFile(new URL('local/networks.json', site), { signal })
    .then((response): Promise<unknown> | undefined => (response.ok ? response.json() : undefined))
    .catch(() => undefined)
  if (!Array.isArray(offered)) return false
  const entry = (offered as readonly { readonly name?: string; readonly here?: boolean }[]).find(
    each => each.name === name
  )
  if (entry === undefined || entry.here === true) return entry !== undefined
  const response = await fetchFile(new URL(`local/networks/${name}`, site), { method: 'POST', signal })
  for (const line of (await linesOf(response, told => onProgress?.(told))).reverse()) {
    if (line.problem !== undefined)
      throw new UnseenError('encoder.missing', line.problem.message, {
        where: { network: name },
        remedy: line.problem.remedy ?? 'Try again with a network.'
      })
    if (line.network !== undefined) return true
  }
  throw missing(name, signal)
}

interface Line {
  readonly progress?: { readonly done: number; readonly total: number }
  readonly network?: object
  readonly problem?: { readonly message: string; readonly remedy?: string }
}

async function linesOf(response: Response, tell: (progress: Progress) => void): Promise<Line[]> {
  const lines: Line[] = []
  let rest = ''
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) {
    const parts = (rest + piece.value).split('\n')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      const line = JSON.parse(part) as Line
      lines.push(line)
      if (line.progress !== undefined && line.progress.total > 0)
        tell({ stage: 'examine', done: line.progress.done, total: line.progress.total })
    }
  }
  return lines
}

/** The body a piece at a time, with progress of the large one. */
async function bodyOf(response: Response, file: string, { signal, onProgress }: EncoderWatch): Promise<Blob> {
  const total = Number(response.headers.get('Content-Length') ?? 0)
  const reader = response.body?.getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let done = 0
  for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) {
    if (signal.aborted) throw new UnseenError('cancelled', 'Stopped.')
    parts.push(Uint8Array.from(piece.value))
    done += piece.value.length
    if (file === NETWORK && total > 0) onProgress?.({ stage: 'examine', done, total })
  }
  return new Blob(parts)
}

/** A browser without room, or a page that is not served safely, keeps nothing. */
async function keep(site: string, name: string, fetched: readonly NamedBlob[]): Promise<void> {
  if (!('caches' in globalThis)) return
  try {
    const cache = await caches.open(CACHE)
    for (const { name: file, blob } of fetched) await cache.put(keyOf(site, name, file), new Response(blob))
  } catch {
    // It is fetched again the next time.
  }
}
