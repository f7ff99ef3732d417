/**
 * Puts jobs into the queue and waits for their answers. Events bring answers at once; besides, every
 * job that is out is looked at now and then, so that none is missed while Redis was away, and one that
 * Redis has forgotten is put again. Jobs are named by their content, so that nothing of this harms:
 * whatever is done twice gives the same result. A refusal says something about one try alone: it counts
 * only if it answers the job as it was put last, and not the same job of somebody who asked before.
 */
import { UnseenError, type Watch } from '@unseen/core'
import { type RedisAddress, connectRedis } from './connection.js'
import {
  type Answer,
  KEPT_SECONDS,
  PREFIX,
  QUEUE,
  type QueueJob,
  jobId,
  progressSchema,
  readAnswer,
  resultKey
} from './jobs.js'
import type { Parcel } from './parcel.js'
import { type ShareOptions, openShare } from './share.js'
import { Queue, QueueEvents, type Job } from 'bullmq'

/** How jobs reach workers of other machines. */
export interface QueueOptions extends RedisAddress {
  /** How data reach them: through a folder that all see, or over HTTP. */
  readonly share?: ShareOptions
  /** takes back everything when it fires */
  readonly signal?: AbortSignal
  /** how many workers there are, whenever that changes */
  readonly onWorkers?: (workers: number) => void
}

export interface Coordinator {
  /** Lets workers have data; their jobs may be asked for then. */
  offer(parcel: Parcel): Promise<void>
  withdraw(fingerprint: string): Promise<void>
  /** The result of a job, unchecked. Asked twice at a time, it is done once. */
  ask(job: QueueJob, watch: Pick<Watch, 'onProgress'>): Promise<unknown>
  /** Takes back a job that nobody has begun; its asker is told. */
  takeBack(job: QueueJob): Promise<void>
  close(): Promise<void>
}

interface Waiting {
  readonly job: QueueJob
  readonly answer: Promise<unknown>
  readonly told: Set<(progress: { readonly done: number; readonly total: number }) => void>
  resolve(result: unknown): void
  reject(error: unknown): void
  /** when it was put into the queue, which marks it as ours there; undefined while it is being put again */
  putAt: number | undefined
  /** it was over when it was last looked at, so that the event of it seems to be lost */
  over: boolean
}

const LOOK_MS = 1_000
/** Without a worker for so long, the user is told how to start one. */
const PATIENCE_MS = 5_000
/** What is said to a Redis that is away at the end. */
const FAREWELL_MS = 2_000
const SHORT_FAREWELL_MS = 100
const jobOptions = {
  attempts: 3,
  backoff: { type: 'fixed', delay: 500 },
  removeOnComplete: { age: KEPT_SECONDS },
  removeOnFail: { age: KEPT_SECONDS }
} as const

