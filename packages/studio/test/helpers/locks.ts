// Locks as a browser has them (navigator.locks), for tabs that are Studios of one test.
import type { Locks } from '../../src/project/one-tab.js'

type Callback = (lock: Lock | null) => unknown

export function testLocks(): Locks {
  const holders = new Map<string, (reason: Error) => void>()
  const waiting: { readonly name: string; readonly take: () => void }[] = []
  const gone = (): Error =>
    Object.assign(new Error('The lock was taken away, or waited for no longer.'), { name: 'AbortError' })

  const take = async (name: string, callback: Callback): Promise<unknown> => {
    let stolen: (reason: Error) => void = () => undefined
    const theft = new Promise<never>((_, reject) => (stolen = reject))
    holders.set(name, stolen)
    try {
      return await Promise.race([callback({ name, mode: 'exclusive' }), theft])
    } finally {
      if (holders.get(name) === stolen) {
        holders.delete(name)
        const next = waiting.findIndex(each => each.name === name)
        if (next >= 0) waiting.splice(next, 1).at(0)?.take()
      }
    }
  }

  const request = async (
    name: string,
    { ifAvailable = false, steal = false, signal }: LockOptions,
    callback: Callback
  ): Promise<unknown> => {
    const holder = holders.get(name)
    if (holder !== undefined && ifAvailable) return callback(null)
    if (holder !== undefined && steal) holder(gone())
    else if (holder !== undefined) {
      await new Promise<void>((resolve, reject) => {
        waiting.push({ name, take: resolve })
        signal?.addEventListener('abort', () => reject(gone()))
      })
    }
    return take(name, callback)
  }
  return { request } as Locks
}
