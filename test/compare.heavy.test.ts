// `unseen compare`, built: killed and resumed, the same for any number of threads, its JSON and its report.
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Comparison } from '../packages/core/dist/compare/index.js'
import { Matrix, createRandom, rowsOf } from '../packages/core/dist/index.js'
import { saveDataset } from '../packages/node/dist/index.js'
import { readReport } from '../packages/report/dist/index.js'
import { repository } from './helpers/repository.js'

const command = join(repository, 'packages/node/bin/unseen.js')
const folder = mkdtempSync(join(tmpdir(), 'unseen-compare-'))
const whole = join(folder, 'whole')
const subset = ['--split', 'deer-ship', '--methods', 'class-weights,eszsl,means,chance', '--trials', '2']

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

function start(...args: string[]): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [command, ...args], { cwd: folder })
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

const compare = (run: string, ...more: string[]) =>
  start('compare', 'sample', ...subset, '--run', run, ...more)
const lines = (run: string): number =>
  existsSync(join(run, 'journal.jsonl'))
    ? readFileSync(join(run, 'journal.jsonl'), 'utf8').split('\n').length - 1
    : 0
const result = (run: string): string => readFileSync(join(run, 'comparison.json'), 'utf8')

async function until(what: () => boolean): Promise<void> {
  while (!what()) await new Promise(resolve => setTimeout(resolve, 20))
}

/** Eight classes of eight rows: even all methods take seconds. */
async function saveSmall(path: string): Promise<void> {
  const random = createRandom(3)
  const classes = Array.from({ length: 8 }, (_, k) => `class ${k}`)
  const matrix = classes.map(() => Array.from({ length: 5 }, () => random.next()))
  const labels = Int32Array.from({ length: 64 }, (_, row) => row % 8)
  const features = Matrix.dense(
    64,
    5,
    Float32Array.from(
      { length: 64 * 5 },
      (_, at) => matrix[labels[Math.floor(at / 5)]][at % 5] + 0.1 * random.next()
    )
  )
  await saveDataset(
    {
      name: 'small',
      classes,
      features: rowsOf(features),
      labels,
      signatures: [{ name: 'attributes', classes, matrix }],
      splits: [{ name: 'only', seen: classes.slice(0, 6), unseen: classes.slice(6) }],
      provenance: {}
    },
    path
  )
}

