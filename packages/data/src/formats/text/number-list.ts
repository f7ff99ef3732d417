/** Numbers of which nobody knows how many will come: kept in blocks, charged as they grow, joined once. */
import { count } from '@unseen/core'
import type { Reading } from '../reading.js'

const FIRST_BLOCK = 64
const LAST_BLOCK = 2 ** 17

export class NumberList {
  readonly #reading: Reading
  readonly #full: Float64Array[] = []
  #block = new Float64Array(0)
  #used = 0
  #length = 0

  constructor(reading: Reading) {
    this.#reading = reading
  }

  push(value: number): void {
    if (this.#used === this.#block.length) this.#grow()
    this.#block[this.#used++] = value
    this.#length++
  }

  #grow(): void {
    if (this.#used > 0) this.#full.push(this.#block)
    const size = Math.min(Math.max(FIRST_BLOCK, 2 * this.#block.length), LAST_BLOCK)
    this.#block = new Float64Array(this.#reading.allocate(8 * size, 'The numbers').buffer)
    this.#used = 0
  }

  toArray(): Float64Array {
    let whole: Float64Array
    try {
      whole = new Float64Array(this.#length)
    } catch {
      throw this.#reading.fail(
        'format.size',
        `${count(this.#length)} numbers are more than this machine gives memory for.`
      )
    }
    let at = 0
    for (const block of [...this.#full, this.#block.subarray(0, this.#used)]) {
      whole.set(block, at)
      at += block.length
    }
    return whole
  }
}
