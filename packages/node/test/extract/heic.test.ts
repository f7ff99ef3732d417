// HEIC photographs through heic-decode, where it is installed; without it they are named with what to do.
import { makeSprites } from '../../src/dataset/thumbnails.js'
import { isHeic } from '../../src/extract/heic.js'
import { openImage } from '../../src/extract/open-image.js'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterEach, describe, expect, it, vi } from 'vitest'

const at = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const heic = at('heic/ship.heic')
const ship = at('images/ship/test-00001.png')

afterEach(() => {
  vi.doUnmock('heic-decode')
  vi.resetModules()
})

describe('a HEIC photograph', () => {
  it('is known by its brands', async () => {
    expect(await isHeic(heic)).toBe(true)
    expect(await isHeic(readFileSync(heic))).toBe(true)
    expect(await isHeic(ship)).toBe(false)
    expect(await isHeic(new Uint8Array(4))).toBe(false)
    expect(await isHeic(at('heic/nothing.heic'))).toBe(false)
  })

  it('becomes the pixels it was made of, from a file and from bytes', async () => {
    const original = await sharp(ship)
      .resize(64, 64)
      .extend({ right: 32, background: '#ff0000' })
      .removeAlpha()
      .raw()
      .toBuffer()
    for (const source of [heic, new Uint8Array(readFileSync(heic))]) {
      const image = await openImage(source)
      expect([image.width, image.height]).toEqual([96, 64])
      const { data } = await image.read(undefined)
      expect(data).toHaveLength(original.length)
      const error = data.reduce((sum, value, k) => sum + Math.abs(value - original[k]), 0) / data.length
      expect(error).toBeLessThan(3)
    }
  })

  it('has a small picture like any other', async () => {
    const { sheet, unreadable } = await makeSprites([heic, ship])
    expect(unreadable).toEqual([])
    expect(sheet?.thumbnails).toMatchObject({ width: 32, columns: 2 })
  })

  it('that is broken is refused', async () => {
    const broken = new Uint8Array(readFileSync(heic)).subarray(0, 700)
    await expect(openImage(broken)).rejects.toMatchObject({
      code: 'image.unreadable',
      message: expect.stringContaining('cannot be decoded') as string
    })
  })

  it('is named with what to do where nothing decodes it', async () => {
    vi.doMock('heic-decode', () => {
      throw new Error('not installed')
    })
    await expect(openImage(heic)).rejects.toMatchObject({
      code: 'image.unreadable',
      message: expect.stringMatching(/npm install heic-decode.*save it as JPEG/) as string
    })
  })
})
