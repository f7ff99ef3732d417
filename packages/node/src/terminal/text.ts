/** Small helpers for what people read. */

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

/** Columns of text, the first line a head; those in `right` are numbers. */
export function table(lines: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  const length = (cell: string): number => Array.from(cell).length
  const widths = lines[0].map((_, at) => Math.max(...lines.map(line => length(line[at]))))
  const fill = (cell: string, at: number): string => ' '.repeat(widths[at] - length(cell))
  return lines.map(line =>
    line
      .map((cell, at) => (right.includes(at) ? fill(cell, at) + cell : cell + fill(cell, at)))
      .join('  ')
      .trimEnd()
  )
}

const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/** A name out of a file, fit for a terminal: it cannot move the cursor or change colours. */
export function safe(text: string): string {
  return text.replace(controls, '\ufffd')
}

/** Lines of at most `width` characters, broken between words; a longer word has a line of its own. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines[lines.length - 1]
    if (last !== undefined && Array.from(last).length + 1 + Array.from(word).length <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
