// A few photos of a described class: they move it, are undone as any step, kept over a reload, asked for by yes and
// no, and taken along as CSV.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keeping, startBrowser, type OpenStudio } from '../helpers/studio.js'

const waits = { timeout: 120_000 }
let browser: Awaited<ReturnType<typeof startBrowser>>
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

async function openPhotos(options: Parameters<typeof browser.openSample>[0] = {}): Promise<OpenStudio> {
  const studio = await browser.openSample(options)
  await studio.page.getByRole('tab', { name: 'Photos' }).click()
  await studio.action('photos.learn').click()
  await studio.page.getByTestId('worth').waitFor()
  return studio
}

describe('photos of a described class', () => {
  it('are given, asked for, undone, kept and saved', async () => {
    const studio = await openPhotos()
    const { page, action } = studio
    await expect.poll(() => page.getByTestId('worth').textContent(), waits).toMatch(/^\d+ photos$/)
    const given = page.locator('[data-photo]')
    const found = page.getByTestId('found')
    await found.waitFor()
    const before = await found.textContent()
    // Picked by hand, at the right.
    await page
      .getByRole('button', { name: /give it as a photo of deer/ })
      .first()
      .click()
    await expect.poll(() => given.count(), waits).toBe(1)
    await page.getByText('What your photos changed in it').waitFor()
    // Asked for: the key, and the button.
    const row = (): Promise<string | null> => page.locator('[data-row]').first().getAttribute('data-row')
    const first = await row()
    await page.locator('body').press('y')
    await expect.poll(() => given.count(), waits).toBe(2)
    await expect.poll(row, waits).not.toBe(first)
    await action('photos.no').click()
    await expect.poll(() => page.getByTestId('answered').textContent(), waits).toBe('2')
    expect(await given.count()).toBe(2)
    // Kept, with the model that counts them.
    await expect.poll(() => keeping(page), waits).toBe('saved')
    await page.reload()
    await page.getByRole('tab', { name: 'Photos' }).click()
    await expect.poll(() => given.count(), waits).toBe(2)
    // As CSV.
    const [saved] = await Promise.all([page.waitForEvent('download'), action('photos.save').click()])
    const file = await saved.path()
    const text = readFileSync(file, 'utf8')
    expect(text.split('\r\n')[0]).toBe('class,photo,name,answer')
    expect(text.match(/yes/g)).toHaveLength(2)
    expect(text.match(/,no\r/g)).toHaveLength(1)
    // Undone, one by one, to what it was.
    for (let step = 0; step < 3; step++) await page.locator('body').press('Control+z')
    await expect.poll(() => given.count(), waits).toBe(0)
    await expect.poll(() => found.textContent(), waits).toBe(before)
    await page.getByTestId('answers-csv').setInputFiles({
      name: 'answers.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text)
    })
    await expect.poll(() => given.count(), waits).toBe(2)
    await studio.close()
  })

  it('has no finding of axe, in both themes, on the phone and the desk', async () => {
    for (const width of [1440, 390]) {
      const studio = await openPhotos({ width })
      for (const theme of ['light', 'dark'] as const) {
        await studio.setTheme(theme)
        expect(await studio.axe(), `${width} ${theme}`).toEqual([])
        if (process.env['SHOTS'] !== undefined)
          await studio.page.screenshot({ path: `${process.env['SHOTS']}/photos-${width}-${theme}.png` })
      }
      await studio.close()
    }
  })
})
