/** What every figure is given, and what it draws with. */
import { UnseenError } from '@unseen/core'
import { classColours } from './colours.js'
import { PADDING } from './svg.js'
import { type Theme, type ThemeName, themes } from './theme.js'

/**
 * A page's document, or a light one in Node. Named by two of its members, so that code without the DOM's
 * types can pass it on.
 */
export interface DocumentLike {
  /** As of the DOM. */
  createElementNS(namespace: string, name: string): unknown
  /** As of the DOM. */
  createTextNode(text: string): unknown
}

/** How a figure is drawn. */
export interface FigureOptions {
  /** The page's document, or that of `createDocument` in Node. */
  readonly document: DocumentLike
  /**
   * `auto` is for pages that declare `themeVariables`; pictures of their own take `light` or `dark`. Default
   * `light`.
   */
  readonly theme?: ThemeName
  /** In pixels; made for 340 to 720. Default 720. */
  readonly width?: number
  /**
   * Every class of the project in its order: the first ten own the ten colours. Default: the figure's own
   * classes.
   */
  readonly classes?: readonly string[]
}

export interface Canvas {
  readonly document: Document
  readonly theme: Theme
  /** inside the padding */
  readonly width: number
  readonly colourOf: (name: string) => string
}

/** `names`: the classes or curves of this figure. */
export function canvasOf(
  { document, theme = 'light', width = 720, classes }: FigureOptions,
  names: readonly string[] = []
): Canvas {
  if (!Object.hasOwn(themes, theme))
    throw new UnseenError(
      'options.value',
      `theme must be one of ${Object.keys(themes).join(', ')}, got ${theme}.`,
      { where: { option: 'theme' } }
    )
  if (!(Number.isFinite(width) && width >= 200))
    throw new UnseenError('options.value', `width must be at least 200 pixels, got ${width}.`, {
      where: { option: 'width' }
    })
  return {
    document: document as Document,
    theme: themes[theme],
    width: Math.round(width) - 2 * PADDING,
    colourOf: classColours(classes ?? names, themes[theme])
  }
}

/** Refuses data whose parts do not fit each other. */
export function checkLength(what: string, got: number, expected: number): void {
  if (got !== expected)
    throw new UnseenError('options.value', `${what} has ${got} entries, expected ${expected}.`, {
      where: { option: what }
    })
}

/** How many panels of at least `least` pixels go side by side, and how wide each is. */
export function panelGrid(
  width: number,
  count: number,
  least: number,
  gap: number
): { columns: number; panelWidth: number } {
  const columns = Math.max(1, Math.min(count, Math.floor((width + gap) / (least + gap))))
  return { columns, panelWidth: Math.floor((width - gap * (columns - 1)) / columns) }
}
