/** One worker thread as the pool sees it: it is told of models and classes, and answers batches. */
import { UnseenError } from '@unseen/core'
import type { Buffers } from './buffers.js'
import type { FromWorker, Task, TaskAnswer, ToWorker, WorkerSettings } from './messages.js'
import { packBytes } from './pack-bytes.js'
import { Worker } from 'node:worker_threads'

export interface ThreadOptions extends WorkerSettings {
  readonly buffers: Buffers
  /** another script that speaks as worker.ts does, for comparisons */
  readonly script?: URL
  /** milliseconds for one batch; a thread that takes longer is taken for hung and ended */
  readonly patience: number
  /** it ended without being asked to */
  onEnd(thread: RecognitionThread, reason: string): void
}

/** Of one thread's own objects: one that runs out of them ends alone, not the server with it. */
const MOST_MEGABYTES = 2048
/** Bodies live for one batch: room for many of them makes collecting them rare. */
const YOUNG_MEGABYTES = 96

export class RecognitionThread {
  /** whether it may be given batches */
  ready = true
  /** batches it has not answered */
  outstanding = 0
  /** those of them with a large body */
  large = 0
  private readonly worker: Worker
  private readonly patience: number
  private readonly buffers: Buffers
  private readonly batches = new Map<
    number,
    {
      resolve(answers: readonly TaskAnswer[]): void
      reject(error: unknown): void
      readonly timer: NodeJS.Timeout
    }
  >()
  private readonly loading = new Map<string, { resolve(): void; reject(error: unknown): void }>()
  private nextId = 0
  private closed = false

  constructor({
    maxRows,
    buffers,
    patience,
    onEnd,
    script = new URL('./worker.js', import.meta.url)
  }: ThreadOptions) {
    this.worker = new Worker(script, {
      workerData: { maxRows } satisfies WorkerSettings,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES, maxYoungGenerationSizeMb: YOUNG_MEGABYTES }
    })
    this.patience = patience
    this.buffers = buffers
    const end = (reason: string): void => {
      if (this.closed) return
      this.closed = true
      this.rejectAll(reason)
      onEnd(this, reason)
    }
    this.worker.on('message', (message: FromWorker) => this.take(message))
    this.worker.on('error', error => end(error.stack ?? error.message))
    this.worker.on('exit', () => end('it exited'))
  }

  /** Resolves when the model can be asked for. */
  load(message: Extract<ToWorker, { type: 'load' }>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.loading.set(message.key, { resolve, reject })
      this.worker.postMessage(message)
    })
  }

  tell(message: Extract<ToWorker, { type: 'change' | 'unload' }>): void {
    if (!this.closed) this.worker.postMessage(message)
  }

  /**
   * Bodies go over without a copy (small ones packed): nothing here can read them afterwards. Their buffers
   * come back.
   */
  answer(tasks: readonly Task[]): Promise<readonly TaskAnswer[]> {
    const id = this.nextId++
    this.outstanding++
    return new Promise<readonly TaskAnswer[]>((resolve, reject) => {
      const timer = setTimeout(() => void this.worker.terminate(), this.patience)
      this.batches.set(id, { resolve, reject, timer })
      const { views, transfer } = packBytes(
        tasks.map(({ bytes }) => bytes),
        bytes => this.buffers.take(bytes)
      )
      this.worker.postMessage(
        {
          type: 'batch',
          id,
          tasks: tasks.map((task, at) => ({ ...task, bytes: views[at] }))
        } satisfies ToWorker,
        transfer
      )
    }).finally(() => {
      this.outstanding--
    })
  }

  async close(): Promise<void> {
    this.closed = true
    this.rejectAll('it was closed')
    await this.worker.terminate()
  }

  private take(message: FromWorker): void {
    if (message.type === 'loaded') {
      this.loading.get(message.key)?.resolve()
      this.loading.delete(message.key)
      return
    }
    const batch = this.batches.get(message.id)
    this.batches.delete(message.id)
    clearTimeout(batch?.timer)
    for (const buffer of message.buffers) this.buffers.give(buffer)
    batch?.resolve(message.answers)
  }

  private rejectAll(reason: string): void {
    const error = new UnseenError('executor.lost', 'The thread that was at work on the request ended.', {
      remedy: 'Send it again.',
      cause: reason
    })
    for (const { reject, timer } of this.batches.values()) {
      clearTimeout(timer)
      reject(error)
    }
    for (const { reject } of this.loading.values()) reject(error)
    this.batches.clear()
    this.loading.clear()
  }
}
