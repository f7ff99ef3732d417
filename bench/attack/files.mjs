// Mutated files and flipped bits: bundles of tries go to a process that reads them, and one that crashes or stalls
// is started anew; the try that did it is found by going through its bundle one by one.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const BUNDLE = 250
const SLOW_BUNDLE = 4
const STALLED = 60_000

/** A reader that takes bundles; `ask` says 'crash' or 'hang' where it did not answer. */
async function openReader() {
  const child = fork(fileURLToPath(new URL('./files-child.mjs', import.meta.url)), {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc']
  })
  let said = ''
  child.stderr.on('data', piece => {
    said = (said + piece).slice(-2000)
  })
  let settle
  let timer
  const next = () =>
    new Promise(resolve => {
      timer = setTimeout(() => resolve('hang'), STALLED)
      settle = resolve
    }).finally(() => clearTimeout(timer))
  child.on('message', message => settle?.(message))
  child.once('exit', () => settle?.('crash'))
  const ready = await next()
  if (typeof ready === 'string') throw new Error(`The reader did not start: ${said}`)
  return {
    ready,
    said: () => said,
    ask(bundle) {
      const answer = next()
      child.send(bundle)
      return answer
    },
    close: () => child.kill('SIGKILL')
  }
}

/**
 * Tries until `until`, or `most` of them, spread over the formats by their shares; `flips`: every bit of every
 * small file once instead, or as many as there is time for, spread evenly.
 *
 * @returns one line of the table for each format
 */
export async function attackFiles({ seed, until, most = Infinity, how, onProgress }) {
  let reader = await openReader()
  const base = reader.ready.megabytes
  const bits = new Map(reader.ready.bits)
  const lines = reader.ready.shares.map(([name, share]) => ({
    name,
    share,
    attack: `${how === 'flip' ? 'a bit flipped' : 'mutated'}: ${name}`,
    tries: 0,
    crashes: 0,
    hangs: 0,
    untyped: 0,
    lost: 0,
    megabytes: 0,
    notes: []
  }))
  const limit = ({ name }) => (how === 'flip' ? bits.get(name) : Infinity)
  const ask = async (line, from, to) => {
    const answer = await reader.ask({ name: line.name, how, seed, from, to })
    if (typeof answer !== 'string') return answer
    const said = reader.said()
    reader.close()
    reader = await openReader()
    if (to - from > 1) {
      for (let at = from; at < to; at++) take(line, await ask(line, at, at + 1))
      return undefined
    }
    return {
      [answer === 'crash' ? 'crashes' : 'hangs']: 1,
      notes: [`${line.name}, ${how} ${from} of seed ${seed}: ${answer} ${said}`]
    }
  }
  const take = (line, found) => {
    if (found === undefined) return
    for (const key of ['crashes', 'hangs', 'untyped', 'lost']) line[key] += found[key] ?? 0
    line.megabytes = Math.max(line.megabytes, (found.megabytes ?? 0) - base)
    line.notes.push(...(found.notes ?? []).slice(0, 3 - line.notes.length))
  }
  let total = 0
  try {
    while (performance.now() < until && total < most) {
      const open = lines.filter(line => line.tries < limit(line))
      if (open.length === 0) break
      // Whoever has had the least of its share.
      const line = open.reduce((least, each) =>
        each.tries / each.share < least.tries / least.share ? each : least
      )
      const size = Math.min(line.share <= 1 ? SLOW_BUNDLE : BUNDLE, limit(line) - line.tries, most - total)
      take(line, await ask(line, line.tries, line.tries + size))
      line.tries += size
      total += size
      onProgress?.(total)
    }
  } finally {
    reader.close()
  }
  return lines
}
