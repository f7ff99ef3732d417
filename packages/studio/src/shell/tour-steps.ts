/**
 * Four steps that a person does: look, say, take apart, your photo. Each waits for the act, or does it when asked to.
 * All of it happens in a sample of its own, which is as it came when the tour ends.
 */
import { setAttribute } from '../describe/actions.js'
import { perform } from '../page/action.js'
import type { Action } from '../page/action.js'
import { goToImage } from '../page/address-actions.js'
import { describedNow } from '../page/described-now.js'
import { attributesOf } from '../page/session.js'
import type { Studio } from '../page/studio.js'
import { openSample } from '../project/actions.js'
import { nextImage } from '../recognise/actions.js'

export interface TourStep {
  readonly title: string
  readonly text: (studio: Studio) => string
  /** what it waits for */
  readonly waits: string
  /** lit: where to act, and where to watch */
  readonly lit: readonly string[]
  /** what changes when it is done */
  readonly watch: (studio: Studio) => unknown
  readonly doIt: (studio: Studio) => void | Promise<void>
}

/** Of the described class, what it has most of. */
function strongest(studio: Studio): { readonly index: number; readonly name: string } {
  const values = describedNow(studio)?.values ?? []
  const index = values.reduce((best, value, at) => (value > values[best] ? at : best), 0)
  return { index, name: attributesOf(studio.session.store.getState())?.[index]?.name ?? 'the first' }
}

export const tourSteps: readonly TourStep[] = [
  {
    title: 'It found these, and never saw a photo of one.',
    text: () =>
      'A description is all it knows. Let all ten classes compete, at the top right of the photos, and see what stays.',
    waits: 'Waiting for you to press All 10',
    lit: ['[aria-label="Photos it finds"]'],
    watch: ({ pages }) => pages.describe.getState().among,
    doIt: ({ pages }) => pages.describe.setState({ among: 'all' })
  },
  {
    title: 'One description is all it knows.',
    text: studio => {
      const name = strongest(studio).name
      return `Take out “${name}”: move its slider to 0 and watch the photos. Put it back with undo.`
    },
    waits: 'Waiting for you to change the description',
    lit: ['[aria-label="Description"]', '[aria-label="Photos it finds"]'],
    watch: studio => describedNow(studio)?.values,
    async doIt(studio) {
      studio.pages.describe.setState({ tab: 'attributes' })
      await perform(studio, setAttribute, { index: strongest(studio).index, value: 0 })
    }
  },
  {
    title: 'Every answer can be taken apart.',
    text: () => 'Press one of the photos: it says what it is, how sure it is, and why.',
    waits: 'Waiting for you to press a photo',
    lit: ['[aria-label="Photos it finds"]', 'main'],
    watch: ({ address }) => address.store.getState().page,
    doIt: studio =>
      perform(studio, goToImage, studio.pages.describe.getState().claims?.surest.at(0)?.row ?? 0)
  },
  {
    title: 'Now a photo of yours.',
    text: () => 'Drop one anywhere, or paste it. It stays on this computer. Or look at the next photo here.',
    waits: 'Waiting for a photo',
    lit: ['main'],
    watch: ({ pages, address }) => {
      const { added, dropped } = pages.recognise.getState()
      return `${added.length} ${dropped.length} ${address.store.getState().params['image'] ?? ''}`
    },
    doIt: studio => perform(studio, nextImage, undefined)
  }
]

export const startTour: Action = {
  name: 'tour.start',
  label: 'Take the tour: one minute',
  enabled: ({ tour }) => tour.getState().step === undefined,
  async perform(studio) {
    const { tour, overlay, history, pages, address } = studio
    overlay.close()
    await openSample.perform(studio)
    if (studio.session.store.getState().status !== 'ready') return
    const { present, past, future } = history.store.getState()
    pages.describe.setState({ among: 'unseen', tab: 'attributes' })
    if (address.store.getState().page !== 'describe') address.go('describe')
    tour.setState({ step: 0, done: false, before: { present, past, future } })
  }
}

export const goToStep: Action<number> = {
  name: 'tour.step',
  label: 'Another step of the tour',
  async perform(studio, step) {
    if (step >= tourSteps.length) return endTour.perform(studio)
    if (step < 3 && studio.address.store.getState().page !== 'describe') studio.address.go('describe')
    if (step === 3 && studio.address.store.getState().page !== 'recognise') studio.address.go('recognise')
    studio.tour.setState({ step, done: false })
  }
}

/** All that was tried is undone. */
export const endTour: Action = {
  name: 'tour.end',
  label: 'End the tour',
  enabled: ({ tour, overlay }) =>
    tour.getState().step !== undefined && overlay.store.getState().open === undefined,
  perform({ tour, history, notices }) {
    const { before } = tour.getState()
    tour.setState({ step: undefined, done: false, before: undefined })
    if (before !== undefined && history.store.getState().present !== before.present)
      history.reset(before.present, { past: before.past, future: before.future })
    notices.announce('The tour has ended.')
  }
}

export const tourActions: readonly Action[] = [startTour, endTour]
