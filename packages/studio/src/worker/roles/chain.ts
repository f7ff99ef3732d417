/** A worker of searches (executor/). */
import { type ToWorker, createChainWorker } from '@unseen/core/internal'

const work = createChainWorker(message => self.postMessage(message))
self.onmessage = ({ data }: MessageEvent<ToWorker>) => work(data)
