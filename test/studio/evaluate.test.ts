// Flow 7: how good the model is, at which bias, what is confused, when it is silent, and other methods; on
// the production build, with the numbers of Node.
import { Matrix, fit, generalisedData } from '@unseen/core'
import { type Competition, compete, generalisedAt } from '@unseen/core/internal'
import { takeSplit } from '@unseen/data'
import { openDataset } from 'unseen'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repository } from '../helpers/repository.js'
import { startBrowser, type OpenStudio } from '../helpers/studio.js'

const pictures = process.env['UNSEEN_PICTURES']
const number = (text: string | null): number => Number(text ?? NaN)

describe('Evaluate', () => {
  let studio: Awaited<ReturnType<typeof startBrowser>>
  let expected: Competition
  beforeAll(async () => {
    studio = await startBrowser()
    const data = generalisedData(
      await takeSplit(await openDataset(join(repository, 'data/cifar10-sample')), {
        split: 'automobile-deer',
        table: 'attributes'
      })
    )
    const model = (
      await fit(data.train, { weights: 'class', gamma: 0.1, ridge: 10, compare: 'cosine' })
    ).annotate({ bias: 0 })
    const names = model.classes.map(({ name }) => name)
    expected = compete({
      scores: model.scores(
        Matrix.stack([data.testSeen.features, data.test.features], data.test.features.columns),
        { among: 'all' }
      ).scores,
      labels: [...data.testSeen.labels, ...data.test.labels].map(name => names.indexOf(name)),
      seen: model.classes.map(({ seen }) => seen)
    })
  })
  afterAll(() => studio.close())

  const openEvaluate = async (options = {}, open = studio.openSample): Promise<OpenStudio> => {
    const opened = await open({ ...options, place: 'evaluate' })
    await opened.page.getByTestId('sentence').waitFor()
    return opened
  }

  it('measures with the numbers of Node, follows the bias live, and undoes it', async () => {
    const { page, action, close } = await openEvaluate()
    const sentence = page.getByTestId('sentence')
    const shown = async () => ({
      seen: number(await sentence.getAttribute('data-seen')),
      unseen: number(await sentence.getAttribute('data-unseen')),
      harmonic: number(await sentence.getAttribute('data-harmonic'))
    })
    await page.getByTestId('rehearsed').waitFor({ timeout: 180_000 })
    await action('evaluate.none').click()
    await expect.poll(shown).toEqual(generalisedAt(expected, 0).perClass)
    const slider = page.getByRole('slider', { name: 'Bias' })
    await slider.focus()
    await slider.press('Shift+ArrowRight')
    await expect
      .poll(async () => (await shown()).unseen)
      .toBeGreaterThan(generalisedAt(expected, 0).perClass.unseen)
    await page.keyboard.press('Control+z')
    await expect.poll(shown).toEqual(generalisedAt(expected, 0).perClass)
    // How long from a change of the slider to the new sentence on the screen.
    const times = await page.evaluate(async () => {
      const input = document.querySelector<HTMLInputElement>('input[aria-label=Bias]')
      const text = document.querySelector('[data-testid=sentence]')
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
      if (input === null || text === null || set === undefined) return []
      const found: number[] = []
      for (let k = 1; k <= 12; k++) {
        const started = performance.now()
        const changed = new Promise<void>(resolve => {
          const observer = new MutationObserver(() => {
            observer.disconnect()
            requestAnimationFrame(() => resolve())
          })
          observer.observe(text, { attributes: true, subtree: true, characterData: true, childList: true })
        })
        set.call(input, String(Number(input.min) + ((Number(input.max) - Number(input.min)) * k) / 14))
        input.dispatchEvent(new Event('input', { bubbles: true }))
        await changed
        found.push(performance.now() - started)
      }
      return found.sort((a, b) => a - b)
    })
    console.log(`bias to repaint: median ${times[6].toFixed(0)} ms, worst ${times[11].toFixed(0)} ms`)
    await close()
  }, 300_000)

  it('shows the images of a cell, reached by keys, and leads to the reason', async () => {
    const { page, close } = await openEvaluate({}, studio.visitSample)
    const first = page.getByRole('button', { name: /^airplane taken for airplane/ })
    await first.focus()
    await first.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    const cell = page.getByRole('button', { name: /^truck taken for automobile/ })
    const images = Number(
      /([\d,]+) image/.exec((await cell.getAttribute('aria-label')) ?? '')?.[1].replace(',', '')
    )
    expect(images).toBeGreaterThan(0)
    await cell.click()
    const drawer = page.getByRole('dialog', { name: 'Images of truck taken for automobile' })
    await drawer.getByText(`${images} image`).waitFor()
    await drawer
      .getByRole('button', { name: /^image/ })
      .first()
      .click()
    await page.locator('[data-place=recognise]').waitFor()
    await close()
  }, 300_000)

  it('asks for a margin, compares methods in groups of their own, and exports a report', async () => {
    const { page, action, close } = await openEvaluate()
    const slider = page.getByRole('slider', { name: 'Margin asked for' })
    await slider.focus()
    await slider.press('Home')
    await page.getByText('answers 100').first().waitFor()
    await action('evaluate.compare').click()
    await page.getByText('Comparing methods').first().waitFor()
    // Leaving the page does not stop it.
    await page.locator('body').press('1')
    await page.locator('[data-place=describe]').waitFor()
    await page.locator('body').press('5')
    await page.locator('[data-method=eszsl]').waitFor({ timeout: 400_000 })
    expect(await page.locator('tbody[data-kind=paper] [data-method=eszsl]').count()).toBe(0)
    expect(await page.locator('tbody[data-kind=ours] [data-method=class-weights]').count()).toBe(1)
    expect(await page.locator('tbody[data-kind=paper] [data-method=sse]').count()).toBe(1)
    const [download] = await Promise.all([page.waitForEvent('download'), action('evaluate.report').click()])
    expect(download.suggestedFilename()).toMatch(/evaluation\.html$/)
    if (pictures !== undefined) await page.screenshot({ path: join(pictures, 'evaluate-compared.png') })
    await close()
  }, 600_000)

  it.each([
    [1440, 900],
    [390, 844]
  ])(
    'is accessible in both themes and fits at %i pixels',
    async (width, height) => {
      const { page, axe, setTheme, close } = await openEvaluate(
        width === 1440 ? {} : { width, height },
        studio.visitSample
      )
      await page.getByText(/in 100 photos of known classes/).waitFor()
      await page.getByText('Its words, tested').waitFor()
      await page.getByRole('group', { name: /^truck taken for automobile/ }).waitFor()
      for (const theme of ['light', 'dark'] as const) {
        await setTheme(theme)
        if (pictures !== undefined)
          await page.screenshot({ path: join(pictures, `evaluate-${width}-${theme}.png`) })
        expect(await axe()).toEqual([])
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await close()
    },
    300_000
  )
})
