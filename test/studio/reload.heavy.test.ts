// A reload in the middle of things, on the production build: nothing that was made is lost, and work that was
// under way goes on from what was done.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keeping, startBrowser, stepsShown, type OpenStudio } from '../helpers/studio.js'

const pictures = process.env['UNSEEN_PICTURES']

describe('A reload', () => {
  let studio: Awaited<ReturnType<typeof startBrowser>>
  beforeAll(async () => {
    studio = await startBrowser()
  })
  afterAll(() => studio.close())

  const openAt = (place: 'train' | 'classes' | 'evaluate'): Promise<OpenStudio> =>
    studio.openSample({ place })
  const interrupted = ({ page }: OpenStudio, what: string) =>
    page.getByRole('status').filter({ hasText: `${what} was interrupted` })

  const goOn = (opened: OpenStudio, what: string) =>
    interrupted(opened, what).locator('[data-action="jobs.goOn"]')

  const startPaper = async ({ page, action }: OpenStudio): Promise<void> => {
    await page.getByRole('radio', { name: /The paper's SSE/ }).check()
    await action('train.start').click()
    await page.locator('[data-run="1"][data-status=running]').waitFor()
  }
  /** All settings with their accuracies, the best one, and the bytes of its model. */
  const outcomeOf = async ({
    page,
    action
  }: OpenStudio): Promise<{ tried: string; best: string | null; model: string }> => {
    await page.locator('[data-run="1"][data-status=done]').waitFor({ timeout: 300_000 })
    const tried = await page.getByRole('group', { name: 'Settings tried' }).innerText()
    const best = await page.getByTestId('best').getAttribute('data-accuracy')
    await action('train.use').click()
    await page.getByTestId('best').getByText('in use').waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Save the model as a file')
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    const model = createHash('sha256')
      .update(readFileSync(await download.path()))
      .digest('hex')
    return { tried: tried.replace(/Use now|in use|Test (it|again)/g, '').trim(), best, model }
  }

  it('while a search runs: it goes on from its finished chains, and ends as one that was never interrupted, to the bit', async () => {
    const opened = await openAt('train')
    const { page, close } = opened
    await startPaper(opened)
    await page.getByText('Best so far').waitFor({ timeout: 300_000 })
    await page.reload()
    await interrupted(opened, 'Run 1').waitFor()
    await page.getByText('interrupted, can go on').first().waitFor()
    if (pictures !== undefined) await page.screenshot({ path: join(pictures, 'train-interrupted.png') })
    expect(await opened.axe()).toEqual([])
    const kept = await page.evaluate(async () => {
      const database = await new Promise<IDBDatabase>(resolve => {
        const asked = indexedDB.open('unseen-studio')
        asked.onsuccess = () => resolve(asked.result)
      })
      const keys = await new Promise<IDBValidKey[]>(resolve => {
        const asked = database.transaction('files').objectStore('files').getAllKeys()
        asked.onsuccess = () => resolve(asked.result)
      })
      return keys.filter(key => (key as string[])[1].startsWith('journal/')).length
    })
    expect(kept).toBeGreaterThan(0)
    const steps = stepsShown(page, 'Settings tried')
    await goOn(opened, 'Run 1').click()
    await interrupted(opened, 'Run 1').waitFor({ state: 'detached' })
    const after = await outcomeOf(opened)
    expect((await steps())[0]).toBeGreaterThanOrEqual(kept)
    await close()

    const whole = await openAt('train')
    await startPaper(whole)
    expect(after).toEqual(await outcomeOf(whole))
    await whole.close()
  }, 600_000)

  it('in the very moment of a change: it is there, and can be undone', async () => {
    const { page, close } = await studio.openSample()
    const slider = page.locator('input[type=range]').first()
    const before = await slider.inputValue()
    // Before the project is kept, a moment after each change.
    await page.evaluate(() => {
      const first = document.querySelector<HTMLInputElement>('input[type=range]')!
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!
      set!.call(first, first.value === first.max ? first.min : first.max)
      first.dispatchEvent(new Event('input', { bubbles: true }))
      location.reload()
    })
    await page.getByText('1 change since version 1').waitFor()
    expect(await slider.inputValue()).not.toBe(before)
    await page.locator('[data-action="history.undo"]').click()
    await expect.poll(() => slider.inputValue()).toBe(before)
    await close()
  }, 120_000)

  it('is as good as a copied address in a new tab; of another browser it says whose it is', async () => {
    const { page, tab, close } = await studio.openSample()
    const { hash } = new URL(page.url())
    expect(hash).toContain('in=sample-')
    const other = await tab(hash)
    await other.getByRole('heading', { level: 1, name: 'deer' }).waitFor()
    await other.close()
    await close()
    const elsewhere = await studio.open({ hash: hash.replace(/deer/, 'automobile') })
    await elsewhere.page.getByRole('heading', { level: 1, name: 'automobile' }).waitFor({ timeout: 60_000 })
    await elsewhere.close()
    const stranger = await studio.open({ hash: '#/describe?in=nobodys' })
    await stranger.page.getByText('a project that is not in this browser').waitFor()
    await stranger.close()
  }, 120_000)

  it('while methods are compared: what was done is kept, and the result is there after another', async () => {
    const opened = await openAt('evaluate')
    const { page, action, close } = opened
    await action('evaluate.compare').click()
    await page
      .locator(
        '[role=progressbar][aria-label="Comparing methods"]:not([aria-valuenow="0"], [aria-valuenow="1"], [aria-valuenow="2"])[aria-valuenow]'
      )
      .waitFor({ timeout: 240_000 })
    await page.reload()
    const steps = stepsShown(page, 'Comparing methods')
    await goOn(opened, 'The comparison of methods').click()
    await page.locator('tr[data-method=chance]').waitFor({ timeout: 400_000 })
    expect((await steps())[0]).toBeGreaterThan(0)
    const lines = await page.getByRole('region', { name: 'Methods' }).locator('tbody').allInnerTexts()
    await expect.poll(() => keeping(page)).toBe('saved')
    await page.reload()
    await page.locator('tr[data-method=chance]').waitFor()
    // The model in use is measured again, and its time is not of the comparison.
    expect(
      (await page.getByRole('region', { name: 'Methods' }).locator('tbody').allInnerTexts()).slice(1)
    ).toEqual(lines.slice(1))
    await close()
  }, 600_000)

  it('while a map is made: it is offered again, and once made it stays', async () => {
    const opened = await openAt('classes')
    const { page, action, close } = opened
    await page.locator('body').press('m')
    await action('classes.makeMap').click()
    await page.getByRole('progressbar').first().waitFor()
    await page.reload()
    await goOn(opened, 'The map').click()
    const canvas = page.locator('canvas')
    await canvas.waitFor({ timeout: 240_000 })
    await page.reload()
    await canvas.waitFor()
    await expect.poll(() => canvas.getAttribute('data-drawn')).not.toBeNull()
    expect(await interrupted(opened, 'The map').count()).toBe(0)
    await close()
  }, 400_000)

  it('while the rehearsal runs: under Describe it begins again by itself', async () => {
    const opened = await studio.open()
    const { page, context, close } = opened
    // Held up at its script, a rehearsal runs for as long as anybody wants to look.
    await context.route('**/assets/rehearsal-*.js', () => undefined)
    await opened.openSample()
    const rehearsing = page.getByRole('progressbar', { name: 'Rehearsing' })
    await rehearsing.waitFor()
    await expect.poll(() => keeping(page)).toBe('saved')
    await page.reload()
    await rehearsing.waitFor()
    expect(await page.getByTestId('expected').count()).toBe(0)
    expect(await interrupted(opened, 'The rehearsal').count()).toBe(0)
    await context.unrouteAll()
    await page.reload()
    await page.getByTestId('expected').waitFor({ timeout: 240_000 })
    await close()
  }, 300_000)
})
