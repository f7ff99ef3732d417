// Studio as people meet it: the production build, served as plain files, in a real Chromium.
// Errors of page and console are collected, and `close` fails on any.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { launchChromium } from './chromium.js'
import { serveFolder, type StaticServer } from './server.js'
import { repository } from './sources.js'

export const studioFolder = join(repository, 'packages/studio/dist')

export interface StudioOptions {
  readonly width?: number
  readonly height?: number
  readonly theme?: 'light' | 'dark'
  /** the hash to begin at */
  readonly hash?: string
}

export interface OpenStudio {
  readonly page: Page
  readonly context: BrowserContext
  readonly url: string
  /** errors so far: of the page, the console and of files that did not come */
  readonly errors: readonly string[]
  /** Opens the sample from the start page and waits until it is ready. */
  openSample(): Promise<void>
  /** Goes to a place by its key. */
  go(place: 'describe' | 'recognise' | 'classes' | 'train' | 'evaluate'): Promise<void>
  setTheme(theme: 'light' | 'dark'): Promise<void>
  /** Serious findings of axe on what is shown now. */
  axe(): Promise<readonly string[]>
  /** The button of an action, by its name. */
  action(name: string): Locator
  /** Another tab of the same browser. */
  tab(hash?: string): Promise<Page>
  /** Ends it, and fails where there was an error. */
  close(): Promise<void>
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const places = ['describe', 'recognise', 'classes', 'train', 'evaluate']

/** One browser and one server for a file of tests. */
export async function startBrowser(flags: readonly string[] = []): Promise<{ browser: Browser; server: StaticServer; open(options?: StudioOptions): Promise<OpenStudio>; close(): Promise<void> }> {
  const [browser, server] = await Promise.all([launchChromium(flags), serveFolder(studioFolder)])
  return {
    browser,
    server,
    open: (options) => openStudio(browser, server.url, options),
    close: async () => {
      await browser.close()
      await server.close()
    }
  }
}

export async function openStudio(browser: Browser, url: string, { width = 1440, height = 900, theme = 'light', hash = '' }: StudioOptions = {}): Promise<OpenStudio> {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, reducedMotion: 'reduce', hasTouch: width < 800 })
  context.setDefaultTimeout(60_000)
  const errors: string[] = []
  const watch = (page: Page): Page => {
    page.on('pageerror', error => errors.push(String(error)))
    page.on('console', message => { if (message.type() === 'error') errors.push(message.text()) })
    return page
  }
  const page = watch(await context.newPage())
  await page.goto(`${url}/${hash}`)
  await page.locator('main').waitFor()
  return {
    page, context, url, errors,
    async openSample() {
      await page.locator('[data-action="project.sample"]').first().click()
      await page.locator('[data-place="describe"]').waitFor()
      await page.locator('[data-loading]').waitFor({ state: 'detached' })
    },
    async go(place) {
      await page.locator('body').press(String(places.indexOf(place) + 1))
      await page.locator(`[data-place="${place}"]`).waitFor()
      await page.locator('[data-loading]').waitFor({ state: 'detached' })
    },
    async setTheme(wanted) {
      if ((await page.locator('html').getAttribute('data-theme')) !== wanted) await page.getByRole('button', { name: wanted === 'dark' ? 'Dark theme' : 'Light theme' }).click()
      await page.locator(`html[data-theme="${wanted}"]`).waitFor()
    },
    async axe() {
      await page.evaluate(axeSource)
      const found = await page.evaluate(async () => {
        const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<{ violations: { id: string; impact: string; nodes: { html: string; failureSummary?: string }[] }[] }> } }
        return (await axe.run({ resultTypes: ['violations'] })).violations
      })
      return found.filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ''}`))
    },
    action: name => page.locator(`[data-action="${name}"]`),
    async tab(at = '') {
      const other = watch(await context.newPage())
      await other.goto(`${url}/${at}`)
      await other.locator('main').waitFor()
      return other
    },
    async close() {
      await context.close()
      if (errors.length > 0) throw new Error(`The page had errors:\n${errors.join('\n')}`)
    }
  }
}

/** Whether what was made is kept in the browser by now: 'saved'. */
export const keeping = (page: Page): Promise<string> => page.evaluate(() => (window as unknown as { unseen: { project: { getState(): { keeping: string } } } }).unseen.project.getState().keeping)
