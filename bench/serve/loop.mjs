// How long a thread's event loop stands still. Run by itself it is an idle process, which tells what the machine
// does to anybody: one line of JSON each second, the longest pause in milliseconds.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * `wall`: the longest time between two turns of the event loop that should follow at once. `own`: what this
 * thread used of its processor meanwhile, if that is less (as Linux tells): on a busy machine the rest is others'
 * work. `lost`: all of the pauses longer than a millisecond.
 */
export function watchLoop() {
  const path = `/proc/self/task/${process.pid}/schedstat`
  const isKnown = existsSync(path)
  const worked = () =>
    isKnown ? Number(readFileSync(path, 'latin1').split(' ')[0]) / 1e6 : performance.now()
  let [last, used] = [performance.now(), worked()]
  let longest = { wall: 0, own: 0, lost: 0 }
  const look = () => {
    const [now, using] = [performance.now(), worked()]
    const wall = now - last - 1
    longest = {
      wall: Math.max(longest.wall, wall),
      own: Math.max(longest.own, Math.min(wall, using - used)),
      lost: longest.lost + (wall > 1 ? wall : 0)
    }
    last = now
    used = using
  }
  const timer = setInterval(look, 1)
  return {
    /** The longest since it was last forgotten. */
    longest() {
      look()
      return longest
    },
    forget() {
      look()
      longest = { wall: 0, own: 0, lost: 0 }
    },
    stop: () => clearInterval(timer)
  }
}

/** Each second, what `more` says beside the longest pause of that second. */
export function sayEachSecond(more = () => ({})) {
  const watch = watchLoop()
  setInterval(() => {
    process.stdout.write(`${JSON.stringify({ ...watch.longest(), ...more() })}\n`)
    watch.forget()
  }, 1000)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) sayEachSecond()
