/**
 * Memory for bodies that goes around: to a thread with a batch, and back with its answers. New memory for
 * every request would have to be cleared first and collected later, in both threads, which costs more than to
 * read it.
 */

/** Arrays of so many bytes have a buffer to themselves. */
export const LARGE = 2 ** 16
/** Bytes that are kept for later; what comes back beyond them is let go. */
const MOST_IDLE = 64 * 2 ** 20

export class Buffers {
  private readonly idle = new Map<number, ArrayBuffer[]>()
  private idleBytes = 0

  /** At least so many bytes, whatever is in them. */
  take(bytes: number): ArrayBuffer {
    const size = Math.max(LARGE, 2 ** Math.ceil(Math.log2(bytes)))
    const found = this.idle.get(size)?.pop()
    if (found === undefined) return new ArrayBuffer(size)
    this.idleBytes -= size
    return found
  }

  /** Nobody may read it any more. One that came from elsewhere is let go. */
  give(buffer: ArrayBuffer): void {
    const size = buffer.byteLength
    if (size < LARGE || Math.log2(size) % 1 !== 0 || this.idleBytes + size > MOST_IDLE) return
    const same = this.idle.get(size)
    if (same === undefined) this.idle.set(size, [buffer])
    else same.push(buffer)
    this.idleBytes += size
  }
}
