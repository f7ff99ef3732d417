/**
 * A standing attack: mutated files of every format, flipped bits, kills of every command that writes and of the
 * server, full and read-only disks, the gate, conditions and names of strangers, and slow clients.
 *
 * Everything follows from the seed, so that a finding can be had again: it is named with the number of its try.
 * One table says what came out: crashes (a process ended by itself), hangs (no answer within a minute), untyped
 * (an error that is none of ours, a stack, a status 500), megabytes (the most that the process grew by) and lost
 * (something acknowledged that is gone, something half-written, damage that a checksum should have told).
 *
 * Run: npm run attack [-- --minutes 5] [--seed 1] [--files N] [--kills N] [--only files,bits,kills,server,disks,gate] [--json]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { attackServer } from './attack/gate.mjs'
import { attackDisks } from './attack/disks.mjs'
import { attackFiles } from './attack/files.mjs'
import { attackCommands } from './attack/kills.mjs'
import { command, modelOf, prepare } from './attack/commands.mjs'
import { createProgress, duration, table } from './lib/report.mjs'
import { killStorm } from './serve/kill-storm.mjs'

/** Of the time: what each part may take. */
const parts = { files: 0.35, bits: 0.15, kills: 0.2, server: 0.1, disks: 0.1, gate: 0.1 }
/** No small file may make a reader grow by more. */
const MOST_MEGABYTES = 512

export async function run({ json = false, args = [] } = {}) {
  const given = name => {
    const at = args.findIndex(arg => arg === `--${name}` || arg.startsWith(`--${name}=`))
    if (at < 0) return undefined
    return args[at].includes('=') ? args[at].slice(args[at].indexOf('=') + 1) : args[at + 1]
  }
  const number = (name, otherwise) => {
    const value = Number(given(name) ?? otherwise)
    if (!(value > 0)) throw new Error(`--${name} must be a number above 0, got ${given(name)}.`)
    return value
  }
  const minutes = number('minutes', 5)
  const seed = number('seed', 1)
  const files = number('files', Infinity)
  const kills = number('kills', Math.max(14, 10 * minutes))
  const chosen = given('only')?.split(',') ?? Object.keys(parts)
  const strange = chosen.find(name => !(name in parts))
  if (strange !== undefined)
    throw new Error(`There is no part '${strange}'. There are: ${Object.keys(parts).join(', ')}.`)
  const share = chosen.reduce((sum, name) => sum + parts[name], 0)
  const until = name => performance.now() + (60_000 * minutes * parts[name]) / share
  const progress = createProgress()
  const folder = mkdtempSync(join(tmpdir(), 'unseen-attack-'))
  const began = performance.now()
  const lines = []
  try {
    if (chosen.some(name => name !== 'files' && name !== 'bits')) {
      progress.note('Preparing: a model, a library, a run')
      prepare(folder)
    }
    const doing = {
      files: () =>
        attackFiles({
          seed,
          until: until('files'),
          most: files,
          how: 'mutate',
          onProgress: done => progress.show(`${done.toLocaleString('en')} mutated files`)
        }),
      bits: () =>
        attackFiles({
          seed,
          until: until('bits'),
          how: 'flip',
          onProgress: done => progress.show(`${done.toLocaleString('en')} flipped bits`)
        }),
      kills: () =>
        attackCommands({
          folder,
          seed,
          kills: Math.ceil(kills / 2),
          until: until('kills'),
          onProgress: done => progress.show(`${done} commands killed`)
        }),
      server: async () => {
        const {
          wrong,
          acknowledged,
          kills: done
        } = await killStorm({
          command,
          model: join(folder, 'zoo.unseen'),
          length: modelOf(folder).find('elk').signature.length,
          kills: Math.ceil(kills / 2),
          seed,
          until: until('server'),
          onKill: at => progress.show(`the server killed ${at} times`)
        })
        return [
          {
            attack: `killed: serve (${acknowledged.toLocaleString('en')} changes)`,
            tries: done,
            crashes: 0,
            hangs: 0,
            untyped: 0,
            lost: wrong.length,
            megabytes: 0,
            notes: wrong.slice(0, 3)
          }
        ]
      },
      disks: () => attackDisks({ folder, until: until('disks'), onProgress: () => progress.show('disks') }),
      gate: () =>
        attackServer({ folder, seed, until: until('gate'), onProgress: () => progress.show('the gate') })
    }
    for (const name of chosen) {
      progress.note(`Attack: ${name}`)
      lines.push(...(await doing[name]()))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const found = lines.filter(
    ({ crashes, hangs, untyped, lost, megabytes }) =>
      crashes + hangs + untyped + lost > 0 || megabytes > MOST_MEGABYTES
  )
  if (json) console.log(JSON.stringify(lines, null, 2))
  else {
    const whole = value => Math.round(value).toLocaleString('en')
    console.log(
      table([
        ['attack', 'tries', 'crashes', 'hangs', 'untyped', 'megabytes', 'lost'],
        ...lines.map(({ attack, tries, crashes, hangs, untyped, megabytes, lost }) => [
          attack,
          whole(tries),
          crashes,
          hangs,
          untyped,
          whole(megabytes),
          lost
        ])
      ])
    )
    for (const { attack, notes } of lines) for (const note of notes) console.log(`${attack}: ${note}`)
    console.log(
      `\nSeed ${seed}, ${duration((performance.now() - began) / 1000)}: ${found.length === 0 ? 'nothing found' : `${found.length} attacks found something`}.`
    )
  }
  if (found.length > 0) process.exitCode = 1
  return lines
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2)
  await run({ json: args.includes('--json'), args: args.filter(arg => arg !== '--json') })
}
