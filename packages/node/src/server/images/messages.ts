/** What the thread of the backbone is asked, and what it says. */
import type { FeatureRecord } from '@unseen/networks'
import type { PlainError } from '../problems.js'

export interface ImageTask {
  readonly id: number
  /** how the model's features were made */
  readonly record: FeatureRecord
  readonly images: readonly Uint8Array[]
}

export type ImageAnswer = { readonly id: number } & (
  | { readonly features: Float32Array }
  | { readonly error: PlainError }
  | { readonly defect: string }
)

export interface ImageSettings {
  /** the ONNX file; without one, the network that the record names by its digest */
  readonly network?: string
}
