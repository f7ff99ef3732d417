/** The page's end of the engine: the worker is started here, and functions are made fit to cross over. */
import type { Engine } from './api.js'
import { proxy, wrap } from 'comlink'

export function connectEngine(): Engine {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'engine' })
  return wrap(worker) as unknown as Engine
}

/** A function that the worker may call, for progress. */
export function callback<Args extends readonly unknown[]>(
  body: (...args: Args) => void
): (...args: Args) => void {
  return proxy(body)
}