let first: Ended
beforeAll(async () => {
  first = await compare(whole, '--json', '--threads', '2').ended
  expect(first.code, first.stderr).toBe(0)
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('unseen compare', () => {
  it('prints one JSON document: every method, parameter, interval and seed', () => {
    const { comparison, config, seconds, status } = JSON.parse(first.stdout) as {
      comparison: Comparison
      config: { seed: number }
      seconds: Record<string, number>
      status: string
    }
    expect(status).toBe('complete')
    expect(config.seed).toBe(0)
    expect(JSON.stringify(comparison)).toBe(JSON.stringify(JSON.parse(result(whole))))
    expect(comparison).toMatchObject({
      format: 'unseen-comparison',
      version: 1,
      seed: 0,
      trials: 2,
      normalise: 'l2',
      classes: { seen: 8, unseen: 2 },
      folds: 4,
      keptBy: 'split'
    })
    expect(comparison.protocols.map(({ protocol }) => protocol)).toEqual(['zsl', 'gzsl'])
    for (const { methods, failed } of comparison.protocols) {
      expect(failed).toEqual([])
      expect(methods.map(({ method }) => method).sort()).toEqual([
        'chance',
        'class-weights',
        'eszsl',
        'means'
      ])
      const ranking = methods.map(({ zsl, gzsl }) => (zsl?.perClass ?? gzsl!.harmonic).value)
      expect(ranking).toEqual([...ranking].sort((a, b) => b - a))
      for (const { method, zsl, gzsl, trials, points } of methods) {
        expect(trials.map(({ seed }) => seed)).toEqual([0, 1])
        for (const { low, value, high } of [
          zsl?.perClass,
          zsl?.perImage,
          gzsl?.harmonic,
          gzsl?.seen,
          gzsl?.unseen
        ].filter(measure => measure !== undefined)) {
          expect(low).toBeGreaterThanOrEqual(0)
          expect(low).toBeLessThanOrEqual(value + 0.02)
          expect(high).toBeGreaterThanOrEqual(value - 0.02)
        }
        if (method !== 'chance')
          for (const { parameters } of trials) expect(Object.keys(parameters).length).toBeGreaterThan(0)
        expect(points).toBe(method === 'chance' ? 1 : 12)
        expect(seconds[method]).toBeGreaterThan(0)
      }
    }
    const chance = comparison.protocols[0].methods.find(({ method }) => method === 'chance')!
    expect(Math.abs(chance.zsl!.perImage.value - 0.5)).toBeLessThan(0.1)
  })

  it('killed at two points and resumed, in one thread, ends with the same bytes', async () => {
    const run = join(folder, 'killed')
    for (const [at, kill] of [2, 30].entries()) {
      const { child, ended } = compare(run, '--threads', '1', ...(at === 0 ? [] : ['--resume']))
      await until(() => lines(run) >= kill || child.exitCode !== null)
      child.kill('SIGKILL')
      await ended
      expect(existsSync(join(run, 'comparison.json'))).toBe(false)
    }
    const { code, stderr } = await compare(run, '--threads', '1', '--resume').ended
    expect(code, stderr).toBe(0)
    expect(stderr).toContain('were done before')
    expect(result(run)).toBe(result(whole))
  })

  it('stopped by Ctrl-C keeps what is done and says how to go on', async () => {
    const run = join(folder, 'stopped')
    const { child, ended } = compare(run)
    await until(() => lines(run) > 0)
    child.kill('SIGINT')
    const { code, stderr } = await ended
    expect(code).toBe(130)
    expect(stderr).toContain('--resume')
    const kept = lines(run)
    expect(kept).toBeGreaterThan(0)
    expect((await compare(run, '--resume').ended).code).toBe(0)
    expect(result(run)).toBe(result(whole))
  })

  it('prints a ranked table, groups apart, and says whether anything is best', async () => {
    const { code, stdout } = await compare(whole, '--resume').ended
    expect(code).toBe(0)
    expect(stdout).toMatch(/Zero-shot: 200 rows of 2 unseen classes, among these; chance 50.0 %/)
    expect(stdout).toMatch(/Ours\n +\d Class weights/)
    expect(stdout).toMatch(/Others\n +\d /)
    expect(stdout).toMatch(/Best: /)
    expect(stdout).toMatch(/Chosen on held-out classes, gzsl/)
  })

  it('becomes a section of a report, with a figure for each protocol', async () => {
    const file = join(folder, 'report.html')
    const { code, stderr } = await start('report', whole, '-o', file).ended
    expect(code, stderr).toBe(0)
    const page = readFileSync(file, 'utf8')
    for (const text of [
      'Methods, among unseen classes',
      'Methods, among all classes',
      'Seen against unseen classes, the best methods',
      'Class weights',
      'AUSUC'
    ])
      expect(page).toContain(text)
    expect(readReport(page).again?.commands[0]).toBe(
      'unseen compare sample --split deer-ship --table attributes --methods class-weights,eszsl,means,chance --protocol zsl,gzsl --trials 2 --normalise l2 --seed 0'
    )
  })

  it('of all methods says how long it will take before it begins; of some it just begins', async () => {
    await saveSmall(join(folder, 'small'))
    const { child, ended } = start('compare', 'small', '--methods', 'all', '--run', join(folder, 'all'))
    let said = ''
    child.stderr?.on('data', (text: Buffer) => {
      said += text.toString()
    })
    await until(() => said.includes('the run is kept in') || child.exitCode !== null)
    child.kill('SIGINT')
    const { stderr } = await ended
    expect(stderr).toMatch(/About [^]+, reckoned from a small part of the rows[^]+the run is kept in/)
    expect(first.stderr).toContain('the run is kept in')
    expect(first.stderr).not.toContain('reckoned')
  })

  it('says how long it would take, and refuses what it does not know', async () => {
    const { code, stdout } = await start(
      'compare',
      'sample',
      '--methods',
      'means,chance',
      '--estimate',
      '--json'
    ).ended
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      seconds: expect.any(Number) as number,
      byMethod: { means: expect.any(Number) as number }
    })
    for (const [wrong, said] of [
      [['--methods', 'nothing'], 'There is no method'],
      [['--protocol', 'xsl'], 'protocols must be'],
      [['--trials', '0'], 'trials must be']
    ] as const) {
      const { code: failed, stderr } = await start(
        'compare',
        'sample',
        ...wrong,
        '--run',
        join(folder, 'refused')
      ).ended
      expect(failed).toBe(2)
      expect(stderr).toContain(said)
    }
  })
})
