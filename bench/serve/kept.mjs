// What every thread of a process keeps once its garbage is collected, so that memory that grows can be told from
// garbage that nobody has collected yet. Loaded by each thread (`node --expose-gc --import`), asked by the main one.
import { setTimeout as sleep } from 'node:timers/promises'
import { BroadcastChannel, isMainThread, threadId } from 'node:worker_threads'

const NAME = 'unseen-bench-kept'
const PATIENCE = 3000

/** Megabytes of objects and of their buffers. */
function keeps() {
  // The second one takes what the first one's finalisers let go.
  for (let time = 0; time < 2; time++) globalThis.gc()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return { thread: threadId, heap: heapUsed / 2 ** 20, buffers: arrayBuffers / 2 ** 20 }
}

/** Of all threads that answer, the main one first; and what the process has of the machine afterwards. */
export async function whatIsKept() {
  const channel = new BroadcastChannel(NAME)
  const threads = []
  channel.onmessage = ({ data }) => threads.push(data)
  channel.postMessage('collect')
  await sleep(PATIENCE)
  channel.close()
  return {
    threads: [keeps(), ...threads.sort((a, b) => a.thread - b.thread)],
    megabytes: process.memoryUsage.rss() / 2 ** 20
  }
}

if (!isMainThread) {
  const channel = new BroadcastChannel(NAME)
  channel.onmessage = ({ data }) => {
    if (data === 'collect') channel.postMessage(keeps())
  }
  channel.unref()
}
