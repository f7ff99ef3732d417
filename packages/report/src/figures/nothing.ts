/** What a figure is when there is nothing to draw: it says so, instead of being empty. */
import type { Canvas } from '../base/canvas.js'
import { line, sheet } from '../base/svg.js'

export function nothingToShow({ document, theme, width }: Canvas, title: string): SVGSVGElement {
  const text = line(document, 'There is nothing to show yet.', width / 2, 44, {
    anchor: 'middle',
    size: 13,
    fill: theme.ink3
  })
  return sheet(document, theme, { title, description: 'There is nothing to show yet.', width, height: 80 }, [
    text
  ])
}
