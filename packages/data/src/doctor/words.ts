/** Small helpers for what checks say. */
import { count } from '@unseen/core'
import type { FoundAt } from '../draft/draft.js'

/** Where a finding is, as its fields. */
export function at({ file, array }: FoundAt): { file: string; array?: string } {
  return array === undefined ? { file } : { file, array }
}

/** 1 -> '1 row', 989 -> '989 rows' */
export function many(number: number, thing: string, things = `${thing}s`): string {
  return `${count(number)} ${number === 1 ? thing : things}`
}

/** '"a", "b", "c" and 4 more' */
export function named(names: readonly string[], most = 3): string {
  const shown = names.slice(0, most).map(name => `"${name}"`)
  if (names.length > most) return `${shown.join(', ')} and ${count(names.length - most)} more`
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown[shown.length - 1]}`
}

/** 0.0312 -> '3.1 %'; never '0 %' for something, never '100 %' for less than all */
export function percent(part: number, whole: number): string {
  const value = (100 * part) / whole
  if (part === 0 || part === whole) return `${value} %`
  if (value < 0.1) return 'less than 0.1 %'
  return value > 99.9 ? 'more than 99.9 %' : `${value.toFixed(1)} %`
}

/**
 * What is left of a name without case and separators: "Grizzly_Bear", "grizzly+bear" and "grizzly bear"
 * are alike. A name of separators alone stays as it is.
 */
export function spelling(name: string): string {
  const letters = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
  return letters === '' ? name : letters
}
