/**
 * A sentence by a dictionary of attributes: those whose words it has. It needs no encoder, and says which it
 * found.
 */
import type { AttributeFacts } from '../worker/facts.js'

/** Words that say nothing about looks. */
const little = new Set([
  'a',
  'an',
  'and',
  'at',
  'in',
  'it',
  'its',
  'of',
  'on',
  'or',
  'the',
  'than',
  'that',
  'with'
])

/** 'wings' -> 'wing', 'hooves' -> 'hoof' */
const stemOf = (word: string): string => word.replace(/ves$/, 'f').replace(/(?:es|s)$/, '')
const wordsOf = (text: string): readonly string[] =>
  (text.toLowerCase().match(/\p{L}+/gu) ?? []).filter(word => !little.has(word)).map(stemOf)

/** Indices of the attributes that a sentence names. */
export function namedAttributes(sentence: string, attributes: readonly AttributeFacts[]): readonly number[] {
  const said = new Set(wordsOf(sentence))
  return [...attributes.keys()].filter(at => {
    const words = wordsOf(attributes[at].name)
    return words.length > 0 && words.every(word => said.has(word))
  })
}

/** A name for what the sentence describes: 'a shy animal with antlers' -> 'shy animal'. */
export function nameOf(sentence: string): string {
  const [, rest = sentence] = /^\s*(?:an?|the)\s+(.*)$/is.exec(sentence) ?? []
  const [head = ''] = rest.split(/\s+(?:with|that|which|whose|of|in|on|having)\s+|[,;:.]/i)
  return head.trim().split(/\s+/).slice(0, 4).join(' ') || 'something new'
}
