/**
 * Micro-batching over worker threads. A request waits for no other: whatever is waiting when a thread
 * has room goes to it in one batch, so that batches grow with the load and an idle server answers at
 * once. A thread is given its next batch while it works on one, so that it never waits for this thread.
 *
 * Large bodies take a thread as long as hundreds of small ones: they go alone, never to all threads at once, and
 * small ones are not put behind them, but go to the others.
 */
import { type Model, UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { fromPlain } from '../problems.js'
import type { Buffers } from './buffers.js'
import type { ClassChanges, SharedModel, Task } from './messages.js'
import { RecognitionThread } from './recognition-thread.js'
import { shareModel } from './share-model.js'
import { setImmediate as nextTurn } from 'node:timers/promises'

export interface PoolOptions {
  readonly threads: number
  readonly buffers: Buffers
  readonly maxRows: number
  /** milliseconds a task may wait, and a batch may take */
  readonly timeout: number
  readonly script?: URL
  onBatch?(requests: number, rows: number, milliseconds: number): void
  onThreadEnd?(reason: string): void
}

/** A batch has so many requests and bytes at most (one request may be larger). */
const MOST_REQUESTS = 64
const MOST_BYTES = 4 * 2 ** 20
/** A body of more bytes is large. */
const LARGE = 2 ** 18
/** Batches given to a thread: the one it works on, and the next. */
const AHEAD = 2

/**
 * A task for a model by whichever load of it answers when its turn comes: another may have taken its place
 * while it waited.
 */
export interface WaitingTask extends Omit<Task, 'key'> {
  key(): string
}

interface Job {
  readonly task: WaitingTask
  readonly since: number
  resolve(json: Uint8Array): void
  reject(error: unknown): void
}

export class Pool {
  private readonly options: PoolOptions
  private threads: RecognitionThread[] = []
  private queue: Job[] = []
  private large: Job[] = []
  /** what a thread that is started later must know */
  private readonly models = new Map<string, { readonly shared: SharedModel; readonly version: number }>()
  private flushing = false
  private closed = false

  private constructor(options: PoolOptions) {
    this.options = options
  }

  static open(options: PoolOptions): Pool {
    const pool = new Pool(options)
    for (let at = 0; at < options.threads; at++) pool.threads.push(pool.startThread())
    return pool
  }

  /** Tasks that wait for a thread. */
  get waiting(): number {
    return this.queue.length + this.large.length
  }

  /** Resolves when every thread knows the model. */
  async load(key: string, name: string, model: Model, version: number): Promise<void> {
    const known = { shared: shareModel(name, model), version }
    this.models.set(key, known)
    await Promise.all(
      this.threads.map(thread => thread.load({ type: 'load', key, model: known.shared, version }))
    )
  }

  /** Every task from now on sees the change. */
  change(key: string, changes: ClassChanges, version: number, model: Model): void {
    const known = this.models.get(key)
    if (known !== undefined)
      this.models.set(key, { shared: { ...known.shared, classes: model.classes }, version })
    for (const thread of this.threads) thread.tell({ type: 'change', key, changes, version })
  }

  unload(key: string): void {
    this.models.delete(key)
    for (const thread of this.threads) thread.tell({ type: 'unload', key })
  }

  /** The answer as JSON, in bytes. The task's body is gone afterwards. */
  run(task: WaitingTask): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      if (this.closed) return reject(new UnseenError('serve.busy', 'The server is stopping.'))
      const line = task.bytes.length > LARGE ? this.large : this.queue
      line.push({ task, since: performance.now(), resolve, reject })
      void this.flushSoon()
    })
  }

  async close(): Promise<void> {
    this.closed = true
    for (const { reject } of [...this.queue, ...this.large])
      reject(new UnseenError('serve.busy', 'The server is stopping.'))
    this.queue = []
    this.large = []
    await Promise.all(this.threads.map(thread => thread.close()))
  }

  private startThread(): RecognitionThread {
    const { maxRows, timeout, buffers, script, onThreadEnd } = this.options
    return new RecognitionThread({
      maxRows,
      buffers,
      patience: timeout,
      ...defined({ script }),
      onEnd: (ended, reason) => {
        onThreadEnd?.(reason)
        this.threads = this.threads.filter(thread => thread !== ended)
        if (this.closed) return
        const next = this.startThread()
        // It hears of every change from now on, and takes part once it knows every model.
        next.ready = false
        this.threads.push(next)
        void Promise.all(
          [...this.models].map(([key, { shared, version }]) =>
            next.load({ type: 'load', key, model: shared, version })
          )
        ).then(
          () => {
            next.ready = true
            this.flush()
          },
          () => undefined
        )
      }
    })
  }

  /** Whatever arrives in one turn of the event loop goes together. */
  private async flushSoon(): Promise<void> {
    if (this.flushing) return
    this.flushing = true
    await nextTurn()
    this.flushing = false
    this.flush()
  }

  private flush(): void {
    this.dropLate(this.queue)
    this.dropLate(this.large)
    while (this.sendLarge() || this.sendSmall());
  }

  /** Whether one could be sent; one thread at least is left to the small ones, where there are several. */
  private sendLarge(): boolean {
    const most = Math.max(1, this.threads.length - 1)
    if (this.large.length === 0 || this.threads.filter(({ large }) => large > 0).length >= most) return false
    const [least] = this.free()
    if (least === undefined) return false
    void this.send(least, this.large.splice(0, 1), 1)
    return true
  }

  private sendSmall(): boolean {
    if (this.queue.length === 0) return false
    const free = this.free()
    const [least] = this.threads.length === 1 ? free : free.filter(({ large }) => large === 0)
    if (least === undefined) return false
    const idle = free.filter(({ outstanding }) => outstanding === 0).length
    void this.send(least, this.takeBatch(Math.ceil(this.queue.length / Math.max(1, idle))))
    return true
  }

  /** Threads with room for another batch, the one with the least to do first. */
  private free(): RecognitionThread[] {
    return this.threads
      .filter(({ ready, outstanding }) => ready && outstanding < AHEAD)
      .sort((a, b) => a.outstanding - b.outstanding)
  }

  private takeBatch(share: number): Job[] {
    let bytes = 0
    let size = 0
    while (
      size < Math.min(share, MOST_REQUESTS, this.queue.length) &&
      (size === 0 || bytes + this.queue[size].task.bytes.length <= MOST_BYTES)
    )
      bytes += this.queue[size++].task.bytes.length
    return this.queue.splice(0, size)
  }

  private async send(thread: RecognitionThread, jobs: readonly Job[], large = 0): Promise<void> {
    const started = performance.now()
    thread.large += large
    try {
      const answers = await thread.answer(jobs.map(({ task }) => ({ ...task, key: task.key() })))
      this.options.onBatch?.(
        jobs.length,
        answers.reduce((sum, answer) => sum + ('json' in answer ? answer.rows : 0), 0),
        performance.now() - started
      )
      answers.forEach((answer, at) => {
        if ('json' in answer) jobs[at].resolve(answer.json)
        else jobs[at].reject('error' in answer ? fromPlain(answer.error) : new Error(answer.defect))
      })
    } catch (error) {
      for (const { reject } of jobs) reject(error)
    }
    thread.large -= large
    this.flush()
  }

  private dropLate(line: Job[]): void {
    const oldest = performance.now() - this.options.timeout
    while (line.length > 0 && line[0].since < oldest)
      line.shift()?.reject(
        new UnseenError('serve.busy', 'The request waited too long for its turn.', {
          remedy: 'Send it again later.'
        })
      )
  }
}
