/**
 * How a network's output becomes one row of features where it is more than a vector: states of tokens
 * (a transformer: tokens x length) or a map (a convolution: channels x height x width). Nothing is put side
 * by side unless that is asked for.
 */
import { UnseenError } from '@unseen/core'
import type { Preprocessing } from './preprocessing.js'

/**
 * none: it is a vector already; cls: the first token; mean: over all tokens, or over all places of a map;
 * patches: over all tokens but the first; flatten: everything side by side.
 */
export const imagePoolings = ['none', 'cls', 'mean', 'patches', 'flatten'] as const
export type ImagePooling = (typeof imagePoolings)[number]

/** What makes the features of one image, whose tensor has this shape (without the axis of images). */
export interface Pooler {
  readonly pooling: ImagePooling
  /** of one row */
  readonly length: number
  pool(values: Float32Array, into: Float32Array): void
}

/** `said` counts where the tensor is no vector; without it such a tensor is refused. */
export function poolerFor(
  shape: readonly number[],
  said: ImagePooling | undefined,
  layout: Preprocessing['layout'],
  tensor: string
): Pooler {
  const whole = shape.reduce((product, length) => product * length, 1)
  const isVector = shape.filter(length => length > 1).length <= 1
  if (isVector || said === 'flatten')
    return {
      pooling: isVector ? 'none' : 'flatten',
      length: whole,
      pool: (values, into) => into.set(values)
    }
  const what = `"${tensor}" has ${shape.join(' x ')} numbers for an image`
  if (said === undefined || said === 'none')
    throw new UnseenError('backbone.unusable', `${what}, and nothing says how they become one row.`, {
      where: { tensor },
      remedy:
        shape.length === 2
          ? 'Say --pooling cls (the first token), mean, patches (all but the first) or flatten (side by side).'
          : 'Say --pooling mean (over the places) or flatten (side by side).'
    })
  if (shape.length === 2) return tokensPooler(shape[0], shape[1], said, what)
  if (shape.length === 3 && said === 'mean') return mapPooler(shape, layout)
  throw new UnseenError('backbone.unusable', `${what}, for which there is no pooling "${said}".`, {
    where: { tensor },
    remedy: 'Say --pooling mean or flatten.'
  })
}

function tokensPooler(tokens: number, length: number, pooling: ImagePooling, what: string): Pooler {
  const first = pooling === 'patches' ? 1 : 0
  const end = pooling === 'cls' ? 1 : tokens
  if (end <= first)
    throw new UnseenError('backbone.unusable', `${what}: there is no token but the first.`, {
      remedy: 'Say --pooling cls.'
    })
  return {
    pooling,
    length,
    pool(values, into) {
      for (let k = 0; k < length; k++) {
        let sum = 0
        for (let t = first; t < end; t++) sum += values[t * length + k]
        into[k] = sum / (end - first)
      }
    }
  }
}

function mapPooler([a, b, c]: readonly number[], layout: Preprocessing['layout']): Pooler {
  const [channels, places] = layout === 'nchw' ? [a, b * c] : [c, a * b]
  return {
    pooling: 'mean',
    length: channels,
    pool(values, into) {
      for (let k = 0; k < channels; k++) {
        let sum = 0
        for (let p = 0; p < places; p++) sum += values[layout === 'nchw' ? k * places + p : p * channels + k]
        into[k] = sum / places
      }
    }
  }
}

/** What transformers' own models do with their last states, by the `model_type` of config.json. */
const byModelType: Readonly<Record<string, ImagePooling>> = {
  vit: 'cls',
  vit_msn: 'cls',
  deit: 'cls',
  dinov2: 'cls',
  dinov2_with_registers: 'cls',
  dinov3_vit: 'cls',
  ijepa: 'mean',
  swin: 'mean',
  swinv2: 'mean',
  resnet: 'mean',
  regnet: 'mean'
}

/** Undefined where the model has a layer of its own behind the states, or is not known. */
export function poolingOfModel(modelType: unknown): ImagePooling | undefined {
  return typeof modelType === 'string' && Object.hasOwn(byModelType, modelType)
    ? byModelType[modelType]
    : undefined
}
