/**
 * Numbers as text, read from bytes and rounded correctly. Up to 15 digits and powers of ten up to 22
 * are exact in float64, so that one multiplication or division rounds once (Clinger 1990); the rest
 * is left to the platform.
 */
const powers = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`))
const EXACT_DIGITS = 15
/** No number that anything writes is longer. */
const MAX_LENGTH = 400

const words = new Map([
  ['nan', NaN],
  ['inf', Infinity],
  ['infinity', Infinity]
])
const missing = new Set(['', 'na', 'n/a', 'null', 'none', '?'])

/** The number, or undefined if the bytes are none. `point` is the byte between whole and fraction. */
export function parseNumber(bytes: Uint8Array, start: number, end: number, point = 46): number | undefined {
  let at = start
  const negative = bytes[at] === 45
  if (at < end && (negative || bytes[at] === 43)) at++
  let mantissa = 0
  let digits = 0
  let significant = 0
  let exponent = 0
  const wholeAt = at
  for (; at < end && isDigit(bytes[at]); at++) {
    if (significant > 0 || bytes[at] !== 48) significant++
    if (significant <= EXACT_DIGITS) mantissa = mantissa * 10 + bytes[at] - 48
  }
  digits = at - wholeAt
  if (at < end && bytes[at] === point) {
    const fractionAt = ++at
    for (; at < end && isDigit(bytes[at]); at++) {
      if (significant > 0 || bytes[at] !== 48) significant++
      if (significant <= EXACT_DIGITS) mantissa = mantissa * 10 + bytes[at] - 48
    }
    digits += at - fractionAt
    exponent = fractionAt - at
  }
  if (digits === 0) return parseWord(bytes, start, end)
  if (at < end && (bytes[at] | 32) === 101) {
    at++
    const sign = bytes[at] === 45 ? -1 : 1
    if (at < end && (bytes[at] === 45 || bytes[at] === 43)) at++
    const powerAt = at
    let power = 0
    for (; at < end && isDigit(bytes[at]); at++) power = Math.min(power * 10 + bytes[at] - 48, 99999)
    if (at === powerAt) return undefined
    exponent += sign * power
  }
  if (at !== end) return undefined
  if (significant <= EXACT_DIGITS && exponent >= -22 && exponent <= 22) {
    const size = exponent < 0 ? mantissa / powers[-exponent] : mantissa * powers[exponent]
    return negative ? -size : size
  }
  return end - start > MAX_LENGTH ? undefined : Number(ascii(bytes, start, end).replace(',', '.'))
}

const MOST_EXACT = Number.MAX_SAFE_INTEGER

/**
 * Whether this is a whole number beyond 2^53 that float64 does not hold, such as the number of a row in some
 * data base. What JavaScript itself writes for a float64 is none.
 */
export function isInexact(text: string): boolean {
  if (text.length <= EXACT_DIGITS || text.length > MAX_LENGTH || !/^[+-]?\d+$/.test(text)) return false
  const value = Number(text)
  if (Math.abs(value) <= MOST_EXACT) return false
  const plain = text.replace(/^\+|^(-?)0+(?=\d)/, '$1')
  return String(value) !== plain && !(Number.isFinite(value) && BigInt(value) === BigInt(plain))
}

function parseWord(bytes: Uint8Array, start: number, end: number): number | undefined {
  if (end - start > 9 || end === start) return undefined
  const [, sign, word] = /^([+-]?)(.*)$/s.exec(ascii(bytes, start, end).toLowerCase()) ?? []
  const value = words.get(word)
  return value === undefined ? undefined : sign === '-' ? -value : value
}

/** Nothing, or one of the words that stand for nothing. */
export function isMissing(bytes: Uint8Array, start: number, end: number): boolean {
  return end - start <= 4 && missing.has(ascii(bytes, start, end).toLowerCase())
}

/** The shortest text that reads back as the same number. */
export function formatNumber(value: number | bigint): string {
  if (Object.is(value, -0)) return '-0'
  if (value === Infinity || value === -Infinity) return value > 0 ? 'inf' : '-inf'
  return Number.isNaN(value) ? 'nan' : String(value)
}

function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57
}

function ascii(bytes: Uint8Array, start: number, end: number): string {
  let text = ''
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at])
  return text
}
