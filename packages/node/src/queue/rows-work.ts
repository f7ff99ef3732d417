/**
 * Blocks of rows for a model, as work for threads. Rows and results are V8's own bytes of their values: numbers
 * stay as they are, to the last bit.
 */
import { type Job, Matrix, type Model, UnseenError, type Work, fromBytes } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { decideRows } from '../use/row-work.js'
import type { QueueJob } from './jobs.js'
import { deserialize, serialize } from 'node:v8'

export interface RowTask {
  readonly rows: Uint8Array
  readonly task: Extract<QueueJob, { kind: 'rows' }>['task']
}

interface ModelBytes {
  readonly threads: number
  readonly model: Uint8Array
}

export const rowsWork: Work<ModelBytes, RowTask, Uint8Array, Uint8Array> = {
  name: 'rows',
  message: ({ model }) => model,
  open(bytes) {
    const model = fromBytes(bytes)
    return task => workOut(model, task)
  }
}

/** Bytes that are no matrix are refused; they end no thread. */
function readRows(bytes: Uint8Array): Matrix {
  try {
    return Matrix.from(deserialize(bytes) as Matrix)
  } catch (cause) {
    if (cause instanceof UnseenError) throw cause
    throw new UnseenError('queue.job', 'The rows of a job make no sense.', { cause })
  }
}

function* workOut(model: Model, { rows, task }: RowTask): Job<Uint8Array> {
  yield { stage: 'prepare', message: task.key }
  const matrix = readRows(rows)
  if (task.work === 'proportions') return serialize(model.proportions(matrix))
  const { among, top, reject, falseAlarms, explain } = task
  return serialize(decideRows(model, matrix, { among, top, reject, explain, ...defined({ falseAlarms }) }))
}
