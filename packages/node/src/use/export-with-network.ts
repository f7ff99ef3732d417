/** A model and the network that made its features as one ONNX graph, and the graph against both. */
import { type Among, Matrix, type Model, createRandom } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { type ExportOptions, type ExportedOnnx, readGraph } from '@unseen/networks'
import {
  type ImageBackbone,
  type ImageInput,
  entriesOf,
  fusedGraph,
  readImageInput
} from '@unseen/networks/internal'
import { openNetwork } from '../extract/backbone.js'
import type { ImageSource } from '../extract/open-image.js'
import type { NetworkOptions } from '../networks/network.js'
import { openSession } from '../onnx/session.js'
import { versions } from '../runs/versions.js'
import { type OnnxCheck, checkedDifference } from './check-onnx.js'
import { recordOf } from './image-rows.js'

/** Which classes have a score, and where the network is. */
export interface WithNetworkOptions extends ExportOptions {
  /** The ONNX file, or a name of `networks`. Default: the one that the model names by its digest. */
  readonly network?: string
  /** How images are prepared, where the model does not say how its features were made. */
  readonly preset?: string
  /** Where networks with a name are kept, and how fetching one is watched and stopped. */
  readonly fetching?: NetworkOptions
}

/** Network and model as one ONNX file. */
export interface ExportedWithNetwork extends ExportedOnnx {
  /** Name of the network. */
  readonly network: string
  /** Of the images it takes, in pixels. */
  readonly width: number
  /** Of the images it takes, in pixels. */
  readonly height: number
  /** How its scores agree with those of the model on the network's features. */
  readonly check: OnnxCheck
}

/** Where the network takes any number; more would only take longer. */
const IMAGES = 2

/**
 * A model and its network as one ONNX file: pixels in, names, probabilities and scores out. It is run beside the
 * originals before it is returned.
 *
 * @param model says which network made its features and how images were prepared
 * @param options the classes that have a score, and where the network is
 */
export async function exportWithNetwork(
  model: Model,
  { network, preset, among = 'all', fetching }: WithNetworkOptions = {}
): Promise<ExportedWithNetwork> {
  const record = recordOf(model, preset)
  const { file, backbone } = await openNetwork(
    network ?? String(record?.['digest']),
    defined({ record, preset, fetching })
  )
  try {
    const exported = fusedGraph(file.bytes, backbone, model, { among, version: versions()['unseen'] ?? '' })
    const { width, height } = backbone.preprocessing
    return {
      ...exported,
      network: file.name,
      width,
      height,
      check: await check(exported, readImageInput(readGraph(file.bytes)), model, backbone, among)
    }
  } finally {
    await backbone.close()
  }
}

/** Images of noise, as many as the network takes at once. */
async function check(
  { bytes, classes }: ExportedOnnx,
  { type, batch: rows = IMAGES }: ImageInput,
  model: Model,
  backbone: ImageBackbone<ImageSource>,
  among: Among
): Promise<OnnxCheck> {
  const { width, height, mean } = backbone.preprocessing
  const random = createRandom(1)
  const length = width * height * 3
  const data = Uint8Array.from({ length: rows * length }, () => Math.floor(256 * random.next()))
  const session = await openSession(bytes, { name: 'The exported graph' })
  try {
    const found = await session.run({ pixels: { data, dims: [rows, height, width, 3] } }, ['scores'])
    const prepared = Array.from({ length: rows }, (_, row) => {
      const entries = width * height * mean.length
      const into = type === 'uint8' ? new Uint8Array(entries) : new Float32Array(entries)
      const picture = Float32Array.from(data.subarray(row * length, (row + 1) * length))
      entriesOf(picture, backbone.preprocessing, into)
      return into
    })
    const features = Matrix.dense(rows, backbone.length, await backbone.run(prepared))
    const { scores } = model.scores(features, { among })
    return {
      rows,
      difference: checkedDifference(found['scores'].data as Float32Array, scores, classes.length),
      runtime: `onnxruntime-${session.runtime}`
    }
  } finally {
    await session.close()
  }
}
