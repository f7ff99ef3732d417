/**
 * The kernels in SIMD, compiled from packages/core/assembly. The module is compiled at the first use,
 * once for each kind of memory; an instance belongs to one thread.
 */
import { kernelsBase64, sharedKernelsBase64 } from './binary.js'
import type { Kernels, Pointer } from './kernels.js'

/** Working space an instance needs for itself; threads that share a memory must not share it. */
export const SCRATCH_BYTES = 400 * 1024

type Exports = Omit<Kernels, 'memory'> & { setScratch(pointer: Pointer): void }

const modules = new Map<string, WebAssembly.Module>()

/** `scratch` is the address of SCRATCH_BYTES bytes that nothing else uses, a multiple of 16. */
export function wasmKernels(memory: WebAssembly.Memory, scratch: Pointer): Kernels {
  const shared =
    typeof SharedArrayBuffer !== 'undefined' && (memory.buffer as unknown) instanceof SharedArrayBuffer
  const module = compiled(shared ? sharedKernelsBase64 : kernelsBase64)
  const instance = new WebAssembly.Instance(module, { env: { memory } })
  const { setScratch, ...kernels } = instance.exports as unknown as Exports
  setScratch(scratch)
  return { memory, ...kernels }
}

function compiled(base64: string): WebAssembly.Module {
  let module = modules.get(base64)
  if (!module) {
    const text = atob(base64)
    module = new WebAssembly.Module(Uint8Array.from(text, letter => letter.charCodeAt(0)))
    modules.set(base64, module)
  }
  return module
}
