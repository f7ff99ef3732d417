import type * as Ort from 'onnxruntime-web'

/** Fetched when it is needed. */
export async function loadRuntime(): Promise<typeof Ort> {
  const ort = await import('onnxruntime-web/wasm')
  // A static site has no shared memory, and without it there are no threads.
  ort.env.wasm.numThreads = 1
  return ort
}
