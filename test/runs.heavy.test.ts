// Long jobs survive: the built command, really killed, resumed, stopped, started twice.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../packages/core/dist/index.js'
import { repository } from './helpers/repository.js'

const command = join(repository, 'packages/node/bin/unseen.js')
const folder = mkdtempSync(join(tmpdir(), 'unseen-runs-'))
const whole = join(folder, 'whole')
/** What must not depend on how often a run was interrupted. */
const files = ['config.json', 'search.json', 'metrics.json', 'model.unseen']
const random = createRandom(9)

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

function start(run: string, ...more: string[]): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(
    process.execPath,
    [command, 'tune', 'sample', '--family', 'paper', '--run', run, ...more],
    { cwd: folder }
  )
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (text: Buffer) => {
    stdout += text.toString()
  })
  child.stderr.on('data', (text: Buffer) => {
    stderr += text.toString()
  })
  return {
    child,
    ended: new Promise(resolve => child.on('close', code => resolve({ code, stdout, stderr })))
  }
}

const lines = (run: string): number =>
  existsSync(join(run, 'journal.jsonl'))
    ? readFileSync(join(run, 'journal.jsonl'), 'utf8').split('\n').length - 1
    : 0
const sleep = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

async function until(what: () => boolean): Promise<void> {
  while (!what()) await sleep(20)
}

function expectSame(run: string): void {
  for (const file of files)
    expect(readFileSync(join(run, file)).equals(readFileSync(join(whole, file))), file).toBe(true)
}

beforeAll(async () => {
  const { code, stderr } = await start(whole, '--json').ended
  expect(code, stderr).toBe(0)
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('a run', () => {
  it('killed at random points and resumed ends with the same bytes', async () => {
    const run = join(folder, 'killed')
    const total = lines(whole)
    for (let kills = 0; kills < 4; kills++) {
      const before = lines(run)
      const { child, ended } = start(run, ...(existsSync(join(run, 'config.json')) ? ['--resume'] : []))
      await until(
        () => lines(run) >= Math.min(total, before + 1 + random.below(3)) || child.exitCode !== null
      )
      await sleep(random.below(200))
      child.kill('SIGKILL')
      await ended
    }
    expect(lines(run)).toBeGreaterThan(0)
    const { code, stderr } = await start(run, '--resume').ended
    expect(code, stderr).toBe(0)
    expect(stderr).toContain('were done before')
    expectSame(run)
    expect(readdirSync(run).filter(name => /part$|lock/.test(name))).toEqual([])
  })

  it('stopped by Ctrl-C says how to go on, and goes on', async () => {
    const run = join(folder, 'stopped')
    const { child, ended } = start(run)
    await until(() => lines(run) > 0)
    child.kill('SIGINT')
    const { code, stderr } = await ended
    expect(code).toBe(130)
    expect(stderr).toContain('--resume')
    expect((await start(run, '--resume').ended).code).toBe(0)
    expectSame(run)
  })

  it('is worked on by one process at a time', async () => {
    const run = join(folder, 'twice')
    const first = start(run)
    await until(() => lines(run) > 0)
    const second = await start(run, '--resume').ended
    expect(second.code).toBe(2)
    expect(second.stderr).toContain('run.locked')
    expect((await first.ended).code).toBe(0)
    expectSame(run)
  })

  it('that cannot write any more ends with a reason, its journal whole, and goes on once it can', async context => {
    const run = join(folder, 'full')
    // A limit on the size of files stands for a full disk: writing fails in the middle of a line.
    const { status, stderr } = spawnSync(
      'bash',
      [
        '-c',
        `ulimit -f 4; exec "${process.execPath}" "${command}" tune sample --family paper --run "${run}"`
      ],
      { cwd: folder, encoding: 'utf8' }
    )
    if (status === null) return context.skip('there is no bash here')
    expect(status, stderr).toBe(3)
    expect(stderr).toContain('path.write')
    const kept = lines(run)
    expect(kept).toBeGreaterThan(0)
    expect(kept).toBeLessThan(lines(whole))
    expect(readFileSync(join(run, 'journal.jsonl'), 'utf8').endsWith('\n')).toBe(true)
    expect((await start(run, '--resume').ended).code).toBe(0)
    expectSame(run)
  })

  it('is not overwritten, and not mixed with another', async () => {
    expect((await start(whole).ended).stderr).toContain('path.exists')
    const other = await start(whole, '--resume', '--seed', '1').ended
    expect(other.code).toBe(2)
    expect(other.stderr).toMatch(/options.*not the same/)
  })

  it('whose last line was torn goes on; one whose journal was changed does not', async () => {
    const run = join(folder, 'torn')
    cpSync(whole, run, { recursive: true })
    const { appendFileSync, writeFileSync } = await import('node:fs')
    appendFileSync(join(run, 'journal.jsonl'), '0123456789abcdef {"key":"half')
    expect((await start(run, '--resume').ended).code).toBe(0)
    expectSame(run)
    const journal = readFileSync(join(run, 'journal.jsonl'))
    journal[40] ^= 1
    writeFileSync(join(run, 'journal.jsonl'), journal)
    expect((await start(run, '--resume').ended).stderr).toContain('run.journal')
  })
})
