// Flow 1: the three doors, on the production build.
import { fit } from '@unseen/core'
import { writeModel } from 'unseen'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser } from '../helpers/studio.js'

const classes = ['horse', 'tiger', 'panda', 'whale']
const attributes =
  'class,stripes,big,water\nhorse,0,1,0\ntiger,1,1,0\npanda,0.1,0.6,0.1\nwhale,0,1,1\nzebra,1,0.9,0\n'
const row = (at: number, i: number): number[] =>
  classes.map((_, k) => (k === at ? 1 : 0.1) + 0.01 * ((i * 7 + k * 3) % 5))
const rows = Array.from({ length: 48 }, (_, i) => ({ label: classes[i % 4], values: row(i % 4, i) }))
const features = (rename = (name: string) => name): string =>
  `label,f1,f2,f3,f4\n${rows.map(({ label, values }) => [rename(label), ...values].join(',')).join('\n')}\n`

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const status = 'footer'

describe('the start of Studio', () => {
  let studio: Awaited<ReturnType<typeof startBrowser>>
  let folder: string
  beforeAll(async () => {
    studio = await startBrowser()
    folder = await mkdtemp(join(tmpdir(), 'unseen-start-'))
  })
  afterAll(async () => {
    await studio.close()
    await rm(folder, { recursive: true, force: true })
  })

  it.each([
    [1440, 'light'],
    [1440, 'dark'],
    [390, 'light'],
    [390, 'dark']
  ] as const)('is readable at %d pixels, %s: no serious finding, nothing cut off', async (width, theme) => {
    const { page, axe, close } = await studio.open({ width, theme })
    await page.getByText('described, never shown').waitFor()
    expect(await axe()).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
    await close()
  })

  it('opens the sample with one click, trained and ready', async () => {
    const { page, openSample, close } = await studio.open()
    await openSample()
    await expect.poll(() => page.locator(status).textContent()).toContain('8 known, 2 described classes')
    expect(await page.locator(status).textContent()).toContain('2,000 photos')
    expect(new URL(page.url()).hash).toMatch(/^#\/describe\?class=deer&in=sample-/)
    await close()
  })

  it('shows the strip from real answers', async () => {
    const { page, close } = await studio.open()
    await page.getByText('described, never shown').waitFor()
    const shares = await page.getByRole('region', { name: 'New here?' }).innerText()
    expect(shares).toContain('horse')
    expect(shares).toMatch(/deer\s+described, never shown, and 9\d\s*% of them found right/)
    await close()
  })

  it('describes what a sentence says by the attributes it names, and photos that came first wait for the network', async () => {
    const { page, action, axe, close } = await studio.open()
    expect(await action('start.find').isDisabled()).toBe(true)
    await page.getByLabel('What should it look for?').fill('a shy animal with antlers, hooves and long legs')
    await page.getByLabel('Photos', { exact: true }).setInputFiles({
      name: 'mine.png',
      mimeType: 'image/png',
      buffer: await sharp({ create: { width: 32, height: 32, channels: 3, background: '#888' } })
        .png()
        .toBuffer()
    })
    await page.getByText('1 photo is here.').waitFor()
    expect(await axe()).toEqual([])
    await action('start.find').click()
    await page.getByText('1 photo waits for the network.').waitFor()
    await page.locator('body').press('1')
    await page.getByText('shy animal').first().waitFor()
    const named = await page.evaluate(() => {
      const { history, session } = (
        window as unknown as {
          unseen: {
            history: { store: { getState(): { present: { classes: { name: string; values: number[] }[] } } } }
            session: { store: { getState(): { data: { attributes: { name: string }[] } } } }
          }
        }
      ).unseen
      const found = history.store.getState().present.classes.find(({ name }) => name === 'shy animal')
      const { attributes } = session.store.getState().data
      return attributes.flatMap(({ name }, at) => ((found?.values[at] ?? 0) > 0 ? [name] : []))
    })
    expect(named).toEqual(['legs', 'long legs', 'hooves', 'antlers'])
    await close()
  })

  it("takes CSV files of one's own, after the doctor has looked", async () => {
    const { page, action, axe, close } = await studio.open()
    await page
      .getByTestId('data-files')
      .setInputFiles([csv('features.csv', features()), csv('attributes.csv', attributes)])
    await page.getByText('48 rows of 4 features, of 4 classes').waitFor()
    expect(await axe()).toEqual([])
    await page.getByLabel('tiger').check()
    await action('files.take').click()
    await page.locator('[data-place="describe"]').waitFor()
    await expect.poll(() => page.locator(status).textContent()).toContain('3 known, 2 described classes')
    await close()
  })

  it('names what is broken, mends what can be mended, and goes on', async () => {
    const { page, action, axe, close } = await studio.open()
    await page.getByTestId('data-files').setInputFiles([
      csv(
        'features.csv',
        features(name => (name === 'tiger' ? 'Tiger' : name))
      ),
      csv('attributes.csv', attributes)
    ])
    const fix = page.getByRole('button', { name: 'Match the name' })
    await fix.first().waitFor()
    expect(await action('files.take').isDisabled()).toBe(true)
    expect(await action('files.take').textContent()).toMatch(/^Learn: \d+ to mend first$/)
    expect(await axe()).toEqual([])
    await fix.first().click()
    await expect.poll(() => action('files.take').isEnabled()).toBe(true)
    await action('files.take').click()
    await page.locator('[data-place="describe"]').waitFor()
    await close()
  })

  it('refuses what is no data set, with what to do', async () => {
    const { page, axe, close } = await studio.open()
    await page.getByTestId('data-files').setInputFiles([csv('letter.txt', 'Dear Sir or Madam')])
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.textContent()).toMatch(/dataset\.layout|format\./)
    expect(await axe()).toEqual([])
    await close()
  })

  it('opens a model file, with the same mixtures as Node', async () => {
    const model = await fit(
      {
        features: rows.map(({ values }) => values),
        labels: rows.map(({ label }) => label),
        signatures: {
          classes: [...classes, 'zebra'],
          attributes: ['stripes', 'big', 'water'],
          matrix: attributes
            .trim()
            .split('\n')
            .slice(1)
            .map(line => line.split(',').slice(1).map(Number))
        }
      },
      { weights: 'class' }
    )
    const path = join(folder, 'zoo.unseen')
    await writeModel(path, model)
    const { page, close } = await studio.open()
    await page.getByTestId('file').setInputFiles(path)
    await page.locator('[data-place="describe"]').waitFor()
    await expect.poll(() => page.locator(status).textContent()).toContain('a model alone')
    const found = await page.evaluate(
      () =>
        (
          window as unknown as {
            unseen: { session: { store: { getState(): { classes: { name: string; mixture: number[] }[] } } } }
          }
        ).unseen.session.store.getState().classes
    )
    expect(found.map(({ name, mixture }) => [name, mixture])).toEqual(
      model.classes.map(({ name, mixture }) => [name, [...mixture]])
    )
    await close()
  })

  it('refuses a broken model file where it was chosen', async () => {
    const path = join(folder, 'broken.unseen')
    await writeFile(path, 'nothing of the kind')
    const { page, close } = await studio.open()
    await page.getByTestId('file').setInputFiles(path)
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').textContent()).toMatch(/file\.\w+/)
    await close()
  })

  it('saves a project as a file that another browser opens', async () => {
    const first = await studio.open()
    await first.page
      .getByTestId('data-files')
      .setInputFiles([csv('features.csv', features()), csv('attributes.csv', attributes)])
    await first.action('files.take').click()
    await first.page.locator('[data-place="describe"]').waitFor()
    const [download] = await Promise.all([
      first.page.waitForEvent('download'),
      first.page.locator('body').press('Control+s')
    ])
    const path = join(folder, download.suggestedFilename())
    expect(path).toMatch(/\.unseen-project\.zip$/)
    await download.saveAs(path)
    await first.close()

    const second = await studio.open()
    await second.page.getByTestId('file').setInputFiles(path)
    await second.page.locator('[data-place="describe"]').waitFor()
    await expect
      .poll(() => second.page.locator(status).textContent())
      .toContain('4 known, 1 described classes')
    await second.close()
  })

  it('names the outcome before anything is let go, and takes what is dropped', async () => {
    const { page, close } = await studio.open()
    const transfer = await page.evaluateHandle(
      ([table, text]) => {
        const made = new DataTransfer()
        made.items.add(new File([text], 'features.csv', { type: 'text/csv' }))
        made.items.add(new File([table], 'attributes.csv', { type: 'text/csv' }))
        return made
      },
      [attributes, features()]
    )
    await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer })
    await page.getByText('Let go and the doctor looks at the files').waitFor()
    await page.dispatchEvent('body', 'drop', { dataTransfer: transfer })
    await page.getByText('48 rows of 4 features, of 4 classes').waitFor()
    await close()
  })
})
