// The tour: four steps that a person does or has done, left at any time, after which all is as it was.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser } from '../helpers/studio.js'

let browser: Awaited<ReturnType<typeof startBrowser>>
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

describe('the tour', () => {
  it('waits for what a person does, does it when asked, and leaves all as it was', async () => {
    const { page, action, axe, setTheme, close } = await browser.open()
    await action('tour.start').click()
    const tour = page.getByRole('region', { name: 'Tour' })
    await tour.getByText('step 1 of 4').waitFor()
    const claimed = page.getByTestId('claimed').first()
    const before = await claimed.textContent()
    // Done by hand.
    await page.getByRole('button', { name: 'All 10' }).click()
    await tour.getByText('Done.').waitFor()
    expect(await axe()).toEqual([])
    await setTheme('dark')
    expect(await axe()).toEqual([])
    await setTheme('light')
    await action('tour.next').click()
    await tour.getByText('step 2 of 4').waitFor()
    if (process.env['SHOTS'] !== undefined)
      await page.screenshot({ path: `${process.env['SHOTS']}/tour-1440-light.png` })
    // Done for one.
    await action('tour.doIt').click()
    await tour.getByText('Done.').waitFor()
    await action('tour.next').click()
    await tour.getByText('step 3 of 4').waitFor()
    await action('tour.doIt').click()
    await page.locator('[data-place="recognise"]').waitFor()
    await action('tour.next').click()
    await tour.getByText('step 4 of 4').waitFor()
    // No focus is held: the find box opens and closes, and the tour is still there; Esc ends it.
    await page.locator('body').press('Control+k')
    await page.keyboard.press('Escape')
    await tour.waitFor()
    await page.keyboard.press('Escape')
    await tour.waitFor({ state: 'detached' })
    await page.locator('body').press('1')
    await page.getByRole('button', { name: 'Only described' }).click()
    await expect.poll(() => claimed.textContent()).toBe(before)
    expect(await action('history.undo').isDisabled()).toBe(true)
    // Never again unasked.
    await page.reload()
    await claimed.waitFor()
    expect(await tour.count()).toBe(0)
    await close()
  })

  it('fits on a phone', async () => {
    const { page, action, axe, close } = await browser.open({ width: 390, height: 844 })
    await action('tour.start').click()
    await page.getByRole('region', { name: 'Tour' }).waitFor()
    expect(await axe()).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await close()
  })
})
