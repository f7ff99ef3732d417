/**
 * Files of the static site, by the path that a browser asks for; whoever serves them, nothing outside of the
 * site is given.
 */
import { embeddedFolder } from '../catalogue/find.js'
import { createReadStream, existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

export interface SiteFile {
  readonly path: string
  readonly type: string
  readonly size: number
}

const SAMPLE = 'sample/'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.csv': 'text/csv; charset=utf-8'
}

/** Nobody may guess types, learn where a page was left from, or put it into a frame of another page. */
export const pageHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Cache-Control': 'no-cache'
} as const

/** The name below the site, from a path that begins with '/'; undefined where it leads out of it. */
export function siteName(path: string): string | undefined {
  try {
    const name = decodeURIComponent(new URL(path, 'http://site').pathname).slice(1)
    const safe = !name.includes('\0') && !name.includes('\\') && name.split('/').every(part => part !== '..')
    return safe ? (name === '' || name.endsWith('/') ? `${name}index.html` : name) : undefined
  } catch {
    return undefined
  }
}

/** In the published package the sample lies beside the site, not twice. */
export function findSiteFile(site: string, name: string): Promise<SiteFile | undefined> {
  const own = join(site, name)
  return statFile(
    name.startsWith(SAMPLE) && !existsSync(own)
      ? join(embeddedFolder('cifar10-sample'), name.slice(SAMPLE.length))
      : own
  )
}

export async function statFile(path: string): Promise<SiteFile | undefined> {
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() === true
    ? { path, size: found.size, type: types[extname(path).toLowerCase()] ?? 'application/octet-stream' }
    : undefined
}

/** From a byte to the end, or until whoever asked has gone; either way the file is closed. */
export async function sendFile(path: string, response: ServerResponse, start = 0): Promise<void> {
  await pipeline(createReadStream(path, { start }), response).catch(() => response.destroy())
}