export async function openCoordinator({
  say,
  onWorkers,
  signal,
  share: shareOptions = {},
  ...address
}: QueueOptions): Promise<Coordinator> {
  const link = await connectRedis({ ...address, say })
  const share = await openShare(link.client, shareOptions).catch((error: unknown) => {
    link.close()
    throw error
  })
  if (!link.local && shareOptions.folder === undefined && shareOptions.host === undefined)
    say(
      'Workers on other machines cannot fetch the data from this one: give its address with --share-host, or a folder that all see with --share.'
    )
  const connection = link.client
  const queue = new Queue<unknown>(QUEUE, { connection, prefix: PREFIX })
  const events = new QueueEvents(QUEUE, { connection, prefix: PREFIX })
  const waiting = new Map<string, Waiting>()
  const removals = new Map<string, Promise<unknown>>()
  let lastPut = 0
  let closed = false
  /** Waits for what is asked of Redis at the end, but not for one that is away. */
  const inTime = async (work: Promise<unknown>): Promise<void> => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise(resolve => {
      timer = setTimeout(resolve, connection.status === 'ready' ? FAREWELL_MS : SHORT_FAREWELL_MS)
    })
    await Promise.race([work.catch(() => undefined), late])
    clearTimeout(timer)
  }
  // Lost connections are told of in connection.ts; the rest shows itself in jobs that are not answered.
  queue.on('error', () => undefined)
  events.on('error', () => undefined)

  const remove = async (id: string): Promise<void> => {
    const removal = queue.remove(id).catch(() => undefined)
    removals.set(id, removal)
    await removal
    if (removals.get(id) === removal) removals.delete(id)
  }

  /** Puts a job, unless it is there; one that ended badly before has another chance. */
  const put = async (id: string, entry: Waiting): Promise<void> => {
    await removals.get(id)
    const before = await queue.getJob(id)
    if (before?.finishedOn !== undefined && !isGood(before)) await remove(id)
    if (waiting.get(id) !== entry) return
    // No two of this process at the same time, however quick they are.
    lastPut = Math.max(Date.now(), lastPut + 1)
    entry.putAt = lastPut
    await queue.add(entry.job.kind, entry.job, { ...jobOptions, jobId: id, timestamp: entry.putAt })
    // Its event may have been before anybody waited for it.
    if (before !== undefined) await lookAt(id, entry)
  }

  const putAgain = (id: string, entry: Waiting): void => {
    entry.putAt = undefined
    void remove(id)
      .then(() => share.renew())
      .then(() => put(id, entry))
      // The next look finds it missing.
      .catch(() => {
        entry.putAt ??= 0
      })
  }

  const succeed = (id: string, entry: Waiting, result: unknown): void => {
    waiting.delete(id)
    entry.resolve(result)
    void remove(id)
  }

  /** A result beside the queue; one that Redis has forgotten is worked out again. */
  const takeStored = async (id: string, entry: Waiting): Promise<void> => {
    entry.putAt = undefined
    const result = await connection.getBuffer(resultKey(id)).catch(() => null)
    if (waiting.get(id) !== entry) return
    if (result === null) return putAgain(id, entry)
    succeed(id, entry, result)
    await connection.del(resultKey(id)).catch(() => undefined)
  }

  /** Takes a good answer, whoever it was given to: it depends on the content of the job alone. */
  const take = (id: string, entry: Waiting, answer: Answer | undefined): boolean => {
    if (answer === undefined || 'error' in answer) return false
    if ('result' in answer) succeed(id, entry, answer.result)
    else void takeStored(id, entry)
    return true
  }

  /** Settles a job that is over; one whose event may still be on its way is left to it, once. */
  const lookAt = async (id: string, entry: Waiting, event?: 'may come'): Promise<void> => {
    const { putAt } = entry
    if (putAt === undefined) return
    const job = await queue.getJob(id)
    if (waiting.get(id) !== entry || entry.putAt !== putAt) return
    if (job === undefined) putAgain(id, entry)
    else if (job.finishedOn === undefined) entry.over = false
    else if (entry.over || event === undefined) settle(id, entry, job)
    else entry.over = true
  }

  const settle = (id: string, entry: Waiting, job: Job<unknown>): void => {
    const answer = answerOf(job.returnvalue)
    if (take(id, entry, answer)) return
    // A worker took nobody to be waiting for it any more, or it refused the job of somebody else.
    if (
      (answer !== undefined && 'error' in answer && answer.error.code === 'cancelled') ||
      job.timestamp !== entry.putAt
    )
      return putAgain(id, entry)
    waiting.delete(id)
    entry.reject(refusalOf(job))
    void remove(id)
  }

  events.on(
    'completed',
    ({ jobId: id, returnvalue }: { readonly jobId: string; readonly returnvalue: unknown }) => {
      const entry = waiting.get(id)
      if (entry === undefined || take(id, entry, answerOf(returnvalue))) return
      // Events do not tell which try they are of.
      void lookAt(id, entry).catch(() => undefined)
    }
  )
  events.on('failed', ({ jobId: id }) => {
    const entry = waiting.get(id)
    if (entry !== undefined) void lookAt(id, entry).catch(() => undefined)
  })
  events.on('progress', ({ jobId: id, data }) => {
    const { success, data: progress } = progressSchema.safeParse(data)
    if (success) for (const tell of waiting.get(id)?.told ?? []) tell(progress)
  })

  let workers = -1
  let lonely = performance.now()
  const countWorkers = async (): Promise<void> => {
    const found = await queue.getWorkersCount()
    if (found !== workers) onWorkers?.(found)
    if (found > 0 || waiting.size === 0) lonely = performance.now()
    else if (performance.now() - lonely > PATIENCE_MS) {
      lonely = Infinity
      say(
        `There is no worker at ${link.shown}. Start one, here or on another machine, with: unseen worker --redis ${link.shown}`
      )
    }
    workers = found
  }
  const look = async (): Promise<void> => {
    await countWorkers()
    await Promise.all([...waiting].map(([id, entry]) => lookAt(id, entry, 'may come')))
  }
  let isLooking = false
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    void look()
      .catch(() => undefined)
      .finally(() => {
        isLooking = false
      })
  }, LOOK_MS)

  await events.waitUntilReady()
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => (closing ??= end())
  const end = async (): Promise<void> => {
    closed = true
    clearInterval(timer)
    signal?.removeEventListener('abort', stop)
    const left = [...waiting]
    waiting.clear()
    for (const [, { reject }] of left) reject(stopped())
    await inTime(Promise.all([...left.map(([id]) => remove(id)), ...removals.values()]))
    await inTime(share.withdrawAll())
    await share.close()
    await inTime(Promise.all([events.close(), queue.close()]))
    link.close()
  }
  const stop = (): void => void close()
  signal?.addEventListener('abort', stop)
  if (signal?.aborted === true) stop()
  return {
    close,
    async offer(parcel) {
      if (closed) throw stopped()
      await share.offer(parcel)
    },
    withdraw: fingerprint => inTime(share.withdraw(fingerprint)),
    async ask(job, { onProgress }) {
      if (closed) throw stopped()
      const id = jobId(job)
      const tell = ({ done, total }: { readonly done: number; readonly total: number }): void =>
        onProgress?.({ stage: 'chain', key: job.task.key, done, total })
      const known = waiting.get(id)
      if (known !== undefined) {
        known.told.add(tell)
        return known.answer
      }
      const { promise, resolve, reject } = withResolvers<unknown>()
      const entry: Waiting = {
        job,
        answer: promise,
        told: new Set([tell]),
        resolve,
        reject,
        putAt: undefined,
        over: false
      }
      waiting.set(id, entry)
      put(id, entry).catch((error: unknown) => {
        if (waiting.get(id) === entry) waiting.delete(id)
        reject(closed ? stopped() : error)
      })
      return promise
    },
    async takeBack(job) {
      const id = jobId(job)
      const entry = waiting.get(id)
      if (entry === undefined) return
      waiting.delete(id)
      entry.reject(stopped())
      await inTime(remove(id))
    }
  }
}

