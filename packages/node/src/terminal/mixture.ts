/**
 * A class as a mixture of seen classes: "zebra = 41 % horse + 22 % tiger + 37 % others", and the same as
 * bars.
 */
import type { Share } from '@unseen/core'
import { cellsOf, padEnd, safe } from './text.js'

const NAMED = 3
const BARS = 4
const CELLS = 30
/** Below half a per cent nothing is worth naming. */
const LEAST = 0.005

export function mixtureWords(shares: readonly Share[]): string {
  const worth = shares
    .filter(({ share }) => Math.abs(share) >= LEAST)
    .sort((a, b) => Math.abs(b.share) - Math.abs(a.share))
  const named = worth
    .slice(0, NAMED)
    .map(({ class: seen, share }) => ({ text: `${percentOf(Math.abs(share))} ${safe(seen)}`, share }))
  const rest =
    shares.reduce((sum, { share }) => sum + share, 0) -
    worth.slice(0, NAMED).reduce((sum, { share }) => sum + share, 0)
  const parts =
    Math.abs(rest) >= LEAST ? [...named, { text: `${percentOf(Math.abs(rest))} others`, share: rest }] : named
  return parts
    .map(({ text, share }, at) => (at === 0 ? (share < 0 ? '-' : '') : share < 0 ? ' - ' : ' + ') + text)
    .join('')
}

/** The words, then a bar for each of the largest shares. */
export function mixtureLines(name: string, shares: readonly Share[]): string[] {
  const shown = [...shares].sort((a, b) => Math.abs(b.share) - Math.abs(a.share)).slice(0, BARS)
  const width = Math.max(10, ...shown.map(({ class: seen }) => cellsOf(safe(seen))))
  const bar = (share: number): string =>
    '█'.repeat(Math.min(CELLS, Math.round(Math.abs(share) * CELLS))).padEnd(CELLS)
  return [
    `${safe(name)} = ${mixtureWords(shares)}`,
    ...shown.map(
      ({ class: seen, share }) =>
        `  ${padEnd(safe(seen), width)} ${bar(share)} ${share < 0 ? '-' : ''}${percentOf(Math.abs(share))}`
    )
  ]
}

export function percentOf(share: number): string {
  return `${Math.round(100 * share)} %`
}
