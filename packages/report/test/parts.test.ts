// The parts figures are made of.
import { classColours, heatLevel } from '../src/base/colours.js'
import { indexedPng } from '../src/base/indexed-png.js'
import { cutName, fitName, number, percent, plainName, textWidth } from '../src/base/text.js'
import { contrast, themeVariables, themes } from '../src/base/theme.js'
import { cosineAffinity } from '../src/figures/affinity.js'
import { mixtureInWords } from '../src/figures/mixture.js'
import fc from 'fast-check'
import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

describe('colours', () => {
  it.each(['light', 'dark'] as const)('can be read on %s paper', name => {
    const { panel, ink, ink2, ink3, edge, accent, warn, bad, good, classes, heat, onHeat } = themes[name]
    for (const text of [ink, ink2, ink3, accent, warn, bad, good])
      expect(contrast(text, panel)).toBeGreaterThan(4.5)
    for (const mark of [edge, ...classes.slice(0, 10)]) expect(contrast(mark, panel)).toBeGreaterThan(2.9)
    heat.forEach((colour, at) => expect(contrast(colour, onHeat[at])).toBeGreaterThan(4.5))
  })

  it('belong to names', () => {
    const names = Array.from({ length: 60 }, (_, at) => `class ${at}`)
    const colourOf = classColours(names, themes.light)
    expect(new Set(names.slice(0, 10).map(colourOf)).size).toBe(10)
    // Beyond the tenth the list does not matter.
    const others = classColours([...names.slice(0, 10), ...names.slice(10).reverse()], themes.light)
    for (const name of names) expect(others(name)).toBe(colourOf(name))
    expect(classColours([], themes.light)('__proto__')).toMatch(/^#/)
  })

  it('declare every variable that auto uses', () => {
    const used = JSON.stringify(themes.auto).match(/--unseen-[\w-]+/g) ?? []
    for (const theme of ['light', 'dark'] as const)
      for (const name of used) expect(themeVariables(theme)).toContain(`${name}: #`)
  })

  it('rise with the value', () => {
    expect([0, 0.5, 1].map(value => heatLevel(value, [0, 1], themes.light))).toEqual([0, 13, 25])
    expect(heatLevel(NaN, [0, 1], themes.light)).toBeUndefined()
    expect(heatLevel(3, [3, 3], themes.light)).toBe(25)
  })
})

describe('text', () => {
  it('never becomes wider than asked, nor loses half a character', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 80 }),
        fc.integer({ min: 30, max: 200 }),
        (name, width) => {
          const cut = fitName(name, width, 11)
          expect(textWidth(cut, 11)).toBeLessThanOrEqual(Math.max(width, textWidth('(no name)', 11)))
          expect(cut).not.toMatch(/\p{Cs}/u)
        }
      )
    )
  })

  it('is one harmless line', () => {
    expect(plainName('a\u0000\n\tb\u202e')).toBe('a b')
    expect(plainName('')).toBe('(no name)')
    expect(cutName('x'.repeat(100), 10)).toBe(`${'x'.repeat(9)}…`)
  })

  it('writes numbers as people do', () => {
    expect([percent(0.4137), percent(0.4137, 1), percent(NaN), percent(-0.05)]).toEqual([
      '41\u00a0%',
      '41.4\u00a0%',
      '–',
      '\u22125\u00a0%'
    ])
    expect([number(12332.4), number(0.01), number(1e-7), number(-0), number(0.30000000004)]).toEqual([
      '12,332',
      '0.01',
      '1e\u22127',
      '0',
      '0.3'
    ])
  })
})

describe('mixtures in words', () => {
  it('name the largest shares and count the rest', () => {
    const shares = [
      { class: 'tiger', share: 0.22 },
      { class: 'horse', share: 0.41 },
      { class: 'panda', share: 0.2 },
      { class: 'otter', share: 0.1 },
      { class: 'ox', share: 0.07 },
      { class: 'zero', share: 0 }
    ]
    expect(mixtureInWords('zebra', shares, 2)).toBe(
      'zebra = 41\u00a0% horse + 22\u00a0% tiger + 37\u00a0% of 3 others'
    )
    expect(mixtureInWords('zebra', shares.slice(0, 2))).toBe('zebra = 41\u00a0% horse + 22\u00a0% tiger')
    expect(
      mixtureInWords('zebra', [
        { class: 'a', share: 1.2 },
        { class: 'b', share: -0.2 }
      ])
    ).toBe('zebra = 120\u00a0% a \u2212 20\u00a0% b')
    expect(mixtureInWords('zebra', [])).toBe('zebra = nothing that was seen')
  })
})

describe('affinity', () => {
  it('is the cosine of rows', () => {
    expect(cosineAffinity(3, 2, [1, 0, 0, 2, 0, 0])).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 0])
    expect(cosineAffinity(2, 2, [1, 1, -1, -1])[1]).toBeCloseTo(-1)
  })
})

describe('pictures of matrices', () => {
  it('hold the pixels they were given', () => {
    const pixels = Uint8Array.from({ length: 300 * 250 }, (_, at) => at % 4)
    const bytes = Buffer.from(
      indexedPng(300, 250, pixels, ['#ff0000', '#00ff00', '#0000ff']).split(',')[1],
      'base64'
    )
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([300, 250])
    const at = bytes.indexOf('IDAT')
    const lines = inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)))
    for (let y = 0; y < 250; y++)
      expect(lines.subarray(y * 301 + 1, (y + 1) * 301).equals(pixels.subarray(y * 300, (y + 1) * 300))).toBe(
        true
      )
  })
})
