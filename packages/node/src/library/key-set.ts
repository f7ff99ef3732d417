/**
 * Which ids a library holds, as 63 bits of their SHA-256 in a table with open addressing: 11 to 22
 * bytes for each id whatever its length, so that ten million take at most 270 MB while rows are added.
 * Two of ten million different ids share their 63 bits with a probability of 5 in a million.
 */
import { createHash } from 'node:crypto'

const FULL = 0.75

export class KeySet {
  /** pairs of 32 bits; (0, 0) is an empty place, and no key */
  private table = new Uint32Array(2 * 1024)
  private count = 0

  get size(): number {
    return this.count
  }

  /** false where it was there already */
  add(high: number, low: number): boolean {
    if (!insert(this.table, high, low)) return false
    this.count++
    if (2 * this.count > FULL * this.table.length) this.grow()
    return true
  }

  private grow(): void {
    const larger = new Uint32Array(2 * this.table.length)
    for (let at = 0; at < this.table.length; at += 2)
      if (this.table[at] !== 0 || this.table[at + 1] !== 0) insert(larger, this.table[at], this.table[at + 1])
    this.table = larger
  }
}

/** The key of an id: two numbers of 32 bits, the second odd, so that no key looks like an empty place. */
export function keyOf(id: string): readonly [number, number] {
  const digest = createHash('sha256').update(id).digest()
  return [digest.readUInt32LE(0), (digest.readUInt32LE(4) | 1) >>> 0]
}

function insert(table: Uint32Array, high: number, low: number): boolean {
  const places = table.length / 2
  for (let place = high & (places - 1); ; place = (place + 1) & (places - 1)) {
    const at = 2 * place
    if (table[at] === high && table[at + 1] === low) return false
    if (table[at] !== 0 || table[at + 1] !== 0) continue
    table[at] = high
    table[at + 1] = low
    return true
  }
}
