// HDF5 as the reader reads it, in a thread that is used again until the library breaks or stalls.
import { UnseenError } from '@unseen/core'
import { Worker } from 'node:worker_threads'

/** The reader itself waits 20 s for a sign of life, and refuses the file then. */
const PATIENCE = 5000
let thread

/** Refuses what the reader refuses, and throws something else where it would. */
export async function readHdf5InTurn(bytes) {
  const worker = (thread ??= new Worker(new URL('./hdf5-thread.mjs', import.meta.url)))
  let timer
  const { message, typed, isBroken } = await new Promise((resolve, reject) => {
    timer = setTimeout(() => resolve({ message: 'no progress', typed: true, isBroken: true }), PATIENCE)
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.postMessage(bytes)
  }).finally(() => {
    clearTimeout(timer)
    worker.removeAllListeners('message').removeAllListeners('error')
  })
  if (isBroken) {
    thread = undefined
    await worker.terminate()
  }
  if (message !== undefined) throw typed ? new UnseenError('format.header', message) : new Error(message)
}
