/** A worker of the comparison executor beside this file. */
import { createComparisonWorker } from '@unseen/core'

const work = createComparisonWorker((message) => self.postMessage(message))
self.onmessage = ({ data }: MessageEvent<Parameters<typeof work>[0]>) => work(data)
