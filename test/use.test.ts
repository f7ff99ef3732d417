// The built command from training to answers, with and without a terminal.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSession } from '../packages/node/dist/onnx/session.js'
import { openDataset, readModel, takeSplit, type Matrix } from '../packages/node/dist/index.js'
import { repository } from './helpers/repository.js'

const command = join(repository, 'packages/node/bin/unseen.js')
const folder = mkdtempSync(join(tmpdir(), 'unseen-commands-'))
const model = join(folder, 'pets.unseen')
afterAll(() => rmSync(folder, { recursive: true }))

function unseen(
  args: readonly string[],
  env: Record<string, string> = {}
): { code: number | null; out: string; notes: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 2 ** 26
  })
  return { code: status, out: stdout, notes: stderr }
}

beforeAll(() => {
  const { code, notes } = unseen([
    'fit',
    'sample',
    '-o',
    model,
    '--references',
    'means',
    '--run',
    join(folder, 'run')
  ])
  expect(code, notes).toBe(0)
})

describe('without a terminal', () => {
  it('describes, recognises, evaluates and forgets', () => {
    const described = unseen([
      'describe',
      model,
      'lynx',
      '--like',
      'cat',
      '--attribute',
      'tail=0.2',
      '--json',
      '-o',
      join(folder, 'larger.unseen')
    ])
    expect(described.code, described.notes).toBeLessThan(2)
    const {
      classes: [{ class: name, shares }]
    } = JSON.parse(described.out) as { classes: { class: string; shares: { share: number }[] }[] }
    expect(name).toBe('lynx')
    expect(shares.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9)
    const recognised = unseen([
      'recognise',
      join(folder, 'larger.unseen'),
      'sample',
      '--rows',
      'test',
      '--format',
      'csv',
      '--quiet'
    ])
    expect(recognised.notes).toBe('')
    expect(recognised.out.trim().split('\n')).toHaveLength(1001)
    expect(recognised.out).toMatch(/^row,name,class,score\n1000,test 3,(cat|dog|lynx),-?\d/)
    const evaluated = JSON.parse(unseen(['evaluate', model, 'sample', '--json']).out) as {
      rows: number
      trainingRows: number
      perImage: { value: number; low: number }
    }
    expect(evaluated).toMatchObject({ rows: 200, trainingRows: 0 })
    expect(evaluated.perImage.low).toBeLessThan(evaluated.perImage.value)
    expect(unseen(['forget', join(folder, 'larger.unseen'), 'lynx']).out).toContain('and 2 by description.')
  })

  it('answers images by the network that made the features, and by no other', async () => {
    const { notes } = await readModel(model)
    expect(notes.preprocessing).toMatchObject({ model: 'resnet50' })
    writeFileSync(join(folder, 'picture.png'), 'no picture')
    writeFileSync(join(folder, 'other.onnx'), Uint8Array.of(0x3a, 0x00))
    const wrong = unseen([
      'recognise',
      model,
      join(folder, 'picture.png'),
      '--model',
      join(folder, 'other.onnx')
    ])
    expect([wrong.code, wrong.notes]).toEqual([
      2,
      expect.stringContaining('is not the network that made these features')
    ])
  })

  it('writes no escape codes, whatever it is asked', () => {
    for (const args of [
      [],
      ['--help'],
      ['evaluate', model, 'sample'],
      ['recognise', model, 'sample'],
      ['fit', 'sample', '--run', join(folder, 'plain'), '--references', 'means']
    ]) {
      const { out, notes } = unseen(args, { FORCE_COLOR: '' })
      expect(out + notes, args.join(' ')).not.toContain('\u001b')
    }
  })

  it('ends quietly when nobody reads on', () => {
    const { status, stderr } = spawnSync(
      'sh',
      ['-c', `"${process.execPath}" "${command}" recognise "${model}" sample --format jsonl -q | head -n 1`],
      { encoding: 'utf8', cwd: folder }
    )
    expect([status, stderr]).toEqual([0, ''])
  })

  it('exports a graph that scores real rows as the model does', async () => {
    const onnx = join(folder, 'pets.onnx')
    expect(unseen(['export', model, '--onnx', onnx]).code).toBe(0)
    const own = await readModel(model)
    const { test } = await takeSplit(await openDataset('sample'))
    const { rows, columns, data } = test.features as Extract<Matrix, { kind: 'dense' }>
    const session = await openSession(readFileSync(onnx))
    const { scores } = await session.run(
      { features: { data: Float32Array.from(data), dims: [rows, columns] } },
      ['scores']
    )
    await session.close()
    const ours = own.scores(test.features, { among: 'all' })
    const width = ours.classes.length
    for (let at = 0; at < ours.scores.length; at += width) {
      const largest = Math.max(...Array.from(ours.scores.subarray(at, at + width), Math.abs))
      for (let c = at; c < at + width; c++)
        expect(Math.abs((scores.data as Float32Array)[c] - ours.scores[c])).toBeLessThanOrEqual(
          1e-5 * largest
        )
    }
  })
})

/** util-linux's script(1) gives the command a terminal of its own. */
const hasScript = spawnSync('script', ['-qec', 'exit 0', '/dev/null'], { stdio: 'ignore' }).status === 0
if (!hasScript)
  console.warn('Skipped: script(1) of util-linux is not here, so that there is no pseudo-terminal to run in.')

describe.skipIf(!hasScript)('in a pseudo-terminal', () => {
  const terminal = (
    args: string,
    env: Record<string, string> = {}
  ): { code: number | null; text: string } => {
    const { status, stdout } = spawnSync(
      'script',
      ['-qec', `stty cols 100; "${process.execPath}" "${command}" ${args}`, '/dev/null'],
      { cwd: folder, encoding: 'utf8', env: { ...process.env, TERM: 'xterm-256color', ...env } }
    )
    return { code: status, text: stdout }
  }

  it('shows a search as it goes, and takes the view away', () => {
    const { code, text } = terminal(`tune sample --family paper --run ${join(folder, 'searched')}`)
    expect(code, text).toBe(0)
    expect(text).toContain('\u001b[')
    expect(text).toContain('Searching')
    expect(text).toMatch(/best so far/)
    expect(text.slice(text.lastIndexOf('\u001b[J'))).toContain('Winner')
  })

  it('draws nothing again for --quiet, nor for a dumb terminal', () => {
    for (const [args, env] of [
      ['--quiet', {}],
      ['', { TERM: 'dumb' }]
    ] as const) {
      const { code, text } = terminal(`recognise ${model} sample ${args}`, env)
      expect(code, text).toBe(0)
      expect(text).not.toContain('\u001b')
    }
  })

  it('has no colours with NO_COLOR', () => {
    const { text } = terminal(`data doctor sample`, { NO_COLOR: '1' })
    expect(text).not.toMatch(/\u001b\[[0-9;]*m/)
  })
})
