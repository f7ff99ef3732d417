/**
 * Signatures as people give them: a list of numbers, a file, or attributes by name on top of zeros or
 * of a class the model knows.
 */
import { type Model, UnseenError, count } from '@unseen/core'
import type { NamedArray } from '@unseen/data'
import { readFile } from '../formats/readers.js'
import { refuseRepeated } from './read-descriptions.js'

const SUGGESTED = 5

/** "0.1, 0, 3" -> [0.1, 0, 3]; undefined for a text that is no list of numbers. */
export function parseNumbers(text: string): Float64Array | undefined {
  const parts = text
    .trim()
    .split(/[\s,;]+/)
    .filter(part => part !== '')
  const numbers = parts.map(Number)
  return parts.length > 0 && numbers.every(Number.isFinite) ? Float64Array.from(numbers) : undefined
}

/** A signature written out, or the path of a file that holds one. */
export async function readSignature(model: Model, text: string): Promise<Float64Array> {
  const numbers = parseNumbers(text)
  if (numbers !== undefined) return numbers
  const { arrays } = await readFile(text)
  const names = arrays.find(({ name, type }) => name === 'columns' && type === 'text')?.data as
    | readonly string[]
    | undefined
  const lists = arrays.filter(isOneList)
  if (lists.length !== 1)
    throw new UnseenError(
      'format.value',
      `${text} should hold one list of numbers; it has ${lists.length === 0 ? 'none' : count(lists.length)}.`,
      { where: { file: text }, remedy: 'Many classes are described with --from.' }
    )
  const values = Float64Array.from(lists[0].data as ArrayLike<number>, Number)
  const known = model.notes.attributes
  if (names !== undefined) refuseRepeated(names, text)
  // A row under the names of the attributes may have them in any order.
  return known !== undefined && names?.length === values.length && names.every(name => known.includes(name))
    ? fromAttributes(model, new Map(names.map((name, at) => [name, values[at]])))
    : values
}

function isOneList({ type, shape }: NamedArray): boolean {
  return type !== 'text' && shape.length > 0 && shape.filter(side => side !== 1).length <= 1
}

/** The attributes named, the others as `like` has them, or 0. */
export function fromAttributes(
  model: Model,
  values: ReadonlyMap<string, number>,
  like?: string
): Float64Array {
  const known = model.notes.attributes
  if (known === undefined)
    throw new UnseenError(
      'options.combination',
      "The model's signatures have no names for their entries, so that attributes cannot be named.",
      { remedy: 'Give the whole signature, or a sentence.' }
    )
  const signature =
    like === undefined ? new Float64Array(known.length) : Float64Array.from(model.find(like).signature)
  for (const [name, value] of values) {
    const at = known.indexOf(name)
    if (at < 0)
      throw new UnseenError('dataset.name', `The model has no attribute ${JSON.stringify(name)}.`, {
        where: { attribute: name },
        remedy: suggestion(name, known)
      })
    if (!Number.isFinite(value))
      throw new UnseenError(
        'signatures.not-finite',
        `The attribute "${name}" is ${value}; a finite number is expected.`,
        { where: { attribute: name } }
      )
    signature[at] = value
  }
  return signature
}

/** 'fur=1' -> ['fur', 1] */
function parseAttribute(text: string): readonly [string, number] {
  const at = text.lastIndexOf('=')
  const value = text.slice(at + 1).trim()
  if (at < 1 || value === '' || !Number.isFinite(Number(value)))
    throw new UnseenError(
      'options.value',
      `An attribute is given as NAME=NUMBER, got ${JSON.stringify(text)}.`,
      { where: { option: 'attribute' } }
    )
  return [text.slice(0, at).trim(), Number(value)]
}

/** ['fur=1', 'size=2'] by name; one that is given twice is a mistake. */
export function parseAttributes(given: readonly string[]): ReadonlyMap<string, number> {
  const values = new Map<string, number>()
  for (const [name, value] of given.map(parseAttribute)) {
    if (values.has(name))
      throw new UnseenError('options.value', `The attribute ${JSON.stringify(name)} is given twice.`, {
        where: { option: 'attribute' }
      })
    values.set(name, value)
  }
  return values
}

function suggestion(name: string, known: readonly string[]): string {
  const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
  const near = known.filter(each => plain(each).includes(plain(name)) || plain(name).includes(plain(each)))
  const shown = (near.length > 0 ? near : known).slice(0, SUGGESTED)
  return `${near.length > 0 ? 'Did you mean' : 'It has'} ${shown.map(each => JSON.stringify(each)).join(', ')}${near.length > 0 ? '?' : ` and ${count(known.length - shown.length)} more.`}`
}
