/**
 * JSON as a model file holds it, stricter than JSON.parse, which keeps the last of two equal keys,
 * reads 1e999 as Infinity and lets lone surrogates and "__proto__" pass. What `readJson` refuses
 * `writeJson` refuses as well, so that nothing is saved that could not be loaded.
 */
import { quote, refuse } from './file-refuse.js'
import type { JsonObject, JsonValue } from './types.js'

const MAX_DEPTH = 64
/** No number needs more characters; it keeps a hostile one from costing time. */
const MAX_NUMBER = 64
/** Keys that mean something to JavaScript itself. */
const forbidden: readonly string[] = ['__proto__', 'constructor', 'prototype']
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const loneSurrogate = /\p{Surrogate}/u

/** One JSON value and nothing behind it but white space. `section` names the text in messages. */
export function readJson(text: string, section: string): JsonValue {
  let at = 0

  const fail = (what: string, where: number): never =>
    refuse('file.header', `The JSON of ${section} ${what} at character ${where}.`, {
      section,
      character: where
    })

  const skipSpace = (): void => {
    while (at < text.length && ' \t\n\r'.includes(text[at])) at++
  }

  /** Takes `token` if it comes next. */
  const take = (token: string): boolean => {
    const found = text.startsWith(token, at)
    if (found) at += token.length
    return found
  }

  function readString(): string {
    const start = at
    if (text[start] !== '"') fail('lacks a string', start)
    let end = start
    do {
      end = text.indexOf('"', end + 1)
      if (end < 0) fail('has a string without end', start)
    } while (isEscaped(text, end))
    at = end + 1
    const value = unescape(text.slice(start, at)) ?? fail('has an invalid string', start)
    return loneSurrogate.test(value) ? fail('has half a surrogate pair in a string', start) : value
  }

  function readNumber(): number {
    const start = at
    while (at < text.length && at - start <= MAX_NUMBER && '+-.0123456789eE'.includes(text[at])) at++
    const token = text.slice(start, at)
    if (at - start > MAX_NUMBER || !jsonNumber.test(token)) fail('has something that is no JSON value', start)
    const value = Number(token)
    return Number.isFinite(value) ? value : fail('has a number out of range', start)
  }

  function readArray(depth: number): JsonValue[] {
    const values: JsonValue[] = []
    skipSpace()
    if (take(']')) return values
    do values.push(readValue(depth))
    while (take(','))
    if (!take(']')) fail('lacks a comma or a closing bracket', at)
    return values
  }

  function readObject(depth: number): JsonObject {
    const object: Record<string, JsonValue> = {}
    skipSpace()
    if (take('}')) return object
    do {
      skipSpace()
      const start = at
      const key = readString()
      if (forbidden.includes(key)) fail(`has the key ${quote(key)}, which is not allowed,`, start)
      if (Object.hasOwn(object, key)) fail(`has the key ${quote(key)} twice, the second time`, start)
      skipSpace()
      if (!take(':')) fail('lacks a colon', at)
      object[key] = readValue(depth)
    } while (take(','))
    if (!take('}')) fail('lacks a comma or a closing brace', at)
    return object
  }

  function readValue(depth: number): JsonValue {
    if (depth > MAX_DEPTH) fail(`is nested more than ${MAX_DEPTH} deep`, at)
    skipSpace()
    const value = take('{')
      ? readObject(depth + 1)
      : take('[')
        ? readArray(depth + 1)
        : text[at] === '"'
          ? readString()
          : take('true')
            ? true
            : take('false')
              ? false
              : take('null')
                ? null
                : readNumber()
    skipSpace()
    return value
  }

  const value = readValue(0)
  return at === text.length ? value : fail('goes on after its end', at)
}

/** A quote is escaped when an odd number of backslashes stands before it. */
function isEscaped(text: string, quoteAt: number): boolean {
  let first = quoteAt
  while (text[first - 1] === '\\') first--
  return (quoteAt - first) % 2 === 1
}

function unescape(token: string): string | undefined {
  try {
    return JSON.parse(token) as string
  } catch {
    return undefined
  }
}

/**
 * The shortest text that reads back as the same value, -0 included. Properties that are undefined are left
 * out.
 */
export function writeJson(value: unknown, where: string, depth = 0): string {
  const fail = (what: string): never =>
    refuse('file.value', `${where} ${what} and cannot be saved.`, { section: where })
  if (depth > MAX_DEPTH) fail(`is nested more than ${MAX_DEPTH} deep`)
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number')
    return !Number.isFinite(value) ? fail(`is ${value}`) : Object.is(value, -0) ? '-0' : String(value)
  if (typeof value === 'string')
    return loneSurrogate.test(value) ? fail('has half a surrogate pair') : JSON.stringify(value)
  if (Array.isArray(value))
    return `[${Array.from(value, (entry, i) => writeJson(entry, `${where}[${i}]`, depth + 1)).join(',')}]`
  if (typeof value !== 'object' || !isPlain(value)) return fail('is no plain value')
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined)
  for (const [key] of entries) if (forbidden.includes(key)) fail(`has the key "${key}"`)
  return `{${entries.map(([key, entry]) => `${writeJson(key, where)}:${writeJson(entry, `${where}.${key}`, depth + 1)}`).join(',')}}`
}

/**
 * Not a Date, a Map or a typed array: an object without ancestors but Object.prototype, of whichever window.
 */
function isPlain(value: object): boolean {
  const parent = Object.getPrototypeOf(value) as object | null
  return parent === null || Object.getPrototypeOf(parent) === null
}
