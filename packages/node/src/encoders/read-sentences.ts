/** Sentences for the classes of a data set, out of a table with the columns `class` and `sentence`. */
import { UnseenError } from '@unseen/core'
import type { NamedArray } from '@unseen/data'
import { readFile } from '../formats/readers.js'

export interface ClassTexts {
  /** one for each class, in the order of the classes */
  readonly texts: readonly string[]
  /** how names were matched and what was left out, for people */
  readonly remarks: readonly string[]
}

/** Classes or names shown in one message. */
const SHOWN = 10

/**
 * The sentence of each class from a CSV, TSV, JSON lines or any other file that has two columns of texts.
 *
 * @param path with a column of class names and one of sentences
 * @param classes that need one
 */
export async function readSentences(path: string, classes: readonly string[]): Promise<ClassTexts> {
  const lines = await readClassSentences(path)
  return matchSentences(
    lines.map(({ name }) => name),
    lines.map(({ sentence }) => sentence),
    classes,
    path
  )
}

/** Every line of such a file. */
export async function readClassSentences(
  path: string
): Promise<readonly { readonly name: string; readonly sentence: string }[]> {
  const { arrays } = await readFile(path)
  const [names, sentences] = [column(arrays, 'class', path), column(arrays, 'sentence', path)]
  return names.map((name, row) => ({ name, sentence: sentences[row] }))
}

function column(arrays: readonly NamedArray[], wanted: string, path: string): readonly string[] {
  const found = arrays.find(({ name, type }) => type === 'text' && name.trim().toLowerCase() === wanted)
  if (found !== undefined) return found.data as readonly string[]
  throw new UnseenError('format.header', `${path} has no column "${wanted}" of texts.`, {
    where: { file: path, column: wanted },
    remedy: `It has: ${arrays.map(({ name }) => `"${name}"`).join(', ')}. Let its first line be "class,sentence".`
  })
}

/** By name; names that differ only in case and separators are matched, and said. */
export function matchSentences(
  names: readonly string[],
  sentences: readonly string[],
  classes: readonly string[],
  file: string
): ClassTexts {
  const remarks: string[] = []
  const byPlain = new Map<string, string[]>()
  for (const name of classes) byPlain.set(plain(name), [...(byPlain.get(plain(name)) ?? []), name])
  const known = new Set(classes)
  const found = new Map<string, { readonly sentence: string; readonly row: number }>()
  const strangers: string[] = []
  names.forEach((name, row) => {
    const alike = known.has(name) ? [name] : (byPlain.get(plain(name)) ?? [])
    if (alike.length !== 1) {
      strangers.push(name)
      return
    }
    const [matched] = alike
    if (matched !== name) remarks.push(`"${name}" is taken for "${matched}"`)
    const before = found.get(matched)
    if (before !== undefined)
      throw new UnseenError(
        'dataset.content',
        `${file} has two sentences for "${matched}", in rows ${before.row + 1} and ${row + 1}.`,
        { where: { file, class: matched, row: row + 1 }, remedy: 'Keep one.' }
      )
    if (sentences[row].trim() !== '') found.set(matched, { sentence: sentences[row].trim(), row })
  })
  if (strangers.length > 0)
    remarks.push(
      `${strangers.length === 1 ? 'a sentence is' : `${strangers.length} sentences are`} for no class of the data set: ${list(strangers)}`
    )
  const without = classes.filter(name => !found.has(name))
  if (without.length > 0)
    throw new UnseenError(
      'dataset.content',
      `${file} has no sentence for ${without.length === 1 ? 'the class' : `${without.length} classes:`} ${list(without)}.`,
      { where: { file, class: without[0] }, remedy: 'Every class needs one, the unseen ones too.' }
    )
  return { texts: classes.map(name => found.get(name)?.sentence ?? ''), remarks }
}

/** 'Killer_Whale' and 'killer whale' are one. */
function plain(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
}

function list(names: readonly string[]): string {
  const shown = names
    .slice(0, SHOWN)
    .map(name => `"${name}"`)
    .join(', ')
  return names.length > SHOWN ? `${shown} and ${names.length - SHOWN} more` : shown
}
