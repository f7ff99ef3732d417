/**
 * The network that makes features of images, an ONNX file that a person picks: opened by onnxruntime-web,
 * which is loaded only then. Images are prepared as `unseen data extract` prepares them; the browser decodes.
 */
import type * as Kit from '@unseen/networks/internal'
import { UnseenError } from '@unseen/core'
import type { NamedBlob } from '../../worker/files.js'
import { loadRuntime } from '../../worker/onnx-runtime.js'
import type * as Ort from 'onnxruntime-web'

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

type Session = Ort.InferenceSession

export async function openBackbone(
  { name, blob }: NamedBlob,
  { preset, record, columns }: BackboneOptions
): Promise<Backbone> {
  const [kit, ort] = await Promise.all([import('@unseen/networks/internal'), loadRuntime()])
  const bytes = new Uint8Array(await blob.arrayBuffer())
  const graph = kit.readGraph(bytes)
  const input = kit.readImageInput(graph)
  const how = kit.resolvePreprocessing(input, [
    record === undefined ? {} : kit.partsOfRecord(record),
    preset === undefined ? {} : kit.presetParts(preset, input),
    kit.metadataParts(graph.metadata)
  ])
  const open = (outputs: readonly string[]): Promise<Session> =>
    ort.InferenceSession.create(kit.withOutputs(bytes, outputs), {
      executionProviders: ['wasm'],
      logSeverityLevel: 4
    }).catch((cause: unknown) => {
      throw new UnseenError(
        'backbone.unusable',
        `${name} cannot be opened: ${cause instanceof Error ? cause.message : String(cause)}`,
        { where: { file: name }, remedy: 'Choose another ONNX file.', cause }
      )
    })
  const size = how.width * how.height * how.mean.length
  const dims =
    how.layout === 'nchw'
      ? [1, how.mean.length, how.height, how.width]
      : [1, how.height, how.width, how.mean.length]
  const run = async (
    session: Session,
    entries: Float32Array | Uint8Array
  ): Promise<Ort.InferenceSession.OnnxValueMapType> =>
    session.run({
      [input.name]:
        entries instanceof Uint8Array
          ? new ort.Tensor('uint8', entries, dims)
          : new ort.Tensor('float32', entries, dims)
    })
  const blank = (): Float32Array | Uint8Array =>
    input.type === 'uint8' ? new Uint8Array(size) : new Float32Array(size)
  const tensor = await kit.findFeatureTensor(graph, async names => {
    const session = await open(names)
    const found = await run(session, blank())
    await session.release()
    return new Map(names.map(each => [each, found[each].dims]))
  })
  const session = await open([tensor])
  const features = async (entries: Float32Array | Uint8Array): Promise<Float32Array> =>
    Float32Array.from((await run(session, entries))[tensor].data as Float32Array)
  const { length } = await features(blank())
  if (length !== columns) {
    await session.release()
    throw new UnseenError(
      'features.columns',
      `${name} makes ${length} features of an image, the model takes ${columns}.`,
      { where: { file: name }, remedy: 'Choose the network that made the features of this project.' }
    )
  }
  return {
    name,
    length,
    async features(image) {
      const into = blank()
      const { picture, size: whole, window } = await decode(image, how, kit.placement)
      kit.entriesOf(kit.resample(picture, whole, window, how.resize), how, into)
      return features(into)
    }
  }
}

/**
 * Images larger than so many times the size wanted are shrunk by the browser first, as sharp does it
 * elsewhere.
 */
const AMPLE = 3

async function decode(
  image: Blob,
  how: Kit.Preprocessing,
  place: typeof Kit.placement
): Promise<
  { picture: { data: Uint8Array; width: number; height: number } } & ReturnType<typeof Kit.placement>
> {
  const bitmap = await createImageBitmap(image).catch((cause: unknown) => {
    throw new UnseenError('image.unreadable', 'The browser cannot read this image.', {
      remedy: 'Use PNG, JPEG, WebP, GIF or AVIF.',
      cause
    })
  })
  const { size, window } = place(bitmap, how)
  const isAmple = AMPLE * size.width < bitmap.width && AMPLE * size.height < bitmap.height
  const [width, height] = isAmple ? [AMPLE * size.width, AMPLE * size.height] : [bitmap.width, bitmap.height]
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (context === null)
    throw new UnseenError('image.unreadable', 'This browser cannot draw images outside of the page.')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  const { data: rgba } = context.getImageData(0, 0, width, height)
  const data = new Uint8Array(width * height * 3)
  for (let p = 0; p < width * height; p++) for (let c = 0; c < 3; c++) data[3 * p + c] = rgba[4 * p + c]
  return { picture: { data, width, height }, size, window }
}
