/** Which files of a set may hold arrays, judged by their names; what they hold is judged by contents. */
import type { FileSet } from './file-set.js'

const holdsArrays = /\.(?:npy|npz|safetensors|mat|h5|hdf5|parquet|csv|tsv|jsonl|ndjson|txt)$/i
/** Texts about the data. */
const aboutIt = /(?:^|\/)(?:readme|licen[cs]e|notice|changelog|requirements)[^/]*$/i

export function arrayFiles({ names }: FileSet): string[] {
  // A single file may be called as it likes.
  if (names.length === 1) return [...names]
  return names.filter(name => holdsArrays.test(name) && !aboutIt.test(name)).sort()
}

/** 'deep/features.npy' -> 'features' */
export function stemOf(name: string): string {
  return name.replace(/^.*\//, '').replace(/\.[^.]*$/, '')
}
