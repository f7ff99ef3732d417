/** Work on a path that other processes may want too: whoever comes second waits, or is refused. */
import { UnseenError } from '@unseen/core'
import { takeLock } from './lock-file.js'
import { mkdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_EVERY = 200

export interface LockOptions {
  readonly signal?: AbortSignal
  /** called once, if another process holds the lock */
  onWait?(): void
}

/** Runs `work` while no other process runs work under the same path; waits for its turn. */
export async function withLock<Result>(
  path: string,
  work: () => Promise<Result>,
  { signal, onWait }: LockOptions = {}
): Promise<Result> {
  const lock = `${path}.lock`
  await mkdir(dirname(lock), { recursive: true }).catch(cannotWrite(dirname(lock)))
  const look = () => takeLock(lock).catch(cannotWrite(lock))
  let release = await look()
  if (typeof release !== 'function') onWait?.()
  while (typeof release !== 'function') {
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
  const taken = await takeLock(path)
  if (typeof taken === 'function') return taken
  if (taken === undefined)
    throw new UnseenError('run.locked', 'Other processes keep taking this run.', { where: { file: path } })
  const here = taken.host === hostname()
  throw new UnseenError(
    'run.locked',
    `Process ${taken.pid}${here ? '' : ` on ${taken.host}`} is at work on this run.`,
    {
      where: { file: path },
      remedy: here ? 'Wait for it or stop it.' : 'If it has ended, wait a minute and try again.'
    }
  )
}

function cannotWrite(path: string): (error: unknown) => never {
  return error => {
    throw new UnseenError(
      'path.write',
      `${path} cannot be written (${(error as NodeJS.ErrnoException).code ?? String(error)}).`,
      { where: { file: path }, remedy: 'UNSEEN_CACHE names another folder for downloads.', cause: error }
    )
  }
}
