/** Long work of the thread that takes requests lets others in between, so that nobody waits for its end. */
import { setImmediate as nextTurn } from 'node:timers/promises'

const MILLISECONDS = 10

/** To be awaited after each piece of the work; returns at once unless it is time for others. */
export function breath(): () => Promise<void> | undefined {
  let began = performance.now()
  return () => {
    if (performance.now() - began < MILLISECONDS) return undefined
    return nextTurn().then(() => {
      began = performance.now()
    })
  }
}
