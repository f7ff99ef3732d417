// The frame of Studio: keys, find box, theme, phone, reload, offline, two tabs.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { keeping, startBrowser } from '../helpers/studio.js'

interface Handle {
  readonly history: {
    readonly store: { getState(): { present: { classes: readonly { name: string; values: number[] }[] } } }
    change(label: string, next: (document: { classes: readonly object[] }) => object): void
  }
}

/** Describes one more class, as a page's action would. */
async function describeElk(page: Page, first: number): Promise<void> {
  await page.evaluate(value => {
    const { history } = (window as unknown as { unseen: Handle }).unseen
    const [known] = history.store.getState().present.classes
    const elk = {
      ...known,
      name: 'elk',
      versions: [],
      values: known.values.map((each, at) => (at === 0 ? value : each))
    }
    history.change('Describe elk', document => ({
      ...document,
      classes: [...document.classes.filter(each => (each as { name: string }).name !== 'elk'), elk]
    }))
  }, first)
}
const elkOf = (page: Page): Promise<number | undefined> =>
  page.evaluate(
    () =>
      (window as unknown as { unseen: Handle }).unseen.history.store
        .getState()
        .present.classes.find(({ name }) => name === 'elk')?.values[0]
  )

describe('the frame of Studio', () => {
  let studio: Awaited<ReturnType<typeof startBrowser>>
  beforeAll(async () => {
    studio = await startBrowser()
  })
  afterAll(async () => studio.close())

  it('goes to the five places by their keys; the page itself never scrolls', async () => {
    const { page, go, close } = await studio.visitSample()
    for (const place of ['recognise', 'classes', 'train', 'evaluate', 'describe'] as const) {
      await go(place)
      expect(new URL(page.url()).hash).toContain(`#/${place}`)
      expect(
        await page.evaluate(() => [
          document.documentElement.scrollHeight - window.innerHeight,
          document.documentElement.scrollWidth - window.innerWidth
        ])
      ).toEqual([0, 0])
    }
    await page.goBack()
    await page.locator('[data-place="evaluate"]').waitFor()
    await close()
  })

  it('finds a class with Ctrl K and goes there', async () => {
    const { page, axe, close } = await studio.visitSample()
    await page.locator('body').press('Control+k')
    await page.getByRole('combobox', { name: 'Find actions' }).fill('hors')
    expect(await axe()).toEqual([])
    await page.keyboard.press('Enter')
    await page.locator('[data-place="classes"]').waitFor()
    expect(new URL(page.url()).hash).toMatch(/^#\/classes\?class=horse&in=sample-/)
    await close()
  })

  it('shows its keys with ?, and Escape closes them', async () => {
    const { page, axe, close } = await studio.visitSample()
    await page.locator('body').press('?')
    const sheet = page.getByRole('dialog', { name: 'Keys' })
    await sheet.waitFor()
    expect(await sheet.textContent()).toContain('Undo')
    expect(await axe()).toEqual([])
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await close()
  })

  it("follows the system's theme, and remembers the one that is chosen", async () => {
    const { page, setTheme, close } = await studio.open({ theme: 'dark' })
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    await setTheme('light')
    await page.reload()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('light')
    await close()
  })

  it('has panes that are made wider by dragging and by keys, and remembers it', async () => {
    const { page, go, axe, close } = await studio.openSample()
    await go('train')
    const edge = page.getByRole('separator', { name: 'Width of the first pane' })
    const form = page.getByRole('region', { name: 'New run' })
    const width = async (): Promise<number> => Math.round((await form.boundingBox())?.width ?? 0)
    expect(await width()).toBe(328)
    const box = await edge.boundingBox()
    if (box === null) throw new Error('The edge has no place.')
    await page.mouse.move(box.x + 3, 400)
    await page.mouse.down()
    await page.mouse.move(420, 400, { steps: 3 })
    await page.mouse.up()
    await expect.poll(width).toBe(420)
    await edge.focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(width).toBe(410)
    expect(await axe()).toEqual([])
    await page.reload()
    await expect.poll(width).toBe(410)
    await edge.dblclick()
    await expect.poll(width).toBe(328)
    await close()
  })

  it('has its places at the foot of a phone', async () => {
    const { page, axe, close } = await studio.openSample({ width: 390, height: 844 })
    await page.getByRole('navigation', { name: 'Places' }).getByText('Classes').click()
    await page.locator('[data-place="classes"]').waitFor()
    expect(await axe()).toEqual([])
    await close()
  })

  it('loses nothing on a reload', async () => {
    const { page, go, close } = await studio.openSample()
    await describeElk(page, 0.25)
    await go('classes')
    await expect.poll(() => keeping(page)).toBe('saved')
    await page.reload()
    await page.locator('[data-place="classes"]').waitFor()
    await expect.poll(() => page.locator('footer').textContent()).toContain('8 known, 3 described classes')
    expect(await elkOf(page)).toBe(0.25)
    await page.goto(`${studio.server.url}/#/`)
    await close()
  })

  it('lists the project among the recent ones, and opens it from there', async () => {
    const { page, openSample, close } = await studio.open()
    await openSample()
    await expect.poll(() => keeping(page)).toBe('saved')
    const other = await page.context().newPage()
    await other.goto(studio.server.url)
    await other.locator('[data-action="project.recent"]').click()
    await other.locator('[data-place="describe"]').waitFor()
    await close()
  })

  it('works without the network once it was loaded', async () => {
    const { page, context, close } = await studio.open({ keepsSite: true })
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await context.setOffline(true)
    await page.reload()
    await page.locator('[data-action="project.sample"]').click()
    await page.locator('[data-place="describe"]').waitFor()
    await expect.poll(() => page.locator('footer').textContent()).toContain('8 known, 2 described classes')
    await close()
  })

  it('keeps two tabs from overwriting each other', async () => {
    const { page, tab, close } = await studio.openSample()
    await expect.poll(() => keeping(page)).toBe('saved')
    const other = await tab()
    await other.locator('[data-action="project.recent"]').click()
    await other.locator('[data-place="describe"]').waitFor()
    // The second is told, and saves nothing before somebody says that it is the one.
    await other.getByText('Open in another tab: nothing is saved from here.').waitFor()
    expect(await keeping(other)).toBe('elsewhere')
    await other.getByRole('button', { name: 'Work here' }).click()
    // The first is told too; by the time anybody looks the other may have saved.
    await page.getByText(/Open in another tab|Another tab changed this project/).waitFor()
    await describeElk(other, 0.75)
    await expect.poll(() => keeping(other)).toBe('saved')
    await page.getByText('Another tab changed this project.').waitFor()
    await describeElk(page, 0.5)
    expect(await keeping(page)).toBe('conflict')
    await page.getByRole('button', { name: 'Keep this one as a copy' }).click()
    await expect.poll(() => keeping(page)).toBe('saved')
    expect([await elkOf(page), await elkOf(other)]).toEqual([0.5, 0.75])
    await close()
  })
})
