// The commands that README.md shows, run one after the other as a newcomer would: the packages packed and installed, in
// an empty folder. What they work on is made small first; what only waits for people is stopped once it is up.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDataset, takeSplit, writeMatlab, writeNpy } from '../packages/node/dist/index.js'
import { installPacked } from './helpers/packed.js'
import { repository } from './helpers/repository.js'
import { makeSmallWords } from './helpers/small-words.js'
import { blocksOf } from './helpers/snippets.js'

const folder = mkdtempSync(join(tmpdir(), 'unseen-readme-'))
const env = installPacked(folder)
afterAll(() => rmSync(folder, { recursive: true }))

const words = (line: string): string[] =>
  line
    .replace(/\s#.*$/, '')
    .trim()
    .split(/\s+/)
const lines = blocksOf('README.md')
  .flatMap(({ code }) => code.split('\n'))
  .filter(line => /^(?:npx unseen|unseen|npm) /.test(line))
  .map(line => words(line).join(' '))

/** The same command made quicker or quieter, by what its line begins with. */
const added: readonly (readonly [string, readonly string[]])[] = [
  ['npx unseen tune sample', ['--family', 'class-weights']],
  ['npx unseen reproduce', ['--trials', '1']],
  ['npx unseen data embed', ['--encoder', 'small-words']]
]
/** These stay up until they are stopped; each prints its address. */
const staying: readonly (readonly [string, readonly string[]])[] = [
  ['npx unseen serve', ['--port', '0']],
  ['npx unseen studio', ['--no-open']]
]
/** What needs more than a folder, and the test that runs it. */
const elsewhere: readonly (readonly [string, string])[] = [
  ['npx unseen ask photos/', 'test/first-answer.heavy.test.ts'],
  ['npx unseen teach photos/', 'test/first-answer.heavy.test.ts'],
  ['npx unseen data extract photos/ --model resnet50', 'test/networks.heavy.test.ts'],
  ['npm start', 'test/demo.heavy.test.ts'],
  ['npm test', 'scripts/test.mjs'],
  ['npx unseen tune zoo/ --redis', 'test/redis.heavy.test.ts']
]
const find = <T>(list: readonly (readonly [string, T])[], line: string): T | undefined =>
  list.find(([start]) => line.startsWith(start))?.[1]
const argumentsOf = (line: string, more: readonly string[] = []): string[] => [
  ...line.split(' ').slice(2),
  ...more
]

function run(line: string): { code: number | null; out: string; notes: string } {
  const { status, stdout, stderr } = spawnSync('unseen', argumentsOf(line, find(added, line)), {
    cwd: folder,
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 26
  })
  return { code: status, out: stdout, notes: stderr }
}

/** Starts a command, waits for its address, asks there, and stops it as Ctrl-C does. */
async function visit(
  line: string,
  more: readonly string[]
): Promise<{ status: number; code: number | null }> {
  const child = spawn('unseen', argumentsOf(line, more), { cwd: folder, env })
  let said = ''
  const ended = new Promise<number | null>(resolve => child.on('close', resolve))
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (text: Buffer): void => {
      said += text.toString()
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? []
      if (found !== undefined) resolve(found)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    void ended.then(code => reject(new Error(`It ended with ${code}: ${said}`)))
  })
  const { status } = await fetch(`${url}${line.includes('serve') ? '/healthz' : '/'}`)
  child.kill('SIGINT')
  return { status, code: await ended }
}

beforeAll(async () => {
  const { test } = await takeSplit(await openDataset('sample'), { split: 'deer-ship' })
  if (test.features.kind !== 'dense') throw new Error('The features of the sample are dense.')
  const { columns, data } = test.features
  writeFileSync(
    join(folder, 'rows.npy'),
    writeNpy({
      name: 'rows',
      shape: [5, columns],
      type: 'float32',
      data: Float32Array.from(data.subarray(0, 5 * columns))
    })
  )
  // Three seen animals and the zebra: features, labels, attributes, and a sentence each.
  const animals = ['horse', 'tiger', 'whale']
  const rows = Array.from({ length: 30 }, (_, i) =>
    [0, 1, 2].map(k => (k === i % 3 ? 1 : 0.1) + 0.01 * ((i * 7 + k) % 5))
  )
  writeFileSync(
    join(folder, 'f.npy'),
    writeNpy({ name: 'f', shape: [30, 3], type: 'float32', data: Float32Array.from(rows.flat()) })
  )
  writeFileSync(join(folder, 'labels.csv'), ['label', ...rows.map((_, i) => animals[i % 3]), ''].join('\n'))
  writeFileSync(
    join(folder, 'animals.csv'),
    'class,stripes,hooves,water\nhorse,0,1,0\ntiger,1,0,0\nwhale,0,0,1\nzebra,1,1,0\n'
  )
  writeFileSync(
    join(folder, 'sentences.csv'),
    'class,sentence\nhorse,horse\ntiger,tiger with stripes\nwhale,whale in water\nzebra,horse with stripes\n'
  )
  await makeSmallWords(folder, join(folder, 'cache'))
  const column = (name: string, values: readonly number[]) => ({
    name,
    shape: [values.length, 1],
    type: 'float64',
    data: Float64Array.from(values)
  })
  writeFileSync(
    join(folder, 'att_splits.mat'),
    await writeMatlab([
      {
        name: 'att',
        shape: [3, 4],
        type: 'float64',
        data: Float64Array.from([0, 1, 0, 1, 1, 0, 0, 1, 0, 0, 1, 0])
      },
      { name: 'allclasses_names', shape: [4, 1], type: 'text', data: [...animals, 'zebra'] },
      column('trainval_loc', [1, 2, 3]),
      column('test_seen_loc', [4]),
      column('test_unseen_loc', [5])
    ])
  )
})

describe('README.md', () => {
  it('shows commands', () => {
    expect(lines.length).toBeGreaterThan(15)
    for (const [line, test] of elsewhere) {
      expect(
        lines.filter(each => each.startsWith(line)),
        line
      ).not.toEqual([])
      expect(existsSync(join(repository, test)), test).toBe(true)
    }
  })

  // In the order of the page, as later commands take what earlier ones made.
  it.each(lines.filter(line => find(elsewhere, line) === undefined))('%s', async line => {
    const stays = find(staying, line)
    if (stays !== undefined) {
      expect(await visit(line, stays)).toEqual({ status: 200, code: 0 })
      return
    }
    // A library has to be there before it is searched.
    if (line.startsWith('npx unseen search')) {
      const { code, notes } = run('npx unseen index zoo.unseen sample --rows test -o library')
      expect(code, notes).toBe(0)
    }
    const { code, out, notes } = run(line)
    expect(code, `${out}\n${notes}`).toBe(0)
    expect(out + notes).not.toBe('')
  })
})
