/**
 * Workers of any kind: threads of Node, web workers, or something else that messages can be sent to. Both
 * sides of the conversation are here; a kind of worker brings only its `Channel`.
 */
import { defined } from '../base/defined.js'
import { type ErrorCode, UnseenError } from '../base/errors.js'
import { type Job, type Progress, complete } from '../base/progress.js'
import type { Executor, HasThreads, Runner, Work } from './executor.js'

/** A worker as seen from outside; its other end hands every message to a `taskWorker`. */
export interface Channel {
  post(message: unknown): void
  /** Called once, before anything is posted. `onEnd` says why there will be no more messages. */
  listen(onMessage: (message: unknown) => void, onEnd: (why: string) => void): void
  /** Ends the worker, whatever it is doing. */
  end(): Promise<void>
}

type ToWorker =
  | { readonly type: 'open'; readonly work: string; readonly message: unknown }
  | { readonly type: 'run'; readonly task: unknown }
type FromWorker =
  | { readonly type: 'ready' }
  | { readonly type: 'progress'; readonly progress: Progress }
  | { readonly type: 'result'; readonly result: unknown }
  | { readonly type: 'error'; readonly message: string; readonly code?: ErrorCode }

export interface ChannelOptions {
  readonly threads: number
  /** may the workers share memory? */
  readonly shared: boolean
  /** a new worker */
  readonly start: () => Channel
}

/** An executor whose threads are workers. */
export function channelExecutor({ threads, shared, start }: ChannelOptions): Executor {
  return {
    threads,
    shared,
    async open(work, place) {
      if (work.staysHere !== undefined)
        throw new UnseenError('options.combination', `Workers cannot run this: ${work.staysHere}.`, {
          where: { option: 'executor' },
          remedy: 'Leave out the executor: core then runs it in this thread.'
        })
      const opening = Array.from({ length: place.threads }, (_, thread) =>
        openRunner(start(), work, work.message(place, thread, shared))
      )
      return Promise.all(opening).catch(async (error: unknown) => {
        // Where one cannot be opened the others are of no use, and would go on living.
        await Promise.all(opening.map(one => one.then(runner => runner.close()).catch(() => undefined)))
        throw error
      })
    }
  }
}

/** Opens the data in the worker at the other end; rejects, and ends the worker, where that fails. */
export async function openRunner<Place extends HasThreads, Task, Result, Open>(
  channel: Channel,
  work: Work<Place, Task, Result, Open>,
  message: Open
): Promise<Runner<Task, Result>> {
  /** the question that waits for its answer */
  let asked:
    | {
        readonly resolve: (result: unknown) => void
        readonly reject: (error: unknown) => void
        readonly onProgress: ((progress: Progress) => void) | undefined
      }
    | undefined
  let ended: string | undefined
  const lost = (why: string): UnseenError =>
    new UnseenError('executor.lost', `A worker ended before its work was done: ${why}.`)
  const onEnd = (why: string): void => {
    ended ??= why
    asked?.reject(lost(ended))
  }
  channel.listen(received => {
    const answer = received as FromWorker
    if (answer.type === 'progress') asked?.onProgress?.(answer.progress)
    else if (answer.type === 'error')
      asked?.reject(
        answer.code === undefined ? lost(answer.message) : new UnseenError(answer.code, answer.message)
      )
    else asked?.resolve(answer.type === 'result' ? answer.result : undefined)
  }, onEnd)
  const ask = (request: ToWorker, onProgress?: (progress: Progress) => void): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (ended !== undefined) return reject(lost(ended))
      asked = { resolve, reject, onProgress }
      channel.post(request)
    })
  await ask({ type: 'open', work: work.name, message }).catch(async (error: unknown) => {
    await channel.end()
    throw error
  })
  return {
    async run(task, { onProgress }) {
      return (await ask({ type: 'run', task }, onProgress)) as Result
    },
    async close() {
      onEnd('it was closed')
      await channel.end()
    }
  }
}

/** Work of any data, task and result: what a list of works holds. */
export interface AnyWork {
  open(message: never): (task: never) => Job<unknown>
}

/**
 * The worker's side: what to do with each message. Work is found by its name and loaded when it is first
 * asked for, so that a worker loads only what it runs.
 */
export function taskWorker(
  works: Readonly<Record<string, () => Promise<AnyWork>>>,
  post: (message: unknown) => void
): (message: unknown) => void {
  let run: (task: never) => Job<unknown> = () => {
    throw new UnseenError('executor.lost', 'A worker was given a task before its data.')
  }
  const say = (message: FromWorker): void => post(message)
  const answer = async (request: ToWorker): Promise<FromWorker> => {
    if (request.type === 'open') {
      if (!Object.hasOwn(works, request.work))
        throw new UnseenError('executor.lost', `Workers here know no work named "${request.work}".`)
      const work = await works[request.work]()
      run = work.open(request.message as never)
      return { type: 'ready' }
    }
    const result = complete(run(request.task as never), progress => {
      if (progress.stage === 'chain') say({ type: 'progress', progress })
      return false
    })
    return { type: 'result', result }
  }
  return message =>
    void answer(message as ToWorker)
      .then(say)
      .catch((error: unknown) =>
        say({
          type: 'error',
          message: error instanceof Error ? error.message : String(error),
          ...defined({ code: error instanceof UnseenError ? error.code : undefined })
        })
      )
}
