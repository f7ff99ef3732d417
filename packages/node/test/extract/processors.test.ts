// Images prepared as the authors of networks do, against golden entries of Pillow; what is not known is refused.
import type { Preprocessing } from '@unseen/networks'
import { type PreprocessingParts, resolvePreprocessing, writeEntries } from '@unseen/networks/internal'
import { openImage } from '../../src/extract/open-image.js'
import { configParts } from '../../src/extract/preprocessor-config.js'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'

interface Golden {
  readonly pictures: readonly { readonly width: number; readonly height: number; readonly pixels: number[] }[]
  readonly cases: readonly {
    readonly name: string
    readonly config: object
    readonly width: number
    readonly height: number
    readonly entries: readonly number[][]
  }[]
}
const golden = JSON.parse(
  readFileSync(fileURLToPath(new URL('golden/processors.json', import.meta.url)), 'utf8')
) as Golden
const place = mkdtempSync(join(tmpdir(), 'unseen-processors-'))
afterAll(() => rmSync(place, { recursive: true }))

let folders = 0
function read(
  config: object,
  given: PreprocessingParts = {},
  file = 'pretrained_cfg' in config ? 'config.json' : 'preprocessor_config.json'
): Promise<PreprocessingParts> {
  const folder = join(place, String(folders++))
  mkdirSync(folder)
  writeFileSync(join(folder, file), JSON.stringify(config))
  return configParts(join(folder, 'onnx', 'model.onnx'), given)
}

/** What a network that takes any size makes of it. */
function whole(parts: PreprocessingParts): Preprocessing {
  return resolvePreprocessing(
    { width: undefined, height: undefined, layout: 'nhwc', channels: 3, type: 'float32' },
    [parts]
  )
}

describe('images are prepared as the processor does', () => {
  it.each(golden.cases)('$name', async ({ config, width, height, entries }) => {
    const how = whole(await read(config))
    expect(how).toMatchObject({ width, height })
    for (const [at, { pixels, ...size }] of golden.pictures.entries()) {
      const found = new Float32Array(width * height * 3)
      await writeEntries(await openImage({ pixels: Uint8Array.from(pixels), ...size }), how, found)
      expect(entries[at].length).toBe(found.length)
      // In levels of 0 to 255. Pillow rounds after each of its two passes.
      const worst = Math.max(
        ...entries[at].map((value, k) => (Math.abs(found[k] - value) * how.std[k % 3]) / how.scale)
      )
      expect(worst).toBeLessThan(1.2)
    }
  })

  it('from processor_config.json too', async () => {
    const { config, width } = golden.cases[0]
    expect(
      whole(await read({ image_processor: config, processor_class: 'X' }, {}, 'processor_config.json')).width
    ).toBe(width)
  })

  it('ConvNeXt cuts nothing from 384 pixels on', async () => {
    const type = { image_processor_type: 'ConvNextImageProcessor' }
    expect(await read({ ...type, size: { shortest_edge: 384 } })).toMatchObject({ width: 384, crop: 'none' })
    expect(await read({ ...type, size: { shortest_edge: 224 }, crop_pct: 0.9 })).toMatchObject({
      width: 224,
      crop: 'center',
      shorter: 248
    })
  })
})

describe('what is not known is refused and named', () => {
  const vit = { image_processor_type: 'ViTImageProcessor', size: 224 }
  it.each<[string, object, RegExp]>([
    [
      'the type',
      { image_processor_type: 'Siglip2ImageProcessor' },
      /Siglip2ImageProcessor, which is not known/
    ],
    ['a step', { ...vit, do_pad: true }, /asks for do_pad/],
    ['no resize', { ...vit, do_resize: false }, /do_resize is false/],
    ['a longest edge', { ...vit, size: { shortest_edge: 8, longest_edge: 9 } }, /longest_edge,shortest_edge/],
    ['sizes that differ', { ...vit, size: { shortest_edge: 224 } }, /sizes of images differ/],
    ['one number of no type', { size: 224 }, /no type/],
    ['crop_pct of another type', { ...vit, crop_pct: 0.9 }, /crop_pct/],
    [
      'a ConvNeXt of two sides',
      { image_processor_type: 'ConvNextImageProcessor', size: { height: 8, width: 8 } },
      /shortest_edge/
    ],
    ['black borders', { image_processor_type: 'MobileViTImageProcessor' }, /cuts 256 x 256 .* 224/],
    [
      'a cut of other proportions',
      { image_processor_type: 'DeiTImageProcessor', size: { height: 8, width: 9 } },
      /9 x 8/
    ],
    ['BEiT without a size', { image_processor_type: 'BeitImageProcessor' }, /does not say the size/],
    ['BEiT without a cut', { image_processor_type: 'BeitImageProcessor', size: 8 }, /whether the middle/],
    ['a filter', { ...vit, resample: 9 }, /resampling 9/],
    ['no filter', { size: { height: 8, width: 8 }, image_mean: 0, image_std: 1 }, /resampled/],
    ['no mean', { size: { height: 8, width: 8 }, resample: 2 }, /image_mean/],
    [
      'an offset of no clear size',
      { image_processor_type: 'EfficientNetImageProcessor', rescale_offset: true },
      /rescale_offset/
    ],
    [
      'timm with borders',
      {
        pretrained_cfg: {
          input_size: [3, 8, 8],
          interpolation: 'bicubic',
          crop_pct: 1,
          crop_mode: 'border',
          mean: 0,
          std: 1
        }
      },
      /"border"/
    ],
    [
      'timm of two sizes',
      {
        pretrained_cfg: {
          input_size: [3, 8, 8],
          test_input_size: [3, 9, 9],
          interpolation: 'bicubic',
          crop_pct: 1,
          mean: 0,
          std: 1
        }
      },
      /training and testing/
    ],
    ['nonsense', { size: 'large' }, /makes no sense/]
  ])('%s', async (_, config, message) => {
    await expect(read(config)).rejects.toMatchObject({
      code: 'backbone.unusable',
      message: expect.stringMatching(message) as string
    })
  })

  it('unless flags say it', async () => {
    const given = { crop: 'none', resize: 'bicubic', scale: 1, mean: [0], std: [1] } as const
    expect(await read({ image_processor_type: 'Siglip2ImageProcessor' }, given)).toEqual({})
    expect(await read({ ...vit, resample: 9 }, { resize: 'bicubic' })).toMatchObject({
      width: 224,
      scale: 1 / 255
    })
    expect(await read({ ...vit, size: { shortest_edge: 224 } }, { crop: 'none' })).toMatchObject({
      resize: 'bilinear'
    })
  })
})
