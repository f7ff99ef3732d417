/** Images to rows of features, through the network that made the features the model was trained on. */
import { type Model, UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { recordOf } from '../../use/image-rows.js'
import { fromPlain } from '../problems.js'
import type { ImageAnswer, ImageSettings, ImageTask } from './messages.js'
import { Worker } from 'node:worker_threads'

export class ImageReader {
  private readonly network: string | undefined
  private worker: Worker | undefined
  private readonly asked = new Map<
    number,
    { resolve(features: Float32Array): void; reject(error: unknown): void }
  >()
  private nextId = 0

  /** Without a network each model's own is taken, found by its digest. */
  constructor(network: string | undefined) {
    this.network = network
  }

  /** (images x features of the model) */
  features(model: Model, images: readonly Uint8Array[]): Promise<Float32Array> {
    const record = recordOf(model, undefined)
    if (record === undefined)
      throw new UnseenError('backbone.unusable', 'The model does not say which network made its features.')
    const task: ImageTask = { id: this.nextId++, record, images }
    return new Promise((resolve, reject) => {
      this.asked.set(task.id, { resolve, reject })
      this.thread().postMessage(task)
    })
  }

  async close(): Promise<void> {
    const { worker } = this
    this.end('it was closed')
    await worker?.terminate()
  }

  private thread(): Worker {
    if (this.worker === undefined) {
      const worker = new Worker(new URL('./worker.js', import.meta.url), {
        workerData: defined({ network: this.network }) satisfies ImageSettings
      })
      worker.on('message', (answer: ImageAnswer) => this.take(answer))
      worker.on('error', error => this.end(error.message))
      worker.on('exit', () => {
        if (this.worker === worker) this.end('it exited')
      })
      this.worker = worker
    }
    return this.worker
  }

  private take(answer: ImageAnswer): void {
    const asked = this.asked.get(answer.id)
    this.asked.delete(answer.id)
    if ('features' in answer) asked?.resolve(answer.features)
    else asked?.reject('error' in answer ? fromPlain(answer.error) : new Error(answer.defect))
  }

  /** The next request starts another thread. */
  private end(reason: string): void {
    this.worker = undefined
    for (const { reject } of this.asked.values())
      reject(
        new UnseenError('executor.lost', 'The thread of the backbone ended.', {
          remedy: 'Send the image again.',
          cause: reason
        })
      )
    this.asked.clear()
  }
}
