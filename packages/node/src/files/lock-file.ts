/**
 * One process at a time: a lock is a file that names its owner. One whose owner has ended without
 * taking it away (killed, power lost) is taken over; an owner on another machine cannot be asked, so
 * its lock counts until it has not been touched for a minute.
 */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'

const TOUCH_EVERY = 10_000
const STALE_AFTER = 60_000

export interface LockOwner {
  readonly pid: number
  readonly host: string
  /** when the process began, where the system tells: pids are used again */
  readonly began: string
}

/** How to give the lock back, or who has it; undefined where others keep taking it. */
export async function takeLock(path: string): Promise<(() => Promise<void>) | LockOwner | undefined> {
  const mine = `${path}.${randomBytes(4).toString('hex')}`
  const me: LockOwner = { pid: process.pid, host: hostname(), began: beganAt(process.pid) }
  const text = JSON.stringify({ ...me, token: mine })
  try {
    await writeFile(mine, text)
    for (let tries = 0; tries < 3; tries++) {
      // A link is made or refused at once and is never seen half-written.
      const free = await link(mine, path).then(
        () => true,
        (error: unknown) => {
          if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
          return false
        }
      )
      if (free) return keep(path, text)
      const found = await readFile(path, 'utf8').catch(() => '')
      const owner = parseOwner(found)
      if (owner !== undefined && (await isHeld(path, owner))) return owner
      await removeStale(path, found)
    }
  } finally {
    // What cannot be taken away could not be made: that error counts.
    await rm(mine, { force: true }).catch(() => undefined)
  }
  return undefined
}

/** Touches the lock while it is held. */
function keep(path: string, text: string): () => Promise<void> {
  const touching = setInterval(
    () => void utimes(path, new Date(), new Date()).catch(() => undefined),
    TOUCH_EVERY
  )
  touching.unref()
  return async () => {
    clearInterval(touching)
    // Not ours any more if this machine slept for more than a minute and another one went on.
    if ((await readFile(path, 'utf8').catch(() => '')) === text) await rm(path, { force: true })
  }
}

/** Moved aside first: if another process was quicker, what was moved is its new lock and goes back. */
async function removeStale(path: string, text: string): Promise<void> {
  const aside = `${path}.${randomBytes(4).toString('hex')}`
  await rename(path, aside).catch(() => undefined)
  const moved = await readFile(aside, 'utf8').catch(() => text)
  if (moved !== text) await link(aside, path).catch(() => undefined)
  await rm(aside, { force: true })
}

function parseOwner(text: string): LockOwner | undefined {
  try {
    const { pid, host, began } = JSON.parse(text) as Partial<LockOwner>
    return typeof pid === 'number' && typeof host === 'string' ? { pid, host, began: began ?? '' } : undefined
  } catch {
    return undefined
  }
}

async function isHeld(path: string, { pid, host, began }: LockOwner): Promise<boolean> {
  if (host !== hostname())
    return stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs < STALE_AFTER,
      () => false
    )
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return beganAt(pid) === began
}

/** The start time of a process from Linux's /proc; empty elsewhere. */
function beganAt(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return ''
  }
}
