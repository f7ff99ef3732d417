// A class to share: a link that opens it on another profile with what it found, and a picture.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser } from '../helpers/studio.js'

let browser: Awaited<ReturnType<typeof startBrowser>>
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

describe('a class to share', () => {
  it('opens by its link in a browser that never was here, with what it found', async () => {
    const first = await browser.openSample()
    await first.page.getByTestId('claimed').first().waitFor()
    const claimed = await first.page.getByTestId('claimed').first().textContent()
    await first.page.locator('body').press('t')
    await expect.poll(() => first.page.getByTestId('link').inputValue()).toContain('#describe=')
    const link = new URL(await first.page.getByTestId('link').inputValue())
    await first.close()
    const other = await browser.open({ hash: link.hash })
    const offer = other.page.getByRole('dialog', { name: 'A class from a link' })
    await offer.getByText(`It found ${claimed ?? ''} of 200 photos.`).waitFor()
    expect(await offer.getByRole('img').count()).toBe(6)
    expect(await other.axe()).toEqual([])
    await other.action('take.add').click()
    await other.page.getByRole('heading', { name: 'deer 2' }).waitFor()
    await other.close()
  })

  it('is a picture of 1200 x 630, in both themes and on the phone', async () => {
    for (const width of [1440, 390]) {
      const { page, action, axe, setTheme, close } = await browser.openSample({ width })
      for (const theme of ['light', 'dark'] as const) {
        await setTheme(theme)
        await page.locator('body').press('t')
        await page.getByTestId('card').waitFor()
        expect(await axe(), `${width} ${theme}`).toEqual([])
        await page.keyboard.press('Escape')
      }
      await page.locator('body').press('t')
      const [saved] = await Promise.all([page.waitForEvent('download'), action('take.card').click()])
      expect(saved.suggestedFilename()).toBe('deer.png')
      const bytes = readFileSync(await saved.path())
      expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG')
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
      if (process.env['SHOTS'] !== undefined) await saved.saveAs(`${process.env['SHOTS']}/card-${width}.png`)
      await close()
    }
  })
})
