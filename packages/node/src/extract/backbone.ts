/**
 * A backbone: an ONNX network together with how images are prepared for it and which of its tensors is
 * the feature. Its record says all of that in a form that data sets and models keep, so that images
 * can be recognised later by the same way they came in.
 */
import { Matrix, UnseenError } from '@unseen/core'
import type { FeatureRecord, Preprocessing } from '@unseen/networks'
import {
  type OnnxRuntime,
  type OnnxSession,
  type OnnxTensor,
  findFeatureTensor,
  tensorsOf,
  toRecord
} from '@unseen/networks/internal'
import { type BackboneOptions, type Network, inputShape, openNetwork } from './network.js'
import { type ImageSource, prepareImage } from './prepare-image.js'
import { basename } from 'node:path'

export interface Backbone extends AsyncDisposable {
  readonly record: FeatureRecord
  readonly preprocessing: Preprocessing
  /** of one feature row */
  readonly length: number
  readonly runtime: OnnxRuntime
  /** One row per image, in their order. The first image that cannot be read is an error. */
  features(images: readonly ImageSource[]): Promise<Matrix>
  /** The entries of one image in the network's input; decoding runs beside other work. */
  prepare(image: ImageSource): Promise<PreparedImage>
  /** (images x length) */
  run(images: readonly PreparedImage[]): Promise<Float32Array>
  close(): Promise<void>
}

export type PreparedImage = Float32Array | Uint8Array

/** So many images at a time: enough to keep every core busy, few enough for small memories. */
const BATCH = 8

export async function openBackbone(path: string, options: BackboneOptions = {}): Promise<Backbone> {
  const network = await openNetwork(path, options)
  const { graph, digest, preprocessing, input, close } = network
  try {
    const tensor = await chooseTensor(
      network,
      options.output ?? stringIn(options.record, 'tensor') ?? graph.metadata.get('unseen.output')
    )
    const { session, shape } = await network.probe([tensor])
    if (shape(tensor).length < 2)
      throw new UnseenError('backbone.unusable', `"${tensor}" is no feature of single images.`, {
        remedy: 'Name another tensor; --list-outputs shows all.'
      })
    const length = shape(tensor)
      .slice(1)
      .reduce((product, value) => product * value, 1)
    const record = toRecord({ model: basename(path), digest, tensor, length, preprocessing })
    const prepare = async (image: ImageSource): Promise<PreparedImage> => {
      const entries = preprocessing.width * preprocessing.height * preprocessing.mean.length
      const into = input.type === 'uint8' ? new Uint8Array(entries) : new Float32Array(entries)
      await prepareImage(image, preprocessing, into)
      return into
    }
    const run = (images: readonly PreparedImage[]): Promise<Float32Array> =>
      runBatch(session, network, tensor, length, images)
    return {
      record,
      preprocessing,
      length,
      runtime: session.runtime,
      prepare,
      run,
      close,
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
  } catch (error) {
    await close()
    throw error
  }
}

async function chooseTensor({ graph, probe }: Network, wanted: string | undefined): Promise<string> {
  if (wanted === undefined)
    return findFeatureTensor(
      graph,
      async names =>
        new Map(await probe(names).then(({ shape }) => names.map(name => [name, shape(name)] as const)))
    )
  const names = tensorsOf(graph)
  if (names.includes(wanted)) return wanted
  throw new UnseenError('backbone.unusable', `The network has no tensor "${wanted}".`, {
    remedy: `The last ones are ${names
      .slice(-5)
      .map(name => `"${name}"`)
      .join(', ')}; --list-outputs shows all.`
  })
}

async function runBatch(
  session: OnnxSession,
  { input, preprocessing }: Network,
  tensor: string,
  length: number,
  images: readonly PreparedImage[]
): Promise<Float32Array> {
  const result = new Float32Array(images.length * length)
  const step = input.batch ?? Math.max(1, images.length)
  const entries = preprocessing.width * preprocessing.height * preprocessing.mean.length
  for (let start = 0; start < images.length; start += step) {
    const some = images.slice(start, start + step)
    const data = input.type === 'uint8' ? new Uint8Array(step * entries) : new Float32Array(step * entries)
    some.forEach((image, at) => {
      data.set(image, at * entries)
    })
    const found = (
      await session.run({ [input.name]: { data, dims: inputShape(preprocessing, step) } }, [tensor])
    )[tensor]
    const values = numbersOf(found, tensor)
    if (values.length !== step * length)
      throw new UnseenError(
        'backbone.unusable',
        `"${tensor}" has ${values.length} numbers for ${step} images, ${length} for one.`,
        {
          remedy:
            'It is no feature of single images, or the network takes one image at a time: try --batch 1.'
        }
      )
    result.set(values.subarray(0, some.length * length), start * length)
  }
  return result
}

function numbersOf({ data }: OnnxTensor, tensor: string): Float32Array {
  if (data instanceof Float32Array) return data
  if (data instanceof BigInt64Array)
    throw new UnseenError('backbone.unusable', `"${tensor}" holds indices, not a feature.`)
  return Float32Array.from(data)
}

function stringIn(record: FeatureRecord | undefined, key: string): string | undefined {
  const value = record?.[key]
  return typeof value === 'string' ? value : undefined
}
