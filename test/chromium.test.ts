// The browser the other tests stand on: it starts, runs WebAssembly SIMD and shares memory when isolated.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from 'playwright-core'
import { launchChromium } from './helpers/chromium.js'
import { serveFolder } from './helpers/server.js'

describe('the test browser', () => {
  let browser: Browser
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'unseen-page-'))
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>page</title><p>Zebra</p>')
    browser = await launchChromium()
  })

  afterAll(async () => {
    await browser?.close()
    await rm(folder, { recursive: true, force: true })
  })

  it.each([true, false])(
    'is cross-origin isolated only where the server asks for it (%s)',
    async isolated => {
      const server = await serveFolder(folder, { isolated })
      const page = await browser.newPage()
      try {
        await page.goto(`${server.url}/`)
        expect(await page.textContent('p')).toBe('Zebra')
        expect(await page.evaluate(() => crossOriginIsolated)).toBe(isolated)
        expect(await page.evaluate(() => typeof SharedArrayBuffer === 'function')).toBe(isolated)
      } finally {
        await page.close()
        await server.close()
      }
    }
  )

  it('answers 404 for a file that is not there', async () => {
    const server = await serveFolder(folder)
    try {
      expect((await fetch(`${server.url}/missing.js`)).status).toBe(404)
      expect((await fetch(`${server.url}/../../etc/hostname`)).status).toBe(404)
    } finally {
      await server.close()
    }
  })
})
