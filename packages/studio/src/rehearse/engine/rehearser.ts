/** A rehearsal in a thread of its own, so that descriptions are answered at once meanwhile. */
import { startWorker } from '../../worker/start-worker.js'
import type { Rehearser } from './rehearsal.js'
import type { RehearserApi } from './role.js'
import { proxy, wrap, type Remote } from 'comlink'

export const rehearseApart: Rehearser = async (input, { onProgress, signal, ...options }) => {
  const worker = startWorker('rehearsal')
  const remote: Remote<RehearserApi> = wrap<RehearserApi>(worker)
  const stop = (): void => void remote.stop()
  signal?.addEventListener('abort', stop)
  try {
    return await remote.rehearse(input, options, onProgress && proxy(onProgress))
  } finally {
    signal?.removeEventListener('abort', stop)
    worker.terminate()
  }
}
