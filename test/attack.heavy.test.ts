// The standing attack, short and with a fixed seed: zero in every column. `npm run attack` is the long one.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repository } from './helpers/repository.js'

interface Line {
  readonly attack: string
  readonly tries: number
  readonly crashes: number
  readonly hangs: number
  readonly untyped: number
  readonly lost: number
  readonly notes: readonly string[]
}

it('finds nothing', () => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(repository, 'bench/attack.mjs'), '--minutes', '0.5', '--only', 'files,bits,gate', '--json'],
    { encoding: 'utf8', timeout: 540_000, killSignal: 'SIGKILL', maxBuffer: 2 ** 26 }
  )
  expect(stdout, stderr).not.toBe('')
  const lines = JSON.parse(stdout) as readonly Line[]
  expect(lines.filter(({ tries }) => tries > 0).length).toBeGreaterThan(20)
  expect(lines.filter(({ crashes, hangs, untyped, lost }) => crashes + hangs + untyped + lost > 0)).toEqual(
    []
  )
}, 600_000)
