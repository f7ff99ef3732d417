/** The layers and weights of a TensorFlow.js "layers-model", each entry checked when it is asked for. */
import { UnseenError } from '@unseen/core'

/** The two parts of a network of TensorFlow.js. */
export interface LayersModel {
  /** model.json, parsed */
  readonly model: unknown
  /** the files that model.json names, one after the other */
  readonly weights: Uint8Array
}

/** One layer of the network, in the order of the file: each comes after those that it reads. */
export interface Layer {
  readonly name: string
  /** its class in Keras */
  readonly kind: string
  /** names of the layers that it reads */
  readonly inputs: readonly string[]
  /** An entry of its configuration, lists in lists one after the other. */
  numbers(key: string): number[]
  text(key: string): string
  flag(key: string): boolean
  weight(name: string): Weight
  /** The network asks for something in this entry that is not known here. */
  refuse(key: string): never
}

export interface Weight {
  readonly data: Float32Array
  readonly shape: readonly number[]
}

type Fields = Readonly<Record<string, unknown>>

export function readLayers({ model, weights }: LayersModel): readonly Layer[] {
  const { format, modelTopology, weightsManifest } = fieldsOf(model)
  const { class_name, config } = fieldsOf(fieldsOf(modelTopology)['model_config'])
  if (format !== 'layers-model' || class_name !== 'Model') throw unusable('it is no layers-model')
  const weight = weightReader(listOf(weightsManifest), weights)
  const layers = listOf(fieldsOf(config)['layers']).map(entry => layerOf(fieldsOf(entry), weight))
  if (layers.at(0)?.kind !== 'InputLayer') throw unusable('it does not begin with an input')
  return layers
}

function layerOf(entry: Fields, weightOf: (name: string) => Weight): Layer {
  const name = textOf(entry['name'])
  const kind = textOf(entry['class_name'])
  const config = fieldsOf(entry['config'])
  const refuse = (key: string): never => {
    throw unusable(`${kind} "${name}" has ${key} ${JSON.stringify(config[key] ?? entry[key])}`)
  }
  return {
    name,
    kind,
    inputs: listOf(entry['inbound_nodes'])
      .flat()
      .map(node => textOf(listOf(node)[0])),
    numbers(key) {
      const value = config[key]
      const list = (Array.isArray(value) ? value : [value]).flat(2) as unknown[]
      return list.map(each => (typeof each === 'number' ? each : each === null ? 0 : refuse(key)))
    },
    text(key) {
      const value = config[key]
      return typeof value === 'string' ? value : refuse(key)
    },
    flag: key => config[key] === true,
    weight: part => weightOf(`${name}/${part}`),
    refuse
  }
}

/** Weights by their names; they lie one after the other, in the order of the manifest. */
function weightReader(groups: readonly unknown[], bytes: Uint8Array): (name: string) => Weight {
  const places = new Map<string, { readonly start: number; readonly shape: readonly number[] }>()
  let start = 0
  for (const entry of groups.flatMap(group => listOf(fieldsOf(group)['weights']))) {
    const { name, shape, dtype, quantization } = fieldsOf(entry)
    if (dtype !== 'float32' || quantization !== undefined)
      throw unusable(`the weights ${textOf(name)} are not float32`)
    const lengths = listOf(shape).map(Number)
    places.set(textOf(name), { start, shape: lengths })
    start += 4 * lengths.reduce((product, length) => product * length, 1)
  }
  if (start !== bytes.length) throw unusable(`it has ${bytes.length} bytes of weights, not ${start}`)
  return name => {
    const place = places.get(name)
    if (place === undefined) throw unusable(`there are no weights ${name}`)
    const data = new Float32Array(place.shape.reduce((product, length) => product * length, 1))
    // A copy, since a view must begin at a multiple of four.
    new Uint8Array(data.buffer).set(bytes.subarray(place.start, place.start + data.byteLength))
    return { shape: place.shape, data }
  }
}

function fieldsOf(value: unknown): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
  throw unusable('a part of it is missing')
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw unusable('a part of it is missing')
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  throw unusable('a part of it is missing')
}

function unusable(why: string): UnseenError {
  return new UnseenError('backbone.unusable', `The network of TensorFlow.js cannot be converted: ${why}.`)
}