/** undefined: it makes no sense */
function answerOf(returnvalue: unknown): Answer | undefined {
  try {
    return readAnswer(returnvalue)
  } catch {
    return undefined
  }
}

function isGood({ returnvalue }: Job<unknown>): boolean {
  const answer = answerOf(returnvalue)
  return answer !== undefined && !('error' in answer)
}

/** Why a job that is over has no result. */
function refusalOf({ returnvalue, failedReason }: Job<unknown>): unknown {
  if (returnvalue === undefined || returnvalue === null)
    return new UnseenError('executor.lost', `A job was given up: ${failedReason || 'it has no answer'}.`, {
      remedy: 'Look at what the workers say, and whether they have memory enough.'
    })
  try {
    const answer = readAnswer(returnvalue)
    return 'error' in answer
      ? new UnseenError(answer.error.code, `Worker ${answer.error.worker}: ${answer.error.message}`)
      : undefined
  } catch (error) {
    return error
  }
}

function stopped(): UnseenError {
  return new UnseenError('executor.lost', 'A job was taken back before it was done.')
}

function withResolvers<Value>(): {
  promise: Promise<Value>
  resolve(value: Value): void
  reject(error: unknown): void
} {
  let resolve: (value: Value) => void = () => undefined
  let reject: (error: unknown) => void = () => undefined
  const promise = new Promise<Value>((onResult, onError) => {
    resolve = onResult
    reject = onError
  })
  return { promise, resolve, reject }
}
