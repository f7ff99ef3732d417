/**
 * Descriptions and tables of signatures. A description is of one table; in another, a class is what that
 * table says of it, or its mixture by hand, mixed there. What another table cannot express stays with its own
 * and comes back with it.
 */
import { defined } from '@unseen/core/internal'
import { tidy } from '../lib/attribute-scale.js'
import type { Described, StudioDocument } from './document.js'

export interface Signature {
  readonly name: string
  readonly seen: boolean
  readonly values: readonly number[]
}

/** Signatures of seen classes in these shares, in the units of the table. */
export function mixedValues(
  shares: Readonly<Record<string, number>>,
  classes: readonly Signature[],
  length: number
): readonly number[] {
  const values = new Array<number>(length).fill(0)
  for (const { name, seen, values: signature } of classes)
    if (seen) signature.forEach((value, k) => (values[k] += (shares[name] ?? 0) * value))
  return values.map(tidy)
}

/**
 * The document in another table, of which these signatures are known. A bias and a margin were set for
 * another model.
 */
export function inOtherTable(
  { bias: _bias, margin: _margin, ...document }: StudioDocument,
  table: string,
  known: readonly Signature[],
  time: number
): StudioDocument {
  const { table: before, classes, aside = {} } = document
  const { [table]: there = [], ...others } = aside
  const kept = before === undefined ? others : { ...others, [before]: classes }
  const carried = classes
    .filter(({ name }) => there.every(each => each.name !== name))
    .flatMap(described => inSignatures(described, known, time))
  return { ...document, table, classes: [...there, ...carried], aside: kept }
}

function inSignatures(
  { name, mixture, answers }: Described,
  known: readonly Signature[],
  time: number
): Described[] {
  const own = known.find(each => !each.seen && each.name === name)?.values
  const values = mixture === undefined ? own : mixedValues(mixture, known, known[0]?.values.length ?? 0)
  if (values === undefined) return []
  return [
    {
      name,
      values,
      how: mixture === undefined ? 'attributes' : 'mixture',
      ...defined({ mixture, answers }),
      versions: [{ number: 1, time, values }]
    }
  ]
}

/** Classes that only other tables express, by table. */
export function keptElsewhere({
  classes,
  aside = {}
}: StudioDocument): readonly { readonly table: string; readonly names: readonly string[] }[] {
  const here = new Set(classes.map(({ name }) => name))
  return Object.entries(aside)
    .map(([table, described]) => ({
      table,
      names: described.map(({ name }) => name).filter(name => !here.has(name))
    }))
    .filter(({ names }) => names.length > 0)
}

/** Single tables, then two and all of them joined, as core writes a join. */
export function tableChoices(tables: readonly string[]): readonly string[] {
  const pairs = tables.flatMap((first, at) => tables.slice(at + 1).map(second => `${first} + ${second}`))
  return [...tables, ...pairs, ...(tables.length > 2 ? [tables.join(' + ')] : [])]
}
