// Classifiers of a few hundred bytes: 1 x 1 convolution, rectifier, some pooling, classes.
import { tinyOnnx, type Port, type TinyNetwork, type TinyNode } from '../onnx/tiny-onnx.js'

export const SIDE = 8
/** (features x colours) of the convolution */
export const filters = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [-1, 1, 0.5]
]

export type Pooling =
  | 'GlobalAveragePool'
  | 'ReduceMean'
  | 'ReduceMean with axes as input'
  | 'AveragePool'
  | 'none'

export interface Wanted {
  readonly pooling?: Pooling
  readonly shape?: Port['shape']
  readonly type?: Port['type']
  readonly metadata?: Readonly<Record<string, string>>
  /** ends at the pooled features, under this name */
  readonly featuresAs?: string
  /** a block as in EfficientNet, whose pooling is not the features' */
  readonly squeeze?: boolean
  readonly second?: Port
}

const poolings: Readonly<
  Record<
    Exclude<Pooling, 'none'>,
    Omit<TinyNode, 'outputs' | 'inputs'> & { readonly more?: readonly string[] }
  >
> = {
  GlobalAveragePool: { operator: 'GlobalAveragePool' },
  ReduceMean: { operator: 'ReduceMean', numbers: { axes: [-2, -1], keepdims: 0 } },
  'ReduceMean with axes as input': { operator: 'ReduceMean', more: ['axes'], numbers: { keepdims: 1 } },
  AveragePool: { operator: 'AveragePool', numbers: { kernel_shape: [SIDE, SIDE] } }
}

/** The parts, for tests that change them; `smallNetwork` is the file. */
export function networkParts({
  pooling = 'GlobalAveragePool',
  shape = ['images', 3, SIDE, SIDE],
  type = 'float32',
  metadata = {},
  featuresAs,
  squeeze = false,
  second
}: Wanted = {}): TinyNetwork {
  const isLast = shape[3] === 3
  const start: TinyNode[] = [
    ...(type === 'uint8'
      ? [{ operator: 'Cast', inputs: ['image'], outputs: ['numbers'], numbers: { to: 1 } }]
      : [{ operator: 'Identity', inputs: ['image'], outputs: ['numbers'] }]),
    ...(isLast
      ? [{ operator: 'Transpose', inputs: ['numbers'], outputs: ['first'], numbers: { perm: [0, 3, 1, 2] } }]
      : [{ operator: 'Identity', inputs: ['numbers'], outputs: ['first'] }]),
    {
      operator: 'Conv',
      inputs: ['first', 'filters'],
      outputs: ['convolved'],
      numbers: { kernel_shape: [1, 1] }
    },
    { operator: 'Relu', inputs: ['convolved'], outputs: ['rectified'] },
    ...(squeeze
      ? [
          { operator: 'GlobalAveragePool', inputs: ['rectified'], outputs: ['squeezed'] },
          { operator: 'Sigmoid', inputs: ['squeezed'], outputs: ['gate'] },
          { operator: 'Mul', inputs: ['rectified', 'gate'], outputs: ['map'] }
        ]
      : [{ operator: 'Identity', inputs: ['rectified'], outputs: ['map'] }])
  ]
  const pool: TinyNode[] =
    pooling === 'none'
      ? []
      : [
          {
            operator: poolings[pooling].operator,
            inputs: ['map', ...(poolings[pooling].more ?? [])],
            outputs: ['pooled'],
            numbers: poolings[pooling].numbers ?? {}
          }
        ]
  const flat: TinyNode = {
    operator: 'Flatten',
    inputs: [pooling === 'none' ? 'map' : 'pooled'],
    outputs: [featuresAs ?? 'flat']
  }
  const width = pooling === 'none' ? filters.length * SIDE * SIDE : filters.length
  const head: TinyNode[] =
    featuresAs === undefined
      ? [
          { operator: 'Gemm', inputs: ['flat', 'classes'], outputs: ['logits'] },
          { operator: 'Softmax', inputs: ['logits'], outputs: ['probabilities'] }
        ]
      : []
  return {
    inputs: [{ name: 'image', type, shape }, ...(second === undefined ? [] : [second])],
    outputs: [
      featuresAs === undefined
        ? { name: 'probabilities', type: 'float32', shape: ['images', 2] }
        : { name: featuresAs, type: 'float32', shape: ['images', width] }
    ],
    constants: [
      { name: 'filters', shape: [filters.length, 3, 1, 1], values: Float32Array.from(filters.flat()) },
      ...(featuresAs === undefined
        ? [
            {
              name: 'classes',
              shape: [width, 2],
              values: Float32Array.from({ length: width * 2 }, (_, k) => (k % 5) / 5)
            }
          ]
        : []),
      ...(pooling === 'ReduceMean with axes as input'
        ? [{ name: 'axes', shape: [2], values: BigInt64Array.of(2n, 3n) }]
        : [])
    ],
    nodes: [...start, ...pool, flat, ...head],
    metadata,
    ...(pooling === 'ReduceMean with axes as input' ? { opset: 18 } : {})
  }
}

export function smallNetwork(wanted?: Wanted): Uint8Array {
  return tinyOnnx(networkParts(wanted))
}

/** What the pooled features of an RGB image are, with entries = pixel * scale. */
export function expectedFeatures(pixels: Uint8Array, scale = 1): number[] {
  const count = pixels.length / 3
  return filters.map(filter => {
    let sum = 0
    for (let p = 0; p < count; p++)
      sum += Math.max(
        0,
        filter.reduce((total, weight, c) => total + weight * pixels[3 * p + c] * scale, 0)
      )
    return sum / count
  })
}
