/**
 * One ONNX network, ready to run, whichever runtime is at hand: onnxruntime-node where it is installed
 * (native, several times faster), onnxruntime-web otherwise. UNSEEN_ONNX=node|web forces one.
 */
import { availableParallelism } from 'node:os'
import { readFile } from 'node:fs/promises'
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
  run(inputs: Readonly<Record<string, OnnxTensor>>, wanted?: readonly string[]): Promise<Record<string, OnnxTensor>>
  close(): Promise<void>
}

export interface SessionOptions {
  /** of the native runtime; the other one keeps to the thread it is called from */
  readonly threads?: number
  /** what errors call the network; by default its path */
  readonly name?: string
  readonly runtime?: OnnxRuntime
}

/** Errors come as exceptions; the runtime need not print them as well. */
const quiet = { logSeverityLevel: 4 } as const

export async function openSession(model: Uint8Array | string, { threads = availableParallelism(), runtime, name = typeof model === 'string' ? model : 'The network' }: SessionOptions = {}): Promise<OnnxSession> {
  const { ort, kind } = await loadRuntime(runtime ?? forcedRuntime())
  const refuse = (doing: string) => (cause: unknown): never => {
    throw new UnseenError('backbone.unusable', `${name} cannot be ${doing}: ${messageOf(cause)}`, { where: { model: name, runtime: `onnxruntime-${kind}` }, cause })
  }
  const bytes = typeof model === 'string' ? await readFile(model).catch((cause: unknown) => missing(model, cause)) : model
  const options = kind === 'node' ? { ...quiet, executionProviders: ['cpu'], intraOpNumThreads: threads } : { ...quiet, executionProviders: ['wasm'] }
  const session = await ort.InferenceSession.create(bytes, options).catch(refuse('opened as an ONNX network'))
  return {
    runtime: kind,
    inputs: session.inputMetadata.map(portOf),
    outputs: session.outputMetadata.map(portOf),
    async run(inputs, wanted = session.outputNames) {
      const feeds = Object.fromEntries(Object.entries(inputs).map(([key, { data, dims }]) => [key, toTensor(ort, data, dims)]))
      const found = await session.run(feeds, wanted, quiet).catch(refuse('run'))
      return Object.fromEntries(wanted.map((key) => [key, { data: found[key].data as OnnxTensor['data'], dims: found[key].dims }]))
    },
    close: () => session.release(),
  }
}

/** Which runtime a session would use. */
export async function onnxRuntime(): Promise<OnnxRuntime> {
  return (await loadRuntime(forcedRuntime())).kind
}

function forcedRuntime(): OnnxRuntime | undefined {
  const forced = process.env['UNSEEN_ONNX'] ?? ''
  if (forced === '' || forced === 'node' || forced === 'web') return forced === '' ? undefined : forced
  throw new UnseenError('options.value', `UNSEEN_ONNX must be "node" or "web", got "${forced}".`, { where: { option: 'UNSEEN_ONNX' } })
}

interface Loaded {
  readonly ort: typeof Ort
  readonly kind: OnnxRuntime
}

async function loadRuntime(wanted: OnnxRuntime | undefined): Promise<Loaded> {
  if (wanted === 'web') return loadWeb()
  try {
    return await loadNative()
  } catch (cause) {
    if (wanted === undefined) return loadWeb()
    throw new UnseenError('backbone.unusable', `onnxruntime-node cannot be loaded: ${messageOf(cause)}`, { remedy: 'Install it, or leave UNSEEN_ONNX unset.', cause })
  }
}

async function loadNative(): Promise<Loaded> {
  // An optional dependency: its name is no literal, so that the sources compile where it is absent.
  const name: string = 'onnxruntime-node'
  return { ort: (await import(name)) as typeof Ort, kind: 'node' }
}

async function loadWeb(): Promise<Loaded> {
  const ort = await import('onnxruntime-web')
  // Threads of its own would keep the process alive.
  ort.env.wasm.numThreads = 1
  return { ort, kind: 'web' }
}

function toTensor(ort: typeof Ort, data: OnnxTensor['data'], dims: readonly number[]): Ort.Tensor {
  if (data instanceof Float32Array) return new ort.Tensor('float32', data, dims)
  if (data instanceof Float64Array) return new ort.Tensor('float64', data, dims)
  if (data instanceof BigInt64Array) return new ort.Tensor('int64', data, dims)
  if (data instanceof Int32Array) return new ort.Tensor('int32', data, dims)
  return data instanceof Int8Array ? new ort.Tensor('int8', data, dims) : new ort.Tensor('uint8', data, dims)
}

function portOf(port: Ort.InferenceSession.ValueMetadata): OnnxPort {
  return port.isTensor ? { name: port.name, type: port.type, shape: port.shape } : { name: port.name, type: 'not a tensor', shape: [] }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}

function missing(path: string, cause: unknown): never {
  throw new UnseenError('path.missing', `${path} cannot be read (${(cause as NodeJS.ErrnoException).code ?? messageOf(cause)}).`, { where: { file: path }, cause })
}
