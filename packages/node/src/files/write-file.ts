/**
 * Nothing is ever half-written: bytes go to a temporary file beside the target, reach the disk, and
 * only then take its name.
 */
import { makeFolder } from './make-folder.js'
import { cannotWrite } from './system-error.js'
import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

export type Content = string | Uint8Array | AsyncIterable<Uint8Array>

/** Writes the whole file or leaves what was there. */
export async function writeFileWhole(path: string, content: Content): Promise<void> {
  const temporary = `${path}.${randomBytes(4).toString('hex')}.part`
  try {
    await makeFolder(dirname(path))
    const file = await open(temporary, 'wx')
    try {
      for await (const bytes of typeof content === 'string' || content instanceof Uint8Array
        ? [content]
        : content)
        await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    throw cannotWrite(path, error)
  }
}
