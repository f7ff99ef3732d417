/** Describing: what a person does to a description, each undone by one step. */
import {
  type Described,
  type StudioDocument,
  findDescribed,
  takeValues,
  withDescribed,
  withVersion
} from '../document/document.js'
import { mixedValues } from '../document/tables.js'
import { type Side, baselineOf, isDraft, saysSomething, sidesOf } from '../document/versions.js'
import { scaleOf, tidy } from '../lib/attribute-scale.js'
import { plural } from '../lib/say.js'
import type { Action } from '../page/action.js'
import { describedNow } from '../page/described-now.js'
import { attributesOf, classFactsOf } from '../page/session.js'
import type { Studio } from '../page/studio.js'
import { rehearseAgain } from '../rehearse/actions.js'
import { showNewClass } from '../page/address-actions.js'
import { forgetClass, showRename } from './class-actions.js'
import type { SentenceOfClass } from './facts.js'

const hasClass = (studio: Studio): boolean => describedNow(studio) !== undefined

/** One step on the class that is described now. */
function edit(
  studio: Studio,
  label: string,
  change: (described: Described) => Described,
  drag?: string
): void {
  const name = describedNow(studio)?.name
  if (name === undefined) return
  const next = (document: StudioDocument): StudioDocument => {
    const described = findDescribed(document, name)
    const changed = described && change(described)
    return changed === undefined || changed === described ? document : withDescribed(document, changed)
  }
  studio.history.change(label, next, drag === undefined ? {} : { drag: `${name} ${drag}` })
}

export interface AttributeValue {
  readonly index: number
  readonly value: number
  /** part of a drag, which is one step */
  readonly drag?: boolean
}

export const setAttribute: Action<AttributeValue> = {
  name: 'describe.set',
  label: 'Set an attribute',
  enabled: hasClass,
  perform(studio, { index, value, drag = false }) {
    const attribute = attributesOf(studio.session.store.getState())?.[index]
    const to = attribute === undefined ? String(value) : scaleOf(attribute).shown(value)
    studio.pages.describe.setState({ row: index })
    edit(
      studio,
      `Set ${attribute?.name ?? `entry ${index + 1}`} to ${to}`,
      described => withValue(described, index, tidy(value)),
      drag ? `attribute ${index}` : undefined
    )
  }
}

/** Leads to the slider of an attribute; its value stays the person's. */
export const showAttribute: Action<number> = {
  name: 'describe.showAttribute',
  label: 'Show an attribute',
  perform({ pages, session }, index) {
    pages.describe.setState({ tab: 'attributes', find: '', changedOnly: false, row: index })
    const name = attributesOf(session.store.getState())?.[index]?.name
    // The tab may have to come first.
    setTimeout(() => {
      const row = [...document.querySelectorAll<HTMLElement>('[data-attribute]')].find(
        each => each.dataset['attribute'] === name
      )
      row?.scrollIntoView({ block: 'center' })
      row?.querySelector('input')?.focus()
    })
  }
}

function withValue(described: Described, index: number, value: number): Described {
  if (described.values[index] === value) return described
  return takeValues(
    described,
    described.values.map((each, at) => (at === index ? value : each)),
    'attributes'
  )
}

export const endDrag: Action = {
  name: 'describe.end',
  label: 'Let go',
  hidden: true,
  perform: ({ history }) => history.settle()
}

/** Back to the version before: one attribute. */
export const resetAttribute: Action<number> = {
  name: 'describe.resetRow',
  label: 'Reset the row',
  perform(studio, index) {
    const described = describedNow(studio)
    const before = described && baselineOf(described)
    const name = attributesOf(studio.session.store.getState())?.[index]?.name ?? `entry ${index + 1}`
    if (before !== undefined)
      edit(studio, `Reset ${name}`, now => withValue(now, index, before.values[index]))
  }
}

export const resetRow: Action = {
  name: 'describe.reset',
  label: 'Reset the row in hand',
  shortcut: 'r',
  page: 'describe',
  enabled: studio => hasClass(studio) && studio.pages.describe.getState().row !== undefined,
  perform: studio => resetAttribute.perform(studio, studio.pages.describe.getState().row ?? 0)
}

export const saveVersion: Action = {
  name: 'describe.save',
  label: 'Save version',
  page: 'describe',
  enabled: studio => {
    const described = describedNow(studio)
    return described !== undefined && isDraft(described) && saysSomething(described.values)
  },
  perform(studio) {
    const number = (describedNow(studio)?.versions.at(-1)?.number ?? 0) + 1
    edit(studio, `Save version ${number}`, described => withVersion(described, Date.now()))
    studio.address.set({ versions: undefined })
    studio.notices.announce(`Version ${number} saved.`)
  }
}

