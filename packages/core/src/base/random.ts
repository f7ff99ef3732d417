/**
 * Seeded random numbers: sfc32, a small generator with a period of at least 2^32 that passes the
 * usual statistical tests. Whoever needs chance is handed one of these; Math.random is never used.
 */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number
  /** Uniform whole number in [0, limit). */
  below(limit: number): number
  /** Shuffles in place (Fisher and Yates) and returns the array. */
  shuffle<T extends { length: number; [index: number]: unknown }>(items: T): T
}

/**
 * A generator of random numbers that gives the same sequence for the same seed on every machine.
 *
 * @param seed any whole number
 */
export function createRandom(seed: number): Random {
  let a = 0x9e3779b9
  let b = 0x243f6a88
  let c = seed | 0
  let counter = 1
  const next32 = (): number => {
    const t = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return t >>> 0
  }
  for (let i = 0; i < 12; i++) next32()
  const next = (): number => next32() / 4294967296
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    next,
    below,
    shuffle(items) {
      for (let i = items.length - 1; i > 0; i--) {
        const j = below(i + 1)
        const kept = items[i]
        items[i] = items[j]
        items[j] = kept
      }
      return items
    }
  }
}
