// Same seed, same bytes: one search and four trainings in Node (serial, one thread, two threads) and in a
// real Chromium, with and without shared memory. Runs on the built packages.
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as unseen from '../packages/node/dist/index.js'
import { launchChromium } from './helpers/chromium.js'
import { repository } from './helpers/repository.js'
import { serveFolder, type StaticServer } from './helpers/server.js'

type Form = 'dense' | 'sparse'
/** sha256 of the search's results and of each model's file */
type Digests = Record<string, string>

const pageModule = `
import * as unseen from './core/index.js'
import { channelExecutor } from './core/internal.js'
import { digests } from './problem.mjs'

/** Chains in web workers: on one shared memory, or each with a copy of the rows. */
const webWorkers = (threads, shared) => channelExecutor({ threads, shared, start() {
  const worker = new Worker('./worker.js', { type: 'module' })
  return {
    post: (message) => worker.postMessage(message),
    listen(onMessage, onEnd) {
      worker.onmessage = ({ data }) => onMessage(data)
      worker.onerror = (event) => onEnd(event.message)
    },
    end: async () => worker.terminate(),
  }
} })

window.digestsOf = (form, threads, shared) => digests(unseen, form, threads === 0 ? unseen.serialExecutor : webWorkers(threads, shared))
document.body.dataset.ready = 'yes'
`

const workerModule = `
import { searchWork, taskWorker } from './core/internal.js'
const receive = taskWorker({ search: async () => searchWork }, (message) => self.postMessage(message))
self.onmessage = ({ data }) => receive(data)
`

declare global {
  interface Window {
    digestsOf(form: Form, threads: number, shared: boolean): Promise<Digests>
  }
}

describe('the same seed gives the same bytes', () => {
  let folder: string
  let browser: Browser
  let inNode: (form: Form, executor: unseen.Executor) => Promise<Digests>
  const expected = new Map<Form, Digests>()

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'unseen-determinism-'))
    // As Node loads it, in a few files: a web worker would ask for 170 modules otherwise, each time.
    await cp(join(repository, 'packages/core/dist/bundle'), join(folder, 'core'), { recursive: true })
    await cp(join(repository, 'test/helpers/determinism.mjs'), join(folder, 'problem.mjs'))
    const files = {
      'package.json': '{ "type": "module" }',
      'page.js': pageModule,
      'worker.js': workerModule,
      'index.html':
        '<!doctype html><title>Unseen</title><link rel="icon" href="data:,"><body><script type="module" src="./page.js"></script>'
    }
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    const { digests } = (await import(
      /* @vite-ignore */ pathToFileURL(join(folder, 'problem.mjs')).href
    )) as {
      digests: (library: typeof unseen, form: Form, executor: unseen.Executor) => Promise<Digests>
    }
    inNode = (form, executor) => digests(unseen, form, executor)
    for (const form of ['dense', 'sparse'] as const)
      expected.set(form, await inNode(form, unseen.serialExecutor))
    browser = await launchChromium()
  })

  afterAll(async () => {
    await browser?.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('again in Node, and other bytes for other rows', async () => {
    expect(await inNode('dense', unseen.serialExecutor)).toEqual(expected.get('dense'))
    expect(Object.keys(expected.get('dense') ?? {})).toHaveLength(7)
    const all = [...expected.values()].flatMap(digests => Object.values(digests))
    expect(new Set(all).size).toBe(all.length)
  })

  it.each([1, 2])('in Node with %i threads', async threads => {
    for (const [form, digests] of expected)
      expect(await inNode(form, unseen.threadExecutor({ threads }))).toEqual(digests)
  })

  describe.each([false, true])('in Chromium, cross-origin isolated: %s', isolated => {
    let server: StaticServer
    let page: Page

    beforeAll(async () => {
      server = await serveFolder(folder, { isolated })
      page = await browser.newPage()
      await page.goto(`${server.url}/`)
      await page.waitForSelector('body[data-ready]', { state: 'attached', timeout: 240_000 })
      expect(await page.evaluate(() => typeof SharedArrayBuffer === 'function')).toBe(isolated)
    })

    afterAll(async () => {
      await page?.close()
      await server?.close()
    })

    // Without isolation every worker has a copy of the rows; with it they may also share one memory.
    const ways = [
      { way: 'in the page', threads: 0, shared: false },
      { way: 'in a web worker with a copy', threads: 1, shared: false },
      { way: 'in two web workers with copies', threads: 2, shared: false },
      ...(isolated ? [{ way: 'in two web workers on shared memory', threads: 2, shared: true }] : [])
    ]
    it.each(ways)('$way', async ({ threads, shared }) => {
      for (const [form, digests] of expected) {
        const got = await page.evaluate(([f, t, s]) => window.digestsOf(f, t, s), [
          form,
          threads,
          shared
        ] as const)
        expect(got).toEqual(digests)
      }
    })
  })
})
