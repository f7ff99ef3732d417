// The doctor on files: every planted defect is found, clean sets are clean. make-broken.mjs makes broken/.
import { type Finding, type DoctorReport, checks } from '@unseen/data'
import { examinePath } from '../../src/dataset/examine-path.js'
import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { runCommand } from './run-command.js'

const folder = fileURLToPath(new URL('broken/', import.meta.url))
const sets = readdirSync(folder).sort()
const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
const exitOf = { error: 2, warning: 1, note: 0 }

describe('broken data sets', () => {
  it('there is one for every check, and clean ones', () => {
    const planted = new Set(sets.map(name => name.split('.')[0]))
    expect([...planted].sort()).toEqual([...checks.map(({ name }) => name), 'clean', 'readable'].sort())
  })

  it.each(sets)('%s', async name => {
    const { findings, worst } = await examinePath(folder + name)
    expect(findings).toEqual(read(`${folder}${name}/expected.json`))
    const [wanted] = name.split('.')
    if (wanted === 'clean') expect(['note', undefined]).toContain(worst)
    else expect(findings.map(({ check }) => check)).toContain(wanted)
  })

  it.each([
    'clean',
    'clean.xlsa17',
    'zero-rows',
    'negative-features',
    'overlapping-rows',
    'readable.truncated'
  ])('the command ends as it should: %s', async name => {
    const expected = read(`${folder}${name}/expected.json`) as Finding[]
    const { code, printed } = await runCommand(['data', 'doctor', folder + name, '--json', '--strict'])
    expect(code).toBe(expected.length === 0 ? 0 : exitOf[expected[0].severity])
    const { version, ...report } = JSON.parse(printed) as DoctorReport & { version: number }
    expect(version).toBe(1)
    expect(report).toEqual(JSON.parse(JSON.stringify(await examinePath(folder + name))))
  })
})

describe('the doctor on paper', () => {
  it.each(['clean', 'class-order.cub-numbers', 'class-name-spelling', 'readable.manifest'])(
    '%s fits the screen and says it all',
    async name => {
      const { printed } = await runCommand(['data', 'doctor', folder + name])
      for (const line of printed.split('\n'))
        expect(line.length).toBeLessThanOrEqual(Math.max(80, (folder + name).length + 40))
      const plain = printed.replace(/\s+/g, ' ')
      for (const { message, remedy, file } of read(`${folder}${name}/expected.json`) as Finding[])
        for (const part of [message, remedy ?? '', file ?? '']) expect(plain).toContain(part)
    }
  )

  it('has colours only where they are allowed', async () => {
    expect((await runCommand(['data', 'doctor', `${folder}zero-rows`])).printed).not.toContain('\u001b')
    expect((await runCommand(['data', 'doctor', `${folder}zero-rows`], { colour: true })).printed).toContain(
      '\u001b[33mwarning\u001b[0m'
    )
  })

  it('reports a path where nothing is', async () => {
    const { code, printed } = await runCommand(['data', 'doctor', `${folder}nowhere`])
    expect(code).toBe(2)
    expect(printed.replace(/\s+/g, ' ')).toContain('does not exist')
  })

  it('stops at Ctrl-C', async () => {
    const { code, printed } = await runCommand(['data', 'doctor', `${folder}clean`], {
      signal: AbortSignal.abort()
    })
    expect(code).toBe(130)
    expect(printed).toBe('')
  })
})
