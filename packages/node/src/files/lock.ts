/** Work on a path that other processes may want too: whoever comes second waits, or is refused. */
import { UnseenError } from '@unseen/core'
import { type LockOwner, takeLock } from './lock-file.js'
import { makeFolder } from './make-folder.js'
import { cannotWrite } from './system-error.js'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_EVERY = 200

export interface LockOptions {
  readonly signal?: AbortSignal
  /** milliseconds until it is refused; for ever unless given */
  readonly patience?: number
  /** called once, if another process holds the lock; `who` as "process 7 on another-machine" */
  onWait?(who: string): void
}

/** For whatever reads, changes and writes a file, which takes a moment: several in turn have their time. */
export const changing = { patience: 60_000 } as const

/** Runs `work` while no other process runs work under the same path; waits for its turn. */
export async function withLock<Result>(
  path: string,
  work: () => Promise<Result>,
  { signal, patience = Infinity, onWait }: LockOptions = {}
): Promise<Result> {
  const lock = `${path}.lock`
  await makeFolder(dirname(lock))
  const look = () => takeLock(lock).catch(unwritable(lock))
  const began = performance.now()
  let release = await look()
  if (typeof release !== 'function') onWait?.(holder(release))
  while (typeof release !== 'function') {
    if (performance.now() - began > patience)
      throw new UnseenError('run.locked', `${path} is in use by ${holder(release)}.`, {
        where: { file: path },
        remedy: 'Wait for it or stop it, and try again.'
      })
    await sleep(LOOK_EVERY, undefined, signal === undefined ? {} : { signal })
    release = await look()
  }
  try {
    return await work()
  } finally {
    await release()
  }
}

/** Takes the lock or refuses; returns how to give it back. */
export async function lockOrRefuse(path: string): Promise<() => Promise<void>> {
  const taken = await takeLock(path).catch(unwritable(path))
  if (typeof taken === 'function') return taken
  if (taken === undefined)
    throw new UnseenError('run.locked', 'Other processes keep taking this run.', { where: { file: path } })
  const here = taken.host === hostname()
  throw new UnseenError('run.locked', `${capital(holder(taken))} is at work on this run.`, {
    where: { file: path },
    remedy: here ? 'Wait for it or stop it.' : 'If it has ended, wait a minute and try again.'
  })
}

/** "process 7", "process 7 on another-machine" */
export function holder(owner: LockOwner | undefined): string {
  if (owner === undefined) return 'other processes'
  return `process ${owner.pid}${owner.host === hostname() ? '' : ` on ${owner.host}`}`
}

function unwritable(path: string): (error: unknown) => never {
  return error => {
    throw cannotWrite(path, error)
  }
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
