// The readers in a real Chromium: the same arrays of the golden files as in Node. Runs on the built
// packages.
import { readFileSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as unseen from '../packages/data/dist/index.js'
import { bytesSource } from '../packages/data/dist/internal.js'
import { launchChromium } from './helpers/chromium.js'
import { serveFolder, type StaticServer } from './helpers/server.js'
import { repository } from './helpers/repository.js'

/**
 * Arrays as text that loses nothing: bytes of numbers, and texts as they are. A module for Node and the page.
 */
const describeModule = `
export async function describe(unseen, source, fileName) {
  try {
    const { format, arrays } = await unseen.readArrays(source, { fileName })
    return JSON.stringify({ format, arrays: arrays.map(({ name, type, shape, data }) => ({
      name, type, shape, kind: data.constructor.name,
      data: Array.isArray(data) ? data : Array.from(new Uint8Array(data.buffer, data.byteOffset, data.byteLength)),
    })) })
  } catch (error) {
    return JSON.stringify({ code: error.code, message: error.message })
  }
}
`

const pageModule = `
import * as unseen from './data/index.js'
import { describe } from './describe.js'

window.describeFile = async (path, name) => {
  const blob = await (await fetch(path)).blob()
  const source = { byteLength: blob.size, slice: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer()) }
  return describe(unseen, source, name)
}
document.body.dataset.ready = 'yes'
`

declare global {
  interface Window {
    describeFile(path: string, name: string): Promise<string>
  }
}

const files = [
  'formats/f8-big.npy',
  'formats/f2-fortran.npy',
  'formats/tiles-fortran.npy',
  'formats/unicode-big.npy',
  'formats/stored.npz',
  'formats/deflated.npz',
  'formats/all.safetensors',
  'formats/header.csv',
  'formats/semicolons.csv',
  'formats/tabs.tsv',
  'formats/objects.jsonl',
  'matlab/numbers-compressed.mat',
  'matlab/texts-compressed.mat',
  'matlab/trees-compressed.mat',
  'matlab/by-hand-big.mat'
]
/** Read in Node only: the page says so. */
const refused = {
  'hdf5/types.h5': 'format.unknown',
  'hdf5/trees.mat': 'format.unsupported',
  'parquet/types.parquet': 'format.unknown'
}

describe('files in Chromium', () => {
  let folder: string
  let server: StaticServer
  let browser: Browser
  let page: Page
  let describeHere: (library: typeof unseen, source: unseen.ByteSource, name: string) => Promise<string>

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'unseen-formats-'))
    for (const name of ['core', 'data'])
      await cp(join(repository, `packages/${name}/dist`), join(folder, name), { recursive: true })
    await cp(join(repository, 'packages/data/golden'), join(folder, 'golden'), { recursive: true })
    await cp(join(repository, 'packages/node/golden'), join(folder, 'golden'), { recursive: true })
    const texts = {
      'package.json': '{ "type": "module" }',
      'describe.js': describeModule,
      'page.js': pageModule,
      'index.html':
        '<!doctype html><title>Unseen</title><link rel="icon" href="data:,"><script type="importmap">{ "imports": { "@unseen/core": "./core/index.js", "@unseen/core/internal": "./core/internal.js" } }</script><body><script type="module" src="./page.js"></script>'
    }
    for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, name), text)
    const module = (await import(/* @vite-ignore */ pathToFileURL(join(folder, 'describe.js')).href)) as {
      describe: typeof describeHere
    }
    describeHere = module.describe
    server = await serveFolder(folder, { isolated: false })
    browser = await launchChromium()
    page = await browser.newPage()
    await page.goto(`${server.url}/`)
    await page.waitForSelector('body[data-ready]', { state: 'attached', timeout: 240_000 })
  })

  afterAll(async () => {
    await browser?.close()
    await server?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const inPage = (file: string): Promise<string> =>
    page.evaluate(([path, name]) => window.describeFile(path, name), [`/golden/${file}`, file] as const)

  it.each(files)('%s', async file => {
    const here = await describeHere(
      unseen,
      bytesSource(new Uint8Array(readFileSync(join(folder, 'golden', file)))),
      file
    )
    expect((JSON.parse(here) as { arrays: unknown[] }).arrays.length).toBeGreaterThan(0)
    expect(await inPage(file)).toBe(here)
  })

  it.each(Object.entries(refused))('%s is refused with a word what to do', async (file, code) => {
    expect(JSON.parse(await inPage(file))).toMatchObject({
      code,
      message: expect.stringMatching(/HDF5|Parquet/) as string
    })
  })
})
