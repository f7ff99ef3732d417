/** An encoder of names: the mean of the vectors of their words, scaled to length 1. */
import { Matrix, UnseenError } from '@unseen/core'
import type { Encoded, EncodeOptions, Encoder, TextRemark } from './encoder.js'
import { quote, scaleToUnit } from './texts.js'

/**
 * An encoder that averages the vectors of the words of a text.
 *
 * @param store finds vectors by word
 * @param name what `--encoder` calls it
 * @param model what records call it
 */
export function wordEncoder(store: WordStore, name: string, model: string): Encoder {
  const { length, digest } = store
  /** The sum of a text's vectors and what people should know. */
  async function sumOf(text: string): Promise<{ sum: Float64Array; remarks: string[] }> {
    const sum = new Float64Array(length)
    const unknown: string[] = []
    const changed: string[] = []
    // A name that is in the vocabulary as a whole ("t-shirt") is one word.
    const whole = formOf(store, text.trim())
    const words = whole === undefined ? wordsOfName(text) : [text.trim()]
    for (const word of words) {
      const form = formOf(store, word)
      const vector = form === undefined ? undefined : await store.find(form)
      if (form === undefined || vector === undefined) {
        unknown.push(word)
        continue
      }
      if (form !== word.toLowerCase()) changed.push(`"${word}" is read as "${form}"`)
      vector.forEach((value, k) => {
        sum[k] += value
      })
    }
    if (unknown.length === words.length) {
      const why =
        words.length === 0
          ? 'has no word'
          : `is not known to ${model}: no vector for ${unknown.map(word => `"${word}"`).join(', ')}`
      throw new UnseenError('encoder.input', `${quote(text)} ${why}.`, {
        where: { text },
        remedy: 'Write it in other words, or use a sentence encoder.'
      })
    }
    return {
      sum,
      remarks: [
        ...changed,
        ...(unknown.length === 0
          ? []
          : [
              `${unknown.map(word => `"${word}"`).join(', ')} of ${quote(text)} ${unknown.length === 1 ? 'is' : 'are'} not known and left out`
            ])
      ]
    }
  }
  return {
    name,
    record: { kind: 'words', model, length, digest },
    length,
    close: () => store.close(),
    async encode(texts, { signal, onProgress }: EncodeOptions = {}): Promise<Encoded> {
      const vectors = new Float32Array(texts.length * length)
      const remarks: TextRemark[] = []
      for (const [at, text] of texts.entries()) {
        signal?.throwIfAborted()
        const found = await sumOf(text)
        vectors.set(scaleToUnit(found.sum, text), at * length)
        remarks.push(...found.remarks.map(message => ({ text: at, message })))
        onProgress?.(at + 1, texts.length)
      }
      return { vectors: Matrix.dense(texts.length, length, vectors), remarks }
    }
  }
}

function formOf(store: WordStore, word: string): string | undefined {
  return formsOfWord(word).find(form => store.has(form))
}

export interface WordStore {
  readonly count: number
  /** of every vector */
  readonly length: number
  /** of all words and vectors, in hexadecimal digits */
  readonly digest: string
  has(word: string): boolean
  /** The vector of a word; undefined where it is not known. */
  find(word: string): Promise<Float32Array | undefined>
  close(): Promise<void>
}

/**
 * The words of a name as data sets write it: 'killer+whale', 'Black_footed-Albatross', 'polarBear'. Parts at
 * anything that is neither letter, digit nor apostrophe, and where a capital follows a small letter.
 * Numbers alone say nothing and are left out, unless there is nothing else.
 */
export function wordsOfName(name: string): string[] {
  const parts = name
    .normalize('NFC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{M}\p{N}'’]+/u)
    .filter(part => part !== '')
  const worded = parts.filter(part => /\p{L}/u.test(part))
  return worded.length > 0 ? worded : parts
}

/**
 * How a word may stand in a vocabulary, most faithful first: as it is, in small letters, without a possessive
 * s, in the singular.
 */
export function formsOfWord(word: string): string[] {
  const small = word.toLowerCase().replaceAll('’', "'")
  const bare = small.replace(/'s?$/, '')
  const singulars = [
    ...(bare.endsWith('ies') ? [`${bare.slice(0, -3)}y`] : []),
    ...(/(x|ss|ch|sh)es$/.test(bare) ? [bare.slice(0, -2)] : []),
    ...(/[^s]s$/.test(bare) ? [bare.slice(0, -1)] : [])
  ]
  return [...new Set([word, small, bare, ...singulars])].filter(form => form !== '')
}
