// Golden files of the formats that only Node reads, with what they hold.
import type { ArrayFile, NamedArray } from '@unseen/data'
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'

interface Expected {
  readonly name: string
  readonly type: string
  readonly shape: number[]
  readonly data: string[]
}

export function goldenFolder(format: 'hdf5' | 'parquet') {
  const folder = new URL(`../../golden/${format}/`, import.meta.url)
  const { files, refused } = JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8')) as {
    files: Record<string, Expected[]>
    refused: Record<string, string>
  }
  return {
    files: Object.entries(files),
    refused: Object.entries(refused),
    url: (name: string) => new URL(name, folder),
    bytes: (name: string) => new Uint8Array(readFileSync(new URL(name, folder)))
  }
}

const words: Record<string, number> = { nan: NaN, inf: Infinity, '-inf': -Infinity }

export function expectArrays(arrays: ArrayFile['arrays'], wanted: readonly Expected[]): void {
  const facts = ({ name, type, shape }: Pick<NamedArray, 'name' | 'type' | 'shape'>) => ({
    name,
    type,
    shape
  })
  expect(arrays.map(facts)).toEqual(wanted.map(facts))
  arrays.forEach(({ name, type, data }, i) => {
    const values = wanted[i].data.map(text =>
      type === 'text'
        ? text
        : type.endsWith('64') && type !== 'float64'
          ? BigInt(text)
          : (words[text] ?? Number(text))
    )
    expect(Array.from<unknown>(data), name).toEqual(
      type === 'float16' || type === 'float32' ? values.map(value => Math.fround(value as number)) : values
    )
  })
}
