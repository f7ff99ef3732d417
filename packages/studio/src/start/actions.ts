/** What the start page needs when it is shown; and what a local server was asked to open. */
import type { Action } from '../page/action.js'
import { describeNamed } from '../describe/class-actions.js'
import { setAttribute } from '../describe/actions.js'
import { list } from '../lib/say.js'
import { openFiles, recogniseImages } from '../page/file-actions.js'
import { attributesOf } from '../page/session.js'
import type { Studio } from '../page/studio.js'
import { listRecent, openSample } from '../project/actions.js'
import type { NamedBlob } from '../worker/files.js'
import { nameOf, namedAttributes } from './look-for.js'
import type { Headline } from './state.js'

export const loadStart: Action = {
  name: 'start.load',
  label: 'Load the start page',
  hidden: true,
  async perform(studio) {
    const { pages, sampleFolder } = studio
    await listRecent.perform(studio)
    if (pages.start.getState().headline !== undefined) return
    // The strip is an ornament: without it the cards are there all the same.
    const headline = await fetch(new URL('headline.json', sampleFolder)).then(
      answer => answer.json() as Promise<Headline>,
      () => undefined
    )
    pages.start.setState({ headline })
  }
}

/** Opens the sample, describes what the sentence says, and goes on to the photos, where there are any. */
export const findIt: Action = {
  name: 'start.find',
  label: 'Find it',
  hidden: true,
  enabled: ({ pages, jobs }) => {
    const { sentence, photos } = pages.start.getState()
    return (sentence.trim() !== '' || photos.length > 0) && jobs.running('open').length === 0
  },
  async perform(studio) {
    const { pages, session, notices } = studio
    const { sentence, photos } = pages.start.getState()
    await openSample.perform(studio, undefined)
    const attributes = attributesOf(session.store.getState())
    if (session.store.getState().model === undefined) return
    pages.start.setState({ sentence: '', photos: [] })
    if (sentence.trim() !== '') {
      const named = namedAttributes(sentence, attributes ?? [])
      await describeNamed.perform(studio, freeName(studio, nameOf(sentence)))
      for (const index of named)
        await setAttribute.perform(studio, { index, value: attributes?.[index].maximum ?? 1 })
      notices.announce(
        named.length === 0
          ? 'No attribute of the sample is in that sentence: say more, or move the sliders.'
          : `Found in the sentence: ${list(named.map(at => attributes?.[at].name ?? ''))}.`
      )
    }
    if (photos.length > 0) await recogniseImages.perform(studio, photos)
  }
}

/** Two sentences about the same thing are two classes. */
function freeName({ session }: Studio, wanted: string): string {
  const taken = new Set(session.store.getState().classes.map(({ name }) => name))
  let [name, number] = [wanted, 2]
  while (taken.has(name)) name = `${wanted} ${number++}`
  return name
}

export const forgetPhotos: Action = {
  name: 'start.forgetPhotos',
  label: 'Take the photos away',
  hidden: true,
  perform({ pages }) {
    for (const { url } of pages.start.getState().photos) URL.revokeObjectURL(url)
    pages.start.setState({ photos: [] })
  }
}

/** `unseen studio DATA` serves the files beside the page and names them in local/files.json. */
export const openLocal: Action = {
  name: 'start.local',
  label: 'Open what the local server offers',
  hidden: true,
  async perform(studio) {
    studio.address.set({ open: undefined })
    const folder = new URL('../local/', studio.sampleFolder)
    const names = await fetch(new URL('files.json', folder)).then(
      answer => answer.json() as Promise<readonly string[]>
    )
    const files = await Promise.all(
      names.map(async (name): Promise<NamedBlob> => {
        const answer = await fetch(new URL(name.split('/').map(encodeURIComponent).join('/'), folder))
        if (!answer.ok) throw new Error(`The local server does not give ${name}.`)
        return { name, blob: await answer.blob() }
      })
    )
    await openFiles.perform(studio, files)
  }
}
