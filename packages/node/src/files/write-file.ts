/**
 * Nothing is ever half-written: bytes go to a temporary file beside the target, reach the disk, and
 * only then take its name.
 */
import { UnseenError } from '@unseen/core'
import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

export type Content = string | Uint8Array | AsyncIterable<Uint8Array>

/** Writes the whole file or leaves what was there. */
export async function writeFileWhole(path: string, content: Content): Promise<void> {
  const temporary = `${path}.${randomBytes(4).toString('hex')}.part`
  try {
    await mkdir(dirname(path), { recursive: true })
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
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined || error instanceof UnseenError) throw error
    const why =
      code === 'ENOSPC'
        ? 'the disk is full'
        : code === 'EACCES' || code === 'EPERM' || code === 'EROFS'
          ? 'writing is not allowed there'
          : code
    throw new UnseenError('path.write', `${path} cannot be written: ${why}.`, {
      where: { file: path },
      cause: error
    })
  }
}
