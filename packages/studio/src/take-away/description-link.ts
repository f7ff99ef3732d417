/**
 * A description as a link: JSON, compressed and written in the letters of an address, so that the whole of it
 * is in the fragment, which browsers never send anywhere. What comes back is checked as if a stranger wrote
 * it, as one may.
 *
 *   #describe=<base64url(deflate-raw({"format":"unseen-description","version":1,"name":...,"attributes":[...],"values":[...]}))>
 */
import { UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'

const FORMAT = 'unseen-description'
const VERSION = 1
const PREFIX = '#describe='
/** Characters of a fragment: browsers and programs that pass links on cut longer ones. */
const MOST_CHARACTERS = 32_000
/** Bytes once unpacked: a few letters can unpack to gigabytes. */
const MOST_BYTES = 1_000_000
const LONGEST_NAME = 200
const LONGEST_TEXT = 4000

/** What follows the prefix, or undefined where the address is another one. */
export const linkedPart = (hash: string): string | undefined =>
  hash.startsWith(PREFIX) ? hash.slice(PREFIX.length) : undefined

export async function toLink({
  name,
  attributes,
  values,
  sentence,
  sample,
  table,
  found
}: LinkedDescription): Promise<string> {
  const json = JSON.stringify({
    format: FORMAT,
    version: VERSION,
    name,
    ...defined({ attributes }),
    values,
    ...defined({ sentence, sample, table, found })
  })
  const packed = await throughStream(
    new TextEncoder().encode(json),
    new CompressionStream('deflate-raw'),
    Infinity
  )
  const hash = PREFIX + toBase64(packed)
  if (hash.length > MOST_CHARACTERS)
    throw new UnseenError(
      'link.description',
      `The description of "${name}" has ${values.length} numbers, which is too much for a link.`,
      { where: { class: name }, remedy: 'Take the project file along instead.' }
    )
  return hash
}

export async function fromLink(part: string): Promise<LinkedDescription> {
  if (part.length > MOST_CHARACTERS) throw refused('is longer than any that Studio makes')
  if (!/^[\w-]+$/.test(part)) throw refused('has characters that do not belong there')
  const bytes = await throughStream(fromBase64(part), new DecompressionStream('deflate-raw'), MOST_BYTES)
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw refused('is damaged', cause)
  }
  return checked(value)
}

/** The schema, field by field; whatever else is there is left behind. */
function checked(value: unknown): LinkedDescription {
  if (typeof value !== 'object' || value === null) throw refused('holds no description')
  const { format, version, name, attributes, values, sentence, sample, table, found } = value as Record<
    string,
    unknown
  >
  if (format !== FORMAT) throw refused('holds no description')
  if (version !== VERSION)
    throw new UnseenError(
      'link.description',
      `The link is of version ${String(version).slice(0, 20)}, and this page knows ${VERSION}.`,
      { remedy: 'Open it with a newer Studio.' }
    )
  if (typeof name !== 'string' || name.trim() === '' || name.length > LONGEST_NAME || hasControls(name))
    throw refused('names no class')
  if (
    !Array.isArray(values) ||
    values.length === 0 ||
    !values.every((entry): entry is number => typeof entry === 'number' && Number.isFinite(entry))
  )
    throw refused('has no list of numbers')
  if (values.every(entry => entry === 0)) throw refused('says nothing of the class')
  if (attributes !== undefined && !isNames(attributes, values.length))
    throw refused('has other names than numbers')
  if (sentence !== undefined && (typeof sentence !== 'string' || sentence.length > LONGEST_TEXT))
    throw refused('has a sentence that is none')
  return {
    name: name.trim(),
    values,
    ...defined({
      attributes,
      sentence,
      sample: sample === true ? true : undefined,
      table: typeof table === 'string' && table.length <= LONGEST_NAME ? table : undefined,
      found: isFound(found) ? found : undefined
    })
  }
}

function isNames(value: unknown, length: number): value is readonly string[] {
  return (
    Array.isArray(value) &&
    value.length === length &&
    value.every(name => typeof name === 'string' && name.length <= LONGEST_NAME) &&
    new Set(value).size === length
  )
}

/** Photos that are told of. */
const MOST_FOUND = 12

function isFound(value: unknown): value is NonNullable<LinkedDescription['found']> {
  if (typeof value !== 'object' || value === null) return false
  const { count, of, rows } = value as Record<string, unknown>
  const isWhole = (number: unknown): boolean => Number.isSafeInteger(number) && Number(number) >= 0
  return (
    isWhole(count) && isWhole(of) && Array.isArray(rows) && rows.length <= MOST_FOUND && rows.every(isWhole)
  )
}

/** Letters that move the cursor or cannot be seen have no place in a name from elsewhere. */
const hasControls = (text: string): boolean => /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(text)

function refused(why: string, cause?: unknown): UnseenError {
  return new UnseenError('link.description', `The link ${why}, so that nothing was taken from it.`, {
    remedy: 'Ask for it again; it has to be copied as a whole.',
    ...defined({ cause })
  })
}

async function throughStream(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  most: number
): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough<Uint8Array>(stream).getReader()
  const parts: Uint8Array[] = []
  let length = 0
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      length += piece.value.length
      if (length > most) throw refused('unpacks to more than a description has')
      parts.push(piece.value)
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined)
    throw error instanceof UnseenError ? error : refused('is damaged', error)
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), letter =>
      letter.charCodeAt(0)
    )
  } catch (cause) {
    throw refused('is damaged', cause)
  }
}

/** A description that came by a link. */
export interface LinkedDescription {
  readonly name: string
  /** names of the entries, where they have some */
  readonly attributes?: readonly string[]
  readonly values: readonly number[]
  readonly sentence?: string
  /** it was described in the sample: that is opened where nothing is */
  readonly sample?: boolean
  /** the table that the values are of */
  readonly table?: string
  /** what it found there: so many photos, and the surest of them by row */
  readonly found?: { readonly count: number; readonly of: number; readonly rows: readonly number[] }
}
