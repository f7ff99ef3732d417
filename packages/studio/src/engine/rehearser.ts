/** A rehearsal in a thread of its own, so that descriptions are answered at once meanwhile. */
import { proxy, wrap, type Remote } from 'comlink'
import type { RehearserApi } from './rehearser-worker.js'
import type { Rehearser } from './rehearsal.js'

export const rehearseApart: Rehearser = async (input, { onProgress, signal, ...options }) => {
  const worker = new Worker(new URL('./rehearser-worker.ts', import.meta.url), { type: 'module', name: 'rehearsal' })
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
