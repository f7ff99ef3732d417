// The folder of `unseen export --web` in a real Chromium, from a plain host in a folder of its own, with everything
// but that folder cut off: the answers of `unseen recognise`, on real photos.
import axe from 'axe-core'
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import type * as Ort from 'onnxruntime-web'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from './helpers/chromium.js'
import { repository } from './helpers/repository.js'
import { type StaticServer, serveFolder } from './helpers/server.js'
import { describeWithShared, sharedPath } from './helpers/shared.js'

const cached = existsSync(join(process.env['UNSEEN_CACHE'] ?? join(homedir(), '.cache/unseen'), 'networks'))
const wanted = cached || process.env['UNSEEN_TEST_DOWNLOADS'] === '1'
if (!wanted)
  console.warn(
    'Skipped the exported page: resnet50 is not in the cache, and UNSEEN_TEST_DOWNLOADS=1 is not set.'
  )

/** Only ends what hangs. */
const timeout = 1_200_000
const program = join(repository, 'packages/node/bin/unseen.js')
const taught = ['antelope', 'horse', 'tiger', 'lion', 'elephant']
/** Photos of classes with and without photos of their own. */
const tried = ['horse', 'tiger', 'zebra', 'giraffe', 'seal']

interface Ranked {
  readonly class: string
  readonly probability?: number
}
interface Answer {
  readonly name: string
  readonly ranked: readonly Ranked[]
  readonly verdict: { readonly words: string }
}

