// Studio against a real `unseen serve --studio`: classes described in the page are kept at the server, what
// others do comes back, and nothing is lost when the server dies, refuses, or somebody else was quicker.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  createClient,
  fit,
  openDataset,
  readModel,
  takeSplit,
  toBytes,
  type Model,
  type ModelClient
} from '../../packages/node/dist/index.js'
import { launchChromium } from '../helpers/chromium.js'
import { makeSmallWords } from '../helpers/small-words.js'
import { repository } from '../helpers/repository.js'
import { openStudio, type OpenStudio, type StudioOptions } from '../helpers/studio.js'

const command = join(repository, 'packages/node/bin/unseen.js')
const folder = mkdtempSync(join(tmpdir(), 'unseen-studio-server-'))
const pets = join(folder, 'pets.unseen')
const strip = '[aria-label="The server"]'
let browser: Browser
let model: Model
let data = 0

interface Running {
  readonly url: string
  readonly port: string
  readonly child: ChildProcess
  readonly ended: Promise<unknown>
}
const running = new Set<Running>()

async function serve(...args: string[]): Promise<Running> {
  const child = spawn(
    process.execPath,
    [command, 'serve', pets, '--studio', '--json', '--log', 'warn', ...args],
    { stdio: ['ignore', 'pipe', 'inherit'] }
  )
  const ended = new Promise(resolve => child.on('exit', resolve))
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', piece => resolve(String(piece)))
    void ended.then(code => reject(new Error(`it ended with ${String(code)}`)))
  })
  const { url } = JSON.parse(line) as { url: string }
  const server = { url, port: new URL(url).port, child, ended }
  running.add(server)
  return server
}

async function kill(server: Running): Promise<void> {
  server.child.kill('SIGKILL')
  await server.ended
  running.delete(server)
}

/** A server of its own for a test, at any port, with classes of its own. */
const freshServer = (...args: string[]): Promise<Running> =>
  serve('--port', '0', '--data', join(folder, `data-${data++}`), ...args)
/** One for all tests that change nothing at it. */
let quiet: Promise<Running> | undefined
const quietServer = (): Promise<Running> =>
  (quiet ??= freshServer().then(server => {
    running.delete(server)
    return server
  }))
const clientOf = ({ url }: Running, token?: string): ModelClient =>
  createClient(url, token === undefined ? {} : { token }).model('pets')

async function open(server: Running, options?: StudioOptions): Promise<OpenStudio> {
  return openStudio(browser, `${server.url}/studio`, options)
}

/** From the door to the page Describe. */
async function openModel({ page }: OpenStudio): Promise<void> {
  await page.locator('[data-action="server.open"]').first().click()
  await page.locator('[data-place="describe"]').waitFor()
  await page.locator('[data-attribute]').first().waitFor()
}

/** Sets an attribute as a person does with the arrow keys; returns what the slider shows then. */
async function slide(page: Page, attribute: string, steps: number): Promise<number> {
  const slider = page.locator(`[data-attribute="${attribute}"] input[type=range]`)
  await slider.focus()
  const arrow = steps > 0 ? 'ArrowRight' : 'ArrowLeft'
  // With Shift, ten steps at once.
  for (let ten = 0; ten < Math.trunc(Math.abs(steps) / 10); ten++) await slider.press(`Shift+${arrow}`)
  for (let one = 0; one < Math.abs(steps) % 10; one++) await slider.press(arrow)
  await slider.blur()
  return Number(await slider.inputValue())
}

/** A busy machine is no defect. */
const eventually = <Value>(ask: () => Promise<Value>) => expect.poll(ask, { timeout: 240_000 })
/** Asks the server again at once; where the page did so by itself meanwhile, the button is gone. */
const tryNow = (page: Page): Promise<void> =>
  page.evaluate(() => document.querySelector<HTMLElement>('[data-action="server.try"]')?.click())
const saved = (page: Page): Promise<string | null> =>
  page.getByTestId('server').first().getAttribute('data-saved')
const entry = (name: string): number => (model.notes.attributes ?? []).indexOf(name)
const valueAt = async (client: ModelClient, name: string, attribute: string): Promise<number> =>
  (await client.class(name)).signature[entry(attribute)]
/** What a server that is gone leaves in the console is no defect of the page. */
const defects = ({ errors }: OpenStudio): readonly string[] =>
  errors.filter(text => !/ERR_CONNECTION_REFUSED|ERR_FAILED|status of (?:401|403|412|422)/.test(text))

