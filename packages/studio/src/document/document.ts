/**
 * What a person makes in a project: described classes with their versions, and choices such as the bias.
 * It is plain JSON, undoable as a whole (history.ts) and kept in the browser (project/keeper.ts). Everything that
 * can be computed from it and the data is elsewhere.
 */
import type { JsonObject } from '../lib/json.js'

export type DescribedHow = 'attributes' | 'sentence' | 'mixture' | 'vector'

export interface Version {
  /** counts from 1 within a class */
  readonly number: number
  readonly time: number
  readonly values: readonly number[]
}

/** What somebody said of a photo: it shows the class, or it does not. */
export interface Answer {
  /** a row of the library, or the fingerprint of a photo of one's own */
  readonly photo: number | string
  readonly name: string
  readonly yes: boolean
  /** it was asked for, not given */
  readonly asked?: boolean
}

export type ShownPhoto = Pick<Answer, 'photo' | 'name'>

/** An unseen class. `values` is the draft; versions are what was saved of it. */
export interface Described {
  readonly name: string
  /** the signature, in the units of the table */
  readonly values: readonly number[]
  readonly how: DescribedHow
  readonly sentence?: string
  /** shares that were mixed by hand, by seen class */
  readonly mixture?: Readonly<Record<string, number>>
  /** photos of it, and photos that are something else; each counts once */
  readonly answers?: readonly Answer[]
  readonly versions: readonly Version[]
}

export interface StudioDocument {
  /** the table of signatures that values are of; absent where the project is a model alone */
  readonly table?: string
  /** classes as they were described in other tables, by table: they come back with it */
  readonly aside?: Readonly<Record<string, readonly Described[]>>
  /** unseen classes, in the order they were described */
  readonly classes: readonly Described[]
  /** added to the scores of seen classes; absent: as the model has it */
  readonly bias?: number
  /** the margin asked for, below which the answer is "none of these"; absent: as the rehearsal has it */
  readonly margin?: number
  /** what pages want undone and kept besides, each under its own name */
  readonly pages: Readonly<Record<string, JsonObject>>
}

export const emptyDocument: StudioDocument = { classes: [], pages: {} }

export const findDescribed = (document: StudioDocument, name: string): Described | undefined =>
  document.classes.find(each => each.name === name)

/** The document with one class changed, added at the end where it is new. */
export function withDescribed(document: StudioDocument, described: Described): StudioDocument {
  const known = document.classes.some(({ name }) => name === described.name)
  return {
    ...document,
    classes: known
      ? document.classes.map(each => (each.name === described.name ? described : each))
      : [...document.classes, described]
  }
}

export function withoutDescribed(document: StudioDocument, name: string): StudioDocument {
  return { ...document, classes: document.classes.filter(each => each.name !== name) }
}

/** Said anew by its values: what was mixed or written before no longer holds. */
export function takeValues(
  { mixture: _mixed, sentence: _said, ...described }: Described,
  values: readonly number[],
  how: Described['how']
): Described {
  return { ...described, values, how }
}

/** The class with what was said of some photos; what was said of them before goes. */
export function withAnswers(described: Described, said: readonly Answer[]): Described {
  const again = new Set(said.map(({ photo }) => photo))
  return {
    ...described,
    answers: [...(described.answers ?? []).filter(({ photo }) => !again.has(photo)), ...said]
  }
}

/** The class without what was said of a photo. */
export function withoutAnswer({ answers = [], ...described }: Described, photo: Answer['photo']): Described {
  const left = answers.filter(each => each.photo !== photo)
  return left.length === 0 ? described : { ...described, answers: left }
}

/** The class with its draft saved as a version; none is added where nothing changed since the last. */
export function withVersion(described: Described, time: number): Described {
  const last = described.versions.at(-1)
  if (last !== undefined && last.values.every((value, at) => value === described.values[at])) return described
  return {
    ...described,
    versions: [...described.versions, { number: (last?.number ?? 0) + 1, time, values: described.values }]
  }
}

/** How many entries of the draft differ from the last version. */
export function changesOf({ values, versions }: Described): number {
  const last = versions.at(-1)?.values
  return last === undefined ? 0 : values.filter((value, at) => value !== last[at]).length
}
