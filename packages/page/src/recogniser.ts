/**
 * Recognises photos in the browser: for pages of one's own.
 *
 *   import { open } from './zoo/recogniser.js'
 *   const zoo = await open('./zoo/')
 *   const { verdict, ranked } = await zoo.recognise(file)
 *
 * The work is done in a web worker, so that the page goes on.
 */
import type { Answer, Knowledge, Loading, Photo, Reply, Request } from './messages.js'

export type { Answer, Knowledge, Loading, Photo, RankedClass } from './messages.js'

/** How a folder is opened. */
export interface OpenOptions {
  /** is told how much is loaded */
  readonly onLoading?: (loading: Loading) => void
}

/** How a photo is answered. */
export interface RecogniseOptions {
  /** how many classes; three unless given */
  readonly top?: number
}

/** A model that is ready for photos. */
export interface Recogniser extends Knowledge {
  /**
   * Which class a photo shows.
   *
   * @param photo a file, a blob, or an ImageBitmap
   * @param options how many classes
   */
  recognise(photo: Photo, options?: RecogniseOptions): Promise<Answer>
  /** Ends the worker. */
  close(): void
}

/**
 * Opens a folder of `unseen export --web`.
 *
 * @param folder its address, as seen from the page
 * @param options who is told how much is loaded
 */
export async function open(folder: string | URL, { onLoading }: OpenOptions = {}): Promise<Recogniser> {
  const base = new URL(folder, document.baseURI).href
  const place = base.endsWith('/') ? base : `${base}/`
  const worker = new Worker(new URL('engine.js', place), { type: 'module' })
  const waiting = new Map<number, { resolve(reply: Reply): void; reject(error: Error): void }>()
  let last = 0
  worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
    if ('loading' in data) return onLoading?.(data.loading)
    const asked = waiting.get(data.id)
    waiting.delete(data.id)
    if ('problem' in data) asked?.reject(new Error(data.problem))
    else asked?.resolve(data)
  })
  worker.addEventListener('error', ({ message }) => {
    for (const { reject } of waiting.values())
      reject(
        new Error(message === '' || message === undefined ? `${place}engine.js cannot be run.` : message)
      )
    waiting.clear()
  })
  const ask = (request: (id: number) => Request): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const id = (last += 1)
      waiting.set(id, { resolve, reject })
      worker.postMessage(request(id))
    })
  try {
    const reply = await ask(id => ({ id, open: place }))
    if (!('knowledge' in reply)) throw new Error('The worker gave no answer.')
    return {
      ...reply.knowledge,
      async recognise(photo, { top = 3 } = {}) {
        const found = await ask(id => ({ id, photo, top }))
        if ('answer' in found) return found.answer
        throw new Error('The worker gave no answer.')
      },
      close: () => worker.terminate()
    }
  } catch (error) {
    worker.terminate()
    throw error
  }
}
