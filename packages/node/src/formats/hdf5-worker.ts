/** The thread that hdf5.ts starts for each file: reads it, answers, and is ended. */
import { type ErrorCode, UnseenError } from '@unseen/core'
import type { NamedArray, ReadOptions } from '@unseen/data'
import { limitMemory, storedBytes, storedFile } from './hdf5-library.js'
import { readHdf5 } from './hdf5-read.js'
import { closeSync, fstatSync, openSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'

export interface Hdf5Task {
  readonly from: string | Uint8Array
  readonly options: ReadOptions
}

export type Hdf5Answer =
  | { readonly type: 'alive' }
  | { readonly type: 'arrays'; readonly arrays: readonly NamedArray[] }
  | {
      readonly type: 'refused'
      readonly code: ErrorCode
      readonly message: string
      readonly where: UnseenError['where']
      readonly remedy: string | undefined
    }

/** How often the thread says that it goes on, in milliseconds. */
const SIGN_EVERY = 500

async function run(
  answer: (message: Hdf5Answer, transfer?: ArrayBuffer[]) => void,
  { from, options }: Hdf5Task
): Promise<void> {
  limitMemory()
  // The library prints the inner history of every failure, also of those it expects.
  console.error = console.warn = () => undefined
  const { ready } = await import('h5wasm')
  const library = await ready
  let lastSign = 0
  const alive = (): void => {
    if (performance.now() - lastSign < SIGN_EVERY) return
    lastSign = performance.now()
    answer({ type: 'alive' })
  }
  const descriptor = typeof from === 'string' ? openSync(from, 'r') : undefined
  try {
    const stored =
      typeof from === 'string'
        ? storedFile(descriptor ?? 0, fstatSync(descriptor ?? 0).size)
        : storedBytes(from)
    const arrays = readHdf5(library, stored, options, { alive })
    const buffers = new Set(
      arrays.flatMap(({ data }) => ('buffer' in data ? [data.buffer as ArrayBuffer] : []))
    )
    answer({ type: 'arrays', arrays }, [...buffers])
  } catch (error) {
    if (!(error instanceof UnseenError)) throw error
    // The message ends with the remedy, which is sent beside it.
    const message =
      error.remedy === undefined ? error.message : error.message.slice(0, -error.remedy.length - 1)
    answer({ type: 'refused', code: error.code, message, where: error.where, remedy: error.remedy })
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

if (parentPort !== null) {
  const port = parentPort
  await run((message, transfer) => port.postMessage(message, transfer ?? []), workerData as Hdf5Task)
}
