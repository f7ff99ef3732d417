/** What about.json says of a folder: its files, and how photos are prepared. `unseen export --web` writes it. */
import type { Among } from '@unseen/core'
import type { FeatureRecord } from '@unseen/networks'

export interface About {
  /** of the page */
  readonly title: string
  /** version of Unseen that wrote the folder */
  readonly unseen: string
  /** the candidates */
  readonly among: Among
  /** how photos become features: preparation, tensor, pooling */
  readonly record: FeatureRecord
  /** what is loaded before the first answer, with the length of each in bytes */
  readonly files: { readonly network: number; readonly model: number; readonly runtime: number }
}

/** Names in the folder. */
export const FILES = {
  about: 'about.json',
  network: 'network.onnx',
  model: 'model.unseen',
  runtime: 'ort-wasm-simd-threaded.wasm',
  runtimeModule: 'ort.wasm.bundle.min.mjs'
} as const
