// npm run shots:studio [-- FOLDER [PLACE ...]]: pictures of every place of Studio, at 390, 1280 and 1920 pixels, in both
// themes, from the production build. FOLDER is .unseen/shots unless given.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { runnerImport } from 'vite'
import { main, root } from './run.mjs'
import { setup } from './setup.mjs'

const sizes = [[390, 844], [1280, 800], [1920, 1080]]
const all = ['start', 'describe', 'recognise', 'classes', 'train', 'evaluate']

await main(async () => {
  await setup()
  const [folder = join(root, '.unseen/shots'), ...wanted] = process.argv.slice(2)
  mkdirSync(folder, { recursive: true })
  const { module: { startBrowser } } = await runnerImport(join(root, 'test/helpers/studio.ts'))
  const browser = await startBrowser()
  try {
    for (const [width, height] of sizes) for (const theme of ['light', 'dark']) {
      const studio = await browser.open({ width, height, theme })
      const places = wanted.length > 0 ? wanted : all
      const shoot = async place => {
        await studio.page.evaluate(() => document.fonts.ready)
        await studio.page.waitForLoadState('networkidle')
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
  } finally {
    await browser.close()
  }
})
