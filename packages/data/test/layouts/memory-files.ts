// File sets in memory, and the files that tests put into them.
import { bytesSource } from '../../src/formats/bytes.js'
import type { ArrayToWrite } from '../../src/formats/element-types.js'
import { writeNpy } from '../../src/formats/npy/npy.js'
import { writeNpz } from '../../src/formats/npy/npz.js'
import { type FileSet, fileSet } from '../../src/layouts/file-set.js'
import type { Manifest } from '../../src/manifest/types.js'

export type Files = Readonly<Record<string, Uint8Array | string>>

export function memoryFiles(
  files: Files,
  {
    name = 'set',
    manifest,
    streamFrom
  }: { readonly name?: string; readonly manifest?: Manifest; readonly streamFrom?: number } = {}
): FileSet {
  const bytes = (content: Uint8Array | string): Uint8Array =>
    typeof content === 'string' ? new TextEncoder().encode(content) : content
  return fileSet({
    name,
    manifest,
    files: new Map(
      Object.entries(files).map(([file, content]) => [file, async () => bytesSource(bytes(content))])
    ),
    ...(streamFrom !== undefined && { streamFrom })
  })
}

export const numbers = (name: string, shape: number[], ...values: number[]): ArrayToWrite => ({
  name,
  shape,
  data: Float32Array.from(values)
})
export const whole = (name: string, ...values: number[]): ArrayToWrite => ({
  name,
  shape: [values.length],
  data: Int32Array.from(values)
})
export const texts = (name: string, ...values: string[]): ArrayToWrite => ({
  name,
  shape: [values.length],
  data: values
})
export const npz = (...arrays: ArrayToWrite[]): Promise<Uint8Array> => writeNpz(arrays)
export const npy = (array: ArrayToWrite): Uint8Array => writeNpy(array)
