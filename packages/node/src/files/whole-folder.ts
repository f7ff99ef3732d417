/**
 * A folder comes into being whole or not at all: it is filled under a temporary name beside its place
 * and renamed when everything has reached the disk. What a killed run left behind is cleared away by
 * the next.
 */
import { UnseenError } from '@unseen/core'
import { type LockOptions, withLock } from './lock.js'
import { cannotWrite } from './system-error.js'
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'

export interface WholeFolderOptions extends LockOptions {
  /** Whether a folder that has something in it may be replaced; by default none may. */
  readonly refuse?: (path: string) => Promise<void>
}

/** Makes the folder `path` by `fill`, unless it exists and has something in it. */
export async function makeFolderWhole(
  path: string,
  fill: (folder: string) => Promise<void>,
  { refuse = refuseExisting, ...options }: WholeFolderOptions = {}
): Promise<void> {
  await refuse(path)
  await withLock(
    path,
    async () => {
      await refuse(path)
      const temporary = `${path}.part`
      await rm(temporary, { recursive: true, force: true })
      try {
        await mkdir(temporary, { recursive: true })
        await fill(temporary)
        const former = `${path}.former`
        await rm(former, { recursive: true, force: true })
        await rmdir(path).catch(() => undefined)
        // Only a folder that may be replaced is still there.
        await rename(path, former).catch(() => undefined)
        await rename(temporary, path)
        await rm(former, { recursive: true, force: true })
      } catch (error) {
        await rm(temporary, { recursive: true, force: true }).catch(() => undefined)
        throw cannotWrite(path, error)
      }
    },
    options
  )
}

/** Waits until these files have reached the disk. */
export async function syncFiles(paths: Iterable<string>): Promise<void> {
  for (const path of paths) {
    const file = await open(path, 'r+')
    await file.sync().finally(() => file.close())
  }
}

/** Nothing is overwritten: an empty folder may be filled, anything else stays as it is. */
export async function refuseExisting(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return
  if (found.isDirectory() && (await readdir(path)).length === 0) return
  throw new UnseenError('path.exists', `${path} exists already.`, {
    where: { file: path },
    remedy: 'Name another folder, or move that one away.'
  })
}
