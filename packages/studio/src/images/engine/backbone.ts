/**
 * The network that makes features of images, an ONNX file that a person picks: opened by onnxruntime-web,
 * which is loaded only then. Images are prepared as `unseen data extract` prepares them; the browser decodes.
 */
import type * as Kit from '@unseen/networks/internal'
import { UnseenError } from '@unseen/core'
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
    decode,
    session: bytes => kit.runSession(ort, bytes, 'web', name, { executionProviders: ['wasm'] }),
    parts: (input, { metadata }) => [
      record === undefined ? {} : kit.partsOfRecord(record),
      kit.metadataParts(metadata),
      preset === undefined ? {} : kit.presetParts(preset, input)
    ]
  })
  return { name, length, features: async image => run([await prepare(image)]) }
}

async function decode(image: Blob): Promise<Kit.OpenImage> {
  const bitmap = await createImageBitmap(image).catch((cause: unknown) => {
    throw new UnseenError('image.unreadable', 'The browser cannot read this image.', {
      remedy: 'Use PNG, JPEG, WebP, GIF or AVIF.',
      cause
    })
  })
  return {
    width: bitmap.width,
    height: bitmap.height,
    read: target => {
      const { width, height } = target ?? bitmap
      const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
      if (context === null)
        throw new UnseenError('image.unreadable', 'This browser cannot draw images outside of the page.')
      context.fillStyle = '#ffffff'
      context.fillRect(0, 0, width, height)
      context.imageSmoothingQuality = 'high'
      context.drawImage(bitmap, 0, 0, width, height)
      const { data: rgba } = context.getImageData(0, 0, width, height)
      bitmap.close()
      const data = new Uint8Array(width * height * 3)
      for (let p = 0; p < width * height; p++) for (let c = 0; c < 3; c++) data[3 * p + c] = rgba[4 * p + c]
      return Promise.resolve({ data, width, height })
    }
  }
}
