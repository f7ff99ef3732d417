/** So many at a time, the others in the order they came. */
import { UnseenError } from '@unseen/core'

export class Turns {
  private free: number
  private readonly waiting: (() => void)[] = []

  constructor(atOnce: number) {
    this.free = atOnce
  }

  /** Runs `work` when it is its turn; whoever gives up while waiting loses the place. */
  async run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    if (this.free > 0) this.free--
    else await this.turn(signal)
    try {
      return await work()
    } finally {
      const next = this.waiting.shift()
      if (next === undefined) this.free++
      else next()
    }
  }

  private turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = (): void => {
        this.waiting.splice(this.waiting.indexOf(begin), 1)
        reject(new UnseenError('cancelled', 'Stopped while others had their turn.'))
      }
      if (signal?.aborted === true) {
        reject(new UnseenError('cancelled', 'Stopped while others had their turn.'))
        return
      }
      signal?.addEventListener('abort', leave, { once: true })
      this.waiting.push(begin)
    })
  }
}
