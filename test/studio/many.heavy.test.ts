// Many classes on the production build: 200 classes of 312 attributes, 50,000 images. What exists of tables
// and trees is what is in view: counted in nodes, never by the clock.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dropFiles, writeGenerated } from '../helpers/generated-data.js'
import { type OpenStudio, startBrowser } from '../helpers/studio.js'

const [ROWS, ATTRIBUTES, FAMILIES] = [50_000, 312, 20]
const kinds = ['Sparrow', 'Warbler', 'Gull', 'Tern', 'Wren', 'Vireo', 'Finch', 'Jay', 'Auk', 'Grebe']
const nameOf = (at: number): string =>
  `${['Common', 'Great', 'Little', 'Northern', 'Painted', 'Rusty', 'Sooty', 'Marsh', 'Pine', 'Hooded'][Math.floor(at / 20) % 10]}${at % FAMILIES >= 10 ? ' crowned' : ''} ${kinds[at % 10]}`
const names = Array.from({ length: 200 }, (_, at) => nameOf(at))
const pictures = process.env['UNSEEN_PICTURES']

/** Everything that the page has drawn, of which long tables must not be the larger part. */
const nodes = (page: Page): Promise<number> => page.evaluate(() => document.querySelectorAll('main *').length)

describe('200 classes', () => {
  let studio: Awaited<ReturnType<typeof startBrowser>>
  let folder: string
  let opened: OpenStudio
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'unseen-many-'))
    const files = await writeGenerated(folder, {
      rows: ROWS,
      columns: 48,
      known: names.slice(0, 150),
      described: names.slice(150),
      attributes: ATTRIBUTES,
      families: FAMILIES
    })
    studio = await startBrowser()
    opened = await studio.open()
    await dropFiles(opened.page, files)
    await opened.action('files.take').click({ timeout: 240_000 })
    await opened.page.locator('[data-place="describe"]').waitFor({ timeout: 240_000 })
    await opened.go('classes')
    await opened.page.getByRole('table', { name: /Arrow keys move on/ }).waitFor({ timeout: 120_000 })
  }, 600_000)
  afterAll(async () => {
    await opened.close()
    await studio.close()
    await rm(folder, { recursive: true, force: true })
  })
  const picture = async (name: string): Promise<void> => {
    if (pictures !== undefined) await opened.page.screenshot({ path: join(pictures, `${name}.png`) })
  }
  const fits = (): Promise<number> =>
    opened.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

  it('are a tree, a table and a heat map of which only what is in view exists', async () => {
    const { page } = opened
    const rows = page.locator('tr[data-class]')
    expect(await rows.count()).toBeGreaterThan(10)
    expect(await nodes(page)).toBeLessThan(2500)
    await page.getByText(/the hardest: .* the mistakes stay within the family/).waitFor({ timeout: 120_000 })
    await picture('many-1440-light')
    // At the end of the table stand its last classes, and no more rows than before.
    const body = page.getByRole('group', { name: 'All classes' })
    const first = await rows.first().getAttribute('data-class')
    await body.evaluate(element => element.scrollTo(0, element.scrollHeight))
    await expect.poll(() => rows.first().getAttribute('data-class')).not.toBe(first)
    expect(await rows.count()).toBeLessThan(60)
    expect(await nodes(page)).toBeLessThan(2500)
  })

  it('are found by their names; nothing found says so', async () => {
    const { page } = opened
    const field = page.getByRole('searchbox', { name: 'Find a class' })
    await field.fill('sooty')
    await page.getByText('20 of 200 classes').waitFor()
    expect(await page.locator('tr[data-class*=Sooty]').count()).toBeGreaterThan(5)
    await field.fill('no bird is called so')
    await page.getByText('Nothing is called that.').waitFor()
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await expect.poll(() => page.locator('tr[data-class]').count()).toBeGreaterThan(10)
    await page.getByRole('button', { name: /^Described 50/ }).click()
    await page.getByText('50 of 200 classes').waitFor()
    await page.getByRole('button', { name: /^All 200/ }).click()
  })

  it('are magnified by keys, with figures', async () => {
    const { page } = opened
    const glass = page.getByRole('table', { name: /Arrow keys move on/ })
    await page.locator('canvas').click({ position: { x: 250, y: 250 } })
    const first = await glass.locator('tbody th').first().textContent()
    await glass.focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => glass.locator('tbody th').first().textContent()).not.toBe(first)
    expect(await glass.locator('tbody td').count()).toBe(144)
  })

  it('have their 200 x 312 attributes in a table of which only what is in view exists', async () => {
    const { page } = opened
    await page.getByRole('button', { name: 'Attributes', exact: true }).click()
    await page.getByRole('columnheader', { name: 'a1', exact: true }).waitFor()
    expect(await nodes(page)).toBeLessThan(7000)
    const body = page.getByRole('group', { name: 'Classes and attributes' })
    await body.evaluate(element => element.scrollTo(element.scrollWidth, element.scrollHeight))
    await page.getByRole('columnheader', { name: 'a312', exact: true }).waitFor()
    // Of 187,000 that the whole table would have.
    expect(await nodes(page)).toBeLessThan(10_000)
    await picture('many-attributes-1440-light')
    await page.getByRole('button', { name: 'Alike', exact: true }).click()
  })

  it('are readable at every width, in both themes', async () => {
    const { page, axe, setTheme } = opened
    for (const [width, height] of [
      [1920, 1080],
      [1440, 900],
      [1000, 800],
      [720, 450],
      [390, 844]
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const theme of ['light', 'dark'] as const) {
        await setTheme(theme)
        expect(await axe(), `${width} ${theme}`).toEqual([])
        expect(await fits()).toBe(0)
        await picture(`many-${width}-${theme}`)
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await setTheme('light')
  }, 120_000)
})
