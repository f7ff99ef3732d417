// `npm start`'s job on the built command: five pairs of unseen classes, recognised by description.
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repository } from './helpers/repository.js'

const command = join(repository, 'packages/node/bin/unseen.js')

it('recognises the five pairs far better than chance, with each description', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, 'demo', '--json'], {
    encoding: 'utf8'
  })
  expect(status, stderr).toBe(0)
  const { results, published } = JSON.parse(stdout) as {
    results: { split: string; table: string; accuracy: number; rows: number }[]
    published: { name: string; values: unknown[] }[]
  }
  // All rows of the paper's Table 2: five pairs and their mean.
  expect(published).toHaveLength(5)
  for (const { values } of published) expect(values).toHaveLength(6)
  for (const table of ['attributes', 'sentences', 'words']) {
    const own = results.filter(result => result.table === table)
    expect(own.map(({ split }) => split)).toEqual([
      'cat-dog',
      'airplane-automobile',
      'automobile-deer',
      'deer-ship',
      'cat-truck'
    ])
    expect(own.every(({ rows }) => rows === 200)).toBe(true)
    expect(
      own.every(({ accuracy }) => accuracy > 0.5),
      `${table} is above chance`
    ).toBe(true)
    expect(own.reduce((sum, { accuracy }) => sum + accuracy, 0) / 5, table).toBeGreaterThan(
      table === 'words' ? 0.8 : 0.85
    )
  }
}, 300_000)

it('stops at Ctrl-C with status 130', async () => {
  const child = spawn(process.execPath, [command, 'demo'], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise(resolve => child.on('exit', resolve))
  // The first sign of life is a line of progress, which comes once training has begun.
  await new Promise(resolve => child.stderr.once('data', resolve))
  child.kill('SIGINT')
  const code = await ended
  expect(code).toBe(130)
})
