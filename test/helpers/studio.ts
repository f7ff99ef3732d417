// Studio as people meet it: the production build, served as plain files, in a real Chromium.
// Errors of page and console are collected, and `close` fails on any.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { launchChromium } from './chromium.js'
import { serveFolder, type StaticServer } from './server.js'
import { repository } from './repository.js'

export const studioFolder = join(repository, 'packages/studio/dist')

export interface StudioOptions {
  readonly width?: number
  readonly height?: number
  readonly theme?: 'light' | 'dark'
  /** the hash to begin at */
  readonly hash?: string
  /**
   * With the worker that keeps the site for offline use. It fetches all of it, so only where a test is about
   * that.
   */
  readonly keepsSite?: boolean
}

type Place = 'describe' | 'recognise' | 'classes' | 'train' | 'evaluate'

export interface OpenStudio {
  readonly page: Page
  readonly context: BrowserContext
  readonly url: string
  /** errors so far: of the page, the console and of files that did not come */
  readonly errors: readonly string[]
  /** Opens the sample from the start page and waits until it is ready. */
  openSample(): Promise<void>
  /** Goes to a place by its key. */
  go(place: Place): Promise<void>
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
const places: readonly Place[] = ['describe', 'recognise', 'classes', 'train', 'evaluate']

export interface StudioBrowser {
  readonly browser: Browser
  readonly server: StaticServer
  /** A browser that was never here: the start page. */
  open(options?: StudioOptions): Promise<OpenStudio>
  /**
   * A browser that has the sample open, trained and rehearsed, at a place of it: Describe, where none is
   * named.
   */
  openSample(options?: SampleOptions): Promise<OpenStudio>
  /** The same for tests that leave the sample as it was: one page serves them one after another. */
  visitSample(options?: SampleOptions): Promise<OpenStudio>
  close(): Promise<void>
}

type SampleOptions = Omit<StudioOptions, 'hash'> & { readonly place?: Place }

/** One browser and one server for a file of tests. */
export async function startBrowser(flags: readonly string[] = []): Promise<StudioBrowser> {
  const [browser, server] = await Promise.all([launchChromium(flags), serveFolder(studioFolder)])
  const openSample = async ({ place = 'describe', ...options }: SampleOptions = {}): Promise<OpenStudio> => {
    left ??= leaveSample(browser, server.url).catch((error: unknown) => {
      left = undefined
      throw error
    })
    const opened = await openStudio(browser, server.url, { ...options, hash: hashOf(place) }, await left)
    await arrive(opened.page, place)
    return opened
  }
  /** Pages that nobody is on, by their options. */
  const free = new Map<string, OpenStudio>()
  return {
    browser,
    server,
    open: options => openStudio(browser, server.url, options),
    openSample,
    async visitSample({ place = 'describe', ...options } = {}) {
      const key = JSON.stringify(options)
      const there = free.get(key)
      // It is free again once its visitor closes it: a test that fails halfway leaves it to nobody.
      free.delete(key)
      const opened = there ?? (await openSample({ place, ...options }))
      if (there !== undefined) {
        await there.setTheme(options.theme ?? 'light')
        await there.page.evaluate(hash => {
          location.hash = hash
        }, hashOf(place))
        await arrive(there.page, place)
      }
      return {
        ...opened,
        async close() {
          if (opened.errors.length > 0) return opened.close()
          free.set(key, opened)
        }
      }
    },
    close: async () => {
      await browser.close()
      await server.close()
    }
  }
}

/** What Studio leaves in a browser: its database and choices, and what belongs to the tab. */
interface Left {
  readonly browser: Awaited<ReturnType<BrowserContext['storageState']>>['origins'][number]
  readonly tab: Readonly<Record<string, string>>
}

/**
 * Made by the first test that wants it: a run opens, trains and rehearses the sample once, and not in every
 * test.
 */
let left: Promise<Left> | undefined

async function leaveSample(browser: Browser, url: string): Promise<Left> {
  const { page, context, openSample, close } = await openStudio(browser, url)
  await openSample()
  await page.getByTestId('expected').waitFor({ timeout: 240_000 })
  const tab = await page.evaluate(async () => {
    const { engine, project } = (window as unknown as { unseen: Handle }).unseen
    await new Promise<void>(resolve => {
      const look = (): void => {
        if (project.getState().keeping === 'saved') resolve()
      }
      project.subscribe(look)
      look()
    })
    // What the rehearsal found is kept without a sign of it: once more, to know when that is done.
    await engine.project.keepModel(project.getState().id)
    return Object.fromEntries(Object.entries(sessionStorage))
  })
  const {
    origins: [storage]
  } = await context.storageState({ indexedDB: true })
  await close()
  return { browser: storage, tab }
}

const hashOf = (place: Place): string => (place === 'describe' ? '#/describe?class=deer' : `#/${place}`)

async function arrive(page: Page, place: Place): Promise<void> {
  await page.locator(`[data-place="${place}"]`).waitFor()
  await page.locator('[data-loading]').waitFor({ state: 'detached' })
}

export async function openStudio(
  browser: Browser,
  url: string,
  { width = 1440, height = 900, theme = 'light', hash = '', keepsSite = false }: StudioOptions = {},
  from?: Left
): Promise<OpenStudio> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: 'reduce',
    hasTouch: width < 800,
    serviceWorkers: keepsSite ? 'allow' : 'block',
    ...(from !== undefined && { storageState: { cookies: [], origins: [{ ...from.browser, origin: url }] } })
  })
  context.setDefaultTimeout(120_000)
  const errors: string[] = []
  const watch = (page: Page): Page => {
    page.on('pageerror', error => errors.push(String(error)))
    page.on('console', message => {
      if (message.type() === 'error') errors.push(message.text())
    })
    return page
  }
  const page = watch(await context.newPage())
  // Before the first page alone: after a reload the tab has what that page left.
  if (from !== undefined)
    await page.addInitScript(tab => {
      if (sessionStorage.length === 0)
        for (const [name, value] of Object.entries(tab)) sessionStorage.setItem(name, value)
    }, from.tab)
  await page.goto(`${url}/${hash}`)
  await page.locator('main').waitFor()
  return {
    page,
    context,
    url,
    errors,
    async openSample() {
      await page.locator('[data-action="project.sample"]').first().click()
      await arrive(page, 'describe')
    },
    async go(place) {
      await page.locator('body').press(String(places.indexOf(place) + 1))
      await arrive(page, place)
    },
    async setTheme(wanted) {
      if ((await page.locator('html').getAttribute('data-theme')) !== wanted)
        await page.getByRole('button', { name: wanted === 'dark' ? 'Dark theme' : 'Light theme' }).click()
      await page.locator(`html[data-theme="${wanted}"]`).waitFor()
    },
    async axe() {
      if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
      const found = await page.evaluate(async () => {
        const { axe } = globalThis as unknown as {
          axe: {
            run(options: object): Promise<{
              violations: { id: string; impact: string; nodes: { html: string; failureSummary?: string }[] }[]
            }>
          }
        }
        // Nothing is loaded beforehand: that is for a rule that is not serious, and for one that is not run.
        return (await axe.run({ resultTypes: ['violations'], preload: false })).violations
      })
      return found
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) =>
          nodes
            .slice(0, 3)
            .map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ''}`)
        )
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

/** Of what Studio puts into the console of the curious. */
interface Handle {
  readonly engine: { readonly project: { keepModel(id: string): Promise<void> } }
  readonly project: {
    getState(): { readonly id: string; readonly keeping: string }
    subscribe(look: () => void): void
  }
}

/** Whether what was made is kept in the browser by now: 'saved'. */
export const keeping = (page: Page): Promise<string> =>
  page.evaluate(() => (window as unknown as { unseen: Handle }).unseen.project.getState().keeping)

/**
 * Every value that a bar of progress takes from now on. Noted in the page: the bar may be gone before anybody
 * looks from outside.
 */
export function stepsShown(page: Page, name: string): () => Promise<number[]> {
  const watching = page.evaluateHandle(label => {
    const values: number[] = []
    new MutationObserver(() => {
      const value = [...document.querySelectorAll('[role=progressbar]')].find(
        bar => bar.ariaLabel === label
      )?.ariaValueNow
      if (value !== undefined && value !== null) values.push(Number(value))
    }).observe(document.body, { childList: true, subtree: true, attributes: true })
    return values
  }, name)
  return async () => (await watching).jsonValue()
}
