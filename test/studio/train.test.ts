// Flow 6: train and tune on the production build: the form, results as they stream in, stopping with the best
// so far, runs that stay.
import { tune } from '@unseen/core'
import { takeSplit } from '@unseen/data'
import { openDataset } from 'unseen'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repository } from '../helpers/repository.js'
import { startBrowser, type OpenStudio } from '../helpers/studio.js'

const pictures = process.env['UNSEEN_PICTURES']

describe('Train', () => {
  let studio: Awaited<ReturnType<typeof startBrowser>>
  beforeAll(async () => {
    studio = await startBrowser()
  })
  afterAll(() => studio.close())

  const openTrain = (options = {}): Promise<OpenStudio> => studio.openSample({ ...options, place: 'train' })

  it('finds what Node finds, keeps the run over a reload, and takes its model into use', async () => {
    const { page, action, go, close } = await openTrain()
    await action('train.start').click()
    await page.locator('[data-run="1"][data-status=done]').waitFor({ timeout: 200_000 })
    const { train } = await takeSplit(await openDataset(join(repository, 'data/cifar10-sample')), {
      split: 'automobile-deer',
      table: 'attributes'
    })
    const { best } = await tune(train, {
      family: 'class-weights',
      grid: { gamma: [0.01, 0.1, 1], ridge: [1, 3, 10], compare: ['cosine'] },
      retrain: false
    })
    expect(Number(await page.getByTestId('best').getAttribute('data-accuracy'))).toBe(best?.accuracy)
    await action('train.use').click()
    await page.getByText('in use').first().waitFor()
    if (pictures !== undefined) await page.screenshot({ path: join(pictures, 'train-done.png') })
    await page.reload()
    await page.locator('[data-run="1"][data-status=done]').waitFor()

    // Another table of signatures: trained anew, said which; sentences describe then, and undo leads back.
    await page.getByLabel('Signatures').selectOption('sentences')
    await page.locator('[data-run="1"]').getByText('on attributes').waitFor()
    await go('describe')
    await page.getByRole('button', { name: 'Use the sentence of horse' }).click()
    await page
      .getByRole('button', { name: 'Use the sentence of horse', exact: true, pressed: true })
      .waitFor()
    await page.keyboard.press('Control+z')
    await page
      .getByRole('button', { name: 'Use the sentence of horse', exact: true, pressed: false })
      .waitFor()
    await page.keyboard.press('Control+z')
    await go('train')
    await page.locator('[data-run="1"]').getByText('on attributes').waitFor({ state: 'detached' })
    expect(await page.getByLabel('Signatures').inputValue()).toBe('attributes')
    await close()
  }, 400_000)

  it('goes on while one is elsewhere, stops with the best so far, and compares two runs', async () => {
    const { page, action, go, close } = await openTrain()
    await page.getByRole('radio', { name: /Just one/ }).check()
    await action('train.start').click()
    await page.locator('[data-run="1"][data-status=done]').waitFor({ timeout: 200_000 })
    await page.getByRole('radio', { name: /The paper's SSE/ }).check()
    await page.getByRole('radio', { name: /As in the paper/ }).check()
    await action('train.start').click()
    await page.locator('[data-run="2"][data-status=running]').waitFor()
    await go('recognise')
    await go('train')
    await page.getByText('Best so far').waitFor({ timeout: 300_000 })
    if (pictures !== undefined) await page.screenshot({ path: join(pictures, 'train-running.png') })
    await action('train.stop').click()
    await page.locator('[data-run="2"][data-status=stopped]').waitFor({ timeout: 240_000 })
    await page.getByTestId('best').waitFor()
    await page.getByRole('checkbox', { name: 'Compare run 1' }).check()
    await page.getByRole('checkbox', { name: 'Compare run 2' }).check()
    await action('train.compare').first().click()
    await page.getByRole('region', { name: 'Runs compared' }).getByText('settings tried').waitFor()
    await close()
  }, 600_000)

  it('draws objective and gap while the best setting learns', async () => {
    const { page, action, close } = await openTrain()
    await page.getByRole('radio', { name: /The paper's SSE/ }).check()
    await page.getByRole('radio', { name: /Just one/ }).check()
    // In the page, since a training may be over before one could ask twice.
    const lengths = page.evaluate(
      () =>
        new Promise<number[]>(resolve => {
          const seen: number[] = []
          new MutationObserver(() => {
            const status = document.querySelector('[data-run="1"]')?.getAttribute('data-status')
            const drawn = Number(
              /after (\d+) measurements/.exec(
                document.querySelector('[aria-label^="The objective is"]')?.getAttribute('aria-label') ?? ''
              )?.[1] ?? 0
            )
            if (status === 'running' && drawn > 0 && seen.at(-1) !== drawn) seen.push(drawn)
            if (status === 'done') resolve(seen)
          }).observe(document.body, { childList: true, subtree: true, attributes: true })
        })
    )
    await action('train.start').click()
    const drawn = await lengths
    expect(drawn.length).toBeGreaterThan(1)
    expect(drawn).toEqual([...drawn].sort((a, b) => a - b))
    await close()
  }, 300_000)

  it.each([
    [1440, 900],
    [390, 844]
  ])(
    'is accessible in both themes and fits at %i pixels',
    async (width, height) => {
      const { page, action, axe, setTheme, close } = await openTrain({ width, height })
      await page.getByRole('button', { name: /More options/ }).click()
      await action('train.start').click()
      await page.locator('[data-run="1"][data-status=done]').waitFor({ timeout: 200_000 })
      for (const theme of ['light', 'dark'] as const) {
        await setTheme(theme)
        if (pictures !== undefined)
          await page.screenshot({ path: join(pictures, `train-${width}-${theme}.png`) })
        expect(await axe()).toEqual([])
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await close()
    },
    300_000
  )
})
