// A server killed with SIGKILL at random under a storm of describes, again and again: nothing that was
// acknowledged may be lost, nothing that was not may half-appear. Used by the benchmark and by the tests.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const CALLERS = 8
const MOST_MILLISECONDS = 5000

/** Starts `unseen serve` and waits until it listens. */
export async function startProcess(command, args, { env } = {}) {
  const child = spawn(process.execPath, [command, 'serve', ...args, '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(env && { env: { ...process.env, ...env } })
  })
  let notes = ''
  child.stderr.on('data', piece => {
    notes = (notes + piece).slice(-20_000)
  })
  const ended = new Promise(resolve => child.once('exit', (code, signal) => resolve({ code, signal })))
  const line = await new Promise((resolve, reject) => {
    let text = ''
    child.stdout.on('data', piece => {
      text += piece
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')))
    })
    void ended.then(({ code }) => reject(new Error(`The server ended with ${code}: ${notes}`)))
  })
  return { child, ended, url: JSON.parse(line).url, notes: () => notes }
}

/** What a class may be: the last description that was acknowledged, or one that was asked for after it. */
class Book {
  known = new Map()
  open = new Map()

  ask(name, value) {
    this.open.set(name, [...(this.open.get(name) ?? []), value])
  }

  acknowledge(name, value) {
    if (value === null) this.known.delete(name)
    else this.known.set(name, value)
    // Each name has one caller, who waits for each answer: what was asked before is settled.
    this.open.delete(name)
  }

  /** After a restart: complaints, and what is there becomes what is known. */
  check(found) {
    const wrong = []
    for (const name of new Set([...this.known.keys(), ...this.open.keys(), ...found.keys()])) {
      const allowed = [this.known.get(name) ?? null, ...(this.open.get(name) ?? [])]
      const value = found.get(name) ?? null
      if (!allowed.includes(value)) wrong.push(`${name} is ${value}, not one of ${allowed.join(' / ')}`)
      if (value === null) this.known.delete(name)
      else this.known.set(name, value)
    }
    this.open.clear()
    return wrong
  }
}

/**
 * @param options.command bin/unseen.js
 * @param options.until when, by `performance.now()`, no more is begun
 * @param options.model a model file whose signatures have `length` entries
 * @returns {Promise<{ kills: number, acknowledged: number, classes: number, wrong: string[], torn: number }>}
 */
export async function killStorm({
  command,
  model,
  length,
  kills,
  seed = 1,
  until = Infinity,
  onKill = () => undefined,
  args = []
}) {
  let state = seed
  const random = () => (state = (state * 16807) % 2147483647) / 2147483647
  const book = new Book()
  const wrong = []
  let acknowledged = 0
  let torn = 0
  let serial = 0
  let [kill, isLast] = [0, false]
  for (; !isLast; kill++) {
    isLast = kill === kills || (kill > 0 && performance.now() > until)
    const { child, ended, url, notes } = await startProcess(command, [
      model,
      '--log',
      'warn',
      '--workers',
      '1',
      '--rate',
      '0',
      ...args
    ])
    const name = model.replace(/^.*\//, '').replace(/\.unseen$/, '')
    const at = `${url}/v1/models/${name}/classes`
    if (notes().includes('incomplete')) torn++
    const { classes } = await (await fetch(at)).json()
    const found = new Map()
    for (const each of classes.filter(({ name: known }) => known.startsWith('storm '))) {
      const { signature } = await (await fetch(`${at}/${encodeURIComponent(each.name)}`)).json()
      // A class is described by one number, everywhere in its signature: half of one would show.
      if (signature.length !== length || signature.some(value => value !== signature[0]))
        wrong.push(`${each.name} is half of one and half of another`)
      found.set(each.name, signature[0])
    }
    wrong.push(...book.check(found))
    if (isLast) {
      child.kill('SIGTERM')
      await ended
      break
    }
    let over = false
    const callers = Array.from({ length: CALLERS }, async (_, caller) => {
      while (!over) {
        const name = `storm ${caller}-${Math.floor(random() * 3)}`
        const value = ++serial
        const forget = book.known.has(name) && random() < 0.25
        book.ask(name, forget ? null : value)
        try {
          const answer = await fetch(
            `${at}/${encodeURIComponent(name)}`,
            forget
              ? { method: 'DELETE' }
              : {
                  method: 'PUT',
                  headers: { 'content-type': 'application/json' },
                  body: JSON.stringify({ signature: Array.from({ length }, () => value) })
                }
          )
          if (!answer.ok) {
            if (!over) wrong.push(`${name}: ${answer.status} ${await answer.text()}`)
            return
          }
          await answer.arrayBuffer()
          book.acknowledge(name, forget ? null : value)
          acknowledged++
        } catch {
          return
        }
      }
    })
    // At any point of the storm, however slow the machine is today.
    const enough = acknowledged + Math.floor(random() * 60)
    for (let waited = 0; waited < MOST_MILLISECONDS && acknowledged < enough; waited += 2) await sleep(2)
    await sleep(random() * 15)
    child.kill('SIGKILL')
    over = true
    await ended
    await Promise.all(callers)
    onKill(kill + 1)
  }
  return { kills: kill, acknowledged, classes: book.known.size, wrong, torn }
}

/** Megabytes of memory a process has, where the system tells. */
export function residentMegabytes(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024
  } catch {
    return undefined
  }
}
