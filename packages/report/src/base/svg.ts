/** Small pieces of SVG, made with the document that was passed in. */
import { defined } from '@unseen/core/internal'
import type { Theme } from './theme.js'

const namespace = 'http://www.w3.org/2000/svg'

export type Attributes = Readonly<Record<string, string | number | undefined>>

/** An element with attributes (undefined ones are left out) and children. */
export function element(
  document: Document,
  name: string,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): SVGElement {
  const made = document.createElementNS(namespace, name)
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) made.setAttribute(key, String(value))
  for (const child of children)
    made.appendChild(typeof child === 'string' ? document.createTextNode(child) : child)
  return made
}

/** Around every figure, in pixels. */
export const PADDING = 12

export interface Sheet {
  readonly title: string
  /** what it shows, for those who cannot see it */
  readonly description: string
  /** of what is drawn, without the padding */
  readonly width: number
  readonly height: number
}

const fonts =
  "Inter, 'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

/** The outer element of a figure: paper, font, title and description. */
export function sheet(
  document: Document,
  theme: Theme,
  { title, description, ...inner }: Sheet,
  children: readonly Node[]
): SVGSVGElement {
  const [width, height] = [inner.width + 2 * PADDING, Math.ceil(inner.height) + 2 * PADDING]
  const attributes = {
    xmlns: namespace,
    role: 'img',
    'aria-label': title,
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    'font-family': fonts,
    'font-size': 11,
    color: theme.ink,
    fill: 'currentColor'
  }
  const paper = element(document, 'rect', { width, height, fill: theme.panel })
  return element(
    document,
    'svg',
    attributes,
    element(document, 'title', {}, title),
    element(document, 'desc', {}, description),
    paper,
    group(document, PADDING, PADDING, children)
  ) as SVGSVGElement
}

export interface TextOptions {
  readonly fill?: string
  readonly size?: number
  readonly anchor?: 'start' | 'middle' | 'end'
  readonly weight?: number
  /** degrees */
  readonly rotate?: number
  /** a halo in this colour keeps it readable on marks */
  readonly halo?: string
}

/** One line of text whose base line is at (x, y). */
export function line(
  document: Document,
  text: string,
  x: number,
  y: number,
  { fill, size, anchor, weight, rotate, halo }: TextOptions = {}
): SVGElement {
  return element(
    document,
    'text',
    {
      x,
      y,
      fill,
      'font-size': size,
      'text-anchor': anchor,
      'font-weight': weight,
      transform: rotate === undefined ? undefined : `rotate(${rotate} ${x} ${y})`,
      ...defined({
        stroke: halo,
        'stroke-width': halo === undefined ? undefined : 3,
        'stroke-linejoin': halo === undefined ? undefined : 'round',
        'paint-order': halo === undefined ? undefined : 'stroke'
      })
    },
    text
  )
}

export function group(document: Document, x: number, y: number, children: readonly Node[]): SVGElement {
  return element(document, 'g', { transform: `translate(${x} ${y})` }, ...children)
}
