/**
 * Tells whether rows come from the same place as before, without reading them all: of a file its size
 * and its first and last megabyte, of a folder the names and sizes of its files; and the options that
 * choose rows.
 */
import { samplePath } from '../dataset/sample.js'
import { openFile } from '../files/file-source.js'
import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'

const EDGE = 2 ** 20

/** Where rows are: "sample" comes along. */
export function placeOf(path: string): string {
  return samplePath(path) ?? resolve(path)
}

export function sourceName(path: string): string {
  return samplePath(path) === undefined ? basename(resolve(path)) : path
}

/** `paths`: rows and metadata; `options`: anything that changes which rows they are. 32 digits. */
export async function sourceIdentity(
  paths: readonly string[],
  options: Readonly<Record<string, unknown>>
): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(options))
  for (const path of paths) {
    const place = placeOf(path)
    const found = await stat(place).catch(() => undefined)
    if (found?.isDirectory() !== true) {
      await using file = await openFile(place)
      hash
        .update(`${file.byteLength} `)
        .update(await file.slice(0, EDGE))
        .update(await file.slice(Math.max(0, file.byteLength - EDGE), file.byteLength))
      continue
    }
    const files = (await readdir(place, { recursive: true, withFileTypes: true }))
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
      .sort()
    for (const file of files) hash.update(`${file.slice(place.length)}\0${(await stat(file)).size}\n`)
  }
  return hash.digest('hex').slice(0, 32)
}
