/**
 * The network that makes features of images, an ONNX file that a person picks: opened by onnxruntime-web,
 * which is loaded only then. Images are prepared as `unseen data extract` prepares them; the browser decodes.
 */
import type * as Kit from '@unseen/networks/internal'
import type { NamedBlob } from '../../worker/files.js'
import { loadRuntime } from '../../worker/onnx-runtime.js'

export interface Backbone {
  readonly name: string
  /** features of an image */
  readonly length: number
  features(image: Blob): Promise<Float32Array>
}

export interface BackboneOptions {
  /** how images are prepared, where neither the file nor the model's record says it */
  readonly preset?: string | undefined
  readonly record?: Kit.FeatureRecord | undefined
  /** features that the model takes */
  readonly columns: number
}

export async function openBackbone(
  { name, blob }: NamedBlob,
  { preset, record, columns }: BackboneOptions
): Promise<Backbone> {
  const [kit, ort] = await Promise.all([import('@unseen/networks/internal'), loadRuntime()])
  const { length, prepare, run } = await kit.openBackbone(new Uint8Array(await blob.arrayBuffer()), {
    name,
    columns,
    ...(record === undefined ? {} : { pooling: kit.poolingOfRecord(record) }),
    decode: kit.openBitmap,
    session: bytes => kit.runSession(ort, bytes, 'web', name, { executionProviders: ['wasm'] }),
    parts: (input, { metadata }) => [
      record === undefined ? {} : kit.partsOfRecord(record),
      kit.metadataParts(metadata),
      preset === undefined ? {} : kit.presetParts(preset, input)
    ]
  })
  return { name, length, features: async image => run([await prepare(image)]) }
}
