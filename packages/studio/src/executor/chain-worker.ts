/** A worker of the executor beside this file. */
import { createChainWorker, type ToWorker } from '@unseen/core'

const work = createChainWorker((message) => self.postMessage(message))
self.onmessage = ({ data }: MessageEvent<ToWorker>) => work(data)
