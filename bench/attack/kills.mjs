// SIGKILL at random over every command that writes: what is there afterwards is whole or not there at all, and the
// same command, given once more, ends as if nobody had killed it.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { begin, isTyped, unseen, writers } from './commands.mjs'
import { randomOf } from './damage.mjs'

/** Files of a path with their checksums; 'nothing' where there is none. */
function contents(path, varies) {
  if (!existsSync(path)) return 'nothing'
  const found = []
  const visit = file => {
    if (statSync(file).isDirectory()) for (const name of readdirSync(file).sort()) visit(join(file, name))
    // Times and the order of threads vary; what is JSON is whole nevertheless.
    else if (varies?.test(file)) {
      if (file.endsWith('.json')) JSON.parse(readFileSync(file, 'utf8'))
    } else
      found.push(
        `${file.slice(path.length)} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`
      )
  }
  visit(path)
  return found.join('\n')
}

/** `folder`: what `prepare` made. Kills are shared out among the commands; one round at least. */
export async function attackCommands({ folder, seed, kills, until, onProgress }) {
  const random = randomOf(seed)
  const lines = []
  const whole = join(folder, 'kill-whole')
  mkdirSync(whole, { recursive: true })
  const all = writers(folder, whole)
  const each = Math.max(1, Math.ceil(kills / all.length))
  let done = 0
  for (const [number, { name, args, makes, resumes, goesOn, warns, varies }] of all.entries()) {
    const line = {
      attack: `killed: ${name}`,
      tries: 0,
      crashes: 0,
      hangs: 0,
      untyped: 0,
      lost: 0,
      megabytes: 0,
      notes: []
    }
    lines.push(line)
    const fine = status => status === 0 || (warns && status === 1)
    const began = performance.now()
    const first = unseen(args, folder)
    const took = performance.now() - began
    if (!fine(first.status)) throw new Error(`${name}: ${first.err}`)
    const expected = makes.map(made => contents(join(whole, made), varies))
    const place = join(folder, 'killed')
    const { args: again } = writers(folder, place)[number]
    for (let kill = 0; kill < each && (kill === 0 || performance.now() < until); kill++) {
      rmSync(place, { recursive: true, force: true })
      mkdirSync(place, { recursive: true })
      // Twice in a row now and then: what a killed one left must not stop the next.
      for (let time = 1 + random(2); time > 0; time--) {
        const isBegun = existsSync(join(place, makes[0], 'config.json'))
        const { child, ended } = begin([...again, ...(isBegun ? (resumes ?? []) : [])], folder)
        await sleep(random(1000) * 0.0012 * took)
        child.kill('SIGKILL')
        await ended
        line.tries++
        onProgress?.(++done)
      }
      makes.forEach((made, at) => {
        // Runs and libraries grow; everything else is whole or not there.
        if (resumes !== undefined || goesOn) return
        const found = contents(join(place, made), varies)
        if (found !== 'nothing' && found !== expected[at]) {
          line.lost++
          line.notes.push(`${made} is half after a kill`)
        }
      })
      const isBegun = existsSync(join(place, makes[0], 'config.json'))
      const isWhole = resumes === undefined && !goesOn && existsSync(join(place, makes[0]))
      // Folders and runs that are whole are not made twice.
      for (const made of [...(isWhole ? makes : []), 'fit-run'])
        rmSync(join(place, made), { recursive: true, force: true })
      const { status, signal, err } = unseen([...again, ...(isBegun ? (resumes ?? []) : [])], folder)
      if (signal !== null) line.hangs++
      else if (!fine(status)) {
        line[isTyped(err) ? 'lost' : 'untyped']++
        line.notes.push(err.trim().slice(0, 300))
      } else if (makes.some((made, at) => contents(join(place, made), varies) !== expected[at])) {
        line.lost++
        line.notes.push('ends otherwise than without kills')
      }
    }
    rmSync(place, { recursive: true, force: true })
  }
  rmSync(whole, { recursive: true, force: true })
  return lines
}
