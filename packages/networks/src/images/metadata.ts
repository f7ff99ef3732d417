/**
 * What a network's metadata say of how images are prepared: our own keys (`unseen.size`, `unseen.mean`,
 * ...; docs/extract.md lists them), and ONNX's own for images
 * (https://onnx.ai/onnx/repo-docs/MetadataProps.html), whose keys and values do not tell cases apart.
 */
import { UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import {
  type PreprocessingParts,
  colours,
  cropKinds,
  layouts,
  middles,
  resizeKinds
} from './preprocessing.js'

/** Pixel formats of the ONNX convention that networks are given, by channel order. */
const pixelFormats: Readonly<Record<string, PreprocessingParts>> = {
  gray8: { colour: 'grey' },
  rgb8: { colour: 'rgb' },
  bgr8: { colour: 'bgr' }
}
const pixelRanges: Readonly<Record<string, PreprocessingParts>> = {
  nominalrange_0_255: { scale: 1, offset: 0 },
  normalized_0_1: { scale: 1 / 255, offset: 0 },
  normalized_1_1: { scale: 1 / 127.5, offset: -1 }
}

export function metadataParts(metadata: ReadonlyMap<string, string>): PreprocessingParts {
  const lower = new Map([...metadata].map(([key, value]) => [key.toLowerCase(), value]))
  const value = (key: string): string | undefined => lower.get(`unseen.${key}`)
  const own = partsOfText(
    {
      size: value('size'),
      resize: value('resize'),
      crop: value('crop'),
      shorter: value('shorter'),
      middle: value('middle'),
      scale: value('scale'),
      offset: value('offset'),
      mean: value('mean'),
      std: value('std'),
      layout: value('layout'),
      colour: value('colour')
    },
    'unseen.'
  )
  const standard = {
    ...pixelFormats[lower.get('image.bitmappixelformat')?.toLowerCase() ?? ''],
    ...pixelRanges[lower.get('image.nominalpixelrange')?.toLowerCase() ?? '']
  }
  return { ...standard, ...defined(own) }
}

export interface PreprocessingText {
  readonly size?: string | undefined
  readonly resize?: string | undefined
  readonly crop?: string | undefined
  readonly shorter?: string | undefined
  readonly middle?: string | undefined
  readonly scale?: string | undefined
  readonly offset?: string | undefined
  readonly mean?: string | undefined
  readonly std?: string | undefined
  readonly layout?: string | undefined
  readonly colour?: string | undefined
}

/** Flags and metadata as text; `prefix` stands before a name in messages ('--' or 'unseen.'). */
export function partsOfText(text: PreprocessingText, prefix: string): PreprocessingParts {
  const refuse = (key: string, expected: string): never => {
    throw new UnseenError(
      'options.value',
      `${prefix}${key} must be ${expected}, got "${text[key as keyof PreprocessingText] ?? ''}".`,
      { where: { option: `${prefix}${key}` } }
    )
  }
  const numbers = (key: keyof PreprocessingText, expected: string): number[] | undefined =>
    text[key]
      ?.trim()
      .split(/[\s,;]+/)
      .map(part => readNumber(part) ?? refuse(key, expected))
  const number = (key: keyof PreprocessingText): number | undefined => {
    const list = numbers(key, 'a number')
    return list === undefined || list.length === 1 ? list?.[0] : refuse(key, 'a number')
  }
  const one = <Choice extends string>(
    key: keyof PreprocessingText,
    choices: readonly Choice[]
  ): Choice | undefined => {
    const given = text[key]?.toLowerCase()
    return given === undefined
      ? undefined
      : (choices.find(choice => choice === given) ?? refuse(key, choices.join(' or ')))
  }
  const size = text.size?.trim().toLowerCase()
  const sides =
    size === undefined
      ? undefined
      : (/^(\d{1,5})(?:x(\d{1,5}))?$/.exec(size) ?? refuse('size', 'pixels, or WIDTHxHEIGHT'))
  return {
    width: sides === undefined ? undefined : Number(sides[1]),
    height: sides === undefined ? undefined : Number(sides[2] ?? sides[1]),
    resize: one('resize', resizeKinds),
    crop: one('crop', cropKinds),
    shorter: number('shorter'),
    middle: one('middle', middles),
    scale: number('scale'),
    offset: number('offset'),
    mean: numbers('mean', 'numbers, one per channel'),
    std: numbers('std', 'numbers, one per channel'),
    layout: one('layout', layouts),
    colour: one('colour', colours)
  }
}

/** '0.5' or '1/255' */
function readNumber(text: string): number | undefined {
  const [above, below, ...rest] = text.split('/')
  const value = below === undefined ? Number(above) : Number(above) / Number(below)
  return rest.length > 0 || above.trim() === '' || below?.trim() === '' || !Number.isFinite(value)
    ? undefined
    : value
}
