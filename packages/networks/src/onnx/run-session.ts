/**
 * A session of either runtime as ours: plain arrays with their shape, and errors of our own. Nothing here
 * needs Node.
 */
import { UnseenError } from '@unseen/core'
import type * as Ort from 'onnxruntime-web'

export type OnnxRuntime = 'node' | 'web'

/** Row-major numbers with their shape; the kind of array says the type of the tensor. */
export interface OnnxTensor {
  readonly data: Float32Array | Float64Array | BigInt64Array | Int32Array | Uint8Array | Int8Array
  readonly dims: readonly number[]
}

/** An input or output: a name in `shape` stands for a length that may vary. */
export interface OnnxPort {
  readonly name: string
  readonly type: string
  readonly shape: readonly (number | string)[]
}

export interface OnnxSession {
  readonly runtime: OnnxRuntime
  readonly inputs: readonly OnnxPort[]
  readonly outputs: readonly OnnxPort[]
  /** The outputs named, or all of them. */
  run(
    inputs: Readonly<Record<string, OnnxTensor>>,
    wanted?: readonly string[]
  ): Promise<Record<string, OnnxTensor>>
  close(): Promise<void>
}

/** Errors come as exceptions; the runtime need not print them as well. */
export const quiet = { logSeverityLevel: 4 } as const

/** Opens a network with a runtime that is loaded already. `name` is what errors call it. */
export async function runSession(
  ort: typeof Ort,
  bytes: Uint8Array,
  runtime: OnnxRuntime,
  name: string,
  options: Ort.InferenceSession.SessionOptions
): Promise<OnnxSession> {
  const refuse =
    (doing: string) =>
    (cause: unknown): never => {
      throw new UnseenError('backbone.unusable', `${name} cannot be ${doing}: ${messageOf(cause)}`, {
        where: { model: name, runtime: `onnxruntime-${runtime}` },
        cause
      })
    }
  const session = await ort.InferenceSession.create(bytes, { ...quiet, ...options }).catch(
    refuse('opened as an ONNX network')
  )
  return {
    runtime,
    inputs: session.inputMetadata.map(portOf),
    outputs: session.outputMetadata.map(portOf),
    async run(inputs, wanted = session.outputNames) {
      const feeds = Object.fromEntries(
        Object.entries(inputs).map(([key, { data, dims }]) => [key, toTensor(ort, data, dims)])
      )
      const found = await session.run(feeds, wanted, quiet).catch(refuse('run'))
      return Object.fromEntries(
        wanted.map(key => [key, { data: found[key].data as OnnxTensor['data'], dims: found[key].dims }])
      )
    },
    close: () => session.release()
  }
}

function toTensor(ort: typeof Ort, data: OnnxTensor['data'], dims: readonly number[]): Ort.Tensor {
  if (data instanceof Float32Array) return new ort.Tensor('float32', data, dims)
  if (data instanceof Float64Array) return new ort.Tensor('float64', data, dims)
  if (data instanceof BigInt64Array) return new ort.Tensor('int64', data, dims)
  if (data instanceof Int32Array) return new ort.Tensor('int32', data, dims)
  return data instanceof Int8Array ? new ort.Tensor('int8', data, dims) : new ort.Tensor('uint8', data, dims)
}

function portOf(port: Ort.InferenceSession.ValueMetadata): OnnxPort {
  return port.isTensor
    ? { name: port.name, type: port.type, shape: port.shape }
    : { name: port.name, type: 'not a tensor', shape: [] }
}

export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
