/** How features were made, as one flat record: the form of `Provenance.features` and of a model's notes. */
import { UnseenError } from '@unseen/core'
import { type ImagePooling, imagePoolings } from './image-pooling.js'
import {
  type Preprocessing,
  type PreprocessingParts,
  colours,
  cropKinds,
  layouts,
  middles,
  resizeKinds
} from './preprocessing.js'

/** How features were made of images: network, layer, preprocessing. It travels with data sets and models. */
export type FeatureRecord = Readonly<Record<string, string | number | boolean>>

export interface FeatureFacts {
  /** name of the network's file */
  readonly model: string
  /** 'sha256:' and 64 digits */
  readonly digest: string
  readonly tensor: string
  readonly length: number
  /** how the tensor became a row */
  readonly pooling: ImagePooling
  /** names the space that the features share with texts, as CLIP's do */
  readonly space?: string
  readonly preprocessing: Preprocessing
}

export function toRecord({ preprocessing: { mean, std, ...rest }, ...facts }: FeatureFacts): FeatureRecord {
  return { ...facts, ...rest, mean: mean.join(' '), std: std.join(' ') }
}

/** The way back; anything a record should have and has not is an error. */
export function partsOfRecord(record: FeatureRecord): PreprocessingParts {
  const number = (key: string): number => {
    const value = record[key]
    return typeof value === 'number' ? value : broken(key)
  }
  const list = (key: string): number[] => {
    const value = record[key]
    const numbers = typeof value === 'string' ? value.split(' ').map(Number) : broken(key)
    return numbers.every(Number.isFinite) ? numbers : broken(key)
  }
  const one = <Choice extends string>(key: string, choices: readonly Choice[]): Choice =>
    choices.find(choice => choice === record[key]) ?? broken(key)
  return {
    width: number('width'),
    height: number('height'),
    resize: one('resize', resizeKinds),
    crop: one('crop', cropKinds),
    shorter: number('shorter'),
    // Records of before there was a choice have none.
    middle: record['middle'] === undefined ? 'even' : one('middle', middles),
    scale: number('scale'),
    offset: number('offset'),
    mean: list('mean'),
    std: list('std'),
    layout: one('layout', layouts),
    colour: one('colour', colours)
  }
}

/** Records of before there was a choice put everything side by side. */
export function poolingOfRecord(record: FeatureRecord): ImagePooling {
  return record['pooling'] === undefined
    ? 'flatten'
    : (imagePoolings.find(kind => kind === record['pooling']) ?? broken('pooling'))
}

function broken(key: string): never {
  throw new UnseenError(
    'backbone.unusable',
    `The record of how the features were made has no usable "${key}".`,
    { remedy: 'Extract the features again.' }
  )
}
