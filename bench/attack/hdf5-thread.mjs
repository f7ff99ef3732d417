// Reads one HDF5 file after the other in one instance of the library, as hdf5-worker.ts reads each in its own:
// starting the library takes a hundred times as long as a small file. Answers what became of each.
import { UnseenError } from '@unseen/core'
import { parentPort } from 'node:worker_threads'
import { limitMemory, storedBytes } from '../../packages/node/dist/formats/hdf5-library.js'
import { readHdf5 } from '../../packages/node/dist/formats/hdf5-read.js'

limitMemory()
console.error = console.warn = () => undefined
const { ready } = await import('h5wasm')
const library = await ready

parentPort.on('message', bytes => {
  try {
    readHdf5(library, storedBytes(bytes), { fileName: 'file' })
    parentPort.postMessage({})
  } catch (error) {
    parentPort.postMessage({
      typed: error instanceof UnseenError,
      message: `${error.name}: ${error.message}`,
      // An instance that was aborted or trapped is of no use any more: the next file gets another.
      isBroken: error.cause !== undefined
    })
  }
})
