/**
 * One process works on a run at a time. The lock is a file that names its owner; one whose owner has
 * ended without taking it away (killed, power lost) is taken over.
 */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { UnseenError } from '@unseen/core'

interface Owner {
  readonly pid: number
  readonly host: string
  /** when the process began, where the system tells: pids are used again */
  readonly began: string
}

/** Returns how to give the lock back. */
export async function lockRun(path: string): Promise<() => Promise<void>> {
  const me: Owner = { pid: process.pid, host: hostname(), began: beganAt(process.pid) }
  const mine = `${path}.${randomBytes(4).toString('hex')}`
  await writeFile(mine, JSON.stringify(me))
  try {
    for (let tries = 0; tries < 3; tries++) {
      // A link is made or refused at once and is never seen half-written.
      const free = await link(mine, path).then(() => true, (error: unknown) => {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
        return false
      })
      if (free) return () => rm(path, { force: true })
      const text = await readFile(path, 'utf8').catch(() => '')
      const owner = parseOwner(text)
      if (owner !== undefined && isAlive(owner)) {
        throw new UnseenError('run.locked', `Process ${owner.pid}${owner.host === me.host ? '' : ` on ${owner.host}`} is at work on this run.`, { where: { file: path }, remedy: owner.host === me.host ? 'Wait for it or stop it.' : `If it has ended, remove ${path}.` })
      }
      await removeStale(path, text)
    }
  } finally {
    await rm(mine, { force: true })
  }
  throw new UnseenError('run.locked', 'Other processes keep taking this run.', { where: { file: path } })
}

/** Moved aside first: if another process was quicker, what was moved is its new lock and goes back. */
async function removeStale(path: string, text: string): Promise<void> {
  const aside = `${path}.${randomBytes(4).toString('hex')}`
  await rename(path, aside).catch(() => undefined)
  const moved = await readFile(aside, 'utf8').catch(() => text)
  if (moved !== text) await link(aside, path).catch(() => undefined)
  await rm(aside, { force: true })
}

function parseOwner(text: string): Owner | undefined {
  try {
    return JSON.parse(text) as Owner
  } catch {
    return undefined
  }
}

/** A process on another machine cannot be asked, so it counts as alive. */
function isAlive({ pid, host, began }: Owner): boolean {
  if (host !== hostname()) return true
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
