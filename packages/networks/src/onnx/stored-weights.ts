/**
 * Weights of a network in less room. Whatever they are kept in, the tensor of that name is float32 when the
 * network runs:
 *
 *   int8     w = scale_c * q, q whole from -127 to 127, one scale for each output channel c = max |w_c| / 127
 *   float16  w rounded to half precision
 *   float32  w
 *
 * Small kernels are float16 under int8 too: they are those of the first layers, whose errors pass through all
 * others. In ResNet-50 that is 1 % more bytes for a quarter of the error.
 */
import { toFloat16 } from '@unseen/core/internal'
import type { GraphConstant, GraphNode } from './write-graph.js'

export const precisions = ['int8', 'float16', 'float32'] as const
export type Precision = (typeof precisions)[number]

/** TensorProto.DataType */
const FLOAT32 = 1
const LARGEST = 127
/** Kernels with fewer weights are not worth eight bits. */
const SMALL = 40_000

export interface StoredWeights {
  readonly constants: readonly GraphConstant[]
  readonly nodes: readonly GraphNode[]
}

/** The first axis of `shape` is that of the output channels. */
export function storedWeights(
  name: string,
  shape: readonly number[],
  data: Float32Array,
  precision: Precision
): StoredWeights {
  if (precision === 'float32') return { constants: [{ name, shape, data }], nodes: [] }
  const kept = `${name}_kept`
  if (precision === 'float16' || data.length < SMALL)
    return {
      constants: [{ name: kept, shape, data: toFloat16(data) }],
      nodes: [{ operator: 'Cast', inputs: [kept], outputs: [name], attributes: { to: FLOAT32 } }]
    }
  const { whole, scales } = quantised(data, shape[0])
  return {
    constants: [
      { name: kept, shape, data: whole },
      { name: `${name}_scale`, shape: [shape[0]], data: scales }
    ],
    nodes: [
      {
        operator: 'DequantizeLinear',
        inputs: [kept, `${name}_scale`],
        outputs: [name],
        attributes: { axis: 0 }
      }
    ]
  }
}

/** Each channel in whole numbers, the largest weight of the channel being 127. */
function quantised(data: Float32Array, channels: number): { whole: Int8Array; scales: Float32Array } {
  const length = data.length / channels
  const whole = new Int8Array(data.length)
  const scales = new Float32Array(channels)
  for (let c = 0; c < channels; c++) {
    const channel = data.subarray(c * length, (c + 1) * length)
    const largest = channel.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    // A channel of zeros stays one, whatever its scale.
    scales[c] = largest > 0 ? largest / LARGEST : 1
    for (let i = 0; i < length; i++) whole[c * length + i] = Math.round(channel[i] / scales[c])
  }
  return { whole, scales }
}
