/** What people write of classes on the command line: "giraffe: a very tall animal with a long neck". */
import { UnseenError } from '@unseen/core'

/** A class as somebody wrote it. */
export interface GivenClass {
  readonly name: string
  /** undefined where the name stands alone */
  readonly said?: string
}

/** "giraffe: a tall animal" is a name and what is said of it. */
export function parseDescription(text: string): GivenClass {
  const at = text.indexOf(':')
  const name = (at < 0 ? text : text.slice(0, at)).trim()
  const said = at < 0 ? '' : text.slice(at + 1).trim()
  if (name === '')
    throw new UnseenError('options.value', `${JSON.stringify(text)} has no name before the colon.`, {
      remedy: 'Write "giraffe: a very tall spotted animal with a long neck".'
    })
  return said === '' ? { name } : { name, said }
}

/** At least two of them, and none twice. */
export function parseDescriptions(texts: readonly string[]): readonly GivenClass[] {
  const given = texts.map(parseDescription)
  const names = given.map(({ name }) => name.toLowerCase())
  const twice = given.find((_, at) => names.indexOf(names[at]) < at)?.name
  if (twice !== undefined)
    throw new UnseenError('signatures.duplicate', `"${twice}" is described twice.`, {
      where: { class: twice }
    })
  if (given.length < 2)
    throw new UnseenError(
      'options.value',
      given.length === 0 ? 'No class is named.' : 'One class alone would always be the answer.',
      {
        remedy:
          'Describe two or more: unseen ask PHOTOS "giraffe: a tall animal" "seal: a smooth animal of the sea".'
      }
    )
  return given
}
