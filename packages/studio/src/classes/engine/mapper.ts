/**
 * A map in a thread of its own, so that everything else is answered at once meanwhile; stopping ends the
 * thread.
 */
import { UnseenError } from '@unseen/core'
import { startWorker } from '../../worker/start-worker.js'
import type { Placer } from './placer.js'
import type { MapperApi } from './role.js'
import { proxy, transfer, wrap, type Remote } from 'comlink'

export const placeApart: Placer = async (input, { onProgress, signal }) => {
  const worker = startWorker('map')
  const remote: Remote<MapperApi> = wrap<MapperApi>(worker)
  let stop = (): void => undefined
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(new UnseenError('cancelled', 'The map was stopped before it was ready.'))
  })
  signal?.addEventListener('abort', stop)
  try {
    return await Promise.race([
      stopped,
      remote.place(transfer(input, [input.data.buffer as ArrayBuffer]), onProgress && proxy(onProgress))
    ])
  } finally {
    signal?.removeEventListener('abort', stop)
    worker.terminate()
  }
}
