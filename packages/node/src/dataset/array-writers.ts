/** The formats in which arrays are written. Each holds several arrays, or says that it does not. */
import { UnseenError } from '@unseen/core'
import {
  type NamedArray,
  writeDelimited,
  writeJsonLines,
  writeMatlab,
  writeNpy,
  writeNpz,
  writeSafetensors
} from '@unseen/data'
import type { ArrayToWrite } from '@unseen/data/internal'

export interface ArrayWriter {
  readonly name: string
  readonly extension: string
  /** 'one' array; 'table': arrays with a row for each entry, side by side; 'many' of any shape */
  readonly holds: 'one' | 'table' | 'many'
  write(arrays: readonly ArrayToWrite[]): Promise<Uint8Array>
}

export const arrayWriters = [
  { name: 'npy', extension: 'npy', holds: 'one', write: async ([array]) => writeNpy(array) },
  { name: 'npz', extension: 'npz', holds: 'many', write: arrays => writeNpz(arrays) },
  {
    name: 'safetensors',
    extension: 'safetensors',
    holds: 'many',
    write: async arrays => writeSafetensors(arrays)
  },
  { name: 'mat', extension: 'mat', holds: 'many', write: arrays => writeMatlab(arrays.map(typed)) },
  { name: 'csv', extension: 'csv', holds: 'table', write: async arrays => writeDelimited(arrays) },
  {
    name: 'tsv',
    extension: 'tsv',
    holds: 'table',
    write: async arrays => writeDelimited(arrays, { delimiter: '\t' })
  },
  {
    name: 'parquet',
    extension: 'parquet',
    holds: 'table',
    write: async arrays => (await import('../formats/parquet-write.js')).writeParquet(arrays)
  },
  { name: 'jsonl', extension: 'jsonl', holds: 'table', write: async arrays => writeJsonLines(arrays) }
] as const satisfies readonly ArrayWriter[]

export type ArrayFormat = (typeof arrayWriters)[number]['name']

export const arrayFormats: readonly ArrayFormat[] = arrayWriters.map(({ name }) => name)

export function arrayWriter(name: string): ArrayWriter {
  const found = arrayWriters.find(writer => writer.name === name)
  if (found === undefined)
    throw new UnseenError('options.value', `There is no format ${JSON.stringify(name)} to write.`, {
      where: { format: name },
      remedy: `There are: ${arrayFormats.join(', ')}.`
    })
  return found
}

/** MATLAB files state the type of every array. */
function typed(array: ArrayToWrite): NamedArray {
  return { ...array, type: array.type ?? (Array.isArray(array.data) ? 'text' : 'numbers') }
}
