// Flow 3: what an image is taken for and why, on the production build; the same scores as in Node, to the
// bit.
import { type Model, takeRows } from '@unseen/core'
import type { OpenDataset } from 'unseen'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAt, pictures, ranking, sampleModel, showNumbers, shown } from '../helpers/recognise.js'
import { startBrowser } from '../helpers/studio.js'

describe('Recognise', () => {
  let studio: Awaited<ReturnType<typeof startBrowser>>
  let dataset: OpenDataset
  let model: Model
  beforeAll(async () => {
    studio = await startBrowser()
    ;({ dataset, model } = await sampleModel())
  })
  afterAll(() => studio.close())

  it('opens on a photo of a described class that is recognised, and says so', async () => {
    const { page, close } = await studio.openSample({ place: 'recognise' })
    const verdict = page.getByTestId('verdict')
    await expect
      .poll(() => verdict.innerText())
      .toMatch(/^(?:Almost surely|Probably) a(?: deer|n automobile): \d+ in 100\.$/)
    const label = await page.getByText(/^Labelled /).innerText()
    expect(label).toContain(/deer|automobile/.exec(await verdict.innerText())?.[0])
    await page
      .getByText(/^Of \d+ test (?:photos|images) with an answer this sure, \d+ were right\./)
      .waitFor()
    // Three bars and anything else are all there is.
    const values = await page.getByTestId('chances').locator('li > span:last-child').allInnerTexts()
    expect(values.map(text => parseInt(text, 10)).reduce((sum, value) => sum + value, 0)).toBe(100)
    expect(values).toHaveLength(4)
    await close()
  })

  it('ranks the classes with the scores of Node, to the bit', async () => {
    const row = dataset.labels.indexOf(dataset.classes.indexOf('deer'))
    const { page, close } = await openAt(studio.visitSample, row, 'Only described')
    const [expected] = model.recognise(await takeRows(dataset.features!, [row]), { top: 10 })
    await showNumbers(page)
    await expect.poll(() => shown(page)).toEqual(expected)
    await page.getByText('How much of each known class it shows').waitFor()
    await close()
  })

  it('shows contributions that add up to the score, holds the answer against another class, and says what would flip it', async () => {
    const row = dataset.labels.indexOf(dataset.classes.indexOf('deer')) + 3
    const { page, close } = await openAt(studio.visitSample, row, 'Only described')
    const features = await takeRows(dataset.features!, [row])
    const [[best, other]] = model.recognise(features, { top: 2 })
    await page.getByRole('heading', { name: `Why a ${best.class}` }).waitFor()
    await showNumbers(page)
    const cells = page.getByRole('table').locator('tfoot td')
    await expect
      .poll(async () => Number((await cells.first().innerText()).replace('−', '-')))
      .toBeCloseTo(best.score, 3)
    expect(Number((await cells.last().innerText()).replace('−', '-'))).toBeCloseTo(other.score, 3)
    const parts = await page.getByRole('table').locator('tbody tr td:first-child').allInnerTexts()
    expect(
      parts.map(text => Number(text.replace('−', '-'))).reduce((sum, value) => sum + value, 0)
    ).toBeCloseTo(best.score, 2)
    await page.getByText('Photo: ', { exact: false }).first().waitFor()
    await close()
  })

  it('goes through the library by keys and by the strip', async () => {
    const { page, close } = await openAt(studio.visitSample, 40, 'All 10')
    await page.locator('body').press(']')
    await page.getByText('Photo 42', { exact: true }).waitFor()
    await page.locator('body').press('[')
    await page.getByText('Photo 41', { exact: true }).waitFor()
    await page.getByRole('button', { name: /^photo 45: / }).click()
    await page.getByText('Photo 45', { exact: true }).waitFor()
    expect(new URL(page.url()).hash).toContain('image=45')
    await close()
  })

  it.each([
    [1440, 900, ['light', 'dark']],
    [390, 844, ['light']]
  ] as const)('is readable at %d x %d, %s', async (width, height, themes) => {
    const { page, axe, setTheme, close } = await openAt(
      studio.visitSample,
      850,
      'All 10',
      width === 390 ? { width, height } : {}
    )
    await showNumbers(page)
    await page.locator(ranking).first().waitFor()
    for (const theme of themes) {
      await setTheme(theme)
      expect(await axe()).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
      if (pictures !== undefined) {
        mkdirSync(pictures, { recursive: true })
        await page.screenshot({ path: join(pictures, `recognise-${width}-${theme}.png`) })
      }
    }
    await close()
  })
})
