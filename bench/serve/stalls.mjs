// How steady the machine itself is: one process on every core does nothing but look at the clock. What it
// misses, a server misses too.
import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const LEAST = 1

/**
 * The part of the time that a core stood still for a millisecond or longer, and the longest, over all cores.
 */
export async function machineStalls(seconds) {
  const each = await Promise.all(
    Array.from({ length: availableParallelism() }, async () =>
      JSON.parse(
        (await promisify(execFile)(process.execPath, [fileURLToPath(import.meta.url), String(seconds)]))
          .stdout
      )
    )
  )
  return {
    part: each.reduce((sum, { part }) => sum + part, 0) / each.length,
    longest: Math.max(...each.map(({ longest }) => longest))
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const started = performance.now()
  const until = started + 1000 * Number(process.argv[2])
  let [last, lost, longest] = [started, 0, 0]
  while (last < until) {
    const now = performance.now()
    if (now - last >= LEAST) lost += now - last
    longest = Math.max(longest, now - last)
    last = now
  }
  process.stdout.write(JSON.stringify({ part: lost / (last - started), longest }))
}
