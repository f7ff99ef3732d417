/**
 * A search place on its way to a worker: the shared memory itself, or, where there is none, a copy of
 * the rows from which the worker builds a memory of its own under the same addresses.
 */
import { UnseenError, type ErrorCode } from '../base/errors.js'
import { createMemory } from '../kernels/arena.js'
import { complete, type Progress } from '../base/progress.js'
import { openChains, type Chain, type ChainResult, type SearchPlace } from './chain.js'

export interface OpenMessage {
  readonly type: 'open'
  readonly place: Omit<SearchPlace, 'workplace'> & { readonly workplace: Omit<SearchPlace['workplace'], 'memory'> }
  readonly thread: number
  readonly memory?: WebAssembly.Memory
  readonly rows?: ArrayBuffer
}
export interface RunMessage {
  readonly type: 'run'
  readonly chain: Chain
}
export type ToWorker = OpenMessage | RunMessage
export type FromWorker = { readonly type: 'ready' } | { readonly type: 'progress'; readonly progress: Progress } | { readonly type: 'result'; readonly result: ChainResult } | { readonly type: 'error'; readonly message: string; readonly code?: ErrorCode }

/** What to post to worker number `thread`. */
export function openMessage(place: SearchPlace, thread: number, shared: boolean): OpenMessage {
  const { memory, ...workplace } = place.workplace
  const rest = { type: 'open', place: { ...place, workplace } } as const
  return shared ? { ...rest, thread, memory } : { ...rest, thread: 0, rows: memory.buffer.slice(0, workplace.arenaStart) }
}

/** The worker's side, for any kind of worker: returns what to do with each message. */
export function createChainWorker(post: (message: FromWorker) => void): (message: ToWorker) => void {
  let run: ReturnType<typeof openChains> | undefined
  return (message) => {
    try {
      if (message.type === 'open') {
        run = openChains(receivePlace(message), message.thread)
        post({ type: 'ready' })
      } else if (run !== undefined) {
        const result = complete(run(message.chain), (progress) => {
          if (progress.stage === 'chain') post({ type: 'progress', progress })
          return false
        })
        post({ type: 'result', result })
      }
    } catch (error) {
      post({ type: 'error', message: error instanceof Error ? error.message : String(error), ...(error instanceof UnseenError ? { code: error.code } : {}) })
    }
  }
}

function receivePlace({ place, memory, rows }: OpenMessage): SearchPlace {
  const { workplace } = place
  if (memory !== undefined) return { ...place, workplace: { ...workplace, memory } }
  const own = createMemory(workplace.arenaStart + workplace.arenaBytes, false)
  if (rows !== undefined) new Uint8Array(own.buffer).set(new Uint8Array(rows))
  return { ...place, workplace: { ...workplace, memory: own } }
}
