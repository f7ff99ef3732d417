/** Which colour a class or a value has, in every figure. */
import type { Theme } from './theme.js'

/** The first ten names own the ten colours; the rest take a tint or shade by their name alone. */
const OWN = 10

/**
 * The colour of each class. Given the same list the answer is the same everywhere, and a name beyond the
 * tenth keeps its colour in every list. Colour is never the only sign: figures label classes too.
 */
export function classColours(names: readonly string[], theme: Theme): (name: string) => string {
  const own = new Map([...new Set(names)].slice(0, OWN).map((name, at) => [name, theme.classes[at]]))
  const others = theme.classes.slice(OWN)
  return name => own.get(name) ?? others[hash(name) % others.length]
}

/** FNV-1a, 32 bit. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0
  return value
}

/** The step of the heat a value has in its range; undefined for what is no number. */
export function heatLevel(
  value: number | null | undefined,
  [low, high]: readonly [number, number],
  theme: Theme
): number | undefined {
  if (value === null || value === undefined || !Number.isFinite(value)) return undefined
  const last = theme.heat.length - 1
  const share = high > low ? (value - low) / (high - low) : 1
  return Math.min(last, Math.max(0, Math.round(share * last)))
}

/** Lowest and highest of the numbers among the values; [0, 1] where there are none. */
export function rangeOf(values: Iterable<number | null | undefined>): [number, number] {
  let low = Infinity
  let high = -Infinity
  for (const value of values) {
    if (value === null || value === undefined || !Number.isFinite(value)) continue
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return low <= high ? [low, high] : [0, 1]
}
