// Documents and pictures for figures; the map's worker runs in the built package
// (test/figures.test.ts).
import { figureMarkup } from '@unseen/report'
import { createDocument } from '../../src/figures/document.js'
import { toPng } from '../../src/figures/png.js'
import { describe, expect, it } from 'vitest'

describe('pictures', () => {
  const draw = (theme: 'light' | 'dark'): string =>
    figureMarkup(
      'mixture',
      {
        class: 'zebra',
        shares: [
          { class: 'horse', share: 0.6 },
          { class: 'tiger', share: 0.4 }
        ]
      },
      { document: createDocument(), theme, width: 340 }
    )

  it('have the size asked for and the same bytes again', async () => {
    const [first, again, larger, dark] = await Promise.all([
      toPng(draw('light')),
      toPng(draw('light')),
      toPng(draw('light'), { scale: 3 }),
      toPng(draw('dark'))
    ])
    const width = (png: Uint8Array): number => Buffer.from(png).readUInt32BE(16)
    expect([width(first), width(larger)]).toEqual([680, 1020])
    expect(Buffer.compare(first, again)).toBe(0)
    expect(Buffer.compare(first, dark)).not.toBe(0)
  })

  it('draw text with the font that comes along', async () => {
    const svg = (text: string): string =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="30" font-family="Inter"><text y="20">${text}</text></svg>`
    expect(Buffer.compare(await toPng(svg('zebra')), await toPng(svg('')))).not.toBe(0)
  })
})
