/** An ONNX file on the disk, and how images are prepared for it by all that is known of it. */
import { UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { type FeatureRecord, readGraph } from '@unseen/networks'
import {
  type ImageNetworkOptions,
  type OnnxRuntime,
  type PreprocessingParts,
  metadataParts,
  openImageNetwork,
  partsOfRecord,
  presetParts,
  tensorsOf
} from '@unseen/networks/internal'
import { withWeights } from '../onnx/external-data.js'
import { openSession } from '../onnx/session.js'
import { configParts } from './preprocessor-config.js'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Which tensor of a network is the feature, and how images are prepared. */
export interface BackboneOptions {
  /** the tensor to take; by default an output that is a feature, or the last global pooling */
  readonly output?: string
  /**
   * how images are prepared; what it leaves out comes from the preset, the model's metadata, or a
   * preprocessor_config.json beside it
   */
  readonly preprocessing?: PreprocessingParts
  /** One of `presets`. */
  readonly preset?: string
  /** of features made before: the same network and the same preparation, or an error */
  readonly record?: FeatureRecord
  /** What computes. Default: onnxruntime-node where it is installed, otherwise its WebAssembly version. */
  readonly runtime?: OnnxRuntime
  /** Of the runtime. Default: one for each core. */
  readonly threads?: number
}

/** The network of a file, and what opens it. */
export interface NetworkFile {
  readonly bytes: Uint8Array
  readonly digest: string
  readonly opening: ImageNetworkOptions
}

export async function networkFile(
  path: string,
  { preprocessing: given = {}, preset, record, runtime, threads }: BackboneOptions,
  fallback: readonly PreprocessingParts[] = []
): Promise<NetworkFile> {
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
  return {
    bytes,
    digest,
    opening: {
      session: network => openSession(network, { name: path, ...defined({ runtime, threads }) }),
      async parts(input, { metadata }) {
        const parts =
          record !== undefined
            ? [partsOfRecord(record)]
            : [
                given,
                preset === undefined ? {} : presetParts(preset, input),
                metadataParts(metadata),
                preset === undefined ? await configParts(path, given) : {}
              ]
        return input.type === 'uint8' ? parts : [...parts, ...fallback]
      }
    }
  }
}

/**
 * Every tensor of the network that could be a feature, with its shape.
 *
 * @param path the ONNX file
 * @param options how images are prepared, which decides about shapes
 */
export async function listTensors(path: string, options: BackboneOptions = {}): Promise<TensorShape[]> {
  // Shapes do not depend on how pixels are scaled.
  const { bytes, opening } = await networkFile(path, options, [{ scale: 1 }])
  const network = await openImageNetwork(bytes, opening)
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

function missing(path: string, cause: unknown): never {
  throw new UnseenError(
    'path.missing',
    `${path} cannot be read (${(cause as NodeJS.ErrnoException).code ?? String(cause)}).`,
    { where: { file: path }, cause }
  )
}
