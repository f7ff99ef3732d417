/** Small helpers for what people read. */
import stringWidth from 'string-width'

/** 1536 -> '1.5 kB', in powers of 1000 */
export function bytes(count: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let at = 0
  let value = count
  while (value >= 999.5 && at < units.length - 1) {
    value /= 1000
    at++
  }
  return `${at === 0 || value >= 99.95 ? Math.round(value) : value.toFixed(1)} ${units[at]}`
}

/** How many cells of a terminal a text takes: two for each character of シマウマ. */
export function cellsOf(text: string): number {
  return stringWidth(text)
}

export function padEnd(text: string, cells: number): string {
  return text + ' '.repeat(Math.max(0, cells - cellsOf(text)))
}

export function padStart(text: string, cells: number): string {
  return ' '.repeat(Math.max(0, cells - cellsOf(text))) + text
}

const characters = new Intl.Segmenter()

/** The beginning of a text, as much of it as so many cells hold. */
export function cut(text: string, cells: number): string {
  if (cellsOf(text) <= cells) return text
  let kept = ''
  let left = cells
  for (const { segment } of characters.segment(text)) {
    left -= cellsOf(segment)
    if (left < 0) break
    kept += segment
  }
  return kept
}

/** Columns of text, the first line a head; those in `right` are numbers. */
export function table(lines: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  const widths = lines[0].map((_, at) => Math.max(...lines.map(line => cellsOf(line[at]))))
  return lines.map(line =>
    line
      .map((cell, at) => (right.includes(at) ? padStart(cell, widths[at]) : padEnd(cell, widths[at])))
      .join('  ')
      .trimEnd()
  )
}

const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/** A name out of a file, fit for a terminal: it cannot move the cursor or change colours. */
export function safe(text: string): string {
  return text.replace(controls, '\ufffd')
}

/** Lines of at most `width` cells, broken between words; a longer word has a line of its own. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines[lines.length - 1]
    if (last !== undefined && cellsOf(last) + 1 + cellsOf(word) <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
