/** A worker of searches (executor/). */
import { createChainWorker, type ToWorker } from '@unseen/core'

const work = createChainWorker(message => self.postMessage(message))
self.onmessage = ({ data }: MessageEvent<ToWorker>) => work(data)
