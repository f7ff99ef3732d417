// What the tests of the page Recognise share: the model of the sample in Node, and the page on one of its images.
import { join } from 'node:path'
import { fit, type Model } from '@unseen/core'
import { takeSplit } from '@unseen/data'
import { openDataset, type OpenDataset } from 'unseen'
import { repository } from './repository.js'
import type { OpenStudio, startBrowser } from './studio.js'

export const sample = join(repository, 'data/cifar10-sample')
export const ranking = '[data-testid=ranking] > li'
/** Where pictures of the page go, for whoever wants to look at them. */
export const pictures = process.env['UNSEEN_PICTURES']

/** The sample, and the model that Studio trains on it. */
export async function sampleModel(): Promise<{ dataset: OpenDataset; model: Model }> {
  const dataset = await openDataset(sample)
  const { train } = await takeSplit(dataset, { split: 'automobile-deer', table: 'attributes' })
  return { dataset, model: await fit(train, { weights: 'class', gamma: 0.1, ridge: 10, compare: 'cosine' }) }
}

/** What the page shows of the ranking, whole numbers of bits included. */
export const shown = (page: OpenStudio['page']) =>
  page.locator(ranking).evaluateAll(rows =>
    rows.map(row => ({
      class: row.getAttribute('data-class'),
      score: Number(row.getAttribute('data-score'))
    }))
  )

/** The page on one image, the candidates chosen; `open` says whether on a page of its own. */
export async function openAt(
  open: Awaited<ReturnType<typeof startBrowser>>['openSample'],
  row: number,
  among: 'Only described' | 'All 10',
  options = {}
): Promise<OpenStudio> {
  const opened = await open({ ...options, place: 'recognise' })
  await opened.page.evaluate(image => {
    location.hash = `#/recognise?image=${image}`
  }, row + 1)
  await opened.page.getByRole('button', { name: among }).click()
  await opened.page.getByText(`Photo ${(row + 1).toLocaleString('en-GB')}`, { exact: true }).waitFor()
  return opened
}

/** Unfolds the numbers behind the answer. */
export const showNumbers = async (page: OpenStudio['page']): Promise<void> => {
  const fold = page.getByRole('button', { name: /^The numbers behind it/ })
  if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click()
}
