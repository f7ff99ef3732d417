// The HTML report: what it says, that nothing in it can run, and that its data comes back.
import { checkReport, readReport } from '../src/report/read.js'
import { renderReport } from '../src/report/render.js'
import { REPORT_FORMAT, REPORT_VERSION, type Report } from '../src/report/types.js'
import { parseHTML } from 'linkedom'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cases, hostileNames } from './cases.js'
import { createDocument } from './document.js'

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const bare: Report = { format: REPORT_FORMAT, version: REPORT_VERSION, title: 'A report' }

/** A report with every section, whose texts all come from `text`. */
const full = (text: string): Report => ({
  ...bare,
  title: text,
  summary: [text],
  run: {
    command: text,
    seed: 0,
    at: text,
    seconds: 12,
    versions: { unseen: text },
    machine: { processor: text },
    data: [{ name: text, fingerprint: text, rows: 5000, source: text, licence: text }],
    settings: { gamma: 0.1, note: text }
  },
  classes: { seen: [text, 'horse'], unseen: ['zebra'] },
  results: [
    {
      title: text,
      about: text,
      measure: text,
      rows: [
        {
          name: text,
          group: text,
          ours: { value: 0.8567, deviation: 0.012, trials: 3, low: 0.8, high: 0.9 },
          published: { value: 0.865, highest: 0.883, source: text },
          note: text
        },
        { name: 'missing', note: text }
      ]
    }
  ],
  figures: [{ name: 'confusion', data: cases.confusion.small, title: text, text }],
  mixtures: [
    {
      class: text,
      shares: [
        { class: text, share: 0.6 },
        { class: 'horse', share: 0.4 }
      ],
      accuracy: 0.5,
      note: text
    }
  ],
  examples: {
    certain: [{ name: text, thumbnail: pixel, truth: text, answer: text, next: text, margin: 0.123 }],
    uncertain: [{ name: text, thumbnail: text, truth: text, answer: 'horse' }]
  },
  failures: [{ title: text, text, examples: [{ name: text, truth: text, answer: text }] }],
  again: { commands: [text], note: text }
})

const render = (report: Report): string => renderReport(report, { document: createDocument() })
const open = (text: string): Document => parseHTML(text).document

describe('the report', () => {
  it('gives its data back', () => {
    for (const text of ['plain', ...hostileNames.filter(name => !name.includes('\ud800'))])
      expect(readReport(render(full(text)))).toEqual(full(text))
  })

  it('gives any text back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), title => {
        expect(readReport(render({ ...bare, title })).title).toBe(title)
      }),
      { numRuns: 50 }
    )
  })

  it('is the same again, to the byte', () => {
    expect(render(full('same'))).toBe(render(full('same')))
  })

  it('has only the sections there is something to say in', () => {
    const headings = (report: Report): string[] =>
      Array.from(open(render(report)).querySelectorAll('h2'), ({ textContent }) => textContent)
    expect(headings(bare)).toEqual(['The words used'])
    expect(
      headings({
        ...bare,
        results: [],
        figures: [],
        mixtures: [],
        failures: [],
        examples: { certain: [], uncertain: [] }
      })
    ).toEqual(['The words used'])
    expect(headings(full('x'))).toEqual([
      'Results',
      'The unseen classes as mixtures',
      'Figures',
      'Examples',
      'Failures worth knowing',
      'What was run',
      'How to run it again',
      'The words used'
    ])
  })

  it('puts our numbers beside the published ones', () => {
    const row = open(render(full('x'))).querySelectorAll('table:not(.facts) tbody tr')[1]
    expect(row.textContent.replaceAll('\u00a0', ' ')).toMatch(
      /85\.7 % ± 1\.2 %95 %: 80\.0 to 90\.0, 3 trials.*86\.5 % to 88\.3 %/
    )
  })

  it('names header cells, pictures and contents', () => {
    const page = open(render(full('x')))
    expect(Array.from(page.querySelectorAll('th')).filter(cell => !cell.hasAttribute('scope'))).toEqual([])
    expect(
      Array.from(page.querySelectorAll('img')).filter(image => (image.getAttribute('alt') ?? '') === '')
    ).toEqual([])
    for (const link of page.querySelectorAll('nav a'))
      expect(page.querySelector(link.getAttribute('href') ?? '')).not.toBeNull()
    expect(page.querySelectorAll('h1')).toHaveLength(1)
  })

  it('asks the network for nothing', () => {
    const text = render(full('x'))
    expect(text.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:\/\/|url\(|@import/)
    expect(text).toContain("default-src 'none'")
  })
})

describe('hostile text', () => {
  const attacks = [
    ...hostileNames,
    '</script><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    'javascript:alert(1)',
    '</style><b>',
    '</title><b>',
    '${alert(1)}',
    '&lt;b&gt;'
  ]

  it.each(attacks.map(attack => [attack.slice(0, 40), attack]))('%j stays text', (_short, attack) => {
    const page = open(render(full(attack)))
    expect(page.querySelectorAll('script')).toHaveLength(1)
    expect(page.querySelector('script')?.getAttribute('type')).toBe('application/json')
    expect(page.querySelectorAll('style')).toHaveLength(1)
    expect(page.querySelectorAll('b, iframe, object, embed, base, form, link')).toHaveLength(0)
    for (const element of page.querySelectorAll('*')) {
      for (const { name, value } of Array.from(element.attributes)) {
        expect(name).not.toMatch(/^on/i)
        if (name === 'src' || name === 'href') expect(value).toMatch(/^(#|data:image\/png;base64,)/)
      }
    }
    expect(page.body.textContent).not.toMatch(/[\u202a-\u202e]/)
  })
})

describe('reading', () => {
  const code = (read: () => unknown): unknown => {
    try {
      read()
    } catch (error) {
      return (error as { code?: string }).code
    }
    return 'read'
  }

  it('refuses what is no report, with a code', () => {
    const good = render(bare)
    expect(code(() => readReport('<p>hello'))).toBe('report.unreadable')
    expect(code(() => readReport(good.replace('"format"', 'format')))).toBe('report.unreadable')
    expect(code(() => readReport(good.replace('"version":1', '"version":99')))).toBe('report.unreadable')
    expect(code(() => readReport(good.slice(0, -40)))).toBe('report.unreadable')
    for (const value of [
      null,
      [],
      { ...bare, title: 3 },
      { ...bare, figures: {} },
      { ...bare, run: [] },
      { ...bare, format: 'other' }
    ])
      expect(code(() => checkReport(value))).toBe('report.unreadable')
    expect(code(() => checkReport(bare))).toBe('read')
  })
})
