// From any image to the numbers a network is given.
import { type Preprocessing, presets } from '@unseen/networks'
import {
  metadataParts,
  partsOfRecord,
  partsOfText,
  placement,
  presetParts,
  resample,
  resolvePreprocessing,
  toRecord,
  writeEntries
} from '@unseen/networks/internal'
import type { InputFacts } from '../../../networks/src/images/preprocessing.js'
import { type ImageSource, openImage } from '../../src/extract/open-image.js'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'

interface Golden {
  readonly width: number
  readonly height: number
  readonly pixels: number[]
  readonly cases: readonly {
    readonly resize: Preprocessing['resize']
    readonly width: number
    readonly height: number
    readonly pixels: number[]
  }[]
}
const golden = JSON.parse(
  readFileSync(fileURLToPath(new URL('golden/resize.json', import.meta.url)), 'utf8')
) as Golden
const anyInput: InputFacts = {
  width: undefined,
  height: undefined,
  layout: undefined,
  channels: undefined,
  type: 'float32'
}
const plain: Preprocessing = {
  width: 4,
  height: 4,
  resize: 'bilinear',
  crop: 'none',
  shorter: 0,
  middle: 'even',
  scale: 1,
  offset: 0,
  mean: [0, 0, 0],
  std: [1, 1, 1],
  layout: 'nhwc',
  colour: 'rgb'
}

async function prepared(source: ImageSource, how: Partial<Preprocessing> = {}): Promise<number[]> {
  const whole = { ...plain, ...how }
  const into = new Float32Array(whole.width * whole.height * whole.mean.length)
  await writeEntries(await openImage(source), whole, into)
  return Array.from(into)
}

describe('resample', () => {
  it.each(golden.cases)('$resize to $width x $height as Pillow does', ({ resize, width, height, pixels }) => {
    const picture = { data: Uint8Array.from(golden.pixels), width: golden.width, height: golden.height }
    const found = resample(picture, { width, height }, { left: 0, top: 0, width, height }, resize)
    // Pillow rounds after each of its two passes.
    pixels.forEach((value, k) => expect(Math.abs(found[k] - value)).toBeLessThan(1.2))
    const part = resample(picture, { width, height }, { left: 1, top: 1, width: 2, height: 1 }, resize)
    expect(Array.from(part)).toEqual(Array.from(found.subarray((width + 1) * 3, (width + 3) * 3)))
  })

  it('enlarges with half-pixel centres and clamped edges', () => {
    const line = Uint8Array.from([10, 60, 200, 90].flatMap(value => [value, 0, 255]))
    const found = resample(
      { data: line, width: 4, height: 1 },
      { width: 28, height: 1 },
      { left: 0, top: 0, width: 28, height: 1 },
      'bilinear'
    )
    for (let i = 0; i < 28; i++) {
      const at = Math.max(0, Math.min(3, ((i + 0.5) * 4) / 28 - 0.5))
      const low = Math.floor(at)
      const [a, b] = [line[3 * low], line[3 * Math.min(3, low + 1)]]
      expect(found[3 * i]).toBeCloseTo(a + (at - low) * (b - a), 3)
      expect(found[3 * i + 2]).toBeCloseTo(255, 3)
    }
  })
})

