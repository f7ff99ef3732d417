/**
 * A worker thread that has a model open and works out blocks of rows. Rows and results are V8's own bytes of
 * their values: numbers stay as they are, to the last bit.
 */
import { type Job, Matrix, type Model, fromBytes } from '@unseen/core'
import { createJobWorker } from '@unseen/core/internal'
import { decideRows } from '../use/row-work.js'
import type { QueueJob } from './jobs.js'
import { deserialize, serialize } from 'node:v8'
import { parentPort } from 'node:worker_threads'

export interface OpenModel {
  readonly type: 'open'
  readonly model: Uint8Array
}

export interface RowTask {
  readonly rows: Uint8Array
  readonly task: Extract<QueueJob, { kind: 'rows' }>['task']
}

function* work(model: Model, { rows, task }: RowTask): Job<Uint8Array> {
  yield { stage: 'prepare', message: task.key }
  const matrix = Matrix.from(deserialize(rows) as Matrix)
  if (task.work === 'proportions') return serialize(model.proportions(matrix))
  const { among, top, reject, explain } = task
  return serialize(decideRows(model, matrix, { among, top, reject, explain }))
}

if (parentPort !== null) {
  const port = parentPort
  port.on(
    'message',
    createJobWorker(
      (message: OpenModel) => {
        const model = fromBytes(message.model)
        return (task: RowTask) => work(model, task)
      },
      message => port.postMessage(message)
    )
  )
}
