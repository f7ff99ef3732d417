// Flow 4 and 5: how alike classes are, the table of attributes, and the map, on the production build.
import { type Model, fit } from '@unseen/core'
import { takeSplit } from '@unseen/data'
import { cosineAffinity } from '@unseen/report'
import { openDataset } from 'unseen'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repository } from '../helpers/repository.js'
import { startBrowser, type OpenStudio } from '../helpers/studio.js'

const pictures = process.env['UNSEEN_PICTURES']

describe('Classes', () => {
  let studio: Awaited<ReturnType<typeof startBrowser>>
  let model: Model
  let rows: number
  beforeAll(async () => {
    studio = await startBrowser()
    const dataset = await openDataset(join(repository, 'data/cifar10-sample'))
    rows = dataset.labels.length
    const { train } = await takeSplit(dataset, { split: 'automobile-deer', table: 'attributes' })
    model = await fit(train, { weights: 'class', gamma: 0.1, ridge: 10, compare: 'cosine' })
  })
  afterAll(() => studio.close())

  const openClasses = async (options = {}, open = studio.visitSample): Promise<OpenStudio> => {
    const opened = await open({ ...options, place: 'classes' })
    await opened.page.getByRole('table', { name: /^Made of/ }).waitFor()
    return opened
  }
  const picture = async ({ page }: OpenStudio, name: string): Promise<void> => {
    if (pictures === undefined) return
    mkdirSync(pictures, { recursive: true })
    await page.screenshot({ path: join(pictures, `${name}.png`) })
  }
  const fits = ({ page }: OpenStudio): Promise<number> =>
    page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

  it('shows how alike the mixtures are, with the numbers of Node', async () => {
    const { page, close } = await openClasses()
    const names = model.classes.map(({ name }) => name)
    const expected = cosineAffinity(
      names.length,
      model.seen.length,
      model.classes.flatMap(({ mixture }) => [...mixture])
    )
    const table = page.getByRole('table', { name: /^Made of/ })
    const columns = await table.locator('thead th').allTextContents()
    expect([...columns].sort()).toEqual([...names].sort())
    for (const [at, row] of (await table.locator('tbody tr').all()).entries()) {
      const values = (await row.locator('td').allTextContents()).map(Number)
      expect(values).toEqual(
        columns.map(name =>
          Math.round(
            100 * Math.max(0, expected[names.indexOf(columns[at]) * names.length + names.indexOf(name)])
          )
        )
      )
    }
    await close()
  })

  it('is gone through by keys, and the address remembers', async () => {
    const { page, close } = await openClasses()
    const table = page.getByRole('table', { name: /^Described/ })
    const columns = await table.locator('thead th').allTextContents()
    await page.getByRole('button', { name: columns[2], exact: true }).click()
    await table.focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => new URL(page.url()).hash).toContain(`class=${columns[3]}`)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => new URL(page.url()).hash).toContain('against=')
    await page
      .getByRole('status')
      .filter({ hasText: `${columns[3]} and` })
      .waitFor()
    await close()
  })

  it('changes a value of an unseen class in the table; undo takes it back', async () => {
    const { page, close } = await openClasses()
    const row = page.locator('tr[data-class=deer]')
    const cell = row.getByRole('button', { name: /^on water of deer/ })
    const before = (await cell.getAttribute('aria-label')) ?? ''
    const bar = row.locator('td').nth(2).getByRole('img')
    const mixture = await bar.getAttribute('aria-label')
    await cell.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('80')
    await page.keyboard.press('Enter')
    await row.getByRole('button', { name: 'on water of deer: 80' }).waitFor()
    await expect.poll(() => bar.getAttribute('aria-label')).not.toBe(mixture)
    expect(await page.locator('tr[data-class=horse] td button').count()).toBe(0)
    await page.locator('body').press('Control+z')
    await row.getByRole('button', { name: before, exact: true }).waitFor()
    await expect.poll(() => bar.getAttribute('aria-label')).toBe(mixture)
    await close()
  })

  it('makes a map of all images, says how many and how long first, and shows the images of a region', async () => {
    const opened = await openClasses({}, studio.openSample)
    const { page, axe, close } = opened
    await page.locator('body').press('m')
    await page.getByText('No photo is left out').waitFor()
    await page.getByText(`All ${rows.toLocaleString('en-GB')} photos`).waitFor()
    await opened.action('classes.makeMap').click()
    const canvas = page.locator('canvas')
    await canvas.waitFor({ timeout: 240_000 })
    await expect.poll(() => canvas.getAttribute('data-drawn')).not.toBeNull()
    console.log(`map of ${rows} images drawn in ${await canvas.getAttribute('data-drawn')} ms`)
    await opened.action('classes.region').click()
    await page
      .getByRole('region', { name: 'Selected photos' })
      .getByText(rows.toLocaleString('en-GB'), { exact: true })
      .waitFor()
    const box = await canvas.boundingBox()
    if (box === null) throw new Error('The canvas has no place.')
    await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.05)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.95, { steps: 4 })
    await page.mouse.up()
    const selected = page.getByRole('region', { name: 'Selected photos' })
    await expect
      .poll(async () => (await selected.getByRole('button', { name: /^photo / }).count()) > 0)
      .toBe(true)
    const counts = (await selected.locator('tbody td:nth-child(2)').allTextContents()).map(text =>
      Number(text.replace(',', ''))
    )
    const all = counts.reduce((sum, each) => sum + each, 0)
    expect(all).toBeLessThan(rows)
    await selected.getByText(`of these ${all.toLocaleString('en-GB')} photos`).waitFor()
    // A line drawn through three corners of the box goes around some of them.
    await page.getByRole('button', { name: 'Lasso', exact: true }).click()
    await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.05)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.05, { steps: 4 })
    await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.95, { steps: 4 })
    await page.mouse.up()
    const selectedCount = async (): Promise<number> =>
      Number(((await selected.getByRole('heading').locator('..').textContent()) ?? '').replace(/[^0-9]/g, ''))
    await expect.poll(selectedCount).toBeLessThan(all)
    expect(await selectedCount()).toBeGreaterThan(0)
    await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.5)
    await page.mouse.wheel(0, -400)
    await canvas.focus()
    await page.keyboard.press('Home')
    // From far every class has its name; arrows go from one to another and show nine photos of it.
    const names = page.locator('[data-name]')
    expect(await names.count()).toBe(10)
    const boxes = await names.evaluateAll(all =>
      all.map(each => {
        const { left, right, top, bottom } = each.getBoundingClientRect()
        return { left, right, top, bottom }
      })
    )
    for (const [at, a] of boxes.entries())
      for (const b of boxes.slice(at + 1))
        expect(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top).toBe(true)
    await page.keyboard.press('ArrowRight')
    const lens = page.getByTestId('lens')
    await lens.waitFor()
    expect(await lens.getByRole('img').count()).toBe(9)
    const first = await lens.textContent()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => lens.textContent()).not.toBe(first)
    expect(await axe()).toEqual([])
    await picture(opened, 'classes-map-far-1440-light')
    // Near, dots become photos, and one under the pointer says what it is taken for.
    await page.keyboard.press('Enter')
    await page.getByText(/photos in view, at most one in 54 px/).waitFor()
    await picture(opened, 'classes-map-near-1440-light')
    expect(await axe()).toEqual([])
    await page.keyboard.press('Home')
    await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.4)
    await expect
      .poll(async () => {
        for (let x = 0.2; x < 0.8; x += 0.01) {
          await page.mouse.move(box.x + box.width * x, box.y + box.height * 0.35)
          if ((await page.getByText(/in 100|Unlike|Hard to say/).count()) > 0) return true
        }
        return false
      })
      .toBe(true)
    expect(await axe()).toEqual([])
    await picture(opened, 'classes-map-1440-light')
    await opened.setTheme('dark')
    expect(await axe()).toEqual([])
    await picture(opened, 'classes-map-1440-dark')
    await close()
  })

  it.each([
    [1440, 900, ['light', 'dark']],
    [390, 844, ['light']]
  ] as const)('is readable at %d x %d, %s', async (width, height, themes) => {
    const opened = await openClasses(width === 390 ? { width, height } : {})
    for (const theme of themes) {
      await opened.setTheme(theme)
      expect(await opened.axe()).toEqual([])
      expect(await fits(opened)).toBe(0)
      await picture(opened, `classes-${width}-${theme}`)
    }
    await opened.close()
  })

  it('says what the map will be of on a narrow screen, too', async () => {
    const opened = await openClasses({ width: 390, height: 844 })
    await opened.page.evaluate(() => {
      location.hash = '#/classes?view=map'
    })
    await opened.page.getByText('No photo is left out').waitFor()
    expect(await fits(opened)).toBe(0)
    expect(await opened.axe()).toEqual([])
    await picture(opened, 'classes-map-390-light')
    await opened.close()
  })
})
