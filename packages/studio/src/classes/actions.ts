/** What one can do on the page Classes. */
import { findDescribed, takeValues, withDescribed } from '../document/document.js'
import { scaleOf, tidy } from '../lib/attribute-scale.js'
import { problemOf } from '../lib/problem.js'
import { count, plural } from '../lib/say.js'
import type { Action } from '../page/action.js'
import { keptProject } from '../page/project.js'
import { runJob } from '../page/run-job.js'
import { attributesOf } from '../page/session.js'
import type { Studio } from '../page/studio.js'
import type { MapOf } from './map-facts.js'

export const selectClass: Action<string> = {
  name: 'classes.select',
  label: 'Select a class',
  perform: ({ address }, name) => address.set({ class: name, against: undefined })
}

/** The class that the selected one is held against. */
export const selectAgainst: Action<string> = {
  name: 'classes.against',
  label: 'Hold against a class',
  perform: ({ address }, name) => address.set({ against: name })
}

export const showNumbers: Action = {
  name: 'classes.numbers',
  label: 'Write all numbers into the heat maps',
  page: 'classes',
  perform: ({ pages }) => pages.classes.setState(({ numbers }) => ({ numbers: !numbers }))
}

export const chooseOrder: Action<'likeness' | 'file'> = {
  name: 'classes.order',
  label: 'Order the classes',
  perform: ({ pages }, order) => pages.classes.setState({ order })
}

export interface ValueInTable {
  readonly class: string
  readonly index: number
  readonly value: number
}

/** A value of the table, of a described class: one step that can be undone. */
export const setValue: Action<ValueInTable> = {
  name: 'classes.set',
  label: 'Set a value of the table',
  enabled: ({ history }, { class: name, value }) =>
    Number.isFinite(value) && findDescribed(history.store.getState().present, name) !== undefined,
  perform({ history, session, notices }, { class: name, index, value: given }) {
    const attribute = attributesOf(session.store.getState())?.[index]
    const value = tidy(given)
    const label = `Set ${attribute?.name ?? `entry ${index + 1}`} of ${name} to ${attribute === undefined ? value : scaleOf(attribute, value).shown(value)}`
    history.change(label, document => {
      const described = findDescribed(document, name)
      if (described === undefined || described.values[index] === value) return document
      return withDescribed(
        document,
        takeValues(
          described,
          described.values.map((each, at) => (at === index ? value : each)),
          'attributes'
        )
      )
    })
    notices.announce(label)
  }
}

export type ClassesView = 'affinity' | 'attributes' | 'map'

export const showView: Action<ClassesView> = {
  name: 'classes.view',
  label: 'Show likeness, attributes or the map',
  perform: ({ address }, view) => address.set({ view: view === 'affinity' ? undefined : view })
}

/** The table and the heat map of many classes show one family; once more, all of them. */
export const chooseFamily: Action<string> = {
  name: 'classes.family',
  label: 'Choose a family',
  perform: ({ pages }, name) =>
    pages.classes.setState(({ family }) => ({ family: family === name ? undefined : name }))
}

export const openFamily: Action<string> = {
  name: 'classes.open',
  label: 'Show the classes of a family',
  perform: ({ pages }, name) =>
    pages.classes.setState(({ open }) => ({
      open: open.includes(name) ? open.filter(each => each !== name) : [...open, name]
    }))
}

/** Which part of the heat map is magnified, by where it begins. */
export const magnify: Action<number> = {
  name: 'classes.magnify',
  label: 'Magnify a part of the heat map',
  perform: ({ pages }, from) => pages.classes.setState({ magnified: Math.max(0, from) })
}

const toggleMap: Action = {
  name: 'classes.map',
  label: 'Map of all photos, or how alike the classes are',
  shortcut: 'm',
  page: 'classes',
  perform: ({ address }) =>
    address.set({ view: address.store.getState().params['view'] === 'map' ? undefined : 'map' })
}

/** What the map will be of, and how long it will take: said before it begins. */
export const planMap: Action<MapOf> = {
  name: 'classes.planMap',
  label: 'Choose what the map is of',
  async perform({ engine, pages }, of) {
    pages.classes.setState({ mapOf: of, plan: undefined, mapProblem: undefined, region: [] })
    try {
      const plan = await engine.maps.plan(of)
      if (pages.classes.getState().mapOf === of) pages.classes.setState({ plan })
    } catch (error) {
      pages.classes.setState({ mapProblem: problemOf(error) })
    }
  }
}

export const makeMap: Action = {
  name: 'classes.makeMap',
  label: ({ pages }) =>
    pages.classes.getState().maps[pages.classes.getState().mapOf] === undefined
      ? 'Make the map'
      : 'Make it again',
  page: 'classes',
  enabled: ({ session, jobs }) =>
    (session.store.getState().data?.rows ?? 0) > 0 && jobs.running('map').length === 0,
  perform: studio => makeMapOf(studio, studio.pages.classes.getState().mapOf)
}

export async function makeMapOf(studio: Studio, mapOf: MapOf): Promise<void> {
  const { engine, pages, session, notices, project } = studio
  const { data, model } = session.store.getState()
  const { id: of } = project.getState()
  pages.classes.setState({ mapOf, mapProblem: undefined, region: [] })
  try {
    const map = await runJob(
      studio,
      { kind: 'map', label: `Map of ${plural(data?.rows ?? 0, 'photo')}, in hundredths`, again: mapOf },
      (id, tell) => engine.maps.make(id, mapOf, keptProject(project), tell)
    )
    if (map === undefined) return
    pages.classes.setState(({ maps }) => ({
      maps: { ...maps, [mapOf]: { ...map, trainedAt: model?.trainedAt, project: of } }
    }))
    notices.announce(`The map of ${count(map.x.length)} photos is ready.`)
  } catch (error) {
    pages.classes.setState({ mapProblem: problemOf(error) })
  }
}

export const selectRegion: Action<readonly number[]> = {
  name: 'classes.region',
  label: 'Select a region of the map',
  perform({ pages, notices }, region) {
    pages.classes.setState({ region })
    notices.announce(`${plural(region.length, 'photo')} selected.`)
  }
}

export const classesActions: readonly Action[] = [showNumbers, toggleMap, makeMap]
