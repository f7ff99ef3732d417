/** Taking it away: everything that leaves the page, from one dialog; and classes that come by a link. */
import { defined } from '@unseen/core/internal'
import { type Described, withDescribed } from '../document/document.js'
import { type Action, isEnabled } from '../page/action.js'
import { checkName } from '../page/described-now.js'
import { runJob } from '../page/run-job.js'
import { saveAs } from '../page/save-as.js'
import type { Studio } from '../page/studio.js'
import { contentOf, openSample } from '../project/actions.js'
import { chooseTable } from '../train/table-actions.js'
import { fromLink } from './description-link.js'
import { TABLE, inTable } from './recipe-text.js'
import type { Recipe } from './recipe.js'

const isReady = ({ session }: Studio): boolean => session.store.getState().model !== undefined
const hasRows = ({ session }: Studio): boolean =>
  session.store.getState().model !== undefined && (session.store.getState().data?.rows ?? 0) > 0
const nameOf = ({ session }: Studio): string => session.store.getState().name
const biasOf = ({ history }: Studio): number | undefined => history.store.getState().present.bias

export const showTakeAway: Action = {
  name: 'take.show',
  label: 'Share or export',
  shortcut: 't',
  enabled: isReady,
  perform: ({ overlay }) => overlay.show('take-away')
}

export const saveOnnx: Action = {
  name: 'take.onnx',
  label: 'Save the model as an ONNX graph',
  enabled: isReady,
  async perform(studio) {
    saveAs(
      await studio.engine.takeAway.onnx({ bias: biasOf(studio), version: studio.version }),
      `${nameOf(studio)}.onnx`
    )
  }
}

/** The HTML report of Evaluate, measured anew: descriptions may have changed since. */
export const saveEvaluation: Action = {
  name: 'take.report',
  label: 'Save the evaluation as an HTML report',
  enabled: studio => hasRows(studio) && studio.jobs.running('evaluate').length === 0,
  async perform(studio) {
    const report = await reportNow(studio)
    if (report !== undefined) saveAs(report, `${nameOf(studio)} evaluation.html`)
  }
}

/** Measured and written; what was measured is kept by the engine until a description changes. */
async function reportNow(studio: Studio): Promise<Blob | undefined> {
  const { engine, history, pages } = studio
  const measured = await runJob(studio, { kind: 'evaluate', label: 'Evaluating' }, (id, tell) =>
    engine.evaluate.measure(id, tell)
  )
  if (measured === undefined) return undefined
  const { bias, margin } = history.store.getState().present
  pages.evaluate.setState({ measured, at: await engine.evaluate.at({ bias, margin }) })
  const { reportOf } = await import('../evaluate/report.js')
  return new Blob([await reportOf(studio)], { type: 'text/html' })
}

export interface TakenSizes {
  readonly model?: number
  readonly onnx?: number
  /** at most */
  readonly project?: number
  readonly report?: number
}

/** In bytes, as they become known: what takes longest comes last. What cannot be had has no size. */
export async function tellSizes(studio: Studio, tell: (sizes: TakenSizes) => void): Promise<void> {
  tell(await studio.engine.takeAway.sizes({ bias: biasOf(studio), version: studio.version }))
  tell({ project: await studio.engine.project.size(contentOf(studio)) })
  if (!isEnabled(saveEvaluation, studio, undefined)) return
  const report = await reportNow(studio)
  if (report !== undefined) tell({ report: report.size })
}

/** The classes that are too long for a command line. */
export const saveTable: Action<Recipe> = {
  name: 'take.table',
  label: `Save ${TABLE}`,
  async perform({ engine }, recipe) {
    saveAs(await engine.takeAway.table(inTable(recipe), recipe.attributes), TABLE)
  }
}

export const copyText: Action<{ readonly text: string; readonly what: string }> = {
  name: 'take.copy',
  label: 'Copy',
  async perform({ notices }, { text, what }) {
    await navigator.clipboard.writeText(text).catch((cause: unknown) => {
      throw Object.assign(new Error('The browser does not let this page copy.', { cause }), {
        remedy: 'Select the text and press Ctrl C.'
      })
    })
    notices.announce(`${what} copied.`)
  }
}

/**
 * What an address carries after "#describe=": refused as a whole, or kept until something is open that it
 * fits.
 */
export const receiveLink: Action<string> = {
  name: 'take.receive',
  label: 'Take a class from a link',
  async perform(studio, part) {
    const description = await fromLink(part)
    studio.offer.setState({ description, setAsideIn: undefined })
    // In a browser that never was here the sample is opened, which everybody has.
    if (
      description.sample === true &&
      studio.session.store.getState().status === 'none' &&
      studio.jobs.running('open').length === 0
    )
      await openSample.perform(studio)
  }
}

export const addOffered: Action<string> = {
  name: 'take.add',
  label: 'Add the class',
  enabled: studio => isReady(studio) && studio.offer.getState().description !== undefined,
  async perform(studio, given) {
    const { description } = studio.offer.getState()
    if (description === undefined) return
    const { data } = studio.session.store.getState()
    const { table } = description
    if (
      table !== undefined &&
      table !== data?.table &&
      data?.tables.some(each => each.name === table) === true
    )
      await chooseTable.perform(studio, table)
    const values = await studio.engine.takeAway.fitting(description)
    const name = given.trim()
    await checkName(studio, name)
    const { sentence, attributes } = description
    const how = sentence !== undefined ? 'sentence' : attributes !== undefined ? 'attributes' : 'vector'
    const described: Described = {
      name,
      values,
      how,
      ...defined({ sentence }),
      versions: [{ number: 1, time: Date.now(), values }]
    }
    studio.history.change(`Add ${name} from a link`, document => withDescribed(document, described))
    studio.offer.setState({ description: undefined })
    studio.address.go('describe', { class: name, versions: undefined })
    studio.notices.undoable(`Class “${name}” added from the link`)
  }
}

/** Declined, or set aside where it does not fit what is open. */
export const declineOffered: Action<'decline' | 'set aside'> = {
  name: 'take.decline',
  label: 'Not now',
  perform: ({ offer, project }, how) =>
    offer.setState(how === 'decline' ? { description: undefined } : { setAsideIn: project.getState().id })
}

/** A name that is still free: 'goat', 'goat 2'. */
export function freeName({ session, history }: Studio, name: string): string {
  const taken = new Set(
    [...session.store.getState().classes, ...history.store.getState().present.classes].map(each => each.name)
  )
  for (let number = 1; ; number++) {
    const tried = number === 1 ? name : `${name} ${number}`
    if (!taken.has(tried)) return tried
  }
}

export const takeAwayActions: readonly Action[] = [showTakeAway, saveOnnx, saveEvaluation]
