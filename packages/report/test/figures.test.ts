// What every figure must do. A new figure joins by its entry in `figures` and its data in cases.ts.
import {
  type FigureDataByName,
  type FigureName,
  drawFigure,
  figureMarkup,
  figures
} from '../src/figures/figures.js'
import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'
import { cases, hostileNames, type Cases } from './cases.js'
import { createDocument } from './document.js'

const draw = (
  name: FigureName,
  data: FigureDataByName[FigureName],
  theme: 'light' | 'dark' | 'auto' = 'light',
  width = 720
): string => figureMarkup(name, data, { document: createDocument(), theme, width })

/** Throws at the first thing that is not well-formed; returns the texts. */
function parse(markup: string): { texts: string[]; elements: Set<string> } {
  const texts: string[] = []
  const elements = new Set<string>()
  const parser = new SaxesParser()
  parser.on('error', error => {
    throw error
  })
  parser.on('text', text => {
    texts.push(text)
  })
  parser.on('opentag', ({ name }) => {
    elements.add(name)
  })
  parser.write(markup).close()
  return { texts, elements }
}

const drawing = new Set([
  'svg',
  'g',
  'title',
  'desc',
  'rect',
  'path',
  'text',
  'tspan',
  'line',
  'circle',
  'image'
])

it('has data for every figure', () => {
  expect(figures.map(({ name }) => name).sort()).toEqual(Object.keys(cases).sort())
})

describe.each(figures.map(({ name }) => name))('%s', name => {
  const own = cases[name] as Cases<FigureDataByName[FigureName]>
  const kinds = Object.keys(own) as (keyof typeof own)[]

  it.each(kinds)('draws %s data in every theme, as XML without a hole in it', kind => {
    // Large data takes its time: the themes differ in colours alone.
    for (const theme of kind === 'large' ? (['auto'] as const) : (['light', 'dark', 'auto'] as const)) {
      for (const width of kind === 'large' || theme === 'light' ? [340] : [720]) {
        const markup = draw(name, own[kind], theme, width)
        expect(markup).not.toMatch(/NaN|undefined|Infinity|\[object/)
        const { elements } = parse(markup)
        expect([...elements].filter(element => !drawing.has(element))).toEqual([])
        expect(markup).toMatch(new RegExp(`^<svg [^>]*width="${width}"`))
      }
    }
  })

  it('says what it shows to those who cannot see it', () => {
    const svg = drawFigure(name, own.small, { document: createDocument() })
    expect(svg.getAttribute('role')).toBe('img')
    expect(svg.querySelector('title')?.textContent).toMatch(/\w/)
    expect(svg.querySelector('desc')?.textContent.length).toBeGreaterThan(20)
  })

  it('says so when there is nothing to show', () => {
    expect(draw(name, own.empty)).toContain('There is nothing to show yet.')
  })

  it('gives the same bytes again', () => {
    const drawn = draw(name, own.small)
    expect(draw(name, own.small)).toBe(drawn)
    expect(draw(name, own.small, 'dark')).not.toBe(drawn)
  })

  it('shows hostile names as harmless, short text', () => {
    const markup = draw(name, own.hostile)
    const { texts } = parse(markup)
    for (const text of texts) {
      expect(text).not.toMatch(/[\u0000-\u001f\u202a-\u202e\u2066-\u2069]/)
      expect(text.length).toBeLessThan(1500)
    }
    expect(markup).not.toContain(hostileNames[4])
    expect(markup).not.toMatch(/<script|<!--|<!\[CDATA/)
  })

  it('looks as it did', async () => {
    await expect(draw(name, own.small, 'light', 480)).toMatchFileSnapshot(`snapshots/${name}-light.svg`)
    await expect(draw(name, own.small, 'dark', 480)).toMatchFileSnapshot(`snapshots/${name}-dark.svg`)
  })
})

describe('large data', () => {
  it('keeps 200 classes small and their names readable', () => {
    const affinity = draw('affinity', cases.affinity.large)
    expect(affinity.length).toBeLessThan(250_000)
    const names = parse(affinity).texts.filter(text => text.startsWith('class number'))
    expect(names.length).toBeGreaterThan(5)
    expect(names.length).toBeLessThan(40)
    expect(draw('map', cases.map.large).length).toBeLessThan(150_000)
  })
})

describe('data that does not fit', () => {
  it('is refused with what was expected', () => {
    const options = { document: createDocument() }
    expect(() => drawFigure('confusion', { classes: ['a', 'b'], counts: [1, 2, 3] }, options)).toThrow(
      /counts has 3 entries, expected 4/
    )
    expect(() =>
      drawFigure(
        'map',
        { classes: ['a'], labels: [0, 0], panels: [{ title: 'raw', x: [1], y: [1, 2] }] },
        options
      )
    ).toThrow(/expected 2/)
    expect(() =>
      drawFigure(
        'affinity',
        { groups: [{ title: '', classes: ['a'], matrices: [{ title: 'm', values: [] }] }] },
        options
      )
    ).toThrow(/expected 1/)
    expect(() => drawFigure('mixture', cases.mixture.small, { ...options, width: 10 })).toThrow(
      /at least 200/
    )
    expect(() => drawFigure('nothing' as 'map', cases.map.small, options)).toThrow(/There is no figure/)
  })
})
