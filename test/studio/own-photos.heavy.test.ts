// Photos of one's own, from the page that a machine with networks serves to their verdicts.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { openDataset } from 'unseen'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startStudio, type RunningStudio } from '../../packages/node/src/studio/server.js'
import { launchChromium } from '../helpers/chromium.js'
import { describeWithResnet50, resnet50File } from '../helpers/network.js'
import { pictures, sample } from '../helpers/recognise.js'
import { openStudio, type OpenStudio } from '../helpers/studio.js'

/** A photo of the sample that was not trained on, as a file of its own. */
async function samplePhoto(name: string): Promise<Buffer> {
  const { labels, classes, thumbnails } = await openDataset(sample)
  const row = labels.lastIndexOf(classes.indexOf(name))
  const { columns, width, height } = thumbnails!
  return sharp(join(sample, 'images.webp'))
    .extract({ left: width * (row % columns), top: height * Math.floor(row / columns), width, height })
    .png()
    .toBuffer()
}

const asFile = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer })
const verdict = (page: Page): Promise<string> => page.getByTestId('verdict').innerText()
const shot = async ({ page }: OpenStudio, name: string): Promise<void> => {
  if (pictures === undefined) return
  mkdirSync(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name}.png`) })
}

describeWithResnet50('photos of one’s own', () => {
  let server: RunningStudio
  let browser: Browser
  beforeAll(async () => {
    await resnet50File()
    ;[server, browser] = await Promise.all([startStudio(), launchChromium()])
  })
  afterAll(async () => {
    await browser.close()
    await server.close()
  })
  const open = (options = {}) => openStudio(browser, server.url.replace(/\/$/, ''), options)

  it('wait for the network, which comes by one click, and are recognised; none is lost, broken ones are named', async () => {
    const opened = await open()
    const { page, axe, openSample, go } = opened
    await openSample()
    await page.getByTestId('expected').waitFor({ timeout: 240_000 })
    await go('recognise')
    const photos = page.getByLabel('Photos', { exact: true })
    const deer = await samplePhoto('deer')
    await photos.setInputFiles([asFile('deer.png', deer), asFile('half.png', deer.subarray(0, 300))])
    await page.getByText('1 photo waits for the network.').waitFor()
    await page.getByText('a broken PNG').waitFor()
    // Those that come later take the place of none.
    await photos.setInputFiles([asFile('ship.png', await samplePhoto('ship'))])
    await page.getByText('2 photos wait for the network.').waitFor()
    expect(await axe()).toEqual([])
    await shot(opened, 'network-before')
    await page.reload()
    await page.getByText('2 photos wait for the network.').waitFor()
    await page.getByRole('button', { name: 'Fetch 26.0 MB' }).click()
    const began = Date.now()
    await expect.poll(() => verdict(page), { timeout: 240_000 }).toMatch(/in 100|and \d+\.|Unlike/)
    console.log(`from the click to the verdict: ${Date.now() - began} ms`)
    await page.getByRole('img', { name: 'deer.png' }).waitFor()
    await expect
      .poll(() => page.getByRole('navigation', { name: 'Your photos' }).locator('li').count())
      .toBe(2)
    await page.getByRole('button', { name: /^ship\.png: / }).waitFor({ timeout: 240_000 })
    await shot(opened, 'photo')
    for (const theme of ['light', 'dark'] as const) {
      await opened.setTheme(theme)
      expect(await axe()).toEqual([])
    }
    // With the network here, a photo is one drop.
    const again = Date.now()
    await photos.setInputFiles([asFile('third.png', await samplePhoto('horse'))])
    await page.getByRole('img', { name: 'third.png' }).waitFor()
    await page
      .getByRole('button', { name: /^third\.png: \w+ .*(?:\d|known)\.$/ })
      .waitFor({ timeout: 240_000 })
    console.log(`the next photo: ${Date.now() - again} ms`)
    await opened.close()
  })

  it('names a file that came changed, and goes on from what was fetched', async () => {
    const opened = await open()
    const { page, openSample, go } = opened
    await openSample()
    await go('recognise')
    await page
      .getByLabel('Photos', { exact: true })
      .setInputFiles([asFile('deer.png', await samplePhoto('deer'))])
    await page.route('**/local/networks/resnet50', route =>
      route.fulfill({ status: 200, body: Buffer.alloc(1000, 7), contentType: 'application/octet-stream' })
    )
    await page.getByRole('button', { name: 'Fetch 26.0 MB' }).click()
    await page.getByText('The file came changed, so it was not used.').waitFor()
    await page.unroute('**/local/networks/resnet50')
    await page.getByRole('button', { name: 'Fetch again' }).click()
    await expect.poll(() => verdict(page), { timeout: 240_000 }).not.toBe('')
    await page.getByRole('img', { name: 'deer.png' }).waitFor()
    await opened.close()
  })

  it('fits the phone', async () => {
    const opened = await open({ width: 390, height: 844 })
    const { page, axe, openSample } = opened
    await openSample()
    await page.getByRole('button', { name: 'Recognise' }).click()
    await expect.poll(() => verdict(page), { timeout: 240_000 }).toMatch(/deer|automobile/)
    expect(await axe()).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
    await shot(opened, 'photo-phone')
    await opened.close()
  })
})
