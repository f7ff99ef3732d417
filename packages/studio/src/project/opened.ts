/** What opening has in common: the engine's facts go into the state, and the project is kept from now on. */
import { defined } from '@unseen/core/internal'
import { type Described, type StudioDocument, emptyDocument } from '../document/document.js'
import type { Kept } from '../document/history.js'
import type { ServerLink } from '../document/in-step.js'
import type { Json } from '../lib/json.js'
import { checkAddress } from '../page/address-actions.js'
import { fromHash } from '../page/address.js'
import { chooseColours } from '../page/colours.js'
import type { Studio } from '../page/studio.js'
import type { ProjectSource } from '../storage/project-record.js'
import type { Opened } from '../worker/facts.js'

export interface OpenedProject {
  readonly id: string
  readonly name: string
  readonly source: ProjectSource
  readonly revision?: number
  readonly document?: StudioDocument
  readonly steps?: Kept<StudioDocument>
  readonly colours?: readonly string[]
  readonly runs?: readonly Json[]
  readonly address?: string
  readonly server?: ServerLink
}

/**
 * Takes over what the engine has opened. Without a document, the unseen classes of the split are its first
 * descriptions.
 */
export function takeOpened(
  studio: Studio,
  opened: Opened,
  {
    id,
    name,
    source,
    revision = 0,
    document,
    steps,
    colours,
    runs = [],
    address: hash,
    server
  }: OpenedProject
): void {
  const { session, history, project, address, pages, sync, notices } = studio
  const seen = opened.classes.filter(each => each.seen).map(each => each.name)
  const mixtures = opened.classes.map(({ mixture }) => mixture)
  // First nothing is kept, so that half of a project is never saved over another.
  project.setState({ id: undefined, keeping: 'nothing' })
  session.opened(name, opened)
  const { added: before, dropped: left } = pages.recognise.getState()
  for (const { url } of [...before, ...left]) if (url !== undefined) URL.revokeObjectURL(url)
  const added = (opened.added ?? []).map(({ name: of, picture, kept }) => ({
    name: of,
    kept,
    bytes: picture?.size ?? 0,
    ...defined({ url: picture === undefined ? undefined : URL.createObjectURL(picture) })
  }))
  const { waiting = [], network } = opened
  pages.recognise.setState({
    added,
    dropped: waiting.map(photo => ({ ...photo, url: URL.createObjectURL(photo.blob), kept: true })),
    shownPhoto: undefined,
    first: undefined,
    later: false,
    own: added.length > 0,
    strip: [],
    answer: undefined,
    refused: undefined,
    backbone: network?.name,
    backboneKept: true,
    ...defined({ preset: network?.preset })
  })
  pages.classes.setState({
    region: [],
    maps: Object.fromEntries(
      (opened.maps ?? []).map(map => [map.of, { ...map, project: id, trainedAt: opened.model?.trainedAt }])
    )
  })
  const table = opened.data && { table: opened.data.table }
  history.reset(
    document !== undefined
      ? { ...document, ...table }
      : {
          ...emptyDocument,
          ...table,
          classes: opened.classes
            .filter(each => !each.seen)
            .map(({ name: unseen, values }): Described => ({
              name: unseen,
              values,
              how: 'attributes',
              versions: [{ number: 1, time: Date.now(), values }]
            }))
        },
    steps
  )
  sync.again()
  const first = history.store.getState().present.classes.at(0)?.name
  const where = hash === undefined ? undefined : fromHash(hash)
  if (where !== undefined && where.page !== 'start') address.go(where.page, where.params)
  else address.go('describe', first === undefined ? {} : { class: first })
  notices.clear()
  // What was measured is of another model.
  pages.evaluate.setState({ measured: undefined, at: undefined, problem: undefined, cell: undefined })
  project.setState({
    id,
    source,
    server,
    revision,
    runs,
    colours: chooseColours(seen, mixtures, colours),
    keeping: revision === 0 ? 'waiting' : 'saved'
  })
  checkAddress(studio)
}

/** A new id; random, since two browsers may exchange projects, and short, since addresses have it. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(2)), each => each.toString(36)).join('')

/** Puts data and model into the browser's database; the page goes on meanwhile. */
export async function keepFiles(studio: Studio, id: string, source: ProjectSource): Promise<void> {
  try {
    await studio.engine.project.keep(id, source)
  } catch {
    studio.project.setState({ keeping: 'impossible' })
  }
}
