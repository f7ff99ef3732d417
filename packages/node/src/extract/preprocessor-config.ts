/**
 * preprocessor_config.json, which networks exported from Hugging Face's transformers have beside them
 * or one folder above (onnx/model.onnx): e.g.
 * https://huggingface.co/google/siglip-base-patch16-224/blob/main/preprocessor_config.json
 */
import { UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { PreprocessingParts } from '@unseen/networks/internal'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'

const NAME = 'preprocessor_config.json'
const pixels = z.int().positive()
const numbers = z.array(z.number()).min(1).max(3)
const box = z.object({ height: pixels, width: pixels })

/** Only what is understood; other keys are of no concern here. */
const schema = z.object({
  do_resize: z.boolean().default(true),
  size: z.union([pixels, box, z.object({ shortest_edge: pixels })]).optional(),
  /** numbers of Pillow: 2 bilinear, 3 bicubic */
  resample: z.int().default(2),
  do_center_crop: z.boolean().default(false),
  crop_size: z.union([pixels, box]).optional(),
  do_rescale: z.boolean().default(true),
  rescale_factor: z.number().default(1 / 255),
  do_normalize: z.boolean().default(true),
  image_mean: numbers.optional(),
  image_std: numbers.optional()
})

/**
 * `given` is what flags say: a part that cannot be taken from the file may come from there. Empty without a
 * file.
 */
export async function configParts(model: string, given: PreprocessingParts): Promise<PreprocessingParts> {
  const folder = dirname(model)
  for (const path of [join(folder, NAME), join(folder, '..', NAME)]) {
    const text = await readFile(path, 'utf8').catch(() => undefined)
    if (text !== undefined) return readConfig(text, path, given)
  }
  return {}
}

function readConfig(text: string, path: string, given: PreprocessingParts): PreprocessingParts {
  const parsed = schema.safeParse(parseJson(text))
  if (!parsed.success)
    throw refuse(
      path,
      `makes no sense: ${z.prettifyError(parsed.error).replace(/\s+/g, ' ')}`,
      'Correct or remove it.'
    )
  const {
    do_resize,
    size,
    resample,
    do_center_crop,
    crop_size,
    do_rescale,
    rescale_factor,
    do_normalize,
    image_mean,
    image_std
  } = parsed.data
  const resize = resample === 2 ? 'bilinear' : resample === 3 ? 'bicubic' : given.resize
  if (resize === undefined)
    throw refuse(
      path,
      `asks for resampling ${resample}, which is neither bilinear (2) nor bicubic (3)`,
      'Say --resize bilinear or bicubic.'
    )
  const placing = do_resize ? placingOf(size, do_center_crop, crop_size) : undefined
  if (placing === undefined && given.crop === undefined)
    throw refuse(path, 'scales and cuts images in a way that is not offered', 'Say --crop and --size.')
  return {
    ...placing,
    resize,
    scale: do_rescale ? rescale_factor : 1,
    ...defined({
      mean: do_normalize && image_mean !== undefined ? image_mean : undefined,
      std: do_normalize && image_std !== undefined ? image_std : undefined
    })
  }
}

type Config = z.infer<typeof schema>

/** undefined: not offered */
function placingOf(
  size: Config['size'],
  cuts: boolean,
  cropSize: Config['crop_size']
): PreprocessingParts | undefined {
  if (size === undefined) return { crop: 'none' }
  const shortest = typeof size === 'number' ? size : 'shortest_edge' in size ? size.shortest_edge : undefined
  if (cuts && shortest !== undefined)
    return { ...sidesOf(cropSize ?? shortest), crop: 'center', shorter: shortest }
  // One number means both sides, unless something is cut out afterwards.
  return !cuts && (typeof size === 'number' || 'width' in size)
    ? { ...sidesOf(size), crop: 'none' }
    : undefined
}

function sidesOf(size: number | z.infer<typeof box>): { readonly width: number; readonly height: number } {
  return typeof size === 'number' ? { width: size, height: size } : { width: size.width, height: size.height }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refuse(path: string, what: string, remedy: string): UnseenError {
  return new UnseenError('backbone.unusable', `${path} ${what}.`, { where: { file: path }, remedy })
}
