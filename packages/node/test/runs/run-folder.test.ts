// A run's folder: begun once, gone on with, never mixed with another.
import { UnseenError } from '@unseen/core'
import { type RunConfig, openRun, readRunConfig } from '../../src/runs/run-folder.js'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'unseen-run-'))
afterAll(() => rmSync(folder, { recursive: true }))

const config: RunConfig = {
  command: 'tune',
  data: { path: 'zoo', name: 'zoo', fingerprint: '0123456789abcdef' },
  split: 'a',
  table: 'attributes',
  options: { references: 'means' },
  seed: 0,
  versions: { unseen: '1' }
}
const chain = { key: 'k', points: [] }

it('keeps its configuration and goes on with what its journal holds', async () => {
  const path = join(folder, 'on')
  const run = await openRun(path, config)
  await run.journal.append(chain)
  await run.write('metrics.json', { perImage: 0.5 })
  await run.close()
  expect(await readRunConfig(path)).toEqual(config)
  expect(readdirSync(path).sort()).toEqual(['config.json', 'journal.jsonl', 'metrics.json'])
  const again = await openRun(path, { ...config, versions: { unseen: '2' } }, { resume: true })
  expect(again.journal.entries).toEqual([chain])
  await again.close()
})

it('refused before anything was worked out, leaves nothing behind', async () => {
  const refused = new UnseenError('options.value', 'No.')
  const path = join(folder, 'runs', 'refused')
  await (await openRun(path, config)).close(refused)
  expect(existsSync(join(folder, 'runs'))).toBe(false)
  await (await openRun(path, config)).close(Object.assign(new Error('full'), { code: 'ENOSPC' }))
  expect(existsSync(join(folder, 'runs'))).toBe(false)
  // What was stopped, what has a result and what was there before stay.
  await (await openRun(path, config)).close(new UnseenError('cancelled', 'Stopped.'))
  await (await openRun(path, config, { resume: true })).close(refused)
  expect(existsSync(join(path, 'config.json'))).toBe(true)
  const kept = await openRun(join(folder, 'kept'), config)
  await kept.journal.append(chain)
  await kept.close(refused)
  expect(existsSync(join(folder, 'kept', 'journal.jsonl'))).toBe(true)
})

it.each([
  ['the seed', { seed: 1 }],
  ['the split', { split: 'b' }],
  ['the table', { table: 'sentences' }],
  ['the options', { options: {} }],
  ['the command', { command: 'fit' as const }],
  ['the data', { data: { ...config.data, fingerprint: 'fedcba9876543210' } }]
])('does not go on when %s is another', async (what, change) => {
  const path = join(folder, what.replaceAll(' ', '-'))
  await (await openRun(path, config)).close()
  await expect(openRun(path, { ...config, ...change }, { resume: true })).rejects.toMatchObject({
    code: 'run.config',
    message: expect.stringContaining(what) as string
  })
  // A refusal leaves no lock behind.
  await (await openRun(path, config, { resume: true })).close()
})

it('refuses what is no run, what is one already, and what a newer version wrote', async () => {
  const path = join(folder, 'odd')
  mkdirSync(path)
  await expect(openRun(path, config, { resume: true })).rejects.toMatchObject({ code: 'path.missing' })
  await expect(readRunConfig(path)).rejects.toMatchObject({ code: 'path.missing' })
  await (await openRun(path, config)).close()
  await expect(openRun(path, config)).rejects.toMatchObject({ code: 'path.exists' })
  const text = readFileSync(join(path, 'config.json'), 'utf8')
  writeFileSync(join(path, 'config.json'), text.replace('"version": 1', '"version": 2'))
  await expect(readRunConfig(path)).rejects.toMatchObject({
    code: 'run.config',
    message: expect.stringContaining('newer') as string
  })
  writeFileSync(join(path, 'config.json'), '{}')
  await expect(readRunConfig(path)).rejects.toMatchObject({ code: 'run.config' })
})
