/**
 * One ONNX network, ready to run, whichever runtime is at hand: onnxruntime-node where it is installed
 * (native, several times faster), onnxruntime-web otherwise. UNSEEN_ONNX=node|web forces one.
 */
import { UnseenError } from '@unseen/core'
import { type OnnxRuntime, type OnnxSession, messageOf, runSession } from '@unseen/networks/internal'
import { readOrdinary } from '../files/file-source.js'
import { type ChosenDevice, type Device, openOnDevice } from './device.js'
import { availableParallelism } from 'node:os'
import type * as Ort from 'onnxruntime-web'

export type { OnnxPort, OnnxRuntime, OnnxSession, OnnxTensor } from '@unseen/networks/internal'

export interface SessionOptions {
  /** of the native runtime; the other one keeps to the thread it is called from */
  readonly threads?: number
  /** what errors call the network; by default its path */
  readonly name?: string
  readonly runtime?: OnnxRuntime
  /** Default `cpu`, the only one that the other runtime has. */
  readonly device?: Device
  /** told what `auto` took */
  readonly onDevice?: (chosen: ChosenDevice) => void
}

export async function openSession(
  model: Uint8Array | string,
  {
    threads = availableParallelism(),
    runtime,
    device = 'cpu',
    onDevice,
    name = typeof model === 'string' ? model : 'The network'
  }: SessionOptions = {}
): Promise<OnnxSession> {
  const { ort, kind } = await loadRuntime(runtime ?? forcedRuntime())
  const bytes =
    typeof model === 'string'
      ? await readOrdinary(model).catch((cause: unknown) => missing(model, cause))
      : model
  const offered =
    kind === 'node'
      ? ((ort as Partial<NativeOnly>).listSupportedBackends?.() ?? []).map(each => each.name)
      : []
  return openOnDevice(
    device,
    offered,
    provider =>
      runSession(
        ort,
        bytes,
        kind,
        name,
        kind === 'node'
          ? { executionProviders: [provider], intraOpNumThreads: threads }
          : { executionProviders: ['wasm'] }
      ),
    onDevice
  )
}

/** Which runtime a session would use. */
export async function onnxRuntime(): Promise<OnnxRuntime> {
  return (await loadRuntime(forcedRuntime())).kind
}

function forcedRuntime(): OnnxRuntime | undefined {
  const forced = process.env['UNSEEN_ONNX'] ?? ''
  if (forced === '' || forced === 'node' || forced === 'web') return forced === '' ? undefined : forced
  throw new UnseenError('options.value', `UNSEEN_ONNX must be "node" or "web", got "${forced}".`, {
    where: { option: 'UNSEEN_ONNX' }
  })
}

/** What onnxruntime-node has beyond what both have. */
interface NativeOnly {
  listSupportedBackends(): readonly { readonly name: string }[]
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
    throw new UnseenError('backbone.unusable', `onnxruntime-node cannot be loaded: ${messageOf(cause)}`, {
      remedy: 'Install it, or leave UNSEEN_ONNX unset.',
      cause
    })
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

function missing(path: string, cause: unknown): never {
  if (cause instanceof UnseenError) throw cause
  throw new UnseenError(
    'path.missing',
    `${path} cannot be read (${(cause as NodeJS.ErrnoException).code ?? messageOf(cause)}).`,
    { where: { file: path }, cause }
  )
}
