/**
 * A search as work for any executor. To a worker its data travel as the shared memory itself, or, where there
 * is none, as a copy of the rows from which the worker builds a memory of its own under the same addresses.
 */
import { ARENA_START, MEMORY_LIMIT, createMemory } from '../kernels/arena.js'
import type { Work } from '../tasks/executor.js'
import { type Chain, type ChainResult, type SearchData, openChains } from './chain.js'

/** A search place without its memory: plain data. */
type PlaceFacts = Omit<SearchData, 'workplace'> & {
  readonly workplace: Omit<SearchData['workplace'], 'memory'>
}

interface OpenSearch {
  readonly place: PlaceFacts
  readonly thread: number
  readonly memory?: WebAssembly.Memory
  readonly rows?: ArrayBuffer
}

export const searchWork: Work<SearchData, Chain, ChainResult, OpenSearch> = {
  name: 'search',
  message({ workplace: { memory, ...workplace }, ...rest }, thread, shared) {
    const place = { ...rest, workplace }
    return shared
      ? { place, thread, memory }
      : { place, thread: 0, rows: memory.buffer.slice(0, workplace.arenaStart) }
  },
  open: message => openChains(receivePlace(message), message.thread)
}

function receivePlace({ place, memory, rows }: OpenSearch): SearchData {
  const { workplace } = place
  if (memory !== undefined) return { ...place, workplace: { ...workplace, memory } }
  const own = createMemory(workplace.arenaStart + workplace.arenaBytes, false)
  if (rows !== undefined) new Uint8Array(own.buffer).set(new Uint8Array(rows))
  return { ...place, workplace: { ...workplace, memory: own } }
}

/**
 * The same place elsewhere, its memory shared by at most so many threads; the first `arenaStart` bytes of the
 * memory, the rows, are the caller's to fill.
 */
export function placeLike(facts: PlaceFacts, threads: number): SearchData {
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
