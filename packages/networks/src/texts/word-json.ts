/**
 * Word vectors as wink-nlp's packages hold them, read as a stream: one JSON object whose member
 * "vectors" has an array of numbers for each word. The file is 300 MB, so it never becomes an object:
 * text before "vectors" is passed over, then one entry at a time is parsed and forgotten.
 */
import { UnseenError } from '@unseen/core'

export interface WordVector {
  readonly word: string
  readonly vector: Float32Array
}

/** In characters; entries of 100 numbers have about 900. */
const LONGEST_ENTRY = 2 ** 20
/** In characters: what is kept of the text before "vectors", since its mark may be cut by a piece's end. */
const MARK = 64

const vectorsMark = /"vectors"\s*:\s*\{/
const entry = /\s*"((?:[^"\\]|\\.)*)"\s*:\s*\[([^\]]*)\]\s*([,}])/y

/** Every word with its vector, in the order of the file. `file` is for messages. */
export async function* readWordVectors(
  source: AsyncIterable<Uint8Array>,
  file: string
): AsyncGenerator<WordVector, void, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  /** numbers that make a vector; entries have more, for wink-nlp's own use */
  let dimensions: number | undefined
  let size: number | undefined
  let inVectors = false
  let words = 0
  for await (const piece of source) {
    text += decode(decoder, piece, file)
    if (!inVectors) {
      const mark = vectorsMark.exec(text)
      const before = text.slice(0, mark?.index)
      dimensions ??= numberIn(before, 'dimensions')
      size ??= numberIn(before, 'size')
      text = mark === null ? text.slice(-MARK) : text.slice(mark.index + mark[0].length)
      inVectors = mark !== null
      if (!inVectors) continue
    }
    if (dimensions === undefined || dimensions < 1 || dimensions > 10_000)
      throw new UnseenError('format.header', `${file} does not say how many dimensions its vectors have.`, {
        where: { file }
      })
    let at = 0
    for (entry.lastIndex = 0; ; at = entry.lastIndex) {
      const found = entry.exec(text)
      if (found === null) break
      yield readEntry(found[1], found[2], dimensions, file)
      words++
      if (found[3] === ',') continue
      if (size !== undefined && size !== words)
        throw new UnseenError(
          'format.truncated',
          `${file} says that it has ${size} words, but has ${words}.`,
          { where: { file } }
        )
      return
    }
    text = text.slice(at)
    if (text.length > LONGEST_ENTRY)
      throw new UnseenError(
        'format.header',
        `${file} has something that is no word vector after ${words} words.`,
        { where: { file, row: words } }
      )
  }
  throw new UnseenError(
    'format.truncated',
    !inVectors ? `${file} has no member "vectors".` : `${file} ends after ${words} words.`,
    { where: { file } }
  )
}

function decode(decoder: InstanceType<typeof TextDecoder>, piece: Uint8Array, file: string): string {
  try {
    return decoder.decode(piece, { stream: true })
  } catch (cause) {
    throw new UnseenError('format.value', `${file} is no UTF-8 text.`, { where: { file }, cause })
  }
}

/** A number of the object, if it stands in this text to its end. */
function numberIn(text: string, name: string): number | undefined {
  const found = new RegExp(`"${name}"\\s*:\\s*(\\d+)\\s*[,}]`).exec(text)
  return found === null ? undefined : Number(found[1])
}

function readEntry(key: string, numbers: string, dimensions: number, file: string): WordVector {
  const refuse = (cause?: unknown): never => {
    throw new UnseenError(
      'format.value',
      `The vector of ${JSON.stringify(key)} in ${file} is not ${dimensions} numbers.`,
      { where: { file, word: key }, cause }
    )
  }
  let word: string
  let values: unknown[]
  try {
    word = JSON.parse(`"${key}"`) as string
    values = JSON.parse(`[${numbers}]`) as unknown[]
  } catch (cause) {
    return refuse(cause)
  }
  const own = values.slice(0, dimensions)
  if (own.length < dimensions || !own.every(value => typeof value === 'number' && Number.isFinite(value)))
    refuse()
  return { word, vector: Float32Array.from(own as number[]) }
}
