/**
 * A backbone: an ONNX network together with how images are prepared for it and which of its tensors is
 * the feature. Its record says all of that in a form that data sets and models keep, so that images
 * can be recognised later by the same way they came in.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Matrix, UnseenError } from '@unseen/core'
import { withOutputs } from '../onnx/cut.js'
import { readGraph, type OnnxGraph } from '../onnx/graph.js'
import { openSession, type OnnxRuntime, type OnnxSession, type OnnxTensor } from '../onnx/session.js'
import { findFeatureTensor, tensorsOf } from './feature-tensor.js'
import { readImageInput, type ImageInput } from './image-input.js'
import { metadataParts } from './metadata.js'
import { prepareImage, type ImageSource } from './prepare-image.js'
import { resolvePreprocessing, type Preprocessing, type PreprocessingParts } from './preprocessing.js'
import { presetParts } from './presets.js'
import { toRecord, partsOfRecord, type FeatureRecord } from './record.js'

export interface BackboneOptions {
  /** the tensor to take; by default an output that is a feature, or the last global pooling */
  readonly output?: string
  /** how images are prepared; what it leaves out comes from the preset, then from the model's metadata */
  readonly preprocessing?: PreprocessingParts
  readonly preset?: string
  /** of features made before: the same network and the same preparation, or an error */
  readonly record?: FeatureRecord
  readonly runtime?: OnnxRuntime
  readonly threads?: number
}

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

export interface TensorShape {
  readonly name: string
  /** for one image, the axis of images left out */
  readonly shape: readonly number[]
  readonly isOutput: boolean
}

/** So many images at a time: enough to keep every core busy, few enough for small memories. */
const BATCH = 8

