/**
 * Image processors of Hugging Face's transformers: what each takes for granted where its configuration says
 * nothing, and the few ways in which they scale and cut. Read from the sources, one folder each of
 * https://github.com/huggingface/transformers/tree/main/src/transformers/models
 */
import type { Preprocessing } from '@unseen/networks'

export interface Box {
  readonly width: number
  readonly height: number
}

/** A size as configurations write it, once it is clear what a single number means. */
export type Size = Box | { readonly shortest: number }

export interface Processor {
  /** a single number as `size` is the length of the shorter side; otherwise of both sides */
  readonly numberIs: 'shorter' | 'both'
  /** undefined where versions of the processor differ, so that the configuration must say it */
  readonly size?: Size
  readonly cuts?: boolean
  readonly cropSize?: Box
  readonly resize: Preprocessing['resize']
  readonly mean: readonly number[]
  readonly std: readonly number[]
  readonly normalises?: boolean
  readonly colour?: Preprocessing['colour']
  /**
   * How `size` is meant where it is not plain: `crop_pct` of the shorter side is kept, up to a size from which
   * on nothing is cut; LeViT enlarges it by 256 / 224.
   */
  readonly shorterSide?: { readonly cropPct: number; readonly uncutFrom: number } | 'levit'
  /** EfficientNet: normalised a second time, pixels around zero */
  readonly efficientNet?: boolean
}

const square = (side: number): Box => ({ width: side, height: side })
const half = { mean: [0.5, 0.5, 0.5], std: [0.5, 0.5, 0.5] } as const
const imagenet = { mean: [0.485, 0.456, 0.406], std: [0.229, 0.224, 0.225] } as const
const openai = {
  mean: [0.48145466, 0.4578275, 0.40821073],
  std: [0.26862954, 0.26130258, 0.27577711]
} as const

/** shorter side 224, middle 224 x 224, as CLIP */
const clip: Processor = {
  numberIs: 'shorter',
  size: { shortest: 224 },
  cuts: true,
  cropSize: square(224),
  resize: 'bicubic',
  ...openai
}
/** scaled to 224 x 224 */
const vit: Processor = { numberIs: 'both', size: square(224), cuts: false, resize: 'bilinear', ...half }
const mobileNet: Processor = { ...clip, size: { shortest: 256 }, resize: 'bilinear', ...half }

/** By name, without the endings ImageProcessor, ImageProcessorFast and FeatureExtractor. */
export const processors: Readonly<Record<string, Processor>> = {
  CLIP: clip,
  ChineseCLIP: clip,
  Bit: clip,
  ViT: vit,
  Siglip: { ...vit, resize: 'bicubic' },
  Blip: { ...vit, size: square(384), resize: 'bicubic', ...openai },
  Beit: { numberIs: 'both', resize: 'bicubic', cropSize: square(224), ...half },
  DeiT: {
    ...vit,
    size: square(256),
    cuts: true,
    cropSize: square(224),
    resize: 'bicubic'
  },
  EfficientFormer: { ...vit, cuts: true, cropSize: square(224), resize: 'bicubic', ...imagenet },
  ConvNext: {
    numberIs: 'shorter',
    size: { shortest: 384 },
    cuts: false,
    resize: 'bicubic',
    shorterSide: { cropPct: 224 / 256, uncutFrom: 384 },
    ...half
  },
  Levit: { ...clip, shorterSide: 'levit', ...imagenet },
  MobileNetV1: mobileNet,
  MobileNetV2: mobileNet,
  MobileViT: {
    ...mobileNet,
    size: { shortest: 224 },
    cropSize: square(256),
    normalises: false,
    colour: 'bgr'
  },
  EfficientNet: {
    ...vit,
    size: square(346),
    cropSize: square(289),
    resize: 'nearest',
    efficientNet: true
  }
}

/** The processor of a name such as `ViTFeatureExtractor` or `SiglipImageProcessorFast`. */
export function processorOf(type: string): Processor | undefined {
  const name = type.replace(/(ImageProcessor(Fast|Pil)?|FeatureExtractor)$/, '')
  return name !== type && Object.hasOwn(processors, name) ? processors[name] : undefined
}
