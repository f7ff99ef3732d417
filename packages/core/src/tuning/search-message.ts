/**
 * A search place on its way to a worker: the shared memory itself, or, where there is none, a copy of
 * the rows from which the worker builds a memory of its own under the same addresses.
 */
import { ARENA_START, MEMORY_LIMIT, createMemory } from '../kernels/arena.js'
import { type Chain, type ChainResult, type SearchPlace, openChains } from './chain.js'
import { type FromJobWorker, type ToJobWorker, createJobWorker } from './job-worker.js'

/** A search place without its memory: plain data. */
export type PlaceFacts = Omit<SearchPlace, 'workplace'> & {
  readonly workplace: Omit<SearchPlace['workplace'], 'memory'>
}

export interface OpenMessage {
  readonly type: 'open'
  readonly place: PlaceFacts
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
  return shared
    ? { ...rest, thread, memory }
    : { ...rest, thread: 0, rows: memory.buffer.slice(0, workplace.arenaStart) }
}

/**
 * The same place elsewhere, its memory shared by at most so many threads; the first `arenaStart` bytes of the
 * memory, the rows, are the caller's to fill.
 */
export function placeLike(facts: PlaceFacts, threads: number): SearchPlace {
  const { arenaStart, arenaBytes } = facts.workplace
  const room = Math.max(
    1,
    Math.min(threads, Math.floor((MEMORY_LIMIT - ARENA_START - arenaStart) / arenaBytes))
  )
  return {
    ...facts,
    threads: room,
    workplace: { ...facts.workplace, memory: createMemory(arenaStart + room * arenaBytes, true) }
  }
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
