/** A worker in this process that behaves as one elsewhere: messages are copied and come later. */
import { type AnyWork, type Channel, taskWorker } from '../../src/tasks/channel.js'

export interface LocalWorker extends Channel {
  /** Ends it as a crash does. */
  crash(why: string): void
  readonly ended: boolean
}

export function startLocalWorker(works: Readonly<Record<string, () => Promise<AnyWork>>>): LocalWorker {
  let ended = false
  let onMessage: (message: unknown) => void = () => undefined
  let onEnd: (why: string) => void = () => undefined
  const later = (deliver: (copy: unknown) => void, message: unknown): void => {
    const copy: unknown = structuredClone(message)
    setTimeout(() => {
      if (!ended) deliver(copy)
    }, 0)
  }
  const work = taskWorker(works, message => later(copy => onMessage(copy), message))
  return {
    post: message => later(work, message),
    listen(hear, stop) {
      onMessage = hear
      onEnd = stop
    },
    end() {
      ended = true
      return Promise.resolve()
    },
    crash(why) {
      ended = true
      onEnd(why)
    },
    get ended() {
      return ended
    }
  }
}
