/** A worker thread: keeps every model with its classes, and answers batches of tasks in their order. */
import { Model } from '@unseen/core'
import { type LoadedModel, answerBatch } from './answer-batch.js'
import type { ClassChanges, FromWorker, ToWorker, WorkerSettings } from './messages.js'
import { packBytes } from './pack-bytes.js'
import { parentPort, workerData } from 'node:worker_threads'

const nothing = new Uint8Array()
const models = new Map<string, LoadedModel>()

function change(model: Model, { described, forgotten }: ClassChanges): Model {
  return model.forgetAll(forgotten.filter(name => model.knows(name))).describeAll(
    described.map(({ name, signature, examples = null, ...embedded }) => ({
      name,
      signature,
      examples,
      embedded
    }))
  )
}

if (parentPort !== null) {
  const port = parentPort
  const settings = workerData as WorkerSettings
  const say = (message: FromWorker, transfer: readonly ArrayBuffer[] = []): void =>
    port.postMessage(message, [...transfer])
  const take = async (message: ToWorker): Promise<void> => {
    if (message.type === 'load') {
      const { name, settings: options, trained, classes, notes } = message.model
      models.set(message.key, {
        name,
        model: Model.restore(options, trained, classes, notes),
        version: message.version
      })
      say({ type: 'loaded', key: message.key })
    } else if (message.type === 'change') {
      const known = models.get(message.key)
      if (known !== undefined)
        models.set(message.key, {
          ...known,
          model: change(known.model, message.changes),
          version: message.version
        })
    } else if (message.type === 'unload') models.delete(message.key)
    else {
      const answers = await answerBatch(models, message.tasks, settings)
      const { views, transfer } = packBytes(answers.map(answer => ('json' in answer ? answer.json : nothing)))
      // Of the tasks: nothing is read from them any more, and others can be written into them.
      const buffers = [...new Set(message.tasks.map(({ bytes }) => bytes.buffer as ArrayBuffer))]
      say(
        {
          type: 'answers',
          id: message.id,
          buffers,
          answers: answers.map((answer, at) => ('json' in answer ? { ...answer, json: views[at] } : answer))
        },
        [...transfer, ...buffers]
      )
    }
  }
  // One after the other: a batch sees every change that was sent before it, and none after.
  let turn = Promise.resolve()
  port.on('message', (message: ToWorker) => {
    turn = turn.then(() => take(message))
    // An error here is a defect: the thread ends, and the server starts another.
    turn.catch((error: unknown) => {
      throw error
    })
  })
}