beforeAll(async () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [command, 'fit', 'sample', '-o', pets, '--references', 'means', '--run', join(folder, 'run')],
    { cwd: folder, encoding: 'utf8' }
  )
  expect(status, stderr).toBe(0)
  model = await readModel(pets)
  browser = await launchChromium()
})

afterEach(async () => {
  for (const server of running) await kill(server)
})

afterAll(async () => {
  if (quiet !== undefined) await kill(await quiet)
  await browser.close()
  rmSync(folder, { recursive: true })
})

describe('Studio against a server', () => {
  it('keeps what is described at the server, through its death and a reload of the page', async () => {
    const where = ['--data', join(folder, 'kept')]
    let server = await serve('--port', '0', ...where)
    const studio = await open(server, { keepsSite: true })
    const { page } = studio
    await openModel(studio)
    const [name] = model.unseen
    await eventually(() => page.getByTestId('server').textContent()).toContain('all saved there')
    expect(await page.locator('footer').textContent()).toContain(`pets at 127.0.0.1:${server.port}`)
    // The same mixtures as Node, to the bit.
    const mixtures = await page.evaluate(() =>
      (
        window as unknown as {
          unseen: { session: { store: { getState(): { classes: { name: string; mixture: number[] }[] } } } }
        }
      ).unseen.session.store
        .getState()
        .classes.map(each => [each.name, each.mixture])
    )
    expect(mixtures).toEqual(model.classes.map(each => [each.name, [...each.mixture]]))

    const first = await slide(page, 'tail', 3)
    await eventually(() => valueAt(clientOf(server), name, 'tail')).toBe(first)
    expect((await clientOf(server).changes()).changes[0].classes?.[0]).toMatchObject({
      class: name,
      after: { signature: expect.any(Array) as unknown }
    })

    // A class that is new, described by a copy.
    await page.locator('body').press('n')
    await page.getByLabel('Name of the new class').fill('okapi')
    await page.getByLabel('Begin with').selectOption('horse')
    await page.locator('[data-action="describe.create"]').click()
    await eventually(async () => (await clientOf(server).classes()).classes.map(each => each.name)).toContain(
      'okapi'
    )
    expect((await clientOf(server).class('okapi')).signature).toEqual([...model.find('horse').signature])

    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await kill(server)
    const second = await slide(page, 'tail', 5)
    await page.locator(strip).getByText('The server cannot be reached.').waitFor()
    await eventually(() => page.locator(strip).textContent()).toContain(
      '1 change is kept in this browser and sent as soon as it answers'
    )
    expect(await page.getByTestId('server').textContent()).toContain('1 change not there yet')
    // The page itself comes from the browser's own copy, and the change with it.
    await page.reload()
    await page.locator(strip).getByText('The server cannot be reached.').waitFor()
    expect(Number(await page.locator('[data-attribute="tail"] input[type=range]').inputValue())).toBe(second)

    server = await serve('--port', server.port, ...where)
    await tryNow(page)
    await eventually(() => valueAt(clientOf(server), 'okapi', 'tail')).toBe(second)
    expect(await valueAt(clientOf(server), name, 'tail')).toBe(first)
    await page.locator(strip).waitFor({ state: 'detached' })
    await eventually(() => saved(page)).toBe('true')

    // Forgetting, and taking that back.
    await page.locator('h1 button').click()
    await page.getByRole('menuitem', { name: 'Forget okapi' }).click()
    await eventually(async () =>
      (await clientOf(server).classes()).classes.map(each => each.name)
    ).not.toContain('okapi')
    await page.locator('[data-action="history.undo"]').click()
    await eventually(() => valueAt(clientOf(server), 'okapi', 'tail').catch(() => 'gone')).toBe(second)
    expect(defects(studio)).toEqual([])
    await studio.context.close()
  })

  it('works with tokens: asks for one, says what it may not do, loses nothing, and keeps it out of the project', async () => {
    const tokens = join(folder, 'tokens.json')
    const add = (who: string, scope: string): string =>
      spawnSync(
        process.execPath,
        [command, 'serve', 'token', 'add', who, '--scope', scope, '--tokens', tokens],
        { encoding: 'utf8' }
      ).stdout.trim()
    const [reader, writer] = [add('reader', 'read'), add('anna', 'describe')]
    const server = await freshServer('--tokens', tokens)
    const studio = await open(server)
    const { page, axe } = studio
    await page.getByText('The server wants a token.').waitFor()
    expect(await axe()).toEqual([])
    await page.getByLabel('Token, remembered for this tab only').fill(reader)
    await page.getByRole('button', { name: 'Use it' }).click()
    await openModel(studio)
    const [name] = model.unseen
    const before = await valueAt(clientOf(server, writer), name, 'tail')
    const value = await slide(page, 'tail', 4)
    await page
      .locator(strip)
      .getByText('This takes a token for "describe"; this one is for "read".')
      .waitFor()
    expect(await page.locator(strip).textContent()).toContain('1 change is kept in this browser')
    expect(await valueAt(clientOf(server, writer), name, 'tail')).toBe(before)
    expect(await axe()).toEqual([])
    await page.getByLabel('Token, remembered for this tab only').fill(writer)
    await page.getByRole('button', { name: 'Use it' }).click()
    await eventually(() => valueAt(clientOf(server, writer), name, 'tail')).toBe(value)
    await page.locator(strip).waitFor({ state: 'detached' })
    expect((await clientOf(server, writer).class(name)).by).toBe('anna')
    const stored = await page.evaluate(async () => {
      const opened = indexedDB.open('unseen-studio')
      await new Promise(resolve => {
        opened.onsuccess = resolve
      })
      const all = opened.result.transaction('projects').objectStore('projects').getAll()
      await new Promise(resolve => {
        all.onsuccess = resolve
      })
      return {
        projects: JSON.stringify(all.result),
        local: JSON.stringify(localStorage),
        session: JSON.stringify(sessionStorage)
      }
    })
    expect(stored.projects).toContain('"model":"pets"')
    expect(stored.projects + stored.local).not.toContain(writer)
    expect(stored.session).toContain(writer)
    expect(defects(studio)).toEqual([])
    await studio.context.close()
  })

  it('takes what others change, and lets a person decide where both did', async () => {
    const server = await freshServer()
    const client = clientOf(server)
    const studio = await open(server)
    const { page, axe, setTheme } = studio
    await openModel(studio)
    const [name, other] = model.unseen
    await eventually(() => saved(page)).toBe('true')
    const signature = (of: string, value: number): number[] =>
      Array.from(model.find(of).signature, (each, k) => (k === entry('tail') ? value : each))
    await client.change(name, { signature: signature(name, 0.11) })
    await client.describe([{ name: 'elk', like: 'horse' }])
    const slider = page.locator('[data-attribute="tail"] input[type=range]')
    await eventually(async () => Number(await slider.inputValue())).toBe(0.11)
    // Two changes, which may be heard of one after the other.
    await eventually(() => page.locator('footer').textContent()).toContain(
      `${model.unseen.length + 1} described`
    )
    // Undo is for one's own steps: nobody takes back what others did by accident.
    expect(await page.locator('[data-action="history.undo"]').isEnabled()).toBe(false)

    // Both change the class while the page hears nothing.
    await page.route('**/v1/**', route => route.abort())
    const mine = await slide(page, 'tail', 20)
    await page.locator(strip).waitFor()
    await client.change(name, { signature: signature(name, 0.91) })
    await page.unroute('**/v1/**')
    await tryNow(page)
    await page.locator(strip).getByText(`${name} was changed by local`).waitFor()
    expect(await page.locator(`${strip} tbody tr`).allTextContents()).toEqual([
      `tail11${Math.round(100 * 0.91)}${Math.round(100 * mine)}`
    ])
    expect(await valueAt(client, name, 'tail')).toBe(0.91)
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(theme)
      expect(await axe()).toEqual([])
    }
    await page.locator('[data-action="server.mine"]').click()
    await eventually(() => valueAt(client, name, 'tail')).toBe(mine)
    await page.locator(strip).waitFor({ state: 'detached' })

    // Once more, and theirs is taken: one's own stays as a version.
    await page.route('**/v1/**', route => route.abort())
    await slide(page, 'tail', 7)
    await page.locator(strip).waitFor()
    await client.change(name, { signature: signature(name, 0.55) })
    await page.unroute('**/v1/**')
    await tryNow(page)
    await page.locator('[data-action="server.theirs"]').click()
    await eventually(async () => Number(await slider.inputValue())).toBe(0.55)
    await page.locator(strip).waitFor({ state: 'detached' })
    expect(await valueAt(client, name, 'tail')).toBe(0.55)
    expect(await page.getByLabel('Before', { exact: true }).locator('option').count()).toBeGreaterThanOrEqual(
      3
    )
    await eventually(() => saved(page)).toBe('true')
    // Forgotten elsewhere, untouched here.
    await client.forget(other)
    await eventually(async () => (await page.locator('footer').textContent()) ?? '').toContain(
      `${model.unseen.length} described`
    )

    // Trained anew at the server: said, and opened as it is now; what is described stays.
    const before = readFileSync(pets)
    const { train } = await takeSplit(await openDataset('sample'))
    const retrained = await fit(train, { weights: 'class' })
    try {
      writeFileSync(pets, toBytes(retrained))
      await client.reload()
      await page
        .locator(strip)
        .getByText('The model was trained anew at the server.')
        .waitFor({ timeout: 240_000 })
      expect(await axe()).toEqual([])
      await page.locator('[data-action="server.reopen"]').click()
      await page.locator(strip).waitFor({ state: 'detached' })
      await eventually(() => saved(page)).toBe('true')
      await eventually(async () => Number(await slider.inputValue())).toBe(0.55)
      const method = await page.evaluate(
        () =>
          (
            window as unknown as {
              unseen: { session: { store: { getState(): { model: { method: string } } } } }
            }
          ).unseen.session.store.getState().model.method
      )
      expect(method).toBe('class weights')
    } finally {
      writeFileSync(pets, before)
    }
    expect(defects(studio)).toEqual([])
    await studio.context.close()
  })

  it('can be used on a phone and read by everybody', async () => {
    const server = await quietServer()
    for (const width of [390, 1440]) {
      const studio = await open(server, { width, height: width === 390 ? 844 : 900 })
      const { page, axe, setTheme } = studio
      await page.locator('[data-action="server.open"]').first().waitFor()
      for (const theme of ['light', 'dark'] as const) {
        await setTheme(theme)
        expect(await axe()).toEqual([])
      }
      await openModel(studio)
      await eventually(() => page.getByTestId('server').textContent()).toContain('all saved there')
      for (const theme of ['dark', 'light'] as const) {
        await setTheme(theme)
        expect(await axe()).toEqual([])
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await studio.close()
    }
  })

  it('searches the library of the server for a description as it changes', async () => {
    const { classes, labels, rowNames = [] } = await openDataset('sample')
    writeFileSync(
      join(folder, 'photos.csv'),
      ['photo,label', ...rowNames.map((name, row) => `${name},${classes[labels[row]]}`)].join('\n')
    )
    const made = spawnSync(
      process.execPath,
      [
        command,
        'index',
        pets,
        'sample',
        '--rows',
        'test',
        '--meta',
        'photos.csv',
        '--ids',
        'photo',
        '-o',
        'photos',
        '-q'
      ],
      { cwd: folder, encoding: 'utf8' }
    )
    expect(made.status, made.stderr).toBe(0)
    const server = await freshServer('--library', join(folder, 'photos'))
    const client = createClient(server.url)
    const studio = await open(server)
    const { page, axe, setTheme } = studio
    await openModel(studio)
    const [name, other] = model.unseen
    const shown = (): Promise<number[]> =>
      page
        .locator('[aria-label="Library"] li')
        .evaluateAll(items => items.map(item => Number((item as HTMLElement).dataset['row'])))
    const first = await client.search('photos', { class: name, top: 50 })
    await eventually(shown).toEqual(first.hits.map(({ row }) => row))
    expect(await page.getByTestId('ranked-by').textContent()).toBe(
      `Ranked by margin: the score of ${name} less the best of ${other}.`
    )
    expect(await page.locator('footer').textContent()).toContain('Library: 1,000 rows at the server')
    await eventually(() => page.locator('[aria-label="Library"] li img').count()).toBe(50)

    // Another description, another ranking: that of the draft, whether or not the server keeps it.
    await page.route('**/v1/models/**', route => route.abort())
    await slide(page, 'tail', -60)
    await slide(page, 'wings', 80)
    const signature = await page.evaluate(
      of =>
        (
          window as unknown as {
            unseen: {
              history: {
                store: { getState(): { present: { classes: { name: string; values: number[] }[] } } }
              }
            }
          }
        ).unseen.history.store
          .getState()
          .present.classes.find(each => each.name === of)?.values,
      name
    )
    const second = await client.search('photos', {
      class: name,
      top: 50,
      description: { signature: signature ?? [] }
    })
    expect(second.hits.map(({ row }) => row)).not.toEqual(first.hits.map(({ row }) => row))
    await eventually(shown).toEqual(second.hits.map(({ row }) => row))
    await page.unroute('**/v1/models/**')

    // A condition, what is known of a row, and a condition that makes no sense.
    await page.getByLabel(/Only where/).fill("label = 'frog'")
    await page.locator('[data-action="server.where"]').click()
    await eventually(() => page.getByTestId('ranked-by').textContent()).toContain(
      'The condition holds for 100 of 1,000 rows.'
    )
    await page.locator('[aria-label="Library"] li button').first().click()
    await eventually(() => page.locator('[aria-label="Row 1"]').textContent()).toMatch(/labelfrog/)
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(theme)
      expect(await axe()).toEqual([])
    }
    await page.getByLabel(/Only where/).fill('nothing = 3')
    await page.locator('[data-action="server.where"]').click()
    await page.getByText('library.query').waitFor()
    await page.getByLabel(/Only where/).fill('')
    await page.locator('[data-action="server.where"]').click()
    await page.getByText('library.query').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'All 10' }).click()
    await eventually(() => page.getByTestId('ranked-by').textContent()).toContain(
      'less the best of 9 other classes'
    )
    expect(defects(studio)).toEqual([])
    await studio.context.close()

    const phone = await open(server, { width: 390, height: 844 })
    await openModel(phone)
    await eventually(() => phone.page.getByTestId('hits').textContent()).toBe('50')
    await phone.page.getByRole('button', { name: 'All', exact: true }).last().click()
    await eventually(() => phone.page.locator('dialog li').count()).toBe(50)
    expect(await phone.axe()).toEqual([])
    await phone.close()
  })

  it('describes a class by a sentence that the server reads', async () => {
    const { file, words, signature } = await makeSmallWords(folder, join(folder, 'cache'))
    const server = await freshServer('--name', `words=${file}`, '--encoder', words)
    const client = createClient(server.url).model('words')
    const studio = await open(server)
    const { page, axe } = studio
    await page.getByRole('button', { name: /^words/ }).click()
    await page.getByRole('tab', { name: 'Sentence' }).click()
    await page.getByLabel('What zebra is like').fill('whale with stripes')
    await page.locator('[data-action="describe.say"]').click()
    await eventually(async () => (await client.class('zebra')).sentence).toBe('whale with stripes')
    expect((await client.class('zebra')).signature).toEqual(await signature('whale with stripes'))
    await eventually(() => page.getByTestId('server').textContent()).toContain('all saved there')
    await page.getByText('Read by the server').waitFor()
    expect(await axe()).toEqual([])
    await page.getByLabel('What zebra is like').fill('unheard of')
    await page.locator('[data-action="describe.say"]').click()
    await page.getByText('encoder.input').waitFor()
    // Taken back here, it is taken back there.
    await page.locator('[data-action="history.undo"]').click()
    await eventually(async () => (await client.class('zebra')).signature).toEqual(
      await signature('horse with stripes')
    )
    expect(defects(studio)).toEqual([])
    await studio.context.close()
  })

  it('serves the page with rules of its own, and only where it was told to', async () => {
    const server = await quietServer()
    const page = await fetch(`${server.url}/studio/`)
    expect(await page.text()).toContain('<meta name="unseen-server" content="../">')
    expect([page.headers.get('x-frame-options'), page.headers.get('content-type')]).toEqual([
      'DENY',
      'text/html; charset=UTF-8'
    ])
    expect((await fetch(`${server.url}/studio`, { redirect: 'manual' })).headers.get('location')).toBe(
      '/studio/'
    )
    expect((await fetch(`${server.url}/studio/sw.js`)).headers.get('content-type')).toBe(
      'text/javascript; charset=utf-8'
    )
    for (const path of [
      '..%2fpackage.json',
      '%2e%2e/package.json',
      'assets/../../package.json',
      'a%00b',
      'nothing.js'
    ])
      expect((await fetch(`${server.url}/studio/${path}`)).status).toBe(404)
    expect(
      await new Promise(resolve => {
        request(`${server.url}/studio/`, { headers: { host: 'elsewhere.example' } }, answer => {
          answer.resume()
          resolve(answer.statusCode)
        }).end()
      })
    ).toBe(403)
    expect(
      (await fetch(`${server.url}/studio/`, { headers: { origin: 'https://elsewhere.example' } })).status
    ).toBe(403)
  })
})
