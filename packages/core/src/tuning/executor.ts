/**
 * Who runs the chains of a search. Core runs them one after the other in this thread; packages/node
 * and Studio bring executors with workers. Results do not depend on the executor.
 */
import { drive, type Watch } from '../base/progress.js'
import { openChains, type Chain, type ChainResult, type SearchPlace } from './chain.js'

export interface Executor {
  readonly threads: number
  /** may the threads work on one shared memory? */
  readonly shared: boolean
  /** One runner per thread, `place.threads` at most, all working at the same place. */
  open(place: SearchPlace): Promise<readonly ChainRunner[]>
}

export interface ChainRunner {
  /** One chain at a time. Rejects, or returns an incomplete chain, once the signal has fired. */
  run(chain: Chain, watch: Watch): Promise<ChainResult>
  close(): Promise<void>
}

export const serialExecutor: Executor = {
  threads: 1,
  shared: false,
  open(place) {
    const run = openChains(place, 0)
    return Promise.resolve([{ run: (chain, watch) => drive(run(chain), watch), close: () => Promise.resolve() }])
  },
}
