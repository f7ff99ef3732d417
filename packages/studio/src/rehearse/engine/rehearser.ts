/** A rehearsal in a thread of its own, so that descriptions are answered at once meanwhile. */
import type { PhotosTester } from '../../photos/engine/concern.js'
import { startWorker } from '../../worker/start-worker.js'
import type { Rehearser } from './rehearsal.js'
import type { RehearserApi } from './role.js'
import { proxy, wrap, type Remote } from 'comlink'

export const rehearseApart: Rehearser = (input, { onProgress, signal, ...options }) =>
  apart(signal, remote => remote.rehearse(input, options, onProgress && proxy(onProgress)))

export const testPhotosApart: PhotosTester = (input, settings, watch) =>
  apart(watch?.signal, remote => remote.photos(input, settings, watch?.onProgress && proxy(watch.onProgress)))

async function apart<Found>(
  signal: AbortSignal | undefined,
  work: (remote: Remote<RehearserApi>) => Promise<Found>
): Promise<Found> {
  const worker = startWorker('rehearsal')
  const remote: Remote<RehearserApi> = wrap<RehearserApi>(worker)
  const stop = (): void => void remote.stop()
  signal?.addEventListener('abort', stop)
  try {
    return await work(remote)
  } finally {
    signal?.removeEventListener('abort', stop)
    worker.terminate()
  }
}
