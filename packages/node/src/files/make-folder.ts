/** A folder and all above it, or the true reason why not. */
import { cannotWrite } from './system-error.js'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

export async function makeFolder(path: string, mode?: number): Promise<void> {
  const options = mode === undefined ? {} : { mode }
  await mkdir(path, { recursive: true, ...options }).catch(async (error: unknown) => {
    // On a read-only disk Node says that a folder is missing: the first that is tells why it cannot be made.
    let first = resolve(path)
    while (dirname(first) !== first && !existsSync(dirname(first))) first = dirname(first)
    const reason = await mkdir(first, options).then(
      () => mkdir(path, { recursive: true, ...options }).then(() => undefined),
      (why: unknown) => why
    )
    if (reason === undefined) return
    throw cannotWrite(path, (error as NodeJS.ErrnoException).code === 'ENOENT' ? reason : error)
  })
}
