/**
 * A worker: takes jobs from the queue, gets the data they name, and runs them by the code that threads of
 * one machine run. Killed at any point it costs its current job alone: its hold on the job runs out, and
 * another worker takes it. A job that makes no sense is answered with an error, and the worker goes on.
 */
import { UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { fromSystem, isOfSystem } from '../files/system-error.js'
import { type RedisAddress, connectRedis } from './connection.js'
import { fetchBytes, fetchParcel } from './fetch-parcel.js'
import {
  type Answer,
  KEPT_SECONDS,
  OFFER_SECONDS,
  type DataOffer,
  PREFIX,
  QUEUE,
  type QueueJob,
  VERSION,
  offerKey,
  offerSchema,
  readJob,
  readText,
  resultKey
} from './jobs.js'
import { type Workshop, openWorkshop } from './workshop.js'
import { hostname } from 'node:os'
import { WaitingError, Worker, type Job } from 'bullmq'

/** What a worker listens to, and what it works with. */
export interface WorkerOptions extends RedisAddress {
  /** jobs at a time */
  readonly threads: number
  /** where data are kept between jobs */
  readonly cache: string
  /** the shared folder as this machine sees it */
  readonly share?: string
  /** Called after each job, with how long it took. */
  readonly onJob?: (job: QueueJob, seconds: number) => void
}

/** A worker that takes jobs. */
export interface QueueWorker {
  /** What others see it as. */
  readonly name: string
  /** the address as it may be shown */
  readonly shown: string
  /** Gives back what is at work, and says how many jobs that were. */
  close(): Promise<number>
}

/** A worker that says nothing for so long is taken for dead, and its job is given to another. */
const HOLD_MS = 5_000
const LOOK_MS = 2_000
/** A job that so many workers died of is given up. */
const MOST_DEATHS = 10
const RETRY_MS = 1_000
/** A job may be there a moment before its data are, where Redis was away. */
const OFFER_PATIENCE_MS = 3_000
/** For what is said to Redis at the end; one that is away is not waited for. */
const FAREWELL_MS = 3_000
const SHORT_FAREWELL_MS = 100
const NOBODY = 'Nobody waits for the job any more.'
const NOTHING = new Uint8Array()

/**
 * Works for `tune`, `recognise` and `index` of other machines: `unseen worker`.
 *
 * @param options the queue, and what to work with
 */
export async function startWorker({
  threads,
  cache,
  share,
  onJob,
  say,
  ...address
}: WorkerOptions): Promise<QueueWorker> {
  const link = await connectRedis({ ...address, say })
  const name = `${hostname()}-${process.pid}`
  const workshops = new Map<string, Promise<Workshop>>()
  const stop = new AbortController()
  let givenBack = 0

  const findOffer = async (fingerprint: string): Promise<DataOffer | undefined> => {
    const record = await link.client.get(offerKey(fingerprint))
    return record === null ? undefined : readText(offerSchema, record, 'The place of data')
  }
  const awaitOffer = async (fingerprint: string): Promise<DataOffer> => {
    const offer = await waitFor(() => findOffer(fingerprint), OFFER_PATIENCE_MS)
    if (offer === undefined) throw new UnseenError('cancelled', NOBODY)
    return offer
  }
  const fetching = { cache, signal: stop.signal, ...defined({ share }) }

  /** Data that are open stay so for the next job; others that nobody uses are closed for them. */
  const workshopFor = async ({ kind, data }: QueueJob): Promise<Workshop> => {
    const known = workshops.get(data)
    if (known !== undefined) return known
    for (const [other, opening] of workshops)
      if ((await opening.catch(() => undefined))?.busy === 0) await closeWorkshop(other)
    const opening = (async () =>
      openWorkshop(kind, await fetchParcel(data, await awaitOffer(data), fetching), threads))()
    workshops.set(data, opening)
    opening.catch(() => workshops.delete(data))
    return opening
  }
  const closeWorkshop = async (data: string): Promise<void> => {
    const opening = workshops.get(data)
    workshops.delete(data)
    await (await opening?.catch(() => undefined))?.close()
  }

  /** What nobody waits for any more need not be worked out. */
  const guard = setInterval(
    () => {
      for (const data of workshops.keys())
        void findOffer(data).then(
          offer => {
            if (offer === undefined) return closeWorkshop(data)
          },
          () => undefined
        )
    },
    (1000 * OFFER_SECONDS) / 3
  )

  const work = async (job: Job<unknown>): Promise<unknown> => {
    const asked = readJob(job.data)
    if (asked.version !== VERSION)
      throw new UnseenError(
        'queue.version',
        `The job is of Unseen ${asked.version}, this worker is ${VERSION}.`,
        { remedy: 'Install the same version on all machines.' }
      )
    const workshop = await workshopFor(asked)
    const rows =
      asked.kind === 'rows' ? await fetchBytes(asked.rows, await awaitOffer(asked.rows), fetching) : NOTHING
    const started = performance.now()
    // One after the other, and all of them before the result.
    let told = Promise.resolve()
    const result = await workshop
      .run(asked, rows, progress => {
        if (progress.stage === 'chain')
          told = told
            .then(() => job.updateProgress({ done: progress.done, total: progress.total }))
            .catch(() => undefined)
      })
      .catch(async (error: unknown) => {
        if (!(error instanceof UnseenError && error.code === 'executor.lost')) throw error
        // Closed by the guard, or a thread that ended: its fellows are not to be trusted with the next job.
        const gone = !workshops.has(asked.data)
        await closeWorkshop(asked.data)
        throw gone ? new UnseenError('cancelled', NOBODY) : error
      })
    await told
    onJob?.(asked, (performance.now() - started) / 1000)
    return result
  }

  const answer = async (job: Job<unknown>, token?: string): Promise<Answer> => {
    try {
      const result = await work(job)
      if (!(result instanceof Uint8Array)) return { result }
      await link.client.set(resultKey(job.id ?? ''), Buffer.from(result), 'EX', KEPT_SECONDS)
      return { stored: true }
    } catch (thrown) {
      const error = fromSystem(thrown) ?? thrown
      if (stop.signal.aborted) {
        await job.moveToWait(token)
        givenBack++
        throw new WaitingError()
      }
      if (!(error instanceof UnseenError)) throw error
      // Another worker may have more luck.
      if (
        (error.code === 'executor.lost' || error.code === 'queue.data' || isOfSystem(error)) &&
        job.attemptsMade + 1 < (job.opts.attempts ?? 1)
      )
        throw error
      if (error.code !== 'cancelled') say(`Refused a job: ${error.message} [${error.code}]`)
      return { error: { code: error.code, message: error.message, worker: name } }
    }
  }

  const worker = new Worker<unknown, Answer>(QUEUE, answer, {
    connection: link.client,
    prefix: PREFIX,
    name,
    concurrency: threads,
    lockDuration: HOLD_MS,
    stalledInterval: LOOK_MS,
    maxStalledCount: MOST_DEATHS,
    runRetryDelay: RETRY_MS
  })
  // Connections are told of in connection.ts; a job that was lost or given to another meanwhile is no concern
  // of this worker's.
  worker.on('error', () => undefined)
  await worker.waitUntilReady()
  return {
    name,
    shown: link.shown,
    async close() {
      clearInterval(guard)
      stop.abort()
      const closing = worker.close()
      await Promise.all([...workshops.keys()].map(closeWorkshop))
      await Promise.race([
        closing,
        new Promise(resolve =>
          setTimeout(resolve, link.client.status === 'ready' ? FAREWELL_MS : SHORT_FAREWELL_MS).unref()
        )
      ])
      link.close()
      return givenBack
    }
  }
}

async function waitFor<Value>(
  find: () => Promise<Value | undefined>,
  patience: number
): Promise<Value | undefined> {
  const end = performance.now() + patience
  for (;;) {
    const found = await find()
    if (found !== undefined || performance.now() > end) return found
    await new Promise(resolve => setTimeout(resolve, 200))
  }
}