describe.skipIf(!wanted)('the exported page', () => {
  describeWithShared('on photos of animals', () => {
    const photos = sharedPath('data/animal-photos/photos')
    let folder = ''
    let browser: Browser
    let server: StaticServer
    let expected: readonly Answer[] = []

    const unseen = (args: readonly string[]): { status: number | null; out: string; notes: string } => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
        cwd: folder,
        encoding: 'utf8',
        maxBuffer: 2 ** 26
      })
      return { status, out: stdout, notes: stderr }
    }
    const run = (...args: readonly string[]): string => {
      const { status, out, notes } = unseen(args)
      expect(status, notes).toBe(0)
      return out
    }

    /** A page of the folder for which there is nothing else on the net. */
    async function visit(options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> {
      const page = await browser.newPage(options)
      page.setDefaultTimeout(timeout)
      const outside: string[] = []
      await page.route('**/*', route => {
        if (route.request().url().startsWith(`${server.url}/some/where/zoo/`)) return route.continue()
        outside.push(route.request().url())
        return route.abort()
      })
      page.on('close', () => expect(outside).toEqual([]))
      page.on('pageerror', error => console.error(error))
      await page.goto(`${server.url}/some/where/zoo/`)
      return page
    }

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'unseen-web-'))
      for (const name of taught) {
        mkdirSync(join(folder, 'taught', name), { recursive: true })
        for (const file of readdirSync(join(photos, name)).slice(0, 8))
          cpSync(join(photos, name, file), join(folder, 'taught', name, file))
      }
      mkdirSync(join(folder, 'tried'))
      for (const name of tried)
        for (const file of readdirSync(join(photos, name)).slice(-2))
          cpSync(join(photos, name, file), join(folder, 'tried', `${name}-${file}`))
      run(
        'teach',
        'taught',
        '--sentences',
        sharedPath('data/animal-photos/sentences.csv'),
        '-o',
        'zoo.unseen'
      )
      run('export', 'zoo.unseen', '--web', 'site/some/where/zoo', '--title', 'Our zoo')
      const said = run('recognise', 'zoo.unseen', 'tried', '--among', 'all', '--top', '3', '--json')
      expected = (JSON.parse(said) as { answers: Answer[] }).answers
      expect(expected).toHaveLength(2 * tried.length)
      server = await serveFolder(join(folder, 'site'))
      browser = await launchChromium()
    }, timeout)
    afterAll(async () => {
      await browser?.close()
      await server?.close()
      rmSync(folder, { recursive: true })
    })

    it('answers as `recognise` does, by its module', { timeout }, async () => {
      const page = await visit()
      for (const [at, { name, ranked, verdict }] of expected.entries()) {
        const photo = `new Blob([new Uint8Array([${[...readFileSync(join(folder, 'tried', name))].join()}])])`
        // As text: an import in a function would become one of the test's own.
        const found = await page.evaluate<Answer>(`(async () => {
          const { open } = await import('./recogniser.js')
          globalThis.zoo ??= open('./')
          return (await globalThis.zoo).recognise(${at % 2 === 0 ? photo : `await createImageBitmap(${photo})`})
        })()`)
        expect(found.verdict.words, name).toBe(verdict.words)
        expect(found.ranked.map(each => each.class)).toEqual(ranked.map(each => each.class))
        for (const [k, { probability = -1 }] of ranked.entries())
          expect(Math.abs((found.ranked[k].probability ?? 0) - probability), name).toBeLessThan(1e-5)
      }
      await page.close()
    })

    it('shows the answer in words, three bars and the mixture', { timeout }, async () => {
      const page = await visit()
      await page.waitForFunction(() => document.title === 'Our zoo')
      const described = expected.find(({ ranked: [best] }) => !taught.includes(best.class))!
      await page.setInputFiles('#files', join(folder, 'tried', described.name))
      await page.waitForSelector('article .bars')
      expect(await page.textContent('article h2')).toBe(described.verdict.words)
      expect(await page.locator('article .bars li').count()).toBe(3)
      expect(await page.textContent('article .mixture')).toContain(described.ranked[0].class)
      writeFileSync(join(folder, 'broken.jpg'), 'no photo')
      await page.setInputFiles('#files', join(folder, 'broken.jpg'))
      await page.waitForSelector('article .problem')
      await page.close()
    })

    it.each([
      [390, 'light'],
      [390, 'dark'],
      [1280, 'light'],
      [1280, 'dark']
    ] as const)('is accessible, %i pixels wide and %s', { timeout }, async (width, colorScheme) => {
      const page = await visit({ viewport: { width, height: 844 }, colorScheme, bypassCSP: true })
      await page.waitForFunction(() => document.title === 'Our zoo')
      await page.setInputFiles(
        '#files',
        ['zebra', 'tiger'].map(name =>
          join(folder, 'tried', expected.find(each => each.name.startsWith(name))!.name)
        )
      )
      await expect.poll(() => page.locator('article .bars').count(), { timeout }).toBe(2)
      await page.click('summary')
      await page.addScriptTag({ content: axe.source })
      const { violations } = await page.evaluate<axe.AxeResults>('axe.run(document)')
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      const shots = process.env['UNSEEN_TEST_SHOTS']
      if (shots !== undefined)
        await page.screenshot({ path: join(shots, `page-${width}-${colorScheme}.png`), fullPage: true })
      await page.close()
    })

    it.each(['onnxruntime-node', 'onnxruntime-web'])(
      'is one ONNX graph as well, with the same answers in %s',
      { timeout },
      async runtime => {
        run('export', 'zoo.unseen', '--onnx', 'zoo.onnx', '--with-network')
        // No literal, since the native one is optional.
        const ort = (await import(runtime)) as typeof Ort
        const session = await ort.InferenceSession.create(readFileSync(join(folder, 'zoo.onnx')))
        for (const { name, ranked } of expected) {
          const { data, info } = await sharp(join(folder, 'tried', name))
            .toColourspace('srgb')
            .raw()
            .toBuffer({ resolveWithObject: true })
          expect([info.width, info.height, info.channels], 'needs no scaling').toEqual([224, 224, 3])
          const { names, probabilities } = await session.run({
            pixels: new ort.Tensor('uint8', data, [1, 224, 224, 3])
          })
          expect(names.data[0]).toBe(ranked[0].class)
          const best = Math.max(...Array.from(probabilities.data, Number))
          expect(Math.abs(best - (ranked[0].probability ?? -1)), name).toBeLessThan(1e-5)
        }
        await session.release()
      }
    )

    it('is whole or not there, and takes the place of a page alone', { timeout }, () => {
      const again = unseen(['export', 'zoo.unseen', '--web', 'site/some/where/zoo'])
      expect(again.status).toBe(2)
      expect(again.notes).toContain('--overwrite')
      run('export', 'zoo.unseen', '--web', 'site/some/where/zoo', '--overwrite', '--title', 'Our zoo')
      // A folder of something else is never replaced.
      expect(unseen(['export', 'zoo.unseen', '--web', 'tried', '--overwrite']).status).toBe(2)
      expect(readdirSync(join(folder, 'tried'))).toHaveLength(2 * tried.length)
      expect(unseen(['export', 'zoo.unseen', '--web', 'other', '--model', './nowhere.onnx']).status).toBe(2)
      expect(readdirSync(folder).filter(name => /other|part|former/.test(name))).toEqual([])
    })
  })
})
