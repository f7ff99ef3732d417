// The middle width: between 800 and 1199 pixels nothing is cut off, the right pane of Describe is a drawer,
// and what scrolls can be reached.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser } from '../helpers/studio.js'

describe('Studio at middle widths', () => {
  let browser: Awaited<ReturnType<typeof startBrowser>>
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(async () => browser.close())

  it.each([
    [1000, 800],
    [820, 700]
  ])(
    'shows all of it at %i pixels, in both themes',
    async (width, height) => {
      const { page, go, axe, setTheme, close } = await browser.openSample({ width, height })
      const isWhole = async (): Promise<void> => {
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        // The facts of the status line stand side by side.
        const facts = await page
          .locator('footer')
          .last()
          .locator('> span')
          .evaluateAll(all =>
            all.map(each => each.getBoundingClientRect()).map(({ left, right }) => ({ left, right }))
          )
        facts.slice(1).forEach(({ left }, at) => expect(left).toBeGreaterThanOrEqual(facts[at].right))
        for (const theme of ['light', 'dark'] as const) {
          await setTheme(theme)
          expect(await axe()).toEqual([])
        }
      }
      await page.getByTestId('expected').waitFor({ timeout: 120_000 })
      await isWhole()
      await page.getByRole('region', { name: 'Photos it finds' }).getByRole('button', { name: 'All' }).click()
      await page
        .getByRole('dialog', { name: 'Photos and comparison' })
        .getByText('Before and after')
        .first()
        .waitFor()
      expect(await axe()).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })

      await go('recognise')
      const image = page.getByRole('region', { name: 'Photo', exact: true })
      await image.waitFor()
      expect(
        await image
          .getByRole('group')
          .first()
          .evaluate(body => body.scrollWidth <= body.clientWidth)
      ).toBe(true)
      // The whole ranking is there without scrolling within it.
      const answer = page.getByRole('region', { name: 'What it is' }).getByRole('group').first()
      expect(await answer.evaluate(body => body.scrollHeight <= body.clientHeight + 1)).toBe(true)
      await isWhole()

      await go('evaluate')
      await page.getByTestId('sentence').waitFor({ timeout: 240_000 })
      const bias = page.getByRole('slider', { name: 'Bias', exact: true })
      const [slider, next] = await Promise.all([
        bias.boundingBox(),
        page.getByRole('region', { name: 'Each class' }).boundingBox()
      ])
      expect((slider?.y ?? 0) + (slider?.height ?? 0)).toBeLessThan(next?.y ?? 0)
      await isWhole()
      await close()
    },
    300_000
  )
})