export async function openBackbone(path: string, options: BackboneOptions = {}): Promise<Backbone> {
  const network = await openNetwork(path, options)
  const { graph, digest, preprocessing, input, close } = network
  try {
    const tensor = await chooseTensor(network, options.output ?? stringIn(options.record, 'tensor') ?? graph.metadata.get('unseen.output'))
    const { session, shape } = await network.probe([tensor])
    const length = shape(tensor).slice(1).reduce((product, value) => product * value, 1)
    const record = toRecord({ model: basename(path), digest, tensor, length, preprocessing })
    const prepare = async (image: ImageSource): Promise<PreparedImage> => {
      const entries = preprocessing.width * preprocessing.height * preprocessing.mean.length
      const into = input.type === 'uint8' ? new Uint8Array(entries) : new Float32Array(entries)
      await prepareImage(image, preprocessing, into)
      return into
    }
    const run = (images: readonly PreparedImage[]): Promise<Float32Array> => runBatch(session, network, tensor, length, images)
    return {
      record, preprocessing, length, runtime: session.runtime, prepare, run, close, [Symbol.asyncDispose]: close,
      async features(images) {
        const values = new Float32Array(images.length * length)
        for (let start = 0; start < images.length; start += BATCH) values.set(await run(await Promise.all(images.slice(start, start + BATCH).map(prepare))), start * length)
        return Matrix.from({ kind: 'dense', rows: images.length, columns: length, data: values })
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Every tensor of the network that could be a feature, with its shape. */
export async function listTensors(path: string, options: BackboneOptions = {}): Promise<TensorShape[]> {
  // Shapes do not depend on how pixels are scaled.
  const network = await openNetwork(path, options, [{ scale: 1 }])
  try {
    const outputs = network.graph.outputs.map(({ name }) => name)
    const names = tensorsOf(network.graph)
    const { shape } = await network.probe(names)
    return names.map((name) => ({ name, shape: shape(name).slice(1), isOutput: outputs.includes(name) }))
  } finally {
    await network.close()
  }
}

interface Network {
  readonly graph: OnnxGraph
  readonly digest: string
  readonly input: ImageInput
  readonly preprocessing: Preprocessing
  /** The network with these tensors as outputs, and their shapes for one image. */
  probe(names: readonly string[]): Promise<{ readonly session: OnnxSession; shape(name: string): readonly number[] }>
  close(): Promise<void>
}

async function openNetwork(path: string, { preprocessing: given = {}, preset, record, runtime, threads }: BackboneOptions, fallback: readonly PreprocessingParts[] = []): Promise<Network> {
  const bytes = await readFile(path).catch((cause: unknown) => missing(path, cause))
  const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
  if (record !== undefined && record['digest'] !== digest) {
    throw new UnseenError('backbone.unusable', `${path} is not the network that made these features (${String(record['model'])}, ${String(record['digest'])}).`, { where: { file: path }, remedy: 'Give that one, or extract the features again.' })
  }
  const graph = readGraph(bytes)
  const input = readImageInput(graph)
  const parts = record !== undefined ? [partsOfRecord(record)] : [given, ...(preset === undefined ? [] : [presetParts(preset, input)]), metadataParts(graph.metadata)]
  const preprocessing = resolvePreprocessing(input, input.type === 'uint8' ? parts : [...parts, ...fallback])
  const sessions = new Map<string, OnnxSession>()
  return {
    graph, digest, input, preprocessing,
    async probe(names) {
      const key = JSON.stringify(names)
      const session = sessions.get(key) ?? (await openSession(withOutputs(bytes, names), { name: path, ...(runtime === undefined ? {} : { runtime }), ...(threads === undefined ? {} : { threads }) }))
      sessions.set(key, session)
      const entries = preprocessing.width * preprocessing.height * preprocessing.mean.length * (input.batch ?? 1)
      const found = await session.run({ [input.name]: { data: input.type === 'uint8' ? new Uint8Array(entries) : new Float32Array(entries), dims: inputShape(preprocessing, input.batch ?? 1) } }, names)
      const shapes = new Map(names.map((name) => [name, withoutBatch(found[name].dims, input.batch)]))
      return { session, shape: (name) => shapes.get(name) ?? [] }
    },
    async close() {
      for (const session of sessions.values()) await session.close()
      sessions.clear()
    },
  }
}

async function chooseTensor({ graph, probe }: Network, wanted: string | undefined): Promise<string> {
  if (wanted === undefined) return findFeatureTensor(graph, async (names) => new Map(await probe(names).then(({ shape }) => names.map((name) => [name, shape(name)] as const))))
  const names = tensorsOf(graph)
  if (names.includes(wanted)) return wanted
  throw new UnseenError('backbone.unusable', `The network has no tensor "${wanted}".`, { remedy: `The last ones are ${names.slice(-5).map((name) => `"${name}"`).join(', ')}; --list-outputs shows all.` })
}

async function runBatch(session: OnnxSession, { input, preprocessing }: Network, tensor: string, length: number, images: readonly PreparedImage[]): Promise<Float32Array> {
  const result = new Float32Array(images.length * length)
  const step = input.batch ?? Math.max(1, images.length)
  const entries = preprocessing.width * preprocessing.height * preprocessing.mean.length
  for (let start = 0; start < images.length; start += step) {
    const some = images.slice(start, start + step)
    const data = input.type === 'uint8' ? new Uint8Array(step * entries) : new Float32Array(step * entries)
    some.forEach((image, at) => { data.set(image, at * entries) })
    const found = (await session.run({ [input.name]: { data, dims: inputShape(preprocessing, step) } }, [tensor]))[tensor]
    const values = numbersOf(found, tensor)
    if (values.length !== step * length) throw new UnseenError('backbone.unusable', `"${tensor}" has ${values.length} numbers for ${step} images, ${length} for one.`, { remedy: 'It is no feature of single images, or the network takes one image at a time: try --batch 1.' })
    result.set(values.subarray(0, some.length * length), start * length)
  }
  return result
}

function inputShape({ width, height, mean, layout }: Preprocessing, images: number): number[] {
  return layout === 'nchw' ? [images, mean.length, height, width] : [images, height, width, mean.length]
}

/** The shape for one image; a tensor without an axis of images cannot be a feature and gets none. */
function withoutBatch(dims: readonly number[], batch: number | undefined): readonly number[] {
  return dims.length > 0 && dims[0] === (batch ?? 1) ? [1, ...dims.slice(1)] : []
}

function numbersOf({ data }: OnnxTensor, tensor: string): Float32Array {
  if (data instanceof Float32Array) return data
  if (data instanceof BigInt64Array) throw new UnseenError('backbone.unusable', `"${tensor}" holds indices, not a feature.`)
  return Float32Array.from(data)
}

function stringIn(record: FeatureRecord | undefined, key: string): string | undefined {
  const value = record?.[key]
  return typeof value === 'string' ? value : undefined
}

function missing(path: string, cause: unknown): never {
  throw new UnseenError('path.missing', `${path} cannot be read (${(cause as NodeJS.ErrnoException).code ?? String(cause)}).`, { where: { file: path }, cause })
}
