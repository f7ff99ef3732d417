// The golden files beside their expected contents, and how to compare.
import type { ArrayFile } from '../../src/formats/reader.js'
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'

interface Expected {
  readonly name: string
  readonly shape: number[]
  readonly type: string
  readonly data: string[]
}

const folder = new URL('../../golden/formats/', import.meta.url)

export function goldenBytes(file: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(file, folder)))
}

const expected = JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8')) as {
  files: Record<string, Expected[]>
  refused: Record<string, string>
}

export const goldenFiles = Object.entries(expected.files)
export const refusedFiles = Object.entries(expected.refused)

const words: Record<string, number> = { nan: NaN, inf: Infinity, '-inf': -Infinity }

export function expectArrays(file: ArrayFile, wanted: readonly Expected[]): void {
  expect(file.arrays.map(({ name, shape, type }) => ({ name, shape, type }))).toEqual(
    wanted.map(({ name, shape, type }) => ({ name, shape, type }))
  )
  file.arrays.forEach(({ name, type, data }, i) => {
    const values = wanted[i].data.map(text =>
      type === 'text'
        ? text
        : type.endsWith('64') && type !== 'float64'
          ? BigInt(text)
          : (words[text] ?? Number(text))
    )
    // Object.is within toEqual: -0 is not 0, and NaN is NaN.
    expect(Array.from<unknown>(data), name).toEqual(values)
  })
}
