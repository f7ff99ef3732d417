/** What a network wants to be given: one image, and in which shape. */
import { UnseenError } from '@unseen/core'
import type { OnnxGraph } from '../onnx/graph.js'
import type { InputFacts } from './preprocessing.js'

export interface ImageInput extends InputFacts {
  readonly name: string
  /** how many images at once, where the network fixes it */
  readonly batch: number | undefined
}

/** Types of TensorProto that can hold an image. */
const types: Readonly<Record<number, InputFacts['type']>> = { 1: 'float32', 2: 'uint8' }

/** The input for images; others, as CLIP in one file has for texts, must have no part in the feature. */
export function readImageInput({ inputs }: OnnxGraph): ImageInput {
  if (inputs.length === 0) throw unusable('The network has no input.')
  const images = inputs.filter(({ shape }) => shape?.length === 4)
  if (inputs.length > 1 && images.length !== 1) {
    const names = inputs.map(({ name }) => `"${name}"`).join(', ')
    throw unusable(
      `The network has ${inputs.length} inputs (${names}), ${images.length} of them with the four axes of images; one is expected.`
    )
  }
  const { name, type, shape } = images.at(0) ?? inputs[0]
  if (!Object.hasOwn(types, type))
    throw unusable(
      `The input "${name}" is neither float32 nor uint8 (ONNX type ${type}).`,
      'Export the network in single precision.'
    )
  if (shape?.length !== 4)
    throw unusable(
      `The input "${name}" has the shape [${shape?.join(', ') ?? ''}]; an image has four axes: image, channel, height, width.`
    )
  const length = (at: number): number | undefined => (typeof shape[at] === 'number' ? shape[at] : undefined)
  const channels = (at: number): 1 | 3 | undefined =>
    shape[at] === 1 || shape[at] === 3 ? shape[at] : undefined
  const layout = channels(1) !== undefined ? 'nchw' : channels(3) !== undefined ? 'nhwc' : undefined
  if (layout === undefined && length(1) !== undefined && length(3) !== undefined)
    throw unusable(`The input "${name}" has the shape [${shape.join(', ')}]; an image has 1 or 3 channels.`)
  const [heightAt, widthAt] = layout === 'nhwc' ? [1, 2] : [2, 3]
  return {
    name,
    type: types[type],
    batch: length(0),
    layout,
    channels: layout === 'nhwc' ? channels(3) : channels(1),
    height: layout === undefined ? undefined : length(heightAt),
    width: layout === undefined ? undefined : length(widthAt)
  }
}

function unusable(message: string, remedy?: string): UnseenError {
  return new UnseenError('backbone.unusable', message, remedy === undefined ? {} : { remedy })
}
