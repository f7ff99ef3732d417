/**
 * Versions of a description: which one it is compared with, and how a side of a comparison is named in the
 * address.
 */
import type { Described, Version } from './document.js'

const same = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((value, at) => value === b[at])

/** Whether the draft differs from what was saved last. */
export const isDraft = ({ values, versions }: Described): boolean =>
  versions.length === 0 || !same(values, versions.at(-1)?.values ?? [])

/** The version before: the last saved one, or the one before it where nothing changed since. */
export function baselineOf(described: Described): Version | undefined {
  const { versions } = described
  return isDraft(described) ? versions.at(-1) : (versions.at(-2) ?? versions.at(-1))
}

/** Entries that differ from the version before. */
export function changedEntries(described: Described): readonly number[] {
  const before = baselineOf(described)?.values
  return before === undefined
    ? []
    : described.values.flatMap((value, at) => (value === before[at] ? [] : [at]))
}

/** 'Draft of version 2, 4 changes since version 1' */
export function versionText(described: Described): string {
  const { versions } = described
  // Of a sentence the numbers are not what somebody changed.
  const changes = described.how === 'sentence' ? 0 : changedEntries(described).length
  const since = (version: Version): string =>
    `, ${changes === 1 ? '1 change' : `${changes} changes`} since version ${version.number}`
  const before = baselineOf(described)
  const number = versions.at(-1)?.number ?? 0
  const name = isDraft(described) ? `Draft of version ${number + 1}` : `Version ${number}`
  return `${name}${before === undefined || changes === 0 ? '' : since(before)}`
}

/** Names a side of a comparison: 'now', the number of a version, or 'as horse'. */
export type Side = string

export const asClass = (name: string): Side => `as ${name}`

/** The two sides that the address names; the version before and now unless it says otherwise. */
export function sidesOf(described: Described, param: string | undefined): readonly [Side, Side] {
  const [first, second] = (param ?? '').split(',')
  const standard: [Side, Side] = [String(baselineOf(described)?.number ?? 'now'), 'now']
  return first === undefined || first === '' || second === undefined || second === ''
    ? standard
    : [first, second]
}

/** The signature that a side means; undefined where there is none of that name. */
export function valuesOf(
  side: Side,
  { values, versions }: Described,
  classes: readonly { readonly name: string; readonly values: readonly number[] }[]
): readonly number[] | undefined {
  if (side === 'now') return values
  if (side.startsWith('as ')) return classes.find(({ name }) => asClass(name) === side)?.values
  return versions.find(({ number }) => String(number) === side)?.values
}

/** A signature that says nothing has no mixture. */
export const saysSomething = (values: readonly number[]): boolean => values.some(value => value !== 0)
