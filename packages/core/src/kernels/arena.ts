/**
 * Memory for one problem. Its size is computed before it is made and it never grows, so typed-array
 * views stay valid; the views' byteOffset is the pointer kernels take. Memory is handed out like a
 * stack: `mark`, allocate, `release`. Threads that share one memory get an arena each.
 */
import { UnseenError, count } from '../base/errors.js'
import type { Kernels } from './kernels.js'

const PAGE = 65536
/** WebAssembly addresses 4 GiB. */
export const MEMORY_LIMIT = 65536 * PAGE
/** The first bytes of a memory are left to the compiled kernels. */
export const ARENA_START = 1024

/** Bytes that an array of `length` elements takes in an arena. */
export function arrayBytes(length: number, elementBytes: number): number {
  return Math.ceil((length * elementBytes) / 16) * 16
}

export function createMemory(bytes: number, shared: boolean): WebAssembly.Memory {
  const pages = Math.ceil((bytes + ARENA_START) / PAGE)
  const refuse = (cause?: unknown): UnseenError =>
    new UnseenError(
      'memory.limit',
      `This problem needs ${count(Math.ceil(bytes / 2 ** 20))} MiB of memory, more than can be had.`,
      { remedy: 'Train on fewer rows or fewer features.', cause }
    )
  if (bytes + ARENA_START > MEMORY_LIMIT) throw refuse()
  try {
    return new WebAssembly.Memory(shared ? { initial: pages, maximum: 65536, shared } : { initial: pages })
  } catch (cause) {
    throw refuse(cause)
  }
}

export class Arena {
  readonly kernels: Kernels
  private top: number
  private readonly end: number

  constructor(kernels: Kernels, start: number, end: number) {
    this.kernels = kernels
    this.top = Math.ceil(start / 16) * 16
    this.end = end
  }

  float32(length: number): Float32Array<ArrayBuffer> {
    return new Float32Array(this.kernels.memory.buffer, this.take(length, 4), length).fill(0)
  }

  float64(length: number): Float64Array<ArrayBuffer> {
    return new Float64Array(this.kernels.memory.buffer, this.take(length, 8), length).fill(0)
  }

  uint32(length: number): Uint32Array<ArrayBuffer> {
    return new Uint32Array(this.kernels.memory.buffer, this.take(length, 4), length).fill(0)
  }

  mark(): number {
    return this.top
  }

  release(mark: number): void {
    this.top = mark
  }

  private take(length: number, elementBytes: number): number {
    const at = this.top
    const next = at + arrayBytes(length, elementBytes)
    // Sizes are computed beforehand; coming here is a mistake in that computation, not in the input.
    if (next > this.end)
      throw new UnseenError(
        'memory.limit',
        `The arena is full: ${count(next - at)} bytes asked, ${count(this.end - at)} left.`
      )
    this.top = next
    return at
  }
}
