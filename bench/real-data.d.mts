import type { DenseMatrix } from '@unseen/core'

interface Rows<Label> {
  readonly features: DenseMatrix
  readonly labels: Label[]
}
interface Signatures {
  readonly classes: string[]
  readonly matrix: DenseMatrix
}
export interface RealSplit<Label> {
  readonly train: Rows<Label>
  readonly test: Rows<string>
  readonly signatures: Signatures
}

export function hasData(name: string): boolean
export function loadSplit(name: 'cub-vgg' | 'awa-rgsift'): RealSplit<number>
export function loadCifar(
  table: 'attributes' | 'words' | 'sentences' | 'names',
  pairs?: readonly (readonly [string, string])[]
): (RealSplit<string> & { readonly pair: readonly [string, string] })[]
export function loadCifarTexts(): { readonly given: string[]; readonly expected: Float32Array }[]
