// Documents, pictures and neighbours for figures; the map's worker runs in the built package
// (test/figures.test.ts).
import { createRandom } from '@unseen/core'
import { figureMarkup } from '@unseen/report'
import { createDocument } from '../../src/figures/document.js'
import { nearestNeighbours } from '../../src/figures/nearest.js'
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

describe('neighbours', () => {
  it('are the nearest, the row itself first', () => {
    const [rows, columns] = [60, 7]
    const random = createRandom(1)
    const data = Float32Array.from({ length: rows * columns }, () => random.next())
    const { indices, distances } = nearestNeighbours(data, rows, columns, 6, () => undefined)
    for (let i = 0; i < rows; i++) {
      const all = Array.from({ length: rows }, (_, k) =>
        Math.hypot(
          ...Array.from({ length: columns }, (_unused, m) => data[i * columns + m] - data[k * columns + m])
        )
      )
      const nearest = Array.from(all.keys())
        .sort((a, b) => all[a] - all[b] || a - b)
        .slice(0, 6)
      expect(indices[i]).toEqual(nearest)
      distances[i].forEach((distance, at) => expect(distance).toBeCloseTo(all[nearest[at]], 4))
    }
  })

  it('keep twins apart', () => {
    const { indices } = nearestNeighbours(new Float32Array(8).fill(1), 4, 2, 3, () => undefined)
    expect(indices.map(([first]) => first)).toEqual([0, 1, 2, 3])
  })
})
