/** A class as a mixture of seen classes: its largest shares, and one bar for the rest. */
import { type FigureOptions, canvasOf } from '../base/canvas.js'
import { element, line, sheet } from '../base/svg.js'
import { cutName, fitName, percent, textWidth } from '../base/text.js'
import { nothingToShow } from './nothing.js'

export interface MixtureShare {
  readonly class: string
  readonly share: number
}

/** A class as a mixture of known ones. */
export interface MixtureData {
  /** Instead of the figure's own. */
  readonly title?: string
  /** Its name. */
  readonly class: string
  /** as of `model.mixture(name).shares`, in any order */
  readonly shares: readonly MixtureShare[]
  /** How many bars before "the rest". Default 6. */
  readonly top?: number
}

export interface CutMixture {
  readonly top: readonly MixtureShare[]
  /** how many shares are in the rest, and their sum */
  readonly others: number
  readonly rest: number
}

/** Smaller shares would be written as 0.0 %. */
const LEAST = 0.0005

/** The largest shares, and what is left. Shares of nothing are left out. */
export function cutMixture(shares: readonly MixtureShare[], most = 6): CutMixture {
  const real = shares
    .filter(({ share }) => Number.isFinite(share) && Math.abs(share) >= LEAST)
    .sort((a, b) => Math.abs(b.share) - Math.abs(a.share))
  // One bar that says "1 other" would take the room of the bar itself.
  const kept = real.length === most + 1 ? most + 1 : most
  const rest = real.slice(kept)
  return {
    top: real.slice(0, kept),
    others: rest.length,
    rest: rest.reduce((total, { share }) => total + share, 0)
  }
}

/**
 * "zebra = 41 % horse + 22 % tiger + 37 % of 5 others"
 *
 * @param name of the class
 * @param shares of `model.mixture(name).shares`, in any order
 * @param most how many classes are named; 3 unless given
 */
export function mixtureInWords(name: string, shares: readonly MixtureShare[], most = 3): string {
  const { top, others, rest } = cutMixture(shares, most)
  if (top.length === 0) return `${cutName(name)} = nothing that was seen`
  const terms = [
    ...top.map(({ class: of, share }) => ({ share, of: cutName(of) })),
    ...(others > 0 ? [{ share: rest, of: `of ${others} others` }] : [])
  ]
  return `${cutName(name)} = ${terms.map(({ share, of }, at) => `${at === 0 ? (share < 0 ? '\u2212' : '') : share < 0 ? ' \u2212 ' : ' + '}${percent(Math.abs(share))} ${of}`).join('')}`
}

const ROW = 20
const SIZE = 12

export function mixtureFigure(
  { title, class: name, shares, top: most = 6 }: MixtureData,
  options: FigureOptions
): SVGSVGElement {
  const canvas = canvasOf(
    options,
    shares.map(share => share.class)
  )
  const { document, theme, width, colourOf } = canvas
  const { top, others, rest } = cutMixture(shares, most)
  const heading = title ?? `${cutName(name)} as a mixture`
  if (top.length === 0) return nothingToShow(canvas, heading)
  const bars = [
    ...top.map(({ class: of, share }) => ({ label: of, share, look: { fill: colourOf(of) } })),
    ...(others > 0
      ? [
          {
            label: `${others} others`,
            share: rest,
            look: { fill: theme.sunken, stroke: theme.edge, 'stroke-dasharray': '3 2' }
          }
        ]
      : [])
  ]
  const gutter = Math.round(
    Math.min(0.35 * width, 10 + Math.max(...bars.map(({ label }) => textWidth(label, SIZE))))
  )
  const [low, high] = [
    Math.min(0, ...bars.map(({ share }) => share)),
    Math.max(0, ...bars.map(({ share }) => share))
  ]
  const room = (width - gutter - 52 - (low < 0 ? 46 : 0)) / Math.max(high - low, 1e-9)
  const zero = gutter + (low < 0 ? 46 : 0) - low * room
  const nodes = bars.flatMap(({ label, share, look }, at) => {
    const y = at * ROW
    const length = Math.max(1, Math.abs(share) * room)
    const number = { size: SIZE, fill: theme.ink, anchor: share < 0 ? ('end' as const) : ('start' as const) }
    return [
      line(document, fitName(label, gutter - 8, SIZE), gutter - 8, y + 14, {
        size: SIZE,
        anchor: 'end',
        fill: theme.ink2
      }),
      element(document, 'rect', {
        x: share < 0 ? zero - length : zero,
        y: y + 3,
        width: length,
        height: ROW - 6,
        rx: 2,
        ...look
      }),
      line(
        document,
        percent(share, Math.abs(share) < 0.095 ? 1 : 0),
        share < 0 ? zero - length - 5 : zero + length + 5,
        y + 14,
        number
      )
    ]
  })
  const axis = element(document, 'path', {
    d: `M${zero} 0V${bars.length * ROW}`,
    stroke: theme.edge,
    'stroke-width': 1
  })
  return sheet(
    document,
    theme,
    {
      title: heading,
      description: `${mixtureInWords(name, shares, most)}.`,
      width,
      height: bars.length * ROW + 2
    },
    [...nodes, axis]
  )
}
