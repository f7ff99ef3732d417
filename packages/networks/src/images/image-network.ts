/**
 * An ONNX file opened for images: what it is given, how images are prepared for it, and, by running it
 * once, the shapes of its tensors.
 */
import { UnseenError } from '@unseen/core'
import { nodesFor, withOutputs } from '../onnx/cut.js'
import { type OnnxGraph, readGraph } from '../onnx/graph.js'
import type { OnnxSession } from '../onnx/run-session.js'
import { type ImageInput, readImageInput } from './image-input.js'
import { type Preprocessing, type PreprocessingParts, resolvePreprocessing } from './preprocessing.js'

export interface ImageNetworkOptions {
  /** Opens a network with a runtime. */
  readonly session: (bytes: Uint8Array) => Promise<OnnxSession>
  /** How images are prepared: what the first leaves out comes from the next. */
  readonly parts: (
    input: ImageInput,
    graph: OnnxGraph
  ) => readonly PreprocessingParts[] | Promise<readonly PreprocessingParts[]>
}

export interface ImageNetwork {
  readonly graph: OnnxGraph
  readonly input: ImageInput
  readonly preprocessing: Preprocessing
  /**
   * The network with these tensors as outputs, and their shapes for one image; the session of before is
   * closed.
   */
  probe(
    names: readonly string[]
  ): Promise<{ readonly session: OnnxSession; shape(name: string): readonly number[] }>
  close(): Promise<void>
}

export async function openImageNetwork(
  bytes: Uint8Array,
  { session: open, parts }: ImageNetworkOptions
): Promise<ImageNetwork> {
  const whole = readGraph(bytes)
  const input = readImageInput(whole)
  const graph = imagePart(whole, input.name)
  const preprocessing = resolvePreprocessing(input, await parts(input, graph))
  // One at a time: each holds all the weights.
  let last: { readonly key: string; readonly session: OnnxSession } | undefined
  return {
    graph,
    input,
    preprocessing,
    async probe(names) {
      const key = JSON.stringify(names)
      if (last?.key !== key) {
        await last?.session.close()
        last = undefined
        last = { key, session: await open(withOutputs(bytes, names)) }
      }
      const { session } = last
      const images = input.batch ?? 1
      const found = await session.run(
        {
          [input.name]: {
            data: blankInput(input, preprocessing, images),
            dims: inputShape(preprocessing, images)
          }
        },
        names
      )
      const shapes = new Map(names.map(name => [name, withoutBatch(found[name].dims, images)]))
      return { session, shape: name => shapes.get(name) ?? [] }
    },
    async close() {
      await last?.session.close()
      last = undefined
    }
  }
}

/** The outputs that an image alone decides. */
function imagePart(graph: OnnxGraph, image: string): OnnxGraph {
  const others = new Set(graph.inputs.map(({ name }) => name).filter(name => name !== image))
  if (others.size === 0) return graph
  const outputs = graph.outputs.filter(
    ({ name }) => ![...nodesFor(graph, [name])].some(({ reads }) => reads.some(read => others.has(read)))
  )
  if (outputs.length > 0)
    return { ...graph, inputs: graph.inputs.filter(({ name }) => name === image), outputs }
  throw new UnseenError(
    'backbone.unusable',
    `Every output of the network needs more than an image: ${[...others].map(name => `"${name}"`).join(', ')}.`
  )
}

/** Room for so many images, in the type the network wants. */
export function blankInput(
  { type }: ImageInput,
  { width, height, mean }: Preprocessing,
  images: number
): Float32Array | Uint8Array {
  const entries = images * width * height * mean.length
  return type === 'uint8' ? new Uint8Array(entries) : new Float32Array(entries)
}

export function inputShape({ width, height, mean, layout }: Preprocessing, images: number): number[] {
  return layout === 'nchw' ? [images, mean.length, height, width] : [images, height, width, mean.length]
}

/** The shape for one image; a tensor without an axis of images cannot be a feature and gets none. */
function withoutBatch(dims: readonly number[], batch: number): readonly number[] {
  return dims.length > 0 && dims[0] === batch ? [1, ...dims.slice(1)] : []
}
