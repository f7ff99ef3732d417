/**
 * How an image becomes the input of a network. Everything is said, nothing is implied: this is what a
 * model records, so that later images are prepared in the same way.
 */
import { UnseenError } from '@unseen/core'

export const resizeKinds = ['bilinear', 'bicubic', 'lanczos', 'hamming', 'box', 'nearest'] as const
export const cropKinds = ['none', 'center', 'stretch'] as const
export const middles = ['even', 'floor'] as const
export const layouts = ['nchw', 'nhwc'] as const
export const colours = ['rgb', 'bgr', 'grey'] as const

/** How an image becomes the input of a network. */
export interface Preprocessing {
  /** Of the network's input, in pixels. */
  readonly width: number
  /** Of the network's input, in pixels. */
  readonly height: number
  /** How pixels between pixels are computed. */
  readonly resize: (typeof resizeKinds)[number]
  /**
   * none: scaled to width x height, whatever its proportions; center: scaled until its shorter side is
   * `shorter`, then the middle is cut out; stretch: both sides are scaled to `shorter`, then the same
   */
  readonly crop: (typeof cropKinds)[number]
  /** Length that the shorter side is scaled to before the middle is cut out. */
  readonly shorter: number
  /**
   * Where the middle is if an odd number of pixels has to go: floor takes the smaller half off before
   * (transformers), even rounds halves to even (torchvision)
   */
  readonly middle: (typeof middles)[number]
  /** entry = (pixel * scale + offset - mean) / std, with pixels of 0 to 255 */
  readonly scale: number
  /** Added after scaling. */
  readonly offset: number
  /** What is taken away from each channel, in the order of `colour`. */
  readonly mean: readonly number[]
  /** What each channel is divided by, in the order of `colour`. */
  readonly std: readonly number[]
  /** Whether channels come before or after height and width. */
  readonly layout: (typeof layouts)[number]
  /** Order of the channels. */
  readonly colour: (typeof colours)[number]
}

/** What flags, presets or a model's metadata say of it; the rest is found elsewhere. */
export type PreprocessingParts = { readonly [Key in keyof Preprocessing]?: Preprocessing[Key] | undefined }

/** What the network's input itself tells. */
export interface InputFacts {
  /** undefined where the network takes any */
  readonly width: number | undefined
  readonly height: number | undefined
  /** undefined where the shape does not tell */
  readonly layout: Preprocessing['layout'] | undefined
  readonly channels: 1 | 3 | undefined
  readonly type: 'float32' | 'uint8'
}

/** The first of `parts` that says something decides; what the network fixes cannot be decided otherwise. */
export function resolvePreprocessing(input: InputFacts, parts: readonly PreprocessingParts[]): Preprocessing {
  const said = <Key extends keyof Preprocessing>(key: Key): Preprocessing[Key] | undefined =>
    parts.find(part => part[key] !== undefined)?.[key]
  const layout =
    fixed('layout', input.layout, said('layout')) ??
    missing('whether channels come first or last', '--layout nchw or --layout nhwc')
  const width = fixed('width', input.width, said('width')) ?? missing('the size of its images', '--size 224')
  const height =
    fixed('height', input.height, said('height')) ?? missing('the size of its images', '--size 224')
  const colour = said('colour') ?? (input.channels === 1 ? 'grey' : 'rgb')
  const channels = colour === 'grey' ? 1 : 3
  if (input.channels !== undefined && input.channels !== channels)
    throw wrong(
      `The network takes ${input.channels} channel${input.channels === 1 ? '' : 's'}, colour "${colour}" has ${channels}.`
    )
  const tells = (['scale', 'offset', 'mean', 'std'] as const).some(key => said(key) !== undefined)
  const changes =
    (said('scale') ?? 1) !== 1 ||
    (said('offset') ?? 0) !== 0 ||
    (said('mean') ?? []).some(value => value !== 0) ||
    (said('std') ?? []).some(value => value !== 1)
  if (input.type === 'uint8' && changes)
    throw wrong(
      'The network takes pixels as whole numbers from 0 to 255; scale, offset, mean and std do not apply.'
    )
  if (input.type === 'float32' && !tells)
    missing('how pixels are scaled', '--preset, or --scale with --mean and --std')
  const scale = said('scale') ?? 1
  const crop = said('crop') ?? 'none'
  const shorter = crop === 'none' ? 0 : (said('shorter') ?? Math.max(width, height))
  const result: Preprocessing = {
    width,
    height,
    resize: said('resize') ?? 'bilinear',
    crop,
    shorter,
    middle: said('middle') ?? 'even',
    scale,
    offset: said('offset') ?? 0,
    mean: perChannel('mean', said('mean') ?? [0], channels),
    std: perChannel('std', said('std') ?? [1], channels),
    layout,
    colour
  }
  check(result)
  return result
}

function check({ width, height, crop, shorter, scale, offset, mean, std }: Preprocessing): void {
  const LARGEST = 8192
  for (const [name, value] of [
    ['width', width],
    ['height', height],
    ...(crop === 'none' ? [] : [['shorter', shorter] as const])
  ] as const) {
    if (!Number.isInteger(value) || value < 1 || value > LARGEST)
      throw wrong(`${name} must be a whole number from 1 to ${LARGEST}, got ${value}.`)
  }
  if (crop !== 'none' && shorter < Math.max(width, height))
    throw wrong(`An image whose shorter side is ${shorter} does not cover ${width} x ${height}.`)
  if (!Number.isFinite(scale) || scale === 0 || !Number.isFinite(offset) || !mean.every(Number.isFinite))
    throw wrong('scale, offset and mean must be finite, scale not 0.')
  if (!std.every(value => Number.isFinite(value) && value > 0))
    throw wrong(`std must be positive, got ${std.join(', ')}.`)
}

function fixed<Value extends string | number>(
  name: string,
  network: Value | undefined,
  said: Value | undefined
): Value | undefined {
  if (network !== undefined && said !== undefined && network !== said)
    throw wrong(`The network's input has ${name} ${network}, not ${said}.`)
  return network ?? said
}

function perChannel(name: string, values: readonly number[], channels: number): readonly number[] {
  if (values.length === channels) return values
  if (values.length === 1) return Array.from({ length: channels }, () => values[0])
  throw wrong(`${name} has ${values.length} numbers for ${channels} channel${channels === 1 ? '' : 's'}.`)
}

function missing(what: string, flags: string): never {
  throw new UnseenError('backbone.unusable', `The network does not say ${what}.`, {
    remedy: `Give ${flags}; wrong guesses would make poor features without a sign.`
  })
}

function wrong(message: string): UnseenError {
  return new UnseenError('options.combination', message)
}
