/**
 * The thread of the backbone: images in, features out. Images of requests that wait go through the network
 * together; one that cannot be read spoils its own request alone.
 */
import { UnseenError } from '@unseen/core'
import { type Backbone, type PreparedImage, openBackbone } from '../../extract/backbone.js'
import { plainError } from '../problems.js'
import type { ImageAnswer, ImageSettings, ImageTask } from './messages.js'
import { parentPort, workerData } from 'node:worker_threads'

const BATCH = 8

const { network } = (workerData ?? {}) as ImageSettings
const backbones = new Map<string, Promise<Backbone>>()

function backboneOf({ record }: ImageTask): Promise<Backbone> {
  const key = JSON.stringify(record)
  const known = backbones.get(key) ?? openBackbone(network ?? String(record['digest']), { record })
  backbones.set(key, known)
  return known
}

async function prepare(
  task: ImageTask
): Promise<
  | { readonly task: ImageTask; readonly backbone: Backbone; readonly images: readonly PreparedImage[] }
  | ImageAnswer
> {
  try {
    const backbone = await backboneOf(task)
    const images: PreparedImage[] = []
    // One at a time: a picture of a few kilobytes may be hundreds of megabytes unpacked.
    for (const [at, image] of task.images.entries()) {
      images.push(
        await backbone.prepare(image).catch((error: unknown) => {
          throw error instanceof UnseenError
            ? new UnseenError(error.code, `Image ${at} cannot be read: ${error.message}`, {
                where: { image: at }
              })
            : error
        })
      )
    }
    return { task, backbone, images }
  } catch (error) {
    return refusal(task, error)
  }
}

async function answer(tasks: readonly ImageTask[]): Promise<ImageAnswer[]> {
  const answers: ImageAnswer[] = []
  const ready = []
  for (const task of tasks) {
    const prepared = await prepare(task)
    if ('images' in prepared) ready.push(prepared)
    else answers.push(prepared)
  }
  for (const backbone of new Set(ready.map(each => each.backbone))) {
    const own = ready.filter(each => each.backbone === backbone)
    const images = own.flatMap(each => each.images)
    const features = new Float32Array(images.length * backbone.length)
    try {
      for (let at = 0; at < images.length; at += BATCH)
        features.set(await backbone.run(images.slice(at, at + BATCH)), at * backbone.length)
    } catch (error) {
      answers.push(...own.map(({ task }) => refusal(task, error)))
      continue
    }
    let row = 0
    for (const {
      task,
      images: { length }
    } of own) {
      answers.push({
        id: task.id,
        features: features.slice(row * backbone.length, (row + length) * backbone.length)
      })
      row += length
    }
  }
  return answers
}

function refusal({ id }: ImageTask, error: unknown): ImageAnswer {
  return error instanceof UnseenError
    ? { id, error: plainError(error) }
    : { id, defect: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

if (parentPort !== null) {
  const port = parentPort
  let waiting: ImageTask[] = []
  let busy = false
  const work = async (): Promise<void> => {
    busy = true
    while (waiting.length > 0) {
      const tasks = waiting.splice(0, BATCH)
      for (const done of await answer(tasks))
        port.postMessage(done, 'features' in done ? [done.features.buffer as ArrayBuffer] : [])
    }
    busy = false
  }
  port.on('message', (task: ImageTask) => {
    waiting = [...waiting, task]
    if (!busy) void work()
  })
}
