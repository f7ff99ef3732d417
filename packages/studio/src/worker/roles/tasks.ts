/** A worker that runs the tasks of searches and comparisons (executor.ts). */
import { searchWork, taskWorker } from '@unseen/core/internal'

const work = taskWorker(
  {
    search: () => Promise.resolve(searchWork),
    comparison: async () => (await import('@unseen/core/compare/internal')).comparisonWork()
  },
  message => self.postMessage(message)
)
self.onmessage = ({ data }: MessageEvent<unknown>) => work(data)
