/**
 * An ONNX file opened for images: what it is given, how images are prepared for it, and, by running it
 * once, the shapes of its tensors.
 */
import { UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { type FeatureRecord, type Preprocessing, readGraph, withOutputs } from '@unseen/networks'
import {
  type ImageInput,
  type OnnxGraph,
  type OnnxRuntime,
  type OnnxSession,
  type PreprocessingParts,
  metadataParts,
  partsOfRecord,
  presetParts,
  readImageInput,
  resolvePreprocessing,
  tensorsOf
} from '@unseen/networks/internal'
import { withWeights } from '../onnx/external-data.js'
import { openSession } from '../onnx/session.js'
import { configParts } from './preprocessor-config.js'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'

export interface BackboneOptions {
  /** the tensor to take; by default an output that is a feature, or the last global pooling */
  readonly output?: string
  /**
   * how images are prepared; what it leaves out comes from the preset, the model's metadata, or a
   * preprocessor_config.json beside it
   */
  readonly preprocessing?: PreprocessingParts
  readonly preset?: string
  /** of features made before: the same network and the same preparation, or an error */
  readonly record?: FeatureRecord
  readonly runtime?: OnnxRuntime
  readonly threads?: number
}

export interface Network {
  readonly graph: OnnxGraph
  readonly digest: string
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

export async function openNetwork(
  path: string,
  { preprocessing: given = {}, preset, record, runtime, threads }: BackboneOptions,
  fallback: readonly PreprocessingParts[] = []
): Promise<Network> {
  const file = await readFile(path).catch((cause: unknown) => missing(path, cause))
  const bytes = readGraph(file).hasExternalData ? await withWeights(file, dirname(path)) : file
  const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
  if (record !== undefined && record['digest'] !== digest) {
    throw new UnseenError(
      'backbone.unusable',
      `${path} is not the network that made these features (${String(record['model'])}, ${String(record['digest'])}).`,
      { where: { file: path }, remedy: 'Give that one, or extract the features again.' }
    )
  }
  const graph = readGraph(bytes)
  const input = readImageInput(graph)
  const parts =
    record !== undefined
      ? [partsOfRecord(record)]
      : [
          given,
          preset === undefined ? {} : presetParts(preset, input),
          metadataParts(graph.metadata),
          preset === undefined ? await configParts(path, given) : {}
        ]
  const preprocessing = resolvePreprocessing(input, input.type === 'uint8' ? parts : [...parts, ...fallback])
  // One at a time: each holds all the weights.
  let last: { readonly key: string; readonly session: OnnxSession } | undefined
  return {
    graph,
    digest,
    input,
    preprocessing,
    async probe(names) {
      const key = JSON.stringify(names)
      if (last?.key !== key) {
        await last?.session.close()
        last = undefined
        last = {
          key,
          session: await openSession(withOutputs(bytes, names), {
            name: path,
            ...defined({ runtime, threads })
          })
        }
      }
      const { session } = last
      const entries =
        preprocessing.width * preprocessing.height * preprocessing.mean.length * (input.batch ?? 1)
      const found = await session.run(
        {
          [input.name]: {
            data: input.type === 'uint8' ? new Uint8Array(entries) : new Float32Array(entries),
            dims: inputShape(preprocessing, input.batch ?? 1)
          }
        },
        names
      )
      const shapes = new Map(names.map(name => [name, withoutBatch(found[name].dims, input.batch)]))
      return { session, shape: name => shapes.get(name) ?? [] }
    },
    async close() {
      await last?.session.close()
      last = undefined
    }
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
    return names.map(name => ({ name, shape: shape(name).slice(1), isOutput: outputs.includes(name) }))
  } finally {
    await network.close()
  }
}

export interface TensorShape {
  readonly name: string
  /** for one image, the axis of images left out */
  readonly shape: readonly number[]
  readonly isOutput: boolean
}

export function inputShape({ width, height, mean, layout }: Preprocessing, images: number): number[] {
  return layout === 'nchw' ? [images, mean.length, height, width] : [images, height, width, mean.length]
}

/** The shape for one image; a tensor without an axis of images cannot be a feature and gets none. */
function withoutBatch(dims: readonly number[], batch: number | undefined): readonly number[] {
  return dims.length > 0 && dims[0] === (batch ?? 1) ? [1, ...dims.slice(1)] : []
}

function missing(path: string, cause: unknown): never {
  throw new UnseenError(
    'path.missing',
    `${path} cannot be read (${(cause as NodeJS.ErrnoException).code ?? String(cause)}).`,
    { where: { file: path }, cause }
  )
}
