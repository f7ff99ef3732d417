/**
 * One class from what was said of it. Where the model's table is joined of an encoded part and one that
 * no encoder makes, a sentence gives the first and a signature or attributes the second.
 */
import { type Model, UnseenError } from '@unseen/core'
import { type JsonObject, defined } from '@unseen/core/internal'
import type { Description } from './describe-classes.js'
import { fromAttributes, readSignature } from './signature-input.js'

export interface Said {
  /** numbers separated by commas or blanks, or a file that holds them */
  readonly signature?: string
  readonly attributes?: ReadonlyMap<string, number>
  /** attributes that are not named are as this class has them */
  readonly like?: string
  readonly sentence?: string
}

/**
 * A description from what a person gives: numbers, attributes by name, a class that it is like, or a
 * sentence.
 *
 * @param model knows the attributes
 * @param name of the class
 * @param said any of these
 */
export async function descriptionOf(
  model: Model,
  name: string,
  { signature, attributes, like, sentence }: Said
): Promise<Description> {
  const named = attributes !== undefined || like !== undefined
  if (signature !== undefined && named)
    throw new UnseenError('options.combination', 'Give the whole signature, or attributes by name, not both.')
  if (signature === undefined && !named && sentence === undefined)
    throw new UnseenError('options.value', `Nothing is said of "${name}".`, {
      where: { class: name },
      remedy: 'Give --signature, --attribute NAME=NUMBER, --like, or --sentence.'
    })
  const numbers = named
    ? fromAttributes(model, attributes ?? new Map(), like)
    : signature === undefined
      ? undefined
      : await readSignature(model, signature)
  if (sentence === undefined) return { name, signature: numbers ?? [] }
  return { name, sentence, ...defined({ parts: numbers === undefined ? undefined : partOf(model, numbers) }) }
}

/** The part of a joined table that no encoder makes: given alone, or cut out of a whole signature. */
function partOf(model: Model, numbers: Float64Array): Readonly<Record<string, Float64Array>> {
  const { encoder } = model.notes
  const parts = encoder?.['kind'] === 'joined' ? (encoder['parts'] as readonly JsonObject[]) : []
  let from = 0
  const places = parts.map(part => {
    const place = {
      table: typeof part['table'] === 'string' ? part['table'] : '',
      from,
      length: Number(part['length']),
      encoded: part['encoder'] !== undefined
    }
    from += place.length
    return place
  })
  const own = places.filter(({ encoded }) => !encoded)
  if (own.length !== 1)
    throw new UnseenError(
      'options.combination',
      "A sentence and numbers together describe a class only where the model's table is joined of both.",
      { remedy: 'Give one of the two.' }
    )
  const [{ table, from: start, length }] = own
  return { [table]: numbers.length === length ? numbers : numbers.slice(start, start + length) }
}
