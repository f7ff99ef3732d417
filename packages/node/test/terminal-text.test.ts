// Text in a terminal counts cells, not characters.
import { liveBlock } from '../src/terminal/live-block.js'
import { mixtureLines } from '../src/terminal/mixture.js'
import { cellsOf, cut, padEnd, padStart, table, wrap } from '../src/terminal/text.js'
import { describe, expect, it } from 'vitest'
import { fakeTerminal } from './dataset/fake-terminal.js'

describe('cells', () => {
  it.each([
    ['zebra', 5],
    ['シマウマ', 8],
    ['斑马 (zebra)', 12],
    ['é', 1],
    ['e\u0301', 1],
    ['🦓', 2],
    ['👩‍🔬', 2],
    ['', 0]
  ])('of %s are %i', (text, cells) => {
    expect(cellsOf(text)).toBe(cells)
    expect(cellsOf(padEnd(text, 14))).toBe(14)
    expect(padStart(text, 14)).toBe(`${' '.repeat(14 - cells)}${text}`)
    expect(padEnd(text, 0)).toBe(text)
  })

  it('line columns up', () => {
    expect(
      table(
        [
          ['class', 'rows'],
          ['シマウマ', '7'],
          ['horse', '1,200']
        ],
        [1]
      )
    ).toEqual(['class      rows', 'シマウマ      7', 'horse     1,200'])
  })

  it('line bars up', () => {
    const [, first, second] = mixtureLines('斑马', [
      { class: 'シマウマの仲間', share: 0.5 },
      { class: 'horse', share: 0.5 }
    ])
    const before = (line: string): number => cellsOf(line.slice(0, line.indexOf('█')))
    expect(before(first)).toBe(before(second))
  })

  it('are never exceeded by what is cut or wrapped, and no character is split', () => {
    expect(cut('シマウマ', 5)).toBe('シマ')
    expect(cut('zebra', 5)).toBe('zebra')
    expect(cut('a👩‍🔬b', 2)).toBe('a')
    expect(cut('a👩‍🔬b', 3)).toBe('a👩‍🔬')
    expect(wrap('シマ ウマ horse', 10)).toEqual(['シマ ウマ', 'horse'])
  })

  it('keep a block that is drawn in place within its lines', () => {
    const drawn: string[] = []
    const terminal = {
      ...fakeTerminal(),
      live: true,
      width: 12,
      draw: (text: string) => void drawn.push(text)
    }
    const block = liveBlock(terminal, () => 0)
    block.update(() => ['シマウマシマウマ'])
    expect(drawn.join('')).toContain('シマウマシ\u001b')
  })
})
