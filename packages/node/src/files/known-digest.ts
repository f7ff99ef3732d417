/**
 * The SHA-256 of large files that are asked for again and again, remembered by size and time: digests/NAME.json in the
 * cache, one for each path.
 */
import { cacheFolder } from './cache-folder.js'
import { fileDigest } from './checksum.js'
import { writeFileWhole } from './write-file.js'
import { createHash } from 'node:crypto'
import { readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const remembered = z.object({
  path: z.string(),
  size: z.number(),
  time: z.number(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/)
})

/** In hexadecimal digits; undefined where the file cannot be read. A file that was changed is read again. */
export async function knownDigest(file: string, cache = cacheFolder()): Promise<string | undefined> {
  const path = await realpath(file).catch(() => undefined)
  const now = path === undefined ? undefined : await stat(path).catch(() => undefined)
  if (path === undefined || now === undefined) return undefined
  const note = join(cache, 'digests', `${createHash('sha256').update(path).digest('hex').slice(0, 32)}.json`)
  const known = remembered.safeParse(await readNote(note))
  const { size, mtimeMs: time } = now
  if (known.success && known.data.path === path && known.data.size === size && known.data.time === time)
    return known.data.sha256
  const sha256 = await fileDigest(path)
  // Of a cache that cannot be written nothing is remembered.
  if (sha256 !== undefined)
    await writeFileWhole(note, JSON.stringify({ path, size, time, sha256 })).catch(() => undefined)
  return sha256
}

async function readNote(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return undefined
  }
}
