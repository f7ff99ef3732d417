// Reports of runs and of the paper's experiments, made and verified by the built command.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readReport } from '../packages/report/dist/index.js'
import { repository } from './helpers/repository.js'

const folder = mkdtempSync(join(tmpdir(), 'unseen-reports-'))
afterAll(() => rmSync(folder, { recursive: true }))

function unseen(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [join(repository, 'packages/node/bin/unseen.js'), ...args], {
    cwd: folder,
    encoding: 'utf8'
  })
}

it('a run becomes one file that says what was run and shows what came out', () => {
  expect(
    unseen('fit', 'sample', '--split', 'deer-ship', '--run', 'run', '--references', 'means').status
  ).toBe(0)
  expect(unseen('report', 'run', '-o', 'run.html').status).toBe(0)
  const html = readFileSync(join(folder, 'run.html'), 'utf8')
  expect(html).not.toMatch(/(?:src|href)="https?:/)
  const { run, classes, results, mixtures, examples, figures } = readReport(html)
  expect(run?.data?.[0].fingerprint).toMatch(/^[0-9a-f]{16}$/)
  expect(classes?.unseen).toEqual(['deer', 'ship'])
  expect(results?.[0].rows[0].ours?.value).toBeGreaterThan(0.85)
  expect(mixtures?.map(({ class: name }) => name)).toEqual(['deer', 'ship'])
  expect(examples?.certain[0].thumbnail).toMatch(/^data:image\/png;base64,/)
  expect(figures?.map(({ name }) => name)).toEqual(['confusion', 'affinity'])
})

it('a report is verified by running it again, and a changed number is found', () => {
  const { status, stdout } = unseen('verify', 'run.html')
  expect(stdout).toContain('are the same')
  expect(status).toBe(0)
  const html = readFileSync(join(folder, 'run.html'), 'utf8')
  const { results } = readReport(html)
  const value = String(results?.[0].rows[0].ours?.value)
  writeFileSync(join(folder, 'changed.html'), html.replaceAll(`"value":${value}`, '"value":0.123'))
  const changed = unseen('verify', 'changed.html')
  expect(changed.stdout).toContain('0.123 before')
  expect(changed.status).toBe(1)
  writeFileSync(join(folder, 'none.html'), '<p>no report</p>')
  expect(unseen('verify', 'none.html').status).toBe(2)
})

it('says the command that makes the same run again, classes that were asked for among it', () => {
  expect(
    unseen(
      'fit',
      'sample',
      '--split',
      'deer-ship',
      '--unseen',
      'deer,ship',
      '--weights',
      'class',
      '--normalise',
      'none',
      '--run',
      'asked'
    ).status
  ).toBe(0)
  expect(unseen('report', 'asked', '-o', 'asked.html').status).toBe(0)
  const [command = ''] = readReport(readFileSync(join(folder, 'asked.html'), 'utf8')).again?.commands ?? []
  const again = unseen(...command.split(' ').slice(1), '--run', 'again')
  expect(again.status, again.stderr).toBe(0)
  for (const file of ['config.json', 'model.unseen'])
    expect(
      readFileSync(join(folder, 'again', file)).equals(readFileSync(join(folder, 'asked', file))),
      file
    ).toBe(true)
  expect(unseen('verify', 'asked.html').stdout).toContain('are the same')
})

it('experiments run on the sample and say what they leave out', () => {
  const { status, stdout, stderr } = unseen('reproduce', 'fig4', 'fig7', '--trials', '1', '--json')
  expect(status, stderr).toBe(1)
  expect(stderr).toContain('CUB-200-2011')
  const report = JSON.parse(stdout) as {
    figures: {
      name: string
      text: string
      data: { labels: number[]; panels: { title: string; x: number[] }[] }
    }[]
  }
  expect(report.figures.map(({ name }) => name)).toEqual(['affinity', 'map'])
  const [, map] = report.figures
  expect(map.data.panels.map(({ title }) => title.slice(0, 3))).toEqual(['(b)', '(c)', '(d)'])
  for (const { x } of map.data.panels) expect(x).toHaveLength(1000)
  expect(new Set(map.data.labels).size).toBe(10)
  expect(map.text).toContain('t-SNE')
  expect(map.text).toContain('unseen reproduce fig4')
  expect(unseen('reproduce', 'table9').stderr).toContain('table2')
})
