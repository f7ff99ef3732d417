/**
 * A small heat map in text: each cell a shade between the lowest and the highest value, the best one marked.
 */

const SHADES = ['·', '░', '▒', '▓', '█']

export interface HeatMap {
  readonly title: string
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  /** undefined while there is no value */
  value(row: number, column: number): number | undefined
}

export function heatMap({ title, rows, columns, value }: HeatMap): string[] {
  const cells = rows.map((_, i) => columns.map((__, j) => value(i, j)))
  const known = cells.flat().filter(cell => cell !== undefined)
  if (known.length === 0) return []
  const [lowest, highest] = [Math.min(...known), Math.max(...known)]
  const width = Math.max(...columns.map(name => name.length), 4)
  const label = Math.max(...rows.map(name => name.length), title.length)
  const cell = (entry: number | undefined): string => {
    if (entry === undefined) return ''.padStart(width)
    const shade =
      SHADES[
        highest === lowest
          ? SHADES.length - 1
          : Math.round(((entry - lowest) / (highest - lowest)) * (SHADES.length - 1))
      ]
    return `${shade.repeat(2)}${entry === highest ? '*' : ' '}`.padStart(width)
  }
  return [
    `${title.padEnd(label)}  ${columns.map(name => name.padStart(width)).join(' ')}`,
    ...rows.map((name, i) => `${name.padStart(label)}  ${cells[i].map(cell).join(' ')}`.trimEnd()),
    `${''.padEnd(label)}  ${SHADES[0]} ${percent(lowest)} … ${SHADES[SHADES.length - 1]} ${percent(highest)}, * best`
  ]
}

function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`
}
