/**
 * How a network's authors prepare images, as Hugging Face keeps it beside networks or one folder above
 * (onnx/model.onnx): preprocessor_config.json or processor_config.json for those of transformers
 * (https://huggingface.co/google/siglip-base-patch16-224/blob/main/preprocessor_config.json), the
 * `pretrained_cfg` of config.json for those of timm. What cannot be done in that very way is refused.
 */
import { UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { PreprocessingParts } from '@unseen/networks/internal'
import { type Box, type Processor, type Size, processorOf, processors } from './processors.js'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'

const pixels = z.int().positive()
const numbers = z.union([z.number().transform(value => [value]), z.array(z.number()).min(1).max(3)])
const box = z.strictObject({ height: pixels, width: pixels })
const flag = z.boolean().nullish()

/** Keys that are not named here are of no concern, but for those that begin with `do_`. */
const schema = z.looseObject({
  image_processor_type: z.string().nullish(),
  feature_extractor_type: z.string().nullish(),
  do_resize: flag,
  size: z.union([pixels, z.record(z.string(), z.number().nullable())]).nullish(),
  crop_pct: z.number().positive().max(1).nullish(),
  /** numbers of Pillow */
  resample: z.int().nullish(),
  do_center_crop: flag,
  crop_size: z.union([pixels, z.record(z.string(), z.number().nullable())]).nullish(),
  do_rescale: flag,
  rescale_factor: z.number().nullish(),
  rescale_offset: flag,
  do_normalize: flag,
  include_top: flag,
  image_mean: numbers.nullish(),
  image_std: numbers.nullish(),
  do_flip_channel_order: flag
})
type Config = z.infer<typeof schema>

const timmSchema = z.looseObject({
  input_size: z.tuple([pixels, pixels, pixels]),
  test_input_size: z.tuple([pixels, pixels, pixels]).nullish(),
  interpolation: z.enum(['bilinear', 'bicubic', 'lanczos', 'hamming', 'box', 'nearest']),
  crop_pct: z.number().positive().max(1),
  crop_mode: z.string().default('center'),
  mean: numbers,
  std: numbers
})

/** By Pillow's numbers. */
const filters = ['nearest', 'lanczos', 'bilinear', 'bicubic', 'box', 'hamming'] as const
/** Flags of other steps that change nothing about an image: our images are RGB, and labels are none. */
const harmless = new Set(['do_convert_rgb', 'do_reduce_labels'])
const known = new Set(Object.keys(schema.shape))

/**
 * `given` is what flags say: a part that cannot be taken from the file may come from there. Empty without a
 * file.
 */
export async function configParts(model: string, given: PreprocessingParts): Promise<PreprocessingParts> {
  const folder = dirname(model)
  for (const place of [folder, join(folder, '..')]) {
    const own = await readObject(join(place, 'preprocessor_config.json'))
    if (own !== undefined) return transformersParts(own.content, own.path, given)
    const joint = await readObject(join(place, 'processor_config.json'))
    if (isObject(joint?.content['image_processor']))
      return transformersParts(joint.content['image_processor'], joint.path, given)
    const timm = await readObject(join(place, 'config.json'))
    if (isObject(timm?.content['pretrained_cfg']))
      return timmParts(timm.content['pretrained_cfg'], timm.path, given)
  }
  return {}
}

function transformersParts(content: object, path: string, given: PreprocessingParts): PreprocessingParts {
  const config = parse(schema, content, path)
  const type = config.image_processor_type ?? config.feature_extractor_type ?? undefined
  const processor = type === undefined ? undefined : processorOf(type)
  const refuse = (what: string, remedy: string): never => {
    throw refusal(path, what, remedy)
  }
  if (type !== undefined && processor === undefined && !isWhole(given))
    refuse(
      `is of the type ${type}, which is not known`,
      `Known are ${Object.keys(processors).join(', ')} (...ImageProcessor). Say --preset, or --size, --crop, --resize, --scale, --mean and --std.`
    )
  const other = Object.entries(config).find(
    ([key, value]) => key.startsWith('do_') && value === true && !known.has(key) && !harmless.has(key)
  )
  if (other !== undefined && !isWhole(given))
    refuse(`asks for ${other[0]}, which is not offered`, 'Say --preset, or how images are prepared.')
  return {
    ...(given.crop === undefined ? placing(config, processor, refuse) : {}),
    ...(given.resize === undefined ? filter(config, processor, refuse) : {}),
    ...(given.scale === undefined ? scaling(config, processor, refuse) : {}),
    ...defined({ colour: colourOf(config, processor) })
  }
}

type Refuse = (what: string, remedy: string) => never

function placing(config: Config, processor: Processor | undefined, refuse: Refuse): PreprocessingParts {
  const remedy = 'Say --crop and --size.'
  if (config.do_resize === false) refuse('takes images in the size they have (do_resize is false)', remedy)
  const size =
    config.size === undefined || config.size === null
      ? (processor?.size ?? refuse('does not say the size', remedy))
      : sizeOf(config.size, processor, refuse)
  if (processor?.shorterSide !== undefined && processor.shorterSide !== 'levit')
    return byCropPct(size, config.crop_pct ?? processor.shorterSide.cropPct, processor.shorterSide, refuse)
  if (config.crop_pct !== undefined && config.crop_pct !== null)
    refuse('has a crop_pct, which its type does not explain', remedy)
  const cuts =
    config.do_center_crop ??
    processor?.cuts ??
    (processor === undefined ? false : refuse('does not say whether the middle is cut out', remedy))
  if (!cuts) {
    if ('shortest' in size)
      return refuse('scales the shorter side and cuts nothing, so that sizes of images differ', remedy)
    return { ...size, crop: 'none' }
  }
  const said = config.crop_size ?? undefined
  const cut =
    said === undefined
      ? (processor?.cropSize ?? refuse('does not say what is cut out', remedy))
      : (boxOf(said) ?? refuse('has a crop_size that is not understood', remedy))
  if ('shortest' in size) {
    const shorter =
      processor?.shorterSide === 'levit' ? Math.trunc((256 / 224) * size.shortest) : size.shortest
    return covering({ ...cut, crop: 'center', shorter, middle: 'floor' }, refuse)
  }
  if (size.width !== size.height)
    refuse(`scales to ${size.width} x ${size.height} and then cuts, which is not offered`, remedy)
  return covering({ ...cut, crop: 'stretch', shorter: size.width, middle: 'floor' }, refuse)
}

/** What is beyond the image would be filled with black, which is not offered. */
function covering(
  parts: PreprocessingParts & Box & { readonly shorter: number },
  refuse: Refuse
): typeof parts {
  return parts.shorter >= Math.max(parts.width, parts.height)
    ? parts
    : refuse(
        `cuts ${parts.width} x ${parts.height} out of an image whose shorter side is ${parts.shorter}`,
        'Say --crop and --size.'
      )
}

function byCropPct(
  size: Size,
  cropPct: number,
  { uncutFrom }: { readonly uncutFrom: number },
  refuse: Refuse
): PreprocessingParts {
  if (!('shortest' in size))
    return refuse('gives width and height where its type wants shortest_edge', 'Say --crop and --size.')
  const side = { width: size.shortest, height: size.shortest }
  return size.shortest >= uncutFrom
    ? { ...side, crop: 'none' }
    : { ...side, crop: 'center', shorter: Math.trunc(size.shortest / cropPct), middle: 'floor' }
}

function sizeOf(size: NonNullable<Config['size']>, processor: Processor | undefined, refuse: Refuse): Size {
  if (typeof size === 'number') {
    if (processor === undefined)
      return refuse(
        `says size ${size} and no type, so that it may mean the shorter side or both`,
        'Say --crop and --size.'
      )
    return processor.numberIs === 'both' ? { width: size, height: size } : { shortest: size }
  }
  const said = sidesIn(size)
  const names = Object.keys(said).sort().join()
  if (names === 'shortest_edge') return { shortest: said['shortest_edge'] }
  return boxOf(size) ?? refuse(`has a size of ${names}, which is not offered`, 'Say --crop and --size.')
}

/** Sides that are null are not there. */
function sidesIn(size: Readonly<Record<string, number | null>>): Record<string, number> {
  return Object.fromEntries(Object.entries(size).filter((side): side is [string, number] => side[1] !== null))
}

function boxOf(size: number | Readonly<Record<string, number | null>>): Box | undefined {
  if (typeof size === 'number') return { width: size, height: size }
  return box.safeParse(sidesIn(size)).data
}

function filter(config: Config, processor: Processor | undefined, refuse: Refuse): PreprocessingParts {
  const resize =
    config.resample === undefined || config.resample === null
      ? processor?.resize
      : (filters.at(config.resample) ??
        refuse(
          `asks for resampling ${config.resample}, which Pillow does not have`,
          'Say --resize bilinear.'
        ))
  return { resize: resize ?? refuse('does not say how images are resampled', 'Say --resize bilinear.') }
}

function scaling(config: Config, processor: Processor | undefined, refuse: Refuse): PreprocessingParts {
  const remedy = 'Say --scale, --mean and --std.'
  const scale = config.do_rescale === false ? 1 : (config.rescale_factor ?? 1 / 255)
  const centred = config.rescale_offset === true && config.do_rescale !== false
  // Versions take 127.5 levels or 1 away, which is the same for this factor alone.
  if (centred && Math.abs(scale * 127.5 - 1) > 1e-6)
    refuse(`has rescale_offset with the factor ${scale}, which its versions read differently`, remedy)
  const base = { scale, offset: centred ? -1 : 0 }
  if (!(config.do_normalize ?? processor?.normalises ?? true)) return { ...base, mean: [0], std: [1] }
  const mean = config.image_mean ?? processor?.mean ?? refuse('does not say image_mean', remedy)
  const std = config.image_std ?? processor?.std ?? refuse('does not say image_std', remedy)
  const twice = processor?.efficientNet === true && (config.include_top ?? true)
  return { ...base, mean, std: twice ? std.map(value => value * value) : std }
}

function colourOf(config: Config, processor: Processor | undefined): PreprocessingParts['colour'] {
  const flips = config.do_flip_channel_order ?? undefined
  return flips === undefined ? processor?.colour : flips ? 'bgr' : 'rgb'
}

/** timm.data.create_transform, as for evaluation. */
function timmParts(content: object, path: string, given: PreprocessingParts): PreprocessingParts {
  const config = parse(timmSchema, content, path)
  const [channels, height, width] = config.input_size
  const differs = config.test_input_size?.some((side, at) => side !== config.input_size[at]) === true
  if (given.crop === undefined && (channels !== 3 || width !== height || differs))
    throw refusal(
      path,
      differs ? 'has other sizes for training and testing' : `takes ${config.input_size.join(' x ')}`,
      'Say --crop and --size.'
    )
  const crop = { center: 'center', squash: 'stretch' } as const
  if (given.crop === undefined && !Object.hasOwn(crop, config.crop_mode))
    throw refusal(path, `cuts by "${config.crop_mode}", which is not offered`, 'Say --crop and --size.')
  return {
    width,
    height,
    crop: crop[config.crop_mode as keyof typeof crop],
    shorter: Math.floor(width / config.crop_pct),
    middle: 'even',
    resize: config.interpolation,
    scale: 1 / 255,
    offset: 0,
    mean: config.mean,
    std: config.std
  }
}

/** Nothing is left to the file. */
function isWhole({ crop, resize, scale, mean, std }: PreprocessingParts): boolean {
  return [crop, resize, scale, mean, std].every(part => part !== undefined)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

async function readObject(
  path: string
): Promise<{ readonly path: string; readonly content: Readonly<Record<string, unknown>> } | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  return { path, content: parse(z.record(z.string(), z.unknown()), parseJson(text), path) }
}

function parse<Schema extends z.ZodType>(shape: Schema, content: unknown, path: string): z.infer<Schema> {
  const parsed = shape.safeParse(content)
  if (parsed.success) return parsed.data
  throw refusal(
    path,
    `makes no sense: ${z.prettifyError(parsed.error).replace(/\s+/g, ' ')}`,
    'Correct or remove it.'
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refusal(path: string, what: string, remedy: string): UnseenError {
  return new UnseenError('backbone.unusable', `${path} ${what}.`, { where: { file: path }, remedy })
}
