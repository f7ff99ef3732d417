/** A memory with one set of kernels on it, and a place to put arrays: what every kernel test needs. */
import type { Kernels } from '../../src/kernels/kernels.js'
import { referenceKernels } from '../../src/kernels/reference.js'
import { SCRATCH_BYTES, wasmKernels } from '../../src/kernels/wasm.js'

const START = 1024
const GAP = 0xa5

export class Workbench {
  readonly kernels: Kernels
  private readonly start = START + SCRATCH_BYTES
  private top = this.start
  private gaps: Uint8Array[] = []

  constructor(kind: 'reference' | 'wasm' | 'shared', bytes = 8 * 2 ** 20) {
    const initial = Math.ceil((START + SCRATCH_BYTES + bytes) / 65536)
    const memory = new WebAssembly.Memory(
      kind === 'shared' ? { initial, maximum: initial, shared: true } : { initial }
    )
    this.kernels = kind === 'reference' ? referenceKernels(memory) : wasmKernels(memory, START)
  }

  reset(): void {
    this.top = this.start
    this.gaps = []
  }

  f32(values: ArrayLike<number>): Float32Array {
    const view = new Float32Array(this.kernels.memory.buffer, this.take(values.length * 4), values.length)
    view.set(values)
    return view
  }

  f64(values: ArrayLike<number>): Float64Array {
    const view = new Float64Array(this.kernels.memory.buffer, this.take(values.length * 8), values.length)
    view.set(values)
    return view
  }

  u32(values: ArrayLike<number>): Uint32Array {
    const view = new Uint32Array(this.kernels.memory.buffer, this.take(values.length * 4), values.length)
    view.set(values)
    return view
  }

  /** Nothing was written between the arrays, nor into the reserved start of the memory. */
  intact(): boolean {
    return (
      this.gaps.every(gap => gap.every(byte => byte === GAP)) &&
      new Uint8Array(this.kernels.memory.buffer, 0, START).every(byte => byte === 0)
    )
  }

  private take(bytes: number): number {
    const at = this.top,
      end = at + bytes
    this.top = Math.ceil(end / 16) * 16 + 16
    this.gaps.push(new Uint8Array(this.kernels.memory.buffer, end, this.top - end).fill(GAP))
    return at
  }
}

/** A seeded generator of numbers in [0, 1) (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Equal numbers at every place. Much quicker than toEqual on thousands of shapes. */
export function same(got: ArrayLike<number>, want: ArrayLike<number>): void {
  if (got.length !== want.length) throw new Error(`${got.length} numbers, not ${want.length}`)
  for (let at = 0; at < want.length; at++) {
    if (!Object.is(got[at], want[at])) throw new Error(`entry ${at} is ${got[at]}, not ${want[at]}`)
  }
}
