/**
 * A backbone: an ONNX network together with how images are prepared for it and which of its tensors is
 * the feature. Runtime and decoder are passed in, so that it is the same in Node and in a browser.
 */
import { UnseenError } from '@unseen/core'
import type { OnnxRuntime, OnnxSession, OnnxTensor } from '../onnx/run-session.js'
import { findFeatureTensor, tensorsOf } from './feature-tensor.js'
import {
  type ImageNetwork,
  type ImageNetworkOptions,
  blankInput,
  inputShape,
  openImageNetwork
} from './image-network.js'
import { type ImagePooling, type Pooler, imagePoolings, poolerFor } from './image-pooling.js'
import { type OpenImage, writeEntries } from './open-image.js'
import type { Preprocessing } from './preprocessing.js'

export interface BackboneSetup<Image> extends ImageNetworkOptions {
  readonly decode: (image: Image) => Promise<OpenImage>
  /** the tensor to take; by default the one the file names, an output that is a feature, or the last pooling */
  readonly output?: string | undefined
  /** how the tensor becomes a row where it is no vector; by default what the file says */
  readonly pooling?: ImagePooling | undefined
  /** features that are expected of an image; another number is refused */
  readonly columns?: number | undefined
  /** what errors call the network */
  readonly name: string
}

export type PreparedImage = Float32Array | Uint8Array

export interface ImageBackbone<Image> {
  /** the feature's name in the network */
  readonly tensor: string
  /** of that tensor for one image, the axis of images left out */
  readonly shape: readonly number[]
  /** of one feature row */
  readonly length: number
  readonly pooling: ImagePooling
  readonly preprocessing: Preprocessing
  readonly runtime: OnnxRuntime
  /** The entries of one image in the network's input; decoding runs beside other work. */
  prepare(image: Image): Promise<PreparedImage>
  /** (images x length) */
  run(images: readonly PreparedImage[]): Promise<Float32Array>
  close(): Promise<void>
}

export async function openBackbone<Image>(
  bytes: Uint8Array,
  { decode, output, pooling, columns, name, ...opening }: BackboneSetup<Image>
): Promise<ImageBackbone<Image>> {
  const network = await openImageNetwork(bytes, opening)
  const { graph, preprocessing, input, close } = network
  try {
    const tensor = await chooseTensor(network, output ?? graph.metadata.get('unseen.output'))
    const { session, shape } = await network.probe([tensor])
    if (shape(tensor).length < 2)
      throw new UnseenError('backbone.unusable', `"${tensor}" is no feature of single images.`, {
        remedy: 'Name another tensor; --list-outputs shows all.'
      })
    const ofImage = shape(tensor).slice(1)
    const pooler = poolerFor(
      ofImage,
      pooling ?? poolingIn(graph.metadata.get('unseen.pooling')),
      preprocessing.layout,
      tensor
    )
    const { length } = pooler
    if (columns !== undefined && length !== columns)
      throw new UnseenError(
        'features.columns',
        `${name} makes ${length} features of an image, the model takes ${columns}.`,
        { where: { file: name }, remedy: 'Choose the network that made the features of this project.' }
      )
    return {
      tensor,
      shape: ofImage,
      length,
      pooling: pooler.pooling,
      preprocessing,
      runtime: session.runtime,
      async prepare(image) {
        const into = blankInput(input, preprocessing, 1)
        await writeEntries(await decode(image), preprocessing, into)
        return into
      },
      run: images =>
        runBatch(session, network, { tensor, pooler, entries: entriesIn(shape(tensor)) }, images),
      close
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function chooseTensor({ graph, probe }: ImageNetwork, wanted: string | undefined): Promise<string> {
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
  { input, preprocessing }: ImageNetwork,
  { tensor, pooler, entries }: { readonly tensor: string; readonly pooler: Pooler; readonly entries: number },
  images: readonly PreparedImage[]
): Promise<Float32Array> {
  const { length } = pooler
  const result = new Float32Array(images.length * length)
  const step = input.batch ?? Math.max(1, images.length)
  for (let start = 0; start < images.length; start += step) {
    const some = images.slice(start, start + step)
    const data = blankInput(input, preprocessing, step)
    some.forEach((image, at) => {
      data.set(image, at * image.length)
    })
    const found = (
      await session.run({ [input.name]: { data, dims: inputShape(preprocessing, step) } }, [tensor])
    )[tensor]
    const values = numbersOf(found, tensor)
    if (values.length !== step * entries)
      throw new UnseenError(
        'backbone.unusable',
        `"${tensor}" has ${values.length} numbers for ${step} images, ${entries} for one.`,
        {
          remedy:
            'It is no feature of single images, or the network takes one image at a time: try --batch 1.'
        }
      )
    some.forEach((_, at) => {
      const row = (start + at) * length
      pooler.pool(values.subarray(at * entries, (at + 1) * entries), result.subarray(row, row + length))
    })
  }
  return result
}

/** Of one image. */
function entriesIn(shape: readonly number[]): number {
  return shape.slice(1).reduce((product, length) => product * length, 1)
}

function poolingIn(text: string | undefined): ImagePooling | undefined {
  const found = imagePoolings.find(kind => kind === text)
  if (text === undefined || found !== undefined) return found
  throw new UnseenError(
    'options.value',
    `unseen.pooling must be ${imagePoolings.join(' or ')}, got "${text}".`,
    { where: { option: 'unseen.pooling' } }
  )
}

function numbersOf({ data }: OnnxTensor, tensor: string): Float32Array {
  if (data instanceof Float32Array) return data
  if (data instanceof BigInt64Array)
    throw new UnseenError('backbone.unusable', `"${tensor}" holds indices, not a feature.`)
  return Float32Array.from(data)
}
