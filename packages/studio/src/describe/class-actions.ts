/** Described classes as such: new ones, other names, going to one, forgetting one. */
import { type Described, withDescribed, withoutDescribed } from '../document/document.js'
import { plural } from '../lib/say.js'
import type { Action } from '../page/action.js'
import { checkName } from '../page/described-now.js'
import { describedNow } from '../page/described-now.js'
import { classFactsOf } from '../page/session.js'
import type { Studio } from '../page/studio.js'

const hasModel = ({ session }: Studio): boolean => session.store.getState().model !== undefined
const hasClass = (studio: Studio): boolean => describedNow(studio) !== undefined

export const showRename: Action = {
  name: 'describe.showRename',
  label: 'Rename the class',
  page: 'describe',
  enabled: hasClass,
  perform: ({ pages }) => pages.describe.setState({ naming: 'rename' })
}

export const stopNaming: Action = {
  name: 'describe.stopNaming',
  label: 'Cancel',
  hidden: true,
  perform: ({ pages }) => pages.describe.setState({ naming: undefined })
}

/** With nothing said of it yet, or as a copy of a class one knows. */
export const newClass: Action<{ readonly name: string; readonly from?: string | undefined }> = {
  name: 'describe.create',
  label: 'Describe it',
  async perform(studio, { name: given, from }) {
    const name = given.trim()
    await checkName(studio, name)
    const state = studio.session.store.getState()
    const values = classFactsOf(state, from)?.values ?? new Array<number>(state.model?.length ?? 0).fill(0)
    const described: Described = {
      name,
      values,
      how: 'attributes',
      versions: from === undefined ? [] : [{ number: 1, time: Date.now(), values }]
    }
    studio.history.change(`Describe ${name}`, document => withDescribed(document, described))
    studio.pages.describe.setState({ naming: undefined })
    studio.address.set({ class: name, versions: undefined })
  }
}

/** Goes to a class by its name, wherever one is, and makes it where there is none yet. */
export const describeNamed: Action<string> = {
  name: 'describe.named',
  label: 'Describe a class by its name',
  enabled: hasModel,
  async perform(studio, given) {
    const name = given.trim()
    studio.overlay.close()
    studio.address.go('describe')
    if (studio.history.store.getState().present.classes.some(each => each.name === name))
      studio.address.set({ class: name, versions: undefined })
    else await newClass.perform(studio, { name })
  }
}

export const renameClass: Action<string> = {
  name: 'describe.rename',
  label: 'Rename',
  async perform(studio, given) {
    const name = given.trim()
    const described = describedNow(studio)
    if (described === undefined) return
    if (name !== described.name) await checkName(studio, name)
    studio.history.change(`Rename ${described.name} to ${name}`, document =>
      name === described.name
        ? document
        : {
            ...document,
            classes: document.classes.map(each => (each.name === described.name ? { ...each, name } : each))
          }
    )
    studio.pages.describe.setState({ naming: undefined })
    studio.address.set({ class: name })
  }
}

export const forgetClass: Action = {
  name: 'describe.forget',
  label: studio => `Forget ${describedNow(studio)?.name ?? 'the class'}`,
  page: 'describe',
  enabled: hasClass,
  perform(studio) {
    const described = describedNow(studio)
    if (described === undefined) return
    const { name, versions } = described
    studio.history.change(`Forget ${name}`, document => withoutDescribed(document, name))
    studio.address.set({ versions: undefined })
    studio.notices.undoable(
      `Class “${name}” removed${versions.length === 0 ? '' : `, with ${plural(versions.length, 'version')}`}`
    )
  }
}

/** Another described class. */
export const goToDescribed: Action<string> = {
  name: 'describe.go',
  label: 'Go to a described class',
  perform: ({ address }, name) => address.set({ class: name, versions: undefined })
}