/** The draft becomes what a side of the comparison is. */
export const backTo: Action<{
  readonly side: Side
  readonly values: readonly number[]
  readonly label: string
}> = {
  name: 'describe.back',
  label: 'Back to a version',
  perform: (studio, { values, label }) =>
    edit(studio, label, described => takeValues(described, values, 'attributes'))
}

/** Begins with a copy of a class one knows. */
export const beginWith: Action<string> = {
  name: 'describe.copy',
  label: 'Begin with a copy',
  enabled: hasClass,
  perform(studio, name) {
    const values = classFactsOf(studio.session.store.getState(), name)?.values
    if (values !== undefined)
      edit(studio, `Begin with a copy of ${name}`, described => takeValues(described, values, 'attributes'))
  }
}

/**
 * Shares of seen classes, by hand; their signatures are mixed in the same shares, in the units of the table.
 */
export const mixByHand: Action<{
  readonly shares: Readonly<Record<string, number>>
  readonly changed: string
}> = {
  name: 'describe.mix',
  label: 'Mix known classes',
  perform(studio, { shares, changed }) {
    const { classes, model } = studio.session.store.getState()
    edit(
      studio,
      `Mix ${Math.round(100 * (shares[changed] ?? 0))} per cent of ${changed}`,
      described => ({
        ...takeValues(described, mixedValues(shares, classes, model?.length ?? 0), 'mixture'),
        mixture: shares
      }),
      `mix ${changed}`
    )
  }
}

/**
 * Shares that sum to 1: where one changes, the others keep their proportions to each other; where they are
 * all 0, they share alike.
 */
export function withShare(
  shares: Readonly<Record<string, number>>,
  name: string,
  share: number
): Readonly<Record<string, number>> {
  const others = Object.keys(shares).filter(each => each !== name)
  const left = others.reduce((sum, each) => sum + Math.max(0, shares[each]), 0)
  const scaled = (each: string): number =>
    left > 0 ? (Math.max(0, shares[each]) / left) * (1 - share) : (1 - share) / others.length
  return Object.fromEntries(Object.keys(shares).map(each => [each, each === name ? share : scaled(each)]))
}

export const takeVector: Action<string> = {
  name: 'describe.vector',
  label: 'Use these numbers',
  async perform(studio, text) {
    const values = await studio.engine.describe.vector(text)
    edit(studio, `Paste ${plural(values.length, 'number')}`, described =>
      takeValues(described, values, 'vector')
    )
  }
}

/** The sentence of a class of the table, with the signature that its encoder made. */
export const takeSentence: Action<SentenceOfClass> = {
  name: 'describe.sentence',
  label: 'Use this sentence',
  perform: (studio, { sentence, values, class: name }) =>
    edit(studio, `Use the sentence of ${name}`, described => ({
      ...takeValues(described, values, 'sentence'),
      sentence
    }))
}

/** A sentence of one's own, which the server that is worked against reads with the encoder of the model. */
export const saySentence: Action<string> = {
  name: 'describe.say',
  label: 'Let the server read it',
  enabled: studio => hasClass(studio) && serverReads(studio),
  async perform(studio, sentence) {
    const name = describedNow(studio)?.name
    if (name === undefined) return
    await studio.server.describeBy(name, sentence, values =>
      studio.history.change(`Describe ${name} by a sentence`, document => {
        const described = findDescribed(document, name)
        return described === undefined
          ? document
          : withDescribed(document, { ...takeValues(described, values, 'sentence'), sentence })
      })
    )
  }
}

/** Whether the server has a model whose signatures an encoder made. */
export const serverReads = ({ project, session }: Studio): boolean =>
  project.getState().server !== undefined &&
  session.store.getState().model?.notes.includes('encoder') === true

/** Shown as it was, for as long as the key is held. */
export const holdBefore: Action = {
  name: 'describe.before',
  label: 'Hold: see the version before',
  shortcut: 'b',
  page: 'describe',
  hidden: true,
  enabled: hasClass,
  perform: ({ pages }) => pages.describe.setState({ holding: true })
}

export const compareSides: Action<readonly [Side, Side]> = {
  name: 'describe.compare',
  label: 'Compare',
  perform: ({ address }, sides) => address.set({ versions: sides.join(',') })
}

export const swapSides: Action = {
  name: 'describe.swap',
  label: 'Swap before and after',
  page: 'describe',
  enabled: hasClass,
  perform(studio) {
    const described = describedNow(studio)
    if (described === undefined) return
    const [first, second] = sidesOf(described, studio.address.store.getState().params['versions'])
    studio.address.set({ versions: `${second},${first}` })
  }
}

export const describeActions: readonly Action[] = [
  showNewClass,
  showRename,
  saveVersion,
  resetRow,
  holdBefore,
  swapSides,
  forgetClass,
  rehearseAgain
]
