/**
 * One process at a time: `PATH.lock` is made by whoever works on PATH and taken away afterwards. A
 * lock is stale when its process on this machine is gone, or when it has not been touched for a
 * minute (its holder may be on another machine that shares the folder).
 */
import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { UnseenError } from '@unseen/core'

const TOUCH_EVERY = 10_000
const STALE_AFTER = 60_000
const LOOK_EVERY = 200

export interface LockOptions {
  readonly signal?: AbortSignal
  /** called once, if another process holds the lock */
  onWait?(): void
}

/** Runs `work` while no other process runs work under the same path. */
export async function withLock<Result>(path: string, work: () => Promise<Result>, { signal, onWait }: LockOptions = {}): Promise<Result> {
  const lock = `${path}.lock`
  const mine = JSON.stringify({ process: process.pid, host: hostname(), token: randomBytes(8).toString('hex') })
  await makeFolder(dirname(lock))
  let waits = false
  for (let state = await take(lock, mine); state !== 'taken'; state = await take(lock, mine)) {
    if (state === 'cleared') continue
    if (!waits) onWait?.()
    waits = true
    await sleep(LOOK_EVERY, undefined, signal === undefined ? {} : { signal })
  }
  const touching = setInterval(() => void utimes(lock, new Date(), new Date()).catch(() => undefined), TOUCH_EVERY)
  touching.unref()
  try {
    return await work()
  } finally {
    clearInterval(touching)
    // Not ours any more if this process slept for more than a minute and another one went on.
    if ((await readFile(lock, 'utf8').catch(() => '')) === mine) await rm(lock, { force: true })
  }
}

/** A stale lock is cleared away; then whoever is first takes it. */
async function take(lock: string, mine: string): Promise<'taken' | 'held' | 'cleared'> {
  try {
    await writeFile(lock, mine, { flag: 'wx' })
    return 'taken'
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST') throw new UnseenError('path.write', `${lock} cannot be written (${code ?? String(error)}).`, { where: { file: lock }, remedy: 'UNSEEN_CACHE names another folder for downloads.', cause: error })
  }
  const holder = await readFile(lock, 'utf8').catch(() => undefined)
  if (holder === undefined || !(await isStale(lock, holder))) return 'held'
  await remove(lock, holder)
  return 'cleared'
}

async function isStale(lock: string, holder: string): Promise<boolean> {
  const touched = await stat(lock).then(({ mtimeMs }) => mtimeMs, () => Date.now())
  if (Date.now() - touched > STALE_AFTER) return true
  let claim: unknown
  try {
    claim = JSON.parse(holder)
  } catch {
    // Being written at this moment, or by nobody: time tells.
    return false
  }
  const { process: id, host } = claim as { process?: unknown; host?: unknown }
  return typeof id === 'number' && host === hostname() && !isAlive(id)
}

function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Takes a stale lock away. Another process may have done so and hold a new one: that one is put back. */
async function remove(lock: string, stale: string): Promise<void> {
  const aside = `${lock}.${randomBytes(4).toString('hex')}`
  try {
    await rename(lock, aside)
    if ((await readFile(aside, 'utf8')) !== stale) await link(aside, lock)
    await rm(aside, { force: true })
  } catch {
    // Gone already: the next look decides.
  }
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new UnseenError('path.write', `The folder ${folder} cannot be made (${(error as NodeJS.ErrnoException).code ?? String(error)}).`, { where: { file: folder }, remedy: 'UNSEEN_CACHE names another folder for downloads.', cause: error })
  })
}
