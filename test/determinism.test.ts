// Same seed, same bytes: one search and three trainings in Node (serial, one thread, two threads) and in a
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

/** The problem, as a module that Node and the page both load; its numbers come from whole ones. */
const problemModule = `
function problem(unseen, form) {
  let state = form === 'dense' ? 7 : 8
  const random = () => (state = (state * 48271) % 2147483647) / 2147483647
  const table = (rows, columns) => Array.from({ length: rows }, () => Array.from({ length: columns }, random))
  const [seen, rows, columns] = [9, 180, 37]
  const centres = table(seen, columns)
  const labels = Array.from({ length: rows }, (_, i) => (i < seen ? i : Math.floor(random() * seen)))
  const starts = new Uint32Array(rows + 1), indices = [], values = []
  const dense = labels.map((k, i) => {
    const row = centres[k].map((value) => (random() < (form === 'dense' ? 0.1 : 0.75) ? 0 : value + 0.8 * random() - 0.3))
    row.forEach((value, m) => { if (value !== 0) { indices.push(m); values.push(value) } })
    starts[i + 1] = values.length
    return row
  })
  const classes = Array.from({ length: seen + 4 }, (_, k) => 'class ' + k)
  const features = form === 'dense' ? dense : unseen.Matrix.sparse(rows, columns, starts, Uint32Array.from(indices), Float64Array.from(values))
  return { features, labels, signatures: { classes, matrix: table(seen + 4, 11) } }
}

async function sha256(bytes) {
  return Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export async function digests(unseen, form, executor) {
  const input = problem(unseen, form)
  const { results, model } = await unseen.tune(input, { executor, folds: 3, seed: 11, steps: 3, grid: { gamma: [0, 0.1], lambda2: [0, 0.1], lambda3: [0.01, 1], ridge: [0.1, 1] } })
  if (results.length !== 9) throw new Error(results.length + ' chains')
  const learned = await unseen.fit(input, { steps: 4, seed: 3 })
  const own = await unseen.fit(input, { transform: 'int', mixture: 'ridge', compare: 'cosine', steps: 3 })
  const bent = await unseen.fit(input, { weights: 'class', transform: 'relu', mixture: 'affine' })
  const parts = { search: new TextEncoder().encode(JSON.stringify(results)), scores: learned.scores(input.features, { among: 'all' }).scores }
  for (const [name, trained] of Object.entries({ tuned: model, learned, own, bent })) parts[name] = unseen.toBytes(trained)
  return Object.fromEntries(await Promise.all(Object.entries(parts).map(async ([name, bytes]) => [name, await sha256(bytes)])))
}
`

const pageModule = `
import * as unseen from './core/index.js'
import { channelExecutor } from './core/internal.js'
import { digests } from './problem.js'

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
    const files = {
      'package.json': '{ "type": "module" }',
      'problem.js': problemModule,
      'page.js': pageModule,
      'worker.js': workerModule,
      'index.html':
        '<!doctype html><title>Unseen</title><link rel="icon" href="data:,"><body><script type="module" src="./page.js"></script>'
    }
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    const { digests } = (await import(/* @vite-ignore */ pathToFileURL(join(folder, 'problem.js')).href)) as {
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
    expect(Object.keys(expected.get('dense') ?? {})).toHaveLength(6)
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
      await page.waitForSelector('body[data-ready]', { state: 'attached', timeout: 30_000 })
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
