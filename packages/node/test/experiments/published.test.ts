// Every published figure once more from the paper's own text, where it is at hand.
import { fig6, table2, table3 } from '../../src/experiments/published.js'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = join(process.env['UNSEEN_SHARED'] ?? '../shared', 'paper')
const file = existsSync(folder) ? readdirSync(folder).find(name => name.endsWith('.txt')) : undefined

/** Cells of a LaTeX row, without its bold face. */
function cellsOf(line: string): string[] {
  return line
    .replace(/\\textbf\{\\em ([^}]*)\}/g, '$1')
    .replace(/\\footnote\{[^}]*\}/g, '')
    .replace(/\\\\.*$/, '')
    .split(/(?<!\\)&/)
    .map(cell => cell.trim())
}

function numbersOf(cell: string): number[] {
  return cell === '' ? [] : cell.split('$\\pm$').map(Number)
}

const flat = (values: readonly (number | readonly number[] | undefined)[]): number[][] =>
  values.map(value => (value === undefined ? [] : typeof value === 'number' ? [value] : [...value]))

describe('averages', () => {
  it('of Table 2 are those of the five pairs', () => {
    for (const { values } of table2) {
      const means = flat(values).map(([mean]) => mean)
      const average = means.slice(0, 5).reduce((sum, value) => sum + value, 0) / 5
      expect(Math.abs(average - means[5])).toBeLessThan(0.0051)
    }
  })
})

describe.skipIf(file === undefined)('as printed', () => {
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8')
  const lines = text.split('\n')

  it('Table 2', () => {
    const rows = lines
      .filter(line => /^ *(Socher .*|SSE-\w+ \([^)]*\)) &/.test(line))
      .map(line => cellsOf(line).slice(1).map(numbersOf))
    expect(rows).toEqual(table2.map(({ values }) => flat(values)))
  })

  it('Table 3', () => {
    const start = lines.findIndex(line => line.includes('aPascal \\& aYahoo & Animals'))
    const rows = lines
      .slice(start + 1, lines.indexOf('\\end{tabular}', start))
      .map(line => line.replace(/^\\multirow\{\d+\}\{\*\}\{[^}]*\}/, ''))
      .filter(line => /[\d ]&/.test(line) && line.includes('\\\\'))
      .map(line => cellsOf(line).slice(-4).map(numbersOf))
    expect(rows).toEqual(table3.flatMap(group => group.rows.map(({ values }) => flat(values))))
  })

  it('Fig. 6', () => {
    const found = [...text.matchAll(/\(\w\) ([\w-]+) \((\d+\.\d)\)/g)].map(([, kind, value]) => [
      kind,
      Number(value)
    ])
    expect(found).toEqual(Object.entries(fig6))
  })
})
