// Sentence first, as `unseen studio` serves it: the encoder is fetched after a click, the table of sentences comes into
// use, and photos are ranked again while one types.
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../helpers/chromium.js'
import { repository } from '../helpers/repository.js'
import { openStudio } from '../helpers/studio.js'

const waits = { timeout: 120_000 }

describe.runIf(process.env['UNSEEN_TEST_DOWNLOADS'] === '1')('a sentence of one’s own', () => {
  let browser: Browser
  let child: ChildProcess
  let url: string
  beforeAll(async () => {
    browser = await launchChromium()
    child = spawn(
      process.execPath,
      [join(repository, 'packages/node/bin/unseen.js'), 'studio', '--json', '--no-open'],
      { stdio: ['ignore', 'pipe', 'inherit'] }
    )
    const line = await new Promise<string>(resolve =>
      child.stdout?.once('data', data => resolve(String(data)))
    )
    ;({ url } = JSON.parse(line) as { url: string })
  })
  afterAll(async () => {
    await browser.close()
    child.kill()
  })

  it('is read while it is typed, and ranks photos again', async () => {
    const { page, action, axe, openSample, setTheme, close } = await openStudio(
      browser,
      url.replace(/\/$/, '')
    )
    await openSample()
    const tabs = page.getByRole('tablist', { name: 'Ways to describe' }).getByRole('tab')
    expect(await tabs.first().textContent()).toBe('Sentence')
    await tabs.first().click()
    // Nothing is fetched before somebody agrees: name, size and licence are said.
    await page.getByText('all-MiniLM-L6-v2').first().waitFor()
    await page.getByText('Apache-2.0').waitFor()
    expect(await axe()).toEqual([])
    await action('describe.fetch').click()
    const field = page.getByRole('textbox', { name: 'Sentence' })
    await field.waitFor(waits)
    // The sentence that the table has of it.
    await expect.poll(() => field.inputValue(), waits).toMatch(/^a shy wild animal of the forest/)
    const claimed = page.getByTestId('claimed').first()
    const surest = (): Promise<(string | null)[]> =>
      page
        .getByRole('group', { name: 'Surest images' })
        .first()
        .locator('[data-row]')
        .evaluateAll(images => images.map(image => image.getAttribute('data-row')))
    await claimed.waitFor()
    const before = await surest()
    await field.fill('a car with four wheels')
    await expect.poll(surest, waits).not.toEqual(before)
    await page.locator('[data-word]').first().waitFor()
    if (process.env['SHOTS'] !== undefined)
      await page.screenshot({ path: `${process.env['SHOTS']}/sentence-1440-light.png` })
    expect(await axe()).toEqual([])
    await setTheme('dark')
    expect(await axe()).toEqual([])
    // What was typed in one go is one step.
    await page.getByRole('tab', { name: 'Sentence' }).focus()
    await page.keyboard.press('Control+z')
    await expect.poll(() => field.inputValue(), waits).toMatch(/^a shy wild animal of the forest/)
    await expect.poll(surest, waits).toEqual(before)
    // Here from now on, without a question.
    await page.reload()
    await page.getByRole('tab', { name: 'Sentence' }).click()
    await field.waitFor(waits)
    await close()
  })
})
