// npm run shots:studio [-- FOLDER [PLACE ...]]: pictures of every place of Studio, at 390, 1000, 1440 and
// 1920 pixels, in both themes, from the production build. FOLDER is .unseen/shots unless given. npm run
// shots:studio -- --docs: the pictures that README and docs show, in docs/figures.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { runnerImport } from 'vite'
import { main, root } from './run.mjs'
import { setup } from './setup.mjs'

const sizes = [
  [390, 844],
  [1000, 800],
  [1440, 900],
  [1920, 1080]
]
const all = ['start', 'describe', 'recognise', 'classes', 'train', 'evaluate']

/** What is fetched has come, and what was asked of the engine is answered. */
async function settled({ page }) {
  await page.evaluate(() => document.fonts.ready)
  await page.waitForLoadState('networkidle')
  await page.getByRole('progressbar').waitFor({ state: 'detached', timeout: 240_000 })
}

async function everyPlace(browser, folder, wanted) {
  mkdirSync(folder, { recursive: true })
  const places = wanted.length > 0 ? wanted : all
  for (const [width, height] of sizes)
    for (const theme of ['light', 'dark']) {
      const studio = await browser.open({ width, height, theme })
      const shoot = async place => {
        await settled(studio)
        const path = join(folder, `${place}-${width}-${theme}.png`)
        await studio.page.screenshot({ path })
        console.log(path)
      }
      if (places.includes('start')) await shoot('start')
      await studio.openSample()
      for (const place of places.filter(each => each !== 'start')) {
        await studio.go(place)
        await shoot(place)
      }
      await studio.close()
    }
}

/** The class that the sample opens with, and the image that it claims most surely. */
async function forDocs(browser) {
  const studio = await browser.open()
  const { page } = studio
  const shoot = async name => {
    await settled(studio)
    // Where the mouse is nothing changes its look.
    await page.mouse.move(0, 0)
    const path = join(root, `docs/figures/studio-${name}.webp`)
    await sharp(await page.screenshot())
      .webp({ quality: 82 })
      .toFile(path)
    console.log(path)
  }
  await studio.openSample()
  await page.getByTestId('expected').waitFor({ timeout: 240_000 })
  await shoot('describe')
  await page
    .getByRole('region', { name: 'Photos it finds' })
    .getByRole('button', { name: /^image/ })
    .first()
    .click()
  await page.getByTestId('verdict').waitFor()
  await shoot('recognise')
  await studio.close()
}

await main(async () => {
  await setup()
  const [folder = join(root, '.unseen/shots'), ...wanted] = process.argv.slice(2)
  const {
    module: { startBrowser }
  } = await runnerImport(join(root, 'test/helpers/studio.ts'))
  const browser = await startBrowser()
  try {
    await (folder === '--docs' ? forDocs(browser) : everyPlace(browser, folder, wanted))
  } finally {
    await browser.close()
  }
})
