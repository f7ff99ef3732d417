/** What the start page needs when it is shown; and what a local server was asked to open. */
import type { Action } from '../page/action.js'
import { openFiles } from '../page/file-actions.js'
import { listRecent } from '../project/actions.js'
import type { NamedBlob } from '../worker/files.js'
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
