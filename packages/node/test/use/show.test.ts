// `unseen show`: images of a described class by rows of a file; listed, taken back, refused.
import { fit, toBytes } from '@unseen/core'
import { readModel } from '../../src/files/model-file.js'
import { run } from '../../src/run.js'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../helpers/small-model.js'
import { testTerminal } from '../helpers/terminal.js'

const folder = temporaryFolder()
async function unseen(...args: string[]): Promise<{ code: number; out: string; notes: string }> {
  const terminal = testTerminal()
  const code = await run(args, terminal)
  return { code, out: terminal.printed.join('\n'), notes: terminal.noted.join('\n') }
}

const file = join(folder, 'zoo.unseen')
const rows = Array.from({ length: 24 }, (_, i) =>
  Array.from({ length: 6 }, (_, m) => Math.sin(i * 7 + m * m) + (i % 4 === m ? 3 : 0))
)
const signatures = {
  classes: ['horse', 'tiger', 'cow', 'seal', 'zebra'],
  matrix: [
    [1, 0, 0, 1],
    [0, 1, 0, 1],
    [1, 0, 1, 0],
    [0, 0, 1, 1],
    [1, 1, 0, 0]
  ]
}
const input = { features: rows, labels: rows.map((_, i) => signatures.classes[i % 4]), signatures }
const table = join(folder, 'rows.csv')
writeFileSync(table, rows.map(row => row.join(',')).join('\n'))

it('shows rows, lists them and takes them back', async () => {
  writeFileSync(file, toBytes(await fit(input, { weights: 'gauss' })))
  const before = readFileSync(file)
  const shown = await unseen('show', file, 'zebra', table, '--number', '0,2-3')
  expect(shown.notes).toBe('')
  expect(shown.out).toMatch(/zebra: 3 images, .* its description is worth .*image/)
  expect((await readModel(file)).shown).toMatchObject([{ class: 'zebra', images: 3, described: true }])
  const { out } = await unseen('show', file, '--list', '--json')
  expect(JSON.parse(out)).toMatchObject({ model: file, shown: [{ class: 'zebra', images: 3 }] })
  await unseen('show', file, 'zebra', table, '--number', '2', '--forget')
  expect((await readModel(file)).shown[0].images).toBe(2)
  expect((await unseen('show', file, 'zebra', '--forget')).code).toBe(0)
  expect(readFileSync(file).equals(before)).toBe(true)
  expect((await unseen('show', file, '--list')).out).toContain('No images')
  await unseen('show', file, 'okapi', table, '--number', '5')
  expect((await unseen('show', file, 'okapi', '--list')).out).toContain('no description')
  expect((await unseen('show', file, 'okapi', '--forget')).out).toContain('forgotten')
})

it('refuses what cannot be meant, and leaves the file alone', async () => {
  writeFileSync(file, toBytes(await fit(input, { weights: 'gauss' })))
  const before = readFileSync(file)
  const cases: [string[], string][] = [
    [['horse', table], 'classes.seen'],
    [['zebra'], 'options.value'],
    [['zebra', table, '--number', '99'], 'options.value'],
    [['zebra', join(folder, 'none.csv')], 'path.missing'],
    [['zebra', '--forget'], 'classes.none'],
    [['okapi', '--forget'], 'classes.unknown']
  ]
  for (const [args, expected] of cases) {
    const { code, notes } = await unseen('show', file, ...args)
    expect(notes, args.join(' ')).toContain(`[${expected}]`)
    expect(code).toBe(2)
  }
  expect(readFileSync(file).equals(before)).toBe(true)
  writeFileSync(file, toBytes(await fit(input, { weights: 'class' })))
  expect((await unseen('show', file, 'zebra', table)).notes).toContain('[model.shape]')
})
