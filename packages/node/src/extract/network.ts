/** An ONNX file on the disk, and how images are prepared for it by all that is known of it. */
import { UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { type FeatureRecord, readGraph } from '@unseen/networks'
import {
  type ImageNetworkOptions,
  type OnnxRuntime,
  type PreprocessingParts,
  metadataParts,
  type ImagePooling,
  openImageNetwork,
  partsOfRecord,
  poolingOfModel,
  poolingOfRecord,
  presetParts,
  tensorsOf
} from '@unseen/networks/internal'
import { readOrdinary } from '../files/file-source.js'
import { withWeights } from '../onnx/external-data.js'
import { findNetwork } from '../networks/find-network.js'
import type { NetworkOptions } from '../networks/network.js'
import type { ChosenDevice, Device } from '../onnx/device.js'
import { openSession } from '../onnx/session.js'
import { configParts } from './preprocessor-config.js'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Which tensor of a network is the feature, and how images are prepared. */
export interface BackboneOptions {
  /** the tensor to take; by default an output that is a feature, or the last global pooling */
  readonly output?: string
  /**
   * how that tensor becomes a row where it is no vector; by default what the model's metadata or a config.json
   * beside it say
   */
  readonly pooling?: ImagePooling
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
  /** What it computes on; `auto` tries what is faster than the processor. Default `cpu`: others round in their own way. */
  readonly device?: Device
  /** Told what `auto` took, and why. */
  readonly onDevice?: (chosen: ChosenDevice) => void
  /** Where networks with a name are kept, and how fetching one is watched and stopped. */
  readonly fetching?: NetworkOptions
}

/** The network of a file, and what opens it. */
export interface NetworkFile {
  /** of the list of networks, or of the file */
  readonly name: string
  readonly bytes: Uint8Array
  readonly digest: string
  readonly opening: ImageNetworkOptions
  /** names the space that its features share with texts, as CLIP's do */
  readonly space: string | undefined
  /** how its last states become a row, as far as is known */
  readonly pooling: ImagePooling | undefined
}

export async function networkFile(
  nameOrFile: string,
  {
    preprocessing: given = {},
    preset,
    record,
    runtime,
    threads,
    device,
    onDevice,
    pooling,
    fetching
  }: BackboneOptions,
  fallback: readonly PreprocessingParts[] = []
): Promise<NetworkFile> {
  const { name, file: path, space } = await findNetwork(nameOrFile, fetching)
  const file = await readOrdinary(path).catch((cause: unknown) => missing(path, cause))
  const bytes = readGraph(file).hasExternalData ? await withWeights(file, dirname(path)) : file
  const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
  if (record !== undefined && record['digest'] !== digest) {
    throw new UnseenError(
      'backbone.unusable',
      `${nameOrFile} is not the network that made these features (${String(record['model'])}, ${String(record['digest'])}).`,
      { where: { file: path }, remedy: 'Give that one, or extract the features again.' }
    )
  }
  return {
    name,
    bytes,
    digest,
    space,
    pooling: record !== undefined ? poolingOfRecord(record) : (pooling ?? (await configPooling(path, bytes))),
    opening: {
      session: network =>
        openSession(network, { name: path, ...defined({ runtime, threads, device, onDevice }) }),
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

/** By the model_type of a config.json beside the network or one folder above; its metadata come before. */
async function configPooling(path: string, bytes: Uint8Array): Promise<ImagePooling | undefined> {
  if (readGraph(bytes).metadata.has('unseen.pooling')) return undefined
  for (const place of [dirname(path), join(dirname(path), '..')]) {
    const text = await readFile(join(place, 'config.json'), 'utf8').catch(() => undefined)
    if (text === undefined) continue
    try {
      return poolingOfModel((JSON.parse(text) as { model_type?: unknown } | null)?.model_type)
    } catch {
      return undefined
    }
  }
  return undefined
}

/**
 * Every tensor of the network that could be a feature, with its shape.
 *
 * @param path the ONNX file, or a name of `networks`
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
  if (cause instanceof UnseenError) throw cause
  throw new UnseenError(
    'path.missing',
    `${path} cannot be read (${(cause as NodeJS.ErrnoException).code ?? String(cause)}).`,
    { where: { file: path }, cause }
  )
}
