/** Text in figures and reports: names made harmless and short, numbers as people write them. */

/**
 * Controls, invisible direction marks, lone surrogates, and what XML forbids: they could turn text around or
 * end a file early.
 */
const unprintable = /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]/gu

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** A name as it can be shown: one line, no invisible marks, never empty. */
export function plainName(name: unknown): string {
  const text = String(name).replace(unprintable, ' ').replace(/\s+/g, ' ').trim()
  return text === '' ? '(no name)' : text
}

/** About how wide text is, in pixels, in a sans serif of this size; no document is asked. */
export function textWidth(text: string, size: number): number {
  let width = 0
  for (const character of text) width += characterWidth(character)
  return width * size
}

function characterWidth(character: string): number {
  if (/[ijl.,:;'|!\u00a0 ]/.test(character)) return 0.29
  if (/[ftr()[\]/"-]/.test(character)) return 0.38
  if (/[mwMW@%…—]/.test(character)) return 0.9
  if (/[A-Z0-9]/.test(character)) return 0.66
  if (/[\u1100-\uffff]|\p{Extended_Pictographic}/u.test(character)) return 1.1
  return 0.58
}

/** A name cut to a width in pixels, with an ellipsis where something is missing. */
export function fitName(name: unknown, width: number, size: number): string {
  const text = plainName(name)
  if (textWidth(text, size) <= width) return text
  let kept = ''
  let used = textWidth('…', size)
  for (const { segment } of graphemes.segment(text)) {
    used += textWidth(segment, size)
    if (used > width) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}

/** A name cut to so many characters, for running text. */
export function cutName(name: unknown, most = 60): string {
  const text = plainName(name)
  const parts = Array.from(graphemes.segment(text), ({ segment }) => segment)
  return parts.length <= most
    ? text
    : `${parts
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}

/** 0.4137 -> "41 %" or, with one digit, "41.4 %"; the space does not break. */
export function percent(share: number, digits = 0): string {
  return Number.isFinite(share) ? `${minus((100 * share).toFixed(digits))}\u00a0%` : '–'
}

/** 0.4137 -> "41.4" where the unit is said elsewhere. */
export function hundredths(share: number, digits = 1): string {
  return Number.isFinite(share) ? minus((100 * share).toFixed(digits)) : '–'
}

/** 12332.4 -> "12,332"; 0.01 -> "0.01"; 1e-7 -> "1e−7" */
export function number(value: number): string {
  if (!Number.isFinite(value)) return '–'
  const size = Math.abs(value)
  if (size >= 1e15 || (size > 0 && size < 1e-4)) return minus(value.toExponential(0).replace('+', ''))
  if (size >= 1000) return minus(Math.round(value).toLocaleString('en-GB'))
  return minus(String(Number(value.toPrecision(3))))
}

function minus(text: string): string {
  return text.replace(/^-(0(\.0+)?)$/, '$1').replaceAll('-', '\u2212')
}
