// The built command: killed at any moment and started again it ends with the same bytes.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { smallNetwork } from '../packages/node/test/extract/small-networks.js'

const repository = fileURLToPath(new URL('..', import.meta.url))
const pictures = join(repository, 'packages/node/test/extract/images')
const folder = mkdtempSync(join(tmpdir(), 'unseen-kill-'))
afterAll(() => rmSync(folder, { recursive: true }))

// Images are made large, so that a run takes seconds.
const model = join(folder, 'small.onnx')
writeFileSync(model, smallNetwork({ shape: ['images', 3, 'height', 'width'] }))
const list = join(folder, 'list.csv')
const files = readdirSync(pictures, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.png'))
  .sort()
const lines = Array.from({ length: 15 }, () =>
  files.map(name => `"${join(pictures, name)}",${name.split('/')[0]}`)
).flat()
writeFileSync(join(folder, 'broken.png'), 'no image')
lines.splice(20, 0, `"${join(folder, 'broken.png')}",cat`)
writeFileSync(list, `file,label\n${lines.join('\n')}\n`)

interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

/** Runs the command; `whileRunning` may end it. */
function extract(
  out: string,
  whileRunning: (kill: (signal: NodeJS.Signals) => void) => void = () => undefined
): Promise<Ended> {
  const child = spawn(
    process.execPath,
    [
      join(repository, 'packages/node/bin/unseen.js'),
      'data',
      'extract',
      list,
      '--model',
      model,
      '--preset',
      'unit',
      '--size',
      '448',
      '--json',
      '-o',
      out,
      '--strict'
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] }
  )
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (text: Buffer) => {
    stdout += text.toString()
  })
  child.stderr.on('data', (text: Buffer) => {
    stderr += text.toString()
  })
  whileRunning(signal => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, out: stdout, err: stderr }))
  })
}

const journalLines = (out: string): number =>
  existsSync(`${out}.journal`) ? readFileSync(`${out}.journal`, 'utf8').split('\n').length - 1 : 0

/** Calls `then` once the run has kept more work than before. */
function onceMoreIsKept(out: string, then: () => void): void {
  const before = journalLines(out)
  const timer = setInterval(() => {
    // The first line is the plan.
    if (journalLines(out) <= Math.max(1, before)) return
    clearInterval(timer)
    then()
  }, 5)
  timer.unref()
}

describe('unseen data extract', () => {
  const whole = join(folder, 'whole.npy')

  it('tells of a broken image, by its exit code where it is to be strict', async () => {
    const { code, out } = await extract(whole)
    const result = JSON.parse(out) as { rows: number; skipped: { file: string }[]; files: string[] }
    expect(result.rows).toBe(150)
    expect(result.skipped.map(({ file }) => file)).toEqual([join(folder, 'broken.png')])
    expect(code).toBe(1)
  })

  it('survives SIGKILL, more than once', async () => {
    const out = join(folder, 'killed.npy')
    for (const wait of [0, 100]) {
      const { signal } = await extract(out, kill =>
        onceMoreIsKept(out, () => setTimeout(() => kill('SIGKILL'), wait))
      )
      expect(signal).toBe('SIGKILL')
      expect(existsSync(out)).toBe(false)
    }
    const { code, out: text } = await extract(out)
    const result = JSON.parse(text) as { resumed: number; rows: number; skipped: unknown[] }
    expect(code).toBe(1)
    expect(result.resumed).toBeGreaterThan(0)
    expect(result.skipped).toHaveLength(1)
    expect(readFileSync(out).equals(readFileSync(whole))).toBe(true)
    expect(readFileSync(join(folder, 'killed.rows.csv'), 'utf8')).toBe(
      readFileSync(join(folder, 'whole.rows.csv'), 'utf8')
    )
    expect(readdirSync(folder).filter(name => /\.(part|journal|lock)/.test(name))).toEqual([])
  })

  it('stops at Ctrl-C and says how to go on', async () => {
    const out = join(folder, 'stopped.npy')
    const { code, err, out: text } = await extract(out, kill => onceMoreIsKept(out, () => kill('SIGINT')))
    expect(code).toBe(130)
    expect(err).toMatch(/Stopped after \d+ of 151 images.*the same command goes on/)
    expect(text).toBe('')
    expect(existsSync(out)).toBe(false)
  })

  it('lets no two processes at the same file', async () => {
    const out = join(folder, 'twice.npy')
    let second: Ended | undefined
    await extract(out, kill =>
      onceMoreIsKept(out, () => {
        void extract(out).then(ended => {
          second = ended
          kill('SIGKILL')
        })
      })
    )
    expect(second).toMatchObject({ code: 2, err: expect.stringContaining('[run.locked]') as string })
  })
})