describe('images of every kind', () => {
  const red = (x: number, y: number): number => 16 * x + 60 * y
  const colours = Uint8Array.from(
    { length: 48 },
    (_, k) => [red(((k / 3) % 4) | 0, (k / 12) | 0), 100, 200][k % 3]
  )
  const image = sharp(colours, { raw: { width: 4, height: 4, channels: 3 } })

  it('PNG, WebP and plain pixels are taken as they are', async () => {
    for (const source of [
      await image.clone().png().toBuffer(),
      await image.clone().webp({ lossless: true }).toBuffer(),
      { pixels: colours, width: 4, height: 4 }
    ])
      expect(await prepared(source)).toEqual(Array.from(colours))
  })

  it('are turned by their EXIF orientation', async () => {
    const turned = await prepared(await image.clone().withMetadata({ orientation: 6 }).png().toBuffer())
    // 6: to be turned by 90 degrees clockwise, so the first column, from below, is the first line.
    expect([0, 1, 2, 3].map(x => turned[3 * x])).toEqual([3, 2, 1, 0].map(y => red(0, y)))
  })

  it('that are transparent are put on white', async () => {
    const clear = await sharp(
      Uint8Array.from({ length: 64 }, (_, k) => (k % 4 === 3 ? 0 : 30)),
      { raw: { width: 4, height: 4, channels: 4 } }
    )
      .png()
      .toBuffer()
    expect(new Set(await prepared(clear))).toEqual(new Set([255]))
    const half = await sharp(
      Uint8Array.from({ length: 64 }, (_, k) => (k % 4 === 3 ? 128 : 30)),
      { raw: { width: 4, height: 4, channels: 4 } }
    )
      .png()
      .toBuffer()
    for (const value of await prepared(half)) expect(Math.abs(value - 142)).toBeLessThanOrEqual(1)
  })

  it('in grey, of 8 and 16 bits, become RGB', async () => {
    const grey = await image.clone().toColourspace('b-w').png().toBuffer()
    expect((await sharp(grey).metadata()).channels).toBe(1)
    const values = await prepared(grey)
    expect(values[0]).toBe(values[1])
    expect(values[1]).toBe(values[2])
    const deep = await sharp(
      Uint16Array.from({ length: 48 }, (_, k) => k * 1024),
      { raw: { width: 4, height: 4, channels: 3 } }
    )
      .toColourspace('rgb16')
      .png()
      .toBuffer()
    expect((await sharp(deep).metadata()).depth).toBe('ushort')
    expect((await prepared(deep)).map((value, k) => Math.abs(value - 4 * k) <= 1)).toEqual(
      Array.from({ length: 48 }, () => true)
    )
  })

  it('in CMYK become RGB', async () => {
    const cmyk = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#c83232' } })
      .toColourspace('cmyk')
      .jpeg({ quality: 100 })
      .toBuffer()
    expect((await sharp(cmyk).metadata()).space).toBe('cmyk')
    const [r, g, b] = await prepared(cmyk)
    expect(Math.abs(r - 200) + Math.abs(g - 50) + Math.abs(b - 50)).toBeLessThan(40)
  })

  it('much larger than needed come out alike, shrunk by sharp first', async () => {
    const large = Uint8Array.from(
      { length: 90 * 90 * 3 },
      (_, k) => 128 + 100 * Math.sin(((k / 3) % 90) / 20) * Math.cos(Math.floor(k / 270) / 15)
    )
    const found = await prepared(
      await sharp(large, { raw: { width: 90, height: 90, channels: 3 } })
        .png()
        .toBuffer(),
      { width: 10, height: 10 }
    )
    const exact = resample(
      { data: large, width: 90, height: 90 },
      { width: 10, height: 10 },
      { left: 0, top: 0, width: 10, height: 10 },
      'bilinear'
    )
    found.forEach((value, k) => expect(Math.abs(value - exact[k])).toBeLessThan(2.5))
  })

  it('are cut in the middle where asked', async () => {
    const wide = {
      pixels: Uint8Array.from({ length: 8 * 4 * 3 }, (_, k) => 30 * (Math.floor(k / 3) % 8)),
      width: 8,
      height: 4
    }
    const found = await prepared(wide, { crop: 'center', shorter: 4 })
    expect([0, 1, 2, 3].map(x => found[3 * x])).toEqual([60, 90, 120, 150])
    // Of 9 columns 5 go: two before (torchvision rounds 2.5 to even), of 7 columns 3: two or one.
    const starts = (['even', 'floor'] as const).flatMap(middle =>
      [9, 7].map(
        width => placement({ width, height: 4 }, { ...plain, crop: 'center', shorter: 4, middle }).window.left
      )
    )
    expect(starts).toEqual([2, 2, 2, 1])
    // 600 * (224 / 400) is a little less than 336 where it is computed in that order.
    const { size } = placement({ width: 375, height: 500 }, { ...plain, crop: 'center', shorter: 384 })
    expect(size).toEqual({ width: 384, height: 512 })
  })

  it('are written in the order and scale asked for', async () => {
    const pixel = { pixels: Uint8Array.of(10, 20, 30), width: 1, height: 1 }
    expect(
      await prepared(pixel, {
        width: 1,
        height: 1,
        scale: 0.1,
        offset: -1,
        mean: [1, 0, 0],
        std: [1, 2, 4],
        layout: 'nchw',
        colour: 'bgr'
      })
    ).toEqual([1, 0.5, 0])
    const [grey] = await prepared(pixel, { width: 1, height: 1, mean: [0], std: [1], colour: 'grey' })
    expect(grey).toBeCloseTo(0.299 * 10 + 0.587 * 20 + 0.114 * 30, 4)
  })

  it('that are none are refused', async () => {
    await expect(prepared(new TextEncoder().encode('no image'))).rejects.toMatchObject({
      code: 'image.unreadable'
    })
    await expect(prepared('/nowhere/at/all.png')).rejects.toMatchObject({ code: 'image.unreadable' })
    await expect(
      prepared(new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'))
    ).rejects.toMatchObject({ code: 'image.unreadable' })
    await expect(prepared({ pixels: new Uint8Array(5), width: 2, height: 2 })).rejects.toMatchObject({
      code: 'image.unreadable'
    })
  })
})

describe('what decides how images are prepared', () => {
  it('presets are whole', () => {
    for (const name of Object.keys(presets)) {
      const found = resolvePreprocessing(
        { ...anyInput, layout: 'nchw', channels: 3, width: 160, height: 160 },
        [presetParts(name, { width: 160, height: 160 })]
      )
      expect(found.width).toBe(160)
      expect(found.scale).toBe(presets[name].parts.scale)
    }
    expect(presetParts('imagenet', { width: 160, height: 160 }).shorter).toBe(183)
    expect(() => presetParts('nothing', anyInput)).toThrow(/There are: imagenet/)
  })

  it('the first that speaks decides', () => {
    const found = resolvePreprocessing(anyInput, [
      { scale: 2, layout: 'nhwc' },
      { scale: 3, width: 5, height: 6, mean: [1] }
    ])
    expect(found).toMatchObject({ scale: 2, width: 5, height: 6, mean: [1, 1, 1], colour: 'rgb' })
  })

  it('contradictions are refused', () => {
    const input: InputFacts = { ...anyInput, width: 8, height: 8, layout: 'nchw', channels: 3 }
    expect(() => resolvePreprocessing(input, [{ scale: 1, colour: 'grey' }])).toThrow(/takes 3 channels/)
    expect(() => resolvePreprocessing(input, [{ scale: 1, mean: [1, 2] }])).toThrow(/2 numbers for 3/)
    expect(() => resolvePreprocessing(input, [{ scale: 1, std: [0] }])).toThrow(/positive/)
    expect(() => resolvePreprocessing(input, [{ scale: 1, crop: 'center', shorter: 4 }])).toThrow(
      /does not cover/
    )
    expect(() => resolvePreprocessing({ ...input, type: 'uint8' }, [{ scale: 2 }])).toThrow(/whole numbers/)
    expect(resolvePreprocessing({ ...input, type: 'uint8' }, [presetParts('raw', input)]).scale).toBe(1)
    expect(() =>
      resolvePreprocessing({ ...anyInput, layout: 'nchw' }, [{ scale: 1, width: 100_000, height: 1 }])
    ).toThrow(/1 to 8192/)
  })

  it('flags and metadata are read alike', () => {
    expect(
      partsOfText(
        { size: '320x240', scale: '1/255', mean: '0.5, 0.25 1', layout: 'NHWC', crop: 'center' },
        '--'
      )
    ).toMatchObject({
      width: 320,
      height: 240,
      scale: 1 / 255,
      mean: [0.5, 0.25, 1],
      layout: 'nhwc',
      crop: 'center'
    })
    for (const [key, value] of Object.entries({
      size: 'big',
      scale: '1/0',
      mean: 'a',
      layout: 'chw',
      offset: '1 2',
      std: ''
    }))
      expect(() => partsOfText({ [key]: value }, '--'), key).toThrow(new RegExp(`--${key} must be`))
    expect(
      metadataParts(
        new Map([
          ['unseen.scale', '2'],
          ['Image.NominalPixelRange', 'Normalized_1_1'],
          ['Image.BitmapPixelFormat', 'BGR8']
        ])
      )
    ).toMatchObject({ scale: 2, offset: -1, colour: 'bgr' })
    expect(() => metadataParts(new Map([['unseen.size', 'x']]))).toThrow(/unseen\.size must be/)
  })

  it('a record leads back to the same', () => {
    const how = resolvePreprocessing({ ...anyInput, layout: 'nchw' }, [presetParts('clip', anyInput)])
    const record = toRecord({
      model: 'm',
      digest: 'd',
      tensor: 't',
      length: 1,
      pooling: 'none',
      preprocessing: how
    })
    expect(
      resolvePreprocessing(anyInput, [partsOfRecord(JSON.parse(JSON.stringify(record)) as typeof record)])
    ).toEqual(how)
    expect(() => partsOfRecord({ ...record, mean: 'x' })).toThrow(/"mean"/)
  })
})

describe('a photograph of a phone that cannot be decoded', () => {
  it('is named with what to do', async () => {
    const box = (brands: string): Uint8Array => {
      const bytes = Buffer.alloc(64)
      bytes.writeUInt32BE(8 + brands.length, 0)
      bytes.write(`ftyp${brands}`, 4, 'latin1')
      return bytes
    }
    // The version of the brand lies between the major brand and the compatible ones.
    await expect(openImage(box('mif1\0\0\0\0mif1heic'))).rejects.toMatchObject({
      code: 'image.unreadable',
      message: expect.stringContaining('The HEIC photograph cannot be decoded') as string
    })
    await expect(openImage(box('avif\0\0\0\0mif1avif'))).rejects.toMatchObject({
      message: expect.not.stringContaining('HEIC') as string
    })
  })
})
