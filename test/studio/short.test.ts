// Low windows on the production build: 720 x 450 is 1440 x 900 at 200 %, 360 x 225 at 400 %.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser } from '../helpers/studio.js'

describe('Low windows', () => {
  let studio: Awaited<ReturnType<typeof startBrowser>>
  beforeAll(async () => {
    studio = await startBrowser()
  })
  afterAll(() => studio.close())

  it.each([
    [720, 450],
    [360, 225]
  ])('keep a slider in view at %i x %i, without scrolling sideways', async (width, height) => {
    const { page, axe, setTheme, close } = await studio.openSample({ width, height })
    const slider = page.getByRole('slider').first()
    await slider.waitFor()
    const box = await slider.boundingBox()
    expect(box === null ? 0 : box.y + box.height).toBeLessThanOrEqual(height)
    expect((await page.locator('header').first().boundingBox())?.height).toBe(40)
    // A step by a tap; the buttons are large enough to be hit.
    const more = page.getByRole('button', { name: /, more$/ }).first()
    const before = Number(await slider.inputValue())
    expect((await more.boundingBox())?.width).toBeGreaterThanOrEqual(24)
    const less = page.getByRole('button', { name: /, less$/ }).first()
    await less.click()
    await expect.poll(async () => Number(await slider.inputValue())).toBeLessThan(before)
    await page.keyboard.press('Control+z')
    await expect.poll(async () => Number(await slider.inputValue())).toBe(before)
    for (const place of ['describe', 'recognise', 'classes', 'train', 'evaluate']) {
      // The places are a menu.
      await page.getByLabel('Place', { exact: true }).selectOption(place)
      await page.locator(`[data-place=${place}]`).waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(theme)
      expect(await axe()).toEqual([])
    }
    await close()
  })
})
