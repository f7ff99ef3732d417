/**
 * The backbone of @unseen/networks with onnxruntime and sharp. Its record says how features were made, in a
 * form that data sets and models keep, so that images can be recognised later by the same way they came in.
 */
import { Matrix } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { FeatureRecord } from '@unseen/networks'
import {
  type ImageBackbone,
  type PreparedImage,
  openBackbone as openOn,
  toRecord
} from '@unseen/networks/internal'
import { type BackboneOptions, type NetworkFile, networkFile } from './network.js'
import { type ImageSource, openImage } from './open-image.js'

export type { PreparedImage }

/** A network that makes features of images. */
export interface Backbone extends Omit<ImageBackbone<ImageSource>, 'tensor' | 'shape'>, AsyncDisposable {
  /** How its features are made, for data sets and models. */
  readonly record: FeatureRecord
  /** One row per image, in their order. The first image that cannot be read is an error. */
  features(images: readonly ImageSource[]): Promise<Matrix>
}

/** So many images at a time: enough to keep every core busy, few enough for small memories. */
const BATCH = 8

/**
 * Opens an ONNX network as a maker of features.
 *
 * @param network the ONNX file, or a name of `networks`, which is fetched at its first use
 * @param options which tensor, and how images are prepared
 */
export async function openBackbone(network: string, options: BackboneOptions = {}): Promise<Backbone> {
  const {
    file: { name, digest, space },
    backbone: { tensor, ...backbone }
  } = await openNetwork(network, options)
  const { length, preprocessing, prepare, run, close } = backbone
  return {
    ...backbone,
    record: toRecord({
      model: name,
      digest,
      tensor,
      length,
      pooling: backbone.pooling,
      preprocessing,
      ...defined({ space: space ?? stringIn(options.record, 'space') })
    }),
    [Symbol.asyncDispose]: close,
    async features(images) {
      const values = new Float32Array(images.length * length)
      for (let start = 0; start < images.length; start += BATCH)
        values.set(
          await run(await Promise.all(images.slice(start, start + BATCH).map(prepare))),
          start * length
        )
      return Matrix.from({ kind: 'dense', rows: images.length, columns: length, data: values })
    }
  }
}

/** The file of a network, and the network opened. */
export async function openNetwork(
  network: string,
  options: BackboneOptions
): Promise<{ readonly file: NetworkFile; readonly backbone: ImageBackbone<ImageSource> }> {
  const file = await networkFile(network, options)
  const backbone = await openOn(file.bytes, {
    ...file.opening,
    decode: openImage,
    name: file.name,
    ...defined({ output: options.output ?? stringIn(options.record, 'tensor'), pooling: file.pooling })
  })
  return { file, backbone }
}

function stringIn(record: FeatureRecord | undefined, key: string): string | undefined {
  const value = record?.[key]
  return typeof value === 'string' ? value : undefined
}
