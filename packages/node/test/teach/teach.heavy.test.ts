// `unseen teach` with a network of a few hundred bytes: whole or nothing, gone on with after a stop at any step.
import { readModel } from '../../src/files/model-file.js'
import { teach, type TeachOptions } from '../../src/teach/teach.js'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { smallNetwork } from '../extract/small-networks.js'
import { serialExecutor } from '@unseen/core'

const folder = mkdtempSync(join(tmpdir(), 'unseen-teach-'))
afterAll(() => rmSync(folder, { recursive: true }))
const at = (name: string): string => join(folder, name)
writeFileSync(at('small.onnx'), smallNetwork({ metadata: { 'unseen.scale': '1' } }))

const colours = {
  red: [220, 30, 30],
  green: [30, 200, 40],
  blue: [30, 40, 210],
  yellow: [210, 200, 30],
  pink: [220, 60, 160],
  grey: [120, 120, 120]
} as const
for (const [name, [r, g, b]] of Object.entries(colours)) {
  mkdirSync(at(`photos/${name}`), { recursive: true })
  for (let i = 0; i < 6; i++)
    await sharp({
      create: {
        width: 20 + i,
        height: 20,
        channels: 3,
        background: { r: r + 3 * i, g: g + 2 * i, b: b - 4 * i }
      }
    })
      .png()
      .toFile(at(`photos/${name}/${i}.png`))
}
const table = [
  'class,red,green,blue',
  ...Object.entries({ ...colours, violet: [140, 40, 200] }).map(
    ([name, values]) => `${name},${values.map(value => value / 255).join(',')}`
  )
]
writeFileSync(at('colours.csv'), `${table.join('\n')}\n`)
const options = (output: string): TeachOptions => ({
  photos: at('photos'),
  output: at(output),
  attributes: at('colours.csv'),
  network: at('small.onnx'),
  executor: serialExecutor
})

it('teaches from folders: a model with every class, its network, a report', async () => {
  const { photos, folder: work, report, run } = await teach(options('zoo.unseen'))
  expect({ photos, work, report }).toEqual({
    photos: 36,
    work: at('zoo.taught'),
    report: at('zoo.taught/report.html')
  })
  const model = await readModel(at('zoo.unseen'))
  expect([model.seen.length, model.unseen]).toEqual([6, ['violet']])
  expect(model.settings.weights).toBe('gauss')
  expect(model.notes.rehearsal).toBeDefined()
  expect(model.notes.preprocessing?.['model']).toBe('small.onnx')
  expect(run.config.table).toBe('attributes')
  expect(readFileSync(report, 'utf8')).toContain('<!doctype html>')
})

it('ends with the same bytes after being stopped at every step', async () => {
  const whole = await teach(options('whole.unseen'))
  expect(whole.resumed).toBe(false)
  const steps = ['pictures', 'features', 'search', 'rehearse'] as const
  for (const step of steps) {
    const stop = new AbortController()
    const stopAt = (name: string): void => {
      if (name === step) stop.abort()
    }
    await teach({
      ...options('stopped.unseen'),
      signal: stop.signal,
      onStep: stopAt,
      onProgress: ({ stage }) => stopAt(stage)
    }).catch((error: unknown) => expect(error).toMatchObject({ code: 'cancelled' }))
    if (step !== 'rehearse') expect(existsSync(at('stopped.unseen')), step).toBe(false)
  }
  const { resumed } = await teach(options('stopped.unseen'))
  expect(resumed).toBe(true)
  expect(readFileSync(at('stopped.unseen')).equals(readFileSync(at('whole.unseen')))).toBe(true)
})

it('trains afresh, and says so, what another version has begun', async () => {
  rmSync(at('stopped.unseen'))
  const config = at('stopped.taught/run/config.json')
  const begun = JSON.parse(readFileSync(config, 'utf8')) as object
  writeFileSync(config, JSON.stringify({ ...begun, options: { search: { family: 'other' } } }))
  const { remarks, resumed } = await teach(options('stopped.unseen'))
  expect(resumed).toBe(true)
  expect(remarks).toEqual([expect.stringContaining('another version of Unseen')])
  expect(readFileSync(at('stopped.unseen')).equals(readFileSync(at('whole.unseen')))).toBe(true)
})

it('begins afresh where photos changed, and replaces no model that was made otherwise', async () => {
  await sharp({ create: { width: 20, height: 20, channels: 3, background: '#d02020' } })
    .png()
    .toFile(at('photos/red/new.png'))
  await expect(teach(options('whole.unseen'))).rejects.toMatchObject({ code: 'path.exists' })
  expect(await teach({ ...options('whole.unseen'), overwrite: true })).toMatchObject({
    photos: 37,
    resumed: false
  })
  rmSync(at('photos/red/new.png'))
})

it('refuses what cannot be, and leaves nothing', async () => {
  const before = readdirSync(folder)
  for (const [more, code] of [
    [{ photos: at('photos/red') }, 'labels.length'],
    [{ photos: at('nowhere') }, 'path.missing'],
    [{ describe: [{ name: 'teal', text: 'teal: a colour' }] }, 'options.combination'],
    [{ attributes: at('missing.csv') }, 'path.missing']
  ] as const)
    await expect(teach({ ...options('none.unseen'), ...more }), code).rejects.toMatchObject({ code })
  expect(readdirSync(folder)).toEqual(before)
})
