/** A worker of comparisons (executor/). */
import { createComparisonWorker } from '@unseen/core/compare/internal'

const work = createComparisonWorker(message => self.postMessage(message))
self.onmessage = ({ data }: MessageEvent<Parameters<typeof work>[0]>) => work(data)
