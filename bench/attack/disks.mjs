// Every command that writes on a disk that is full and on one that is read-only: one line that says so.
import { join } from 'node:path'
import { fill, isTyped, mount, unmount, unseen, writers } from './commands.mjs'

const SYSTEM = 3

export function attackDisks({ folder, until, onProgress }) {
  return [
    ['full', place => mount(place, 'size=16k') && fill(place)],
    ['read-only', place => mount(place, 'ro')]
  ].map(([how, make]) => {
    const line = {
      attack: `a ${how} disk`,
      tries: 0,
      crashes: 0,
      hangs: 0,
      untyped: 0,
      lost: 0,
      megabytes: 0,
      notes: []
    }
    const place = join(folder, how)
    if (!make(place)) return { ...line, notes: ['left out: no disk may be mounted here (it takes root)'] }
    try {
      for (const { name, args } of writers(folder, place)) {
        if (line.tries > 0 && performance.now() > until) break
        const { status, signal, err } = unseen(args, folder)
        line.tries++
        onProgress?.()
        if (signal !== null) line.hangs++
        else if (status !== SYSTEM || !isTyped(err)) {
          line.untyped++
          line.notes.push(`${name}: ${status} ${err.trim().slice(-200)}`)
        }
      }
    } finally {
      unmount(place)
    }
    return line
  })
}
