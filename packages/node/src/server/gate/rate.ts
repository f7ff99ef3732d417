/**
 * How often each caller may come: a bucket that fills at the rate and holds two seconds' worth. Callers
 * are forgotten, the longest unseen first, so that any number of them takes bounded memory.
 */
const MOST_CALLERS = 10_000
const SECONDS_HELD = 2

interface Bucket {
  left: number
  at: number
}

export class Rate {
  private readonly perSecond: number
  private readonly now: () => number
  private readonly buckets = new Map<string, Bucket>()

  /** `perSecond` 0: as often as anybody likes. */
  constructor(perSecond: number, now: () => number = () => performance.now()) {
    this.perSecond = perSecond
    this.now = now
  }

  /** Seconds to wait; 0 where the caller may go on, which counts. */
  take(caller: string): number {
    if (this.perSecond === 0) return 0
    const bucket = this.fill(caller)
    if (bucket.left >= 1) {
      bucket.left--
      return 0
    }
    return Math.ceil((1 - bucket.left) / this.perSecond)
  }

  private fill(caller: string): Bucket {
    const most = Math.max(1, this.perSecond * SECONDS_HELD)
    const now = this.now()
    const bucket = this.buckets.get(caller) ?? { left: most, at: now }
    bucket.left = Math.min(most, bucket.left + ((now - bucket.at) / 1000) * this.perSecond)
    bucket.at = now
    // A map keeps the order of insertion: the first is the longest unseen.
    this.buckets.delete(caller)
    this.buckets.set(caller, bucket)
    const [oldest] = this.buckets.keys()
    if (this.buckets.size > MOST_CALLERS) this.buckets.delete(oldest)
    return bucket
  }
}
