/**
 * Downloads that can be interrupted at any moment. The bytes go to TARGET.part; only a file that is
 * whole, and has the right checksum where one is known, gets its name. Broken connections are tried
 * again with growing pauses, from where they broke off; so is a download that an earlier run left.
 */
import { UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { type Checksum, verifyChecksum } from './checksum.js'
import { type AttemptOptions, attempt, discard } from './download-attempt.js'
import { TryAgain } from './http-get.js'
import { type LockOptions, withLock } from './lock.js'
import { rename, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

export interface DownloadProgress {
  readonly doneBytes: number
  /** if the server said so */
  readonly totalBytes?: number
  /** over the last seconds */
  readonly bytesPerSecond: number
}

/** What a file must be, and how long to try. */
export interface DownloadOptions extends Pick<LockOptions, 'onWait'> {
  /** the length the file must have */
  readonly expectedBytes?: number
  /** What the file's digest must be. */
  readonly checksum?: Checksum
  /** a longer file is refused, or cut off where the server does not say its length */
  readonly limitBytes: number
  /** Sent along; a token never goes to another host. */
  readonly headers?: Readonly<Record<string, string>>
  /** seconds without a byte after which a connection is given up; 30 by default */
  readonly stallSeconds?: number
  /** how many attempts in a row may fail; 5 by default */
  readonly attempts?: number
  /** the first pause between attempts, doubled each time; 1 s by default */
  readonly pauseSeconds?: number
  /** Stops it when it fires; what was fetched is kept for the next time. */
  readonly signal?: AbortSignal
  /** Called while bytes come. */
  onProgress?(progress: DownloadProgress): void
}

const LONGEST_PAUSE = 30
/** An attempt that brought this much was no failure: the count begins anew. */
const WORTHWHILE = 2 ** 20
const RATE_WINDOW = 3000

/**
 * Fetches `url` to `target`, unless that is there already; goes on where it was interrupted.
 *
 * @param url http or https
 * @param target the file to be written, whole or not at all
 * @param options length, checksum and limits
 */
export async function download(url: string, target: string, options: DownloadOptions): Promise<void> {
  const { signal, onWait } = options
  await withLock(
    target,
    async () => {
      if (await exists(target)) return
      const part = `${target}.part`
      await fetchWhole(url, part, options)
      await rename(part, target)
      await discard(part)
    },
    defined({ signal, onWait })
  )
}

async function fetchWhole(url: string, part: string, options: DownloadOptions): Promise<void> {
  const { checksum, signal, attempts = 5, pauseSeconds = 1 } = options
  const meter = rateMeter()
  let received = 0
  let last = -1
  const once: AttemptOptions = {
    limitBytes: options.limitBytes,
    stallSeconds: options.stallSeconds ?? 30,
    ...defined({ expectedBytes: options.expectedBytes, signal, headers: options.headers }),
    onBytes(done, total) {
      if (last >= 0 && done > last) received += done - last
      last = done
      options.onProgress?.({
        doneBytes: done,
        ...defined({ totalBytes: total }),
        bytesPerSecond: meter(done)
      })
    }
  }
  let checked = false
  for (let failures = 0, receivedBefore = 0; ;) {
    last = -1
    try {
      await attempt(url, part, once)
      if (checksum === undefined) return
      try {
        await verifyChecksum(part, checksum, url, signal)
        return
      } catch (error) {
        if (!(error instanceof UnseenError) || error.code !== 'network.broken') throw error
        await discard(part)
        // Bytes of an earlier run may have been of another file: once more, from the beginning.
        if (checked) throw error
        checked = true
        throw new TryAgain(error, 0)
      }
    } catch (error) {
      if (!(error instanceof TryAgain)) throw error
      failures = received - receivedBefore >= WORTHWHILE ? 1 : failures + 1
      receivedBefore = received
      const neverReached =
        error.reason.code === 'network.unreachable' &&
        error.reason.where['status'] === undefined &&
        received === 0
      if (failures >= attempts || neverReached) throw error.reason
      const pause = Math.min(LONGEST_PAUSE, error.afterSeconds ?? pauseSeconds * 2 ** (failures - 1))
      await sleep(1000 * pause, undefined, signal === undefined ? {} : { signal })
    }
  }
}

/** Bytes per second over the last few seconds. */
function rateMeter(now: () => number = () => performance.now()): (done: number) => number {
  const marks: { readonly time: number; readonly done: number }[] = []
  return done => {
    const time = now()
    if (marks.length > 0 && done < marks[marks.length - 1].done) marks.length = 0
    if (marks.length === 0 || time - marks[marks.length - 1].time > 100) marks.push({ time, done })
    while (marks.length > 2 && time - marks[1].time > RATE_WINDOW) marks.shift()
    const span = time - marks[0].time
    return span > 0 ? (1000 * (done - marks[0].done)) / span : 0
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    found => found.isFile(),
    () => false
  )
}
