/**
 * Described classes that a server keeps, and the same classes in the document: what the server does not have
 * yet, what it has that the document does not, and where both have changed. Plain values in, plain values
 * out.
 */
import {
  type StudioDocument,
  findDescribed,
  takeValues,
  withDescribed,
  withoutDescribed
} from './document.js'
import { saysSomething } from './versions.js'

/** A class as the server last had it. */
export interface KnownClass {
  readonly name: string
  readonly version: number
  readonly values: readonly number[]
}

/**
 * What a project knows of the server it is worked against; kept with it, so that nothing is lost by a reload.
 * No token.
 */
export interface ServerLink {
  /** its name at the server */
  readonly model: string
  /** of the training */
  readonly fingerprint: string
  /** of the classes, when they were last asked for */
  readonly version: number
  readonly known: readonly KnownClass[]
}

/** What a class is to become at the server; null: forgotten. */
export interface Unsaved {
  readonly name: string
  readonly values: readonly number[] | null
  /** what the server had when this was made of it; undefined for a class that is new */
  readonly based: KnownClass | undefined
}

/** What somebody else made of a class; null: forgotten. */
export interface Theirs {
  readonly name: string
  readonly values: readonly number[] | null
  readonly version: number
  readonly by?: string | undefined
  readonly at?: string | undefined
}

/** What the server says: all described classes with their versions, and whole those that are news. */
export interface News {
  readonly version: number
  readonly classes: readonly { readonly name: string; readonly version: number }[]
  readonly changed: readonly Theirs[]
}

const same = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((value, at) => value === b[at])
const knownOf = ({ known }: Pick<ServerLink, 'known'>, name: string): KnownClass | undefined =>
  known.find(each => each.name === name)

/** A class of which nothing is said is nothing to send: what the server has of it stays. */
export function unsavedOf({ classes }: StudioDocument, link: Pick<ServerLink, 'known'>): readonly Unsaved[] {
  const names = new Set(classes.map(({ name }) => name))
  const described = classes.flatMap(({ name, values }): Unsaved[] => {
    const based = knownOf(link, name)
    return !saysSomething(values) || (based !== undefined && same(based.values, values))
      ? []
      : [{ name, values, based }]
  })
  return [
    ...described,
    ...link.known
      .filter(({ name }) => !names.has(name))
      .map((based): Unsaved => ({ name: based.name, values: null, based }))
  ]
}

/**
 * Names of classes whose news must be asked for one by one: the server has another version than the one that
 * is known.
 */
export function unknownOf(link: ServerLink, { classes, changed }: News): readonly string[] {
  const told = new Set(changed.map(({ name }) => name))
  return classes
    .filter(({ name, version }) => knownOf(link, name)?.version !== version && !told.has(name))
    .map(({ name }) => name)
}

/** Takes what only others changed; where both did, it is a conflict that a person decides. */
export function mergeNews(
  document: StudioDocument,
  link: ServerLink,
  { version, classes, changed }: News
): { readonly link: ServerLink; readonly taken: readonly Theirs[]; readonly conflicts: readonly Theirs[] } {
  const mine = new Map(unsavedOf(document, link).map(each => [each.name, each]))
  const there = new Set(classes.map(({ name }) => name))
  const news = [
    ...changed.filter(
      ({ name, version: theirs }) => there.has(name) && knownOf(link, name)?.version !== theirs
    ),
    ...link.known
      .filter(({ name }) => !there.has(name))
      .map(({ name }): Theirs => ({ name, values: null, version }))
  ]
  const agrees = (theirs: Theirs): boolean => {
    const own = mine.get(theirs.name)
    if (own === undefined) return true
    return own.values === null || theirs.values === null
      ? own.values === theirs.values
      : same(own.values, theirs.values)
  }
  const settled = news.filter(agrees)
  return {
    link: settled.reduce(withKnown, link.version === version ? link : { ...link, version }),
    taken: settled.filter(({ name }) => !mine.has(name)),
    conflicts: news.filter(theirs => !agrees(theirs))
  }
}

/** The link after the server has a class so. */
export function withKnown(
  link: ServerLink,
  { name, values, version }: Pick<Theirs, 'name' | 'values' | 'version'>
): ServerLink {
  const others = link.known.filter(each => each.name !== name)
  return { ...link, known: values === null ? others : [...others, { name, version, values }] }
}

/** The document with a class as somebody else made it; versions that were saved here stay. */
export function withTheirs(
  document: StudioDocument,
  { name, values }: Pick<Theirs, 'name' | 'values'>,
  time: number
): StudioDocument {
  if (values === null) return withoutDescribed(document, name)
  const described = findDescribed(document, name)
  if (described === undefined)
    return withDescribed(document, {
      name,
      values,
      how: 'attributes',
      versions: [{ number: 1, time, values }]
    })
  return withDescribed(document, takeValues(described, values, 'attributes'))
}
