/**
 * A search place on its way to a worker: the shared memory itself, or, where there is none, a copy of
 * the rows from which the worker builds a memory of its own under the same addresses.
 */
import { createMemory } from '../kernels/arena.js'
import { createJobWorker, type FromJobWorker, type ToJobWorker } from './job-worker.js'
import { openChains, type Chain, type ChainResult, type SearchPlace } from './chain.js'

export interface OpenMessage {
  readonly type: 'open'
  readonly place: Omit<SearchPlace, 'workplace'> & { readonly workplace: Omit<SearchPlace['workplace'], 'memory'> }
  readonly thread: number
  readonly memory?: WebAssembly.Memory
  readonly rows?: ArrayBuffer
}
export type ToWorker = ToJobWorker<OpenMessage, Chain>
export type FromWorker = FromJobWorker<ChainResult>

/** What to post to worker number `thread`. */
export function openMessage(place: SearchPlace, thread: number, shared: boolean): OpenMessage {
  const { memory, ...workplace } = place.workplace
  const rest = { type: 'open', place: { ...place, workplace } } as const
  return shared ? { ...rest, thread, memory } : { ...rest, thread: 0, rows: memory.buffer.slice(0, workplace.arenaStart) }
}

/** The worker's side of a search. */
export function createChainWorker(post: (message: FromWorker) => void): (message: ToWorker) => void {
  return createJobWorker((message: OpenMessage) => openChains(receivePlace(message), message.thread), post)
}

function receivePlace({ place, memory, rows }: OpenMessage): SearchPlace {
  const { workplace } = place
  if (memory !== undefined) return { ...place, workplace: { ...workplace, memory } }
  const own = createMemory(workplace.arenaStart + workplace.arenaBytes, false)
  if (rows !== undefined) new Uint8Array(own.buffer).set(new Uint8Array(rows))
  return { ...place, workplace: { ...workplace, memory: own } }
}
