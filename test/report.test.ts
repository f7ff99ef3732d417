// Figures and the report in a real browser: nothing overlaps, nothing runs, everybody can read it.
// And the worker of the built package that makes maps.
import {
  type FigureDataByName,
  REPORT_FORMAT,
  REPORT_VERSION,
  type Report,
  type ReportFigure,
  figureMarkup,
  figures,
  renderReport
} from '@unseen/report'
import type { FigureName } from '@unseen/report/internal'
import { createDocument, createRandom, placeOnMap } from 'unseen'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cases, hostileNames, type Cases } from '../packages/report/test/cases.js'
import { launchChromium } from './helpers/chromium.js'

const kinds = ['small', 'one', 'hostile', 'large'] as const

describe('in a browser', () => {
  let browser: Browser
  let folder: string

  beforeAll(async () => {
    browser = await launchChromium()
    folder = await mkdtemp(join(tmpdir(), 'unseen-report-'))
  })
  afterAll(async () => {
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function open(
    text: string,
    width: number,
    colorScheme: 'light' | 'dark'
  ): Promise<{ page: Page; said: string[]; asked: string[] }> {
    const file = join(folder, 'page.html')
    await writeFile(file, text)
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme })
    const said: string[] = []
    const asked: string[] = []
    page.on('console', message => said.push(message.text()))
    page.on('pageerror', error => said.push(String(error)))
    page.on('request', request => {
      if (!/^(file|data):/.test(request.url())) asked.push(request.url())
    })
    await page.goto(pathToFileURL(file).href)
    return { page, said, asked }
  }

  it.each(figures.map(({ name }) => name))('no text of %s lies over another or outside', async name => {
    const own = cases[name] as Cases<FigureDataByName[FigureName]>
    const drawn = kinds.flatMap(kind =>
      [340, 720].map(
        width =>
          `<div id="${kind}-${width}">${figureMarkup(name, own[kind], { document: createDocument(), width })}</div>`
      )
    )
    const { page } = await open(`<!doctype html><meta charset="utf-8"><body>${drawn.join('')}`, 800, 'light')
    const wrong = await page.evaluate(() =>
      Array.from(document.querySelectorAll('div'), holder => {
        const frame = holder.querySelector('svg')!.getBoundingClientRect()
        const texts = Array.from(holder.querySelectorAll('text'), text => ({
          text: text.textContent,
          box: text.getBoundingClientRect()
        })).filter(({ box }) => box.width > 0)
        // Boxes are taller than letters: two pixels of overlap are air.
        const over = texts.flatMap((a, at) =>
          texts
            .slice(at + 1)
            .filter(
              b =>
                a.box.left < b.box.right - 2 &&
                b.box.left < a.box.right - 2 &&
                a.box.top < b.box.bottom - 3 &&
                b.box.top < a.box.bottom - 3
            )
            .map(b => `${holder.id}: "${a.text}" over "${b.text}"`)
        )
        const outside = texts
          .filter(
            ({ box }) =>
              box.left < frame.left - 1 ||
              box.right > frame.right + 1 ||
              box.top < frame.top - 1 ||
              box.bottom > frame.bottom + 1
          )
          .map(({ text }) => `${holder.id}: "${text}" outside`)
        return [...over, ...outside]
      }).flat()
    )
    await page.close()
    expect(wrong).toEqual([])
  })

  const report: Report = {
    format: REPORT_FORMAT,
    version: REPORT_VERSION,
    title: 'A report with everything',
    summary: ['What came out.'],
    run: {
      command: 'unseen report',
      seed: 0,
      versions: { unseen: '0.1.0' },
      data: [{ name: hostileNames[0], fingerprint: 'ab'.repeat(32) }]
    },
    classes: { seen: ['horse', 'tiger'], unseen: ['zebra'] },
    results: [
      {
        title: 'Accuracy',
        measure: 'per image, among unseen',
        rows: [
          {
            name: 'AwA',
            ours: { value: 0.33, low: 0.3, high: 0.36 },
            published: { value: 0.336, source: 'Fig. 6d' }
          }
        ]
      }
    ],
    figures: figures.map(({ name }) => ({ name, data: cases[name].small }) as ReportFigure),
    mixtures: hostileNames.slice(0, 6).map(name => ({
      class: name,
      shares: [
        { class: 'horse', share: 0.6 },
        { class: 'tiger', share: 0.4 }
      ]
    })),
    examples: {
      certain: [{ name: 'row 1', truth: 'zebra', answer: 'zebra', next: 'horse', margin: 0.3 }],
      uncertain: [{ name: 'row 2', truth: 'zebra', answer: hostileNames[4] }]
    },
    failures: [{ title: 'Stripes', text: 'Grass looks like stripes.' }],
    again: { commands: ['unseen reproduce all'] }
  }

  it.each([
    [1200, 'light'],
    [1200, 'dark'],
    [400, 'light'],
    [400, 'dark']
  ] as const)('the report fits %i pixels in %s, runs nothing and passes axe', async (width, scheme) => {
    const { page, said, asked } = await open(
      renderReport(report, { document: createDocument() }),
      width,
      scheme
    )
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    expect(said).toEqual([])
    expect(asked).toEqual([])
    const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
    await page.evaluate(axe)
    const violations = await page.evaluate(async () => {
      const { axe: checker } = globalThis as unknown as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
      }
      return (await checker.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`)
    })
    await page.close()
    expect(violations).toEqual([])
  })
})

describe('a map', () => {
  const rows = 120
  const random = createRandom(3)
  const data = Float32Array.from(
    { length: rows * 5 },
    (_, at) => random.next() + 4 * (Math.floor(at / 5) % 3)
  )

  it('is the same again, and keeps groups together', async () => {
    const stages = new Set<string>()
    const options = { epochs: 100, onProgress: ({ stage }: { stage: string }) => stages.add(stage) }
    const [first, again] = [
      await placeOnMap(data, rows, 5, options),
      await placeOnMap(data, rows, 5, options)
    ]
    expect(Array.from(first.x)).toEqual(Array.from(again.x))
    expect([...stages]).toEqual(['neighbours', 'layout'])
    const nearest = (row: number): number =>
      Array.from({ length: rows }, (_, other) => other)
        .filter(other => other !== row)
        .reduce((a, b) =>
          Math.hypot(first.x[b] - first.x[row], first.y[b] - first.y[row]) <
          Math.hypot(first.x[a] - first.x[row], first.y[a] - first.y[row])
            ? b
            : a
        )
    expect(
      Array.from({ length: rows }, (_, row) => row).filter(row => nearest(row) % 3 === row % 3).length
    ).toBeGreaterThan(rows * 0.95)
  })

  it('stops when asked, refuses what has no place, takes few rows', async () => {
    const stop = new AbortController()
    await expect(
      placeOnMap(data, rows, 5, { epochs: 1e6, signal: stop.signal, onProgress: () => stop.abort() })
    ).rejects.toMatchObject({ code: 'cancelled' })
    await expect(placeOnMap(Float32Array.of(1, NaN), 1, 2)).rejects.toMatchObject({
      code: 'features.not-finite'
    })
    await expect(placeOnMap(data, 7, 5)).rejects.toMatchObject({ code: 'features.shape' })
    expect((await placeOnMap(data.subarray(0, 10), 2, 5)).x).toHaveLength(2)
    expect((await placeOnMap(data.subarray(0, 25), 5, 5, { epochs: 20 })).x).toHaveLength(5)
  })
})
