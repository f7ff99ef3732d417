// Reads files again and again, each time damaged in another way, and reports after each. All in one instance
// of the library; hdf5-damage.heavy.test.ts ends this thread when a file keeps the library busy for ever.
import { parentPort, workerData } from 'node:worker_threads'
import { limitMemory, storedBytes } from '../../dist/formats/hdf5-library.js'
import { readHdf5 } from '../../dist/formats/hdf5-read.js'

limitMemory()
console.error = console.warn = () => undefined
const { ready } = await import('h5wasm')
const library = await ready
/** tasks: { bytes, run } for each, from the one to begin with */
const { tasks, from } = workerData

/** The same damage for the same run. */
function damaged({ bytes, run }) {
  let state = ((run + 1) * 48271) % 2147483647
  const random = below => (state = (state * 48271) % 2147483647) % below
  const copy = bytes.slice()
  const kind = random(4)
  if (kind === 0) return copy.subarray(0, random(bytes.length))
  if (kind === 1) copy.copyWithin(random(bytes.length), random(bytes.length), random(bytes.length))
  for (let edit = random(4); edit >= 0; edit--) {
    const at = random(bytes.length)
    copy.fill([0, 1, 255, random(256)][random(4)], at, at + [1, 1, 2, 8][random(4)])
  }
  return copy
}

for (const task of tasks.slice(from)) {
  let code = 'read'
  let held = 0
  try {
    for (const { data } of readHdf5(library, storedBytes(damaged(task))))
      held += data.byteLength ?? 16 * data.length
  } catch (error) {
    code = error.name === 'UnseenError' ? error.code : `${error.name}: ${error.message}`
  }
  parentPort.postMessage({ code, held, memory: library.HEAPU8.length })
}
