// One backbone for Node and browsers: with another runtime and decoder passed in it gives the same features.
import { Matrix } from '@unseen/core'
import {
  type OnnxSession,
  metadataParts,
  openBackbone as openOn,
  presetParts
} from '@unseen/networks/internal'
import { openBackbone } from '../../src/extract/backbone.js'
import { openSession } from '../../src/onnx/session.js'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { SIDE, smallNetwork } from './small-networks.js'

const folder = mkdtempSync(join(tmpdir(), 'unseen-backbone-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Of a size that is scaled, so that decoding, scaling and running all have a say. */
const WIDE = 2 * SIDE + 3
const image = {
  pixels: Uint8Array.from({ length: WIDE * WIDE * 3 }, (_, at) => (at * 37) % 256),
  width: WIDE,
  height: WIDE
}
const bytes = smallNetwork()

/** As a page does it: the whole file in memory, a decoder of its own, sessions it counts. */
function openLikeAPage(columns: number | undefined, sessions: { open: number }) {
  return openOn<typeof image>(bytes, {
    name: 'small.onnx',
    columns,
    decode: ({ pixels, width, height }) =>
      Promise.resolve({ width, height, read: () => Promise.resolve({ data: pixels, width, height }) }),
    session: async network => {
      const session: OnnxSession = await openSession(network, { runtime: 'web' })
      sessions.open++
      return {
        ...session,
        close: async () => {
          sessions.open--
          await session.close()
        }
      }
    },
    parts: (input, { metadata }) => [presetParts('raw', input), metadataParts(metadata)]
  })
}

describe('a backbone', () => {
  it('has the same features wherever runtime and decoder come from, to the bit', async () => {
    const path = join(folder, 'small.onnx')
    writeFileSync(path, bytes)
    await using here = await openBackbone(path, { preset: 'raw', runtime: 'web' })
    const sessions = { open: 0 }
    const there = await openLikeAPage(4, sessions)
    expect([there.length, there.preprocessing]).toEqual([here.length, here.preprocessing])
    const row = await there.run([await there.prepare(image)])
    expect(row.some(value => value !== 0)).toBe(true)
    const rows = { kind: 'dense', rows: 2, columns: 4, data: Float32Array.of(...row, ...row) } as const
    expect(await here.features([image, image])).toEqual(Matrix.from(rows))
    expect(sessions.open).toBe(1)
    await there.close()
    expect(sessions.open).toBe(0)
  })

  it('of another length than the model takes is refused and closed', async () => {
    const sessions = { open: 0 }
    const opened = openLikeAPage(5, sessions)
    await expect(opened).rejects.toMatchObject({ code: 'features.columns' })
    await expect(opened).rejects.toThrow('small.onnx makes 4 features of an image, the model takes 5')
    expect(sessions.open).toBe(0)
  })
})
