/**
 * How alike classes are, by signatures, by mixtures and by mean proportions, side by side: the paper's
 * Fig. 2, 4a and 6. Where the three look alike, what was learned from images agrees with the descriptions.
 */
import { type Canvas, type FigureOptions, canvasOf, checkLength, panelGrid } from '../base/canvas.js'
import { rangeOf } from '../base/colours.js'
import { heatLegend } from '../base/legend.js'
import { heatCells, rowNames } from '../base/matrix.js'
import { group, line, sheet } from '../base/svg.js'
import { fitName, number, plainName, textWidth } from '../base/text.js'
import { nothingToShow } from './nothing.js'

export interface AffinityMatrix {
  /** 'signatures', 'mixtures', 'mean proportions' */
  readonly title: string
  /** row-major (classes x classes), as of `cosineAffinity`; null: unknown */
  readonly values: ArrayLike<number | null>
}

/** Matrices over the same classes. */
export interface AffinityGroup {
  /** 'seen classes' */
  readonly title: string
  /** Names of rows and columns. */
  readonly classes: readonly string[]
  /** Drawn side by side. */
  readonly matrices: readonly AffinityMatrix[]
}

/** How alike every two classes are, seen in several ways. */
export interface AffinityData {
  /** Instead of the figure's own. */
  readonly title?: string
  /** Drawn one below the other. */
  readonly groups: readonly AffinityGroup[]
}

/**
 * Cosine of every pair of rows of a (rows x columns) matrix: (rows x rows). A zero row is like nothing,
 * itself included.
 *
 * @param rows how many
 * @param columns entries of each
 * @param values row-major (rows x columns)
 */
export function cosineAffinity(rows: number, columns: number, values: ArrayLike<number>): number[] {
  checkLength('values', values.length, rows * columns)
  const lengths = Array.from({ length: rows }, (_, i) => {
    let sum = 0
    for (let m = 0; m < columns; m++) sum += values[i * columns + m] ** 2
    return Math.sqrt(sum)
  })
  return Array.from({ length: rows * rows }, (_, at) => {
    const [i, k] = [Math.floor(at / rows), at % rows]
    let dot = 0
    for (let m = 0; m < columns; m++) dot += values[i * columns + m] * values[k * columns + m]
    const scale = lengths[i] * lengths[k]
    return scale > 0 ? dot / scale : 0
  })
}

const GAP = 14
const TOP = 20
const BOTTOM = 30

export function affinityFigure(
  { title = 'How alike the classes are', groups }: AffinityData,
  options: FigureOptions
): SVGSVGElement {
  const canvas = canvasOf(options)
  const { document, theme, width } = canvas
  for (const { classes, matrices } of groups)
    for (const { title: name, values } of matrices)
      checkLength(`matrix "${plainName(name)}"`, values.length, classes.length ** 2)
  const shown = groups.filter(({ classes, matrices }) => classes.length > 0 && matrices.length > 0)
  if (shown.length === 0) return nothingToShow(canvas, title)
  const nodes: SVGElement[] = []
  let top = 0
  for (const { title: heading, classes, matrices } of shown) {
    nodes.push(line(document, fitName(heading, width, 13), 0, top + 14, { size: 13, weight: 600 }))
    top += 22
    const gutter = Math.round(
      Math.min(120, 0.3 * width, 8 + Math.max(...classes.map(name => textWidth(plainName(name), 11))))
    )
    const { columns, panelWidth } = panelGrid(width - gutter, matrices.length, 150, GAP)
    const size = Math.min(panelWidth, 420)
    for (const [at, matrix] of matrices.entries()) {
      const column = at % columns
      nodes.push(
        group(
          document,
          gutter + column * (size + GAP),
          top,
          panel(canvas, matrix, classes, size, column === 0 ? gutter : 0)
        )
      )
      if (column === columns - 1 || at === matrices.length - 1) top += TOP + size + BOTTOM
    }
    top += 6
  }
  const description = `${shown.map(({ title: heading, classes, matrices }) => `${plainName(heading)}: ${classes.length} classes by ${matrices.map(matrix => plainName(matrix.title)).join(', ')}`).join('; ')}. Rows and columns are the classes in the same order; darker means more alike (brighter on dark paper).`
  return sheet(document, theme, { title, description, width, height: top }, nodes)
}

function panel(
  canvas: Canvas,
  { title, values }: AffinityMatrix,
  classes: readonly string[],
  size: number,
  gutter: number
): SVGElement[] {
  const { document, theme } = canvas
  const count = classes.length
  // A class is like itself: the diagonal would only pale the rest.
  const others = Array.from({ length: count * count }, (_, at) => at).filter(
    at => count === 1 || Math.floor(at / count) !== at % count
  )
  const range = rangeOf(others.map(at => values[at]))
  const matrix = heatCells(canvas, { values, rows: count, columns: count, range, width: size, height: size })
  return [
    line(document, fitName(title, size, 11), 0, 13, { fill: theme.ink2 }),
    group(document, 0, TOP, [matrix, ...(gutter > 0 ? rowNames(canvas, classes, size, gutter) : [])]),
    group(document, 0, TOP + size + 6, [
      heatLegend(canvas, number(Number(range[0].toFixed(2))), number(Number(range[1].toFixed(2))))
    ])
  ]
}
