/**
 * One memory with everything a training or a search works on: the rows, sorted by class, and an
 * arena per thread. Its description is plain data: a thread that shares the memory opens it as it
 * is, one that does not gets a copy of the rows under the same addresses.
 */
import type { Normalisation } from '../input/normalise.js'
import { ARENA_START, Arena, createMemory } from '../kernels/arena.js'
import type { Kernels } from '../kernels/kernels.js'
import { SCRATCH_BYTES, wasmKernels } from '../kernels/wasm.js'
import type { Matrix } from '../linalg/matrix.js'
import { type RowsLayout, StoredRows, nonZeros, storeRows, storedBytes } from './stored-rows.js'
import type { ClassRange } from './transformed-rows.js'

export interface Workplace {
  readonly memory: WebAssembly.Memory
  readonly layout: RowsLayout
  /** one per seen class */
  readonly ranges: readonly ClassRange[]
  /** where the first thread's arena begins, and the size of each */
  readonly arenaStart: number
  readonly arenaBytes: number
}

export interface WorkplaceOptions {
  readonly normalise: Normalisation
  /** what one thread needs beside the rows */
  readonly arenaBytes: number
  readonly threads?: number
  readonly shared?: boolean
}

/** Labels are 0 .. seen - 1. */
export function createWorkplace(
  features: Matrix,
  labels: Int32Array,
  seen: number,
  { normalise, arenaBytes, threads = 1, shared = false }: WorkplaceOptions
): Workplace {
  const entries = nonZeros(features)
  const rowBytes = storedBytes(features, entries)
  const perThread = Math.ceil((arenaBytes + SCRATCH_BYTES) / 16) * 16
  const memory = createMemory(rowBytes + 64 + perThread * threads, shared)
  const { order, ranges } = sortByClass(labels, seen)
  const rowsArena = new Arena(wasmKernels(memory, ARENA_START), ARENA_START, ARENA_START + rowBytes + 64)
  const layout = storeRows(rowsArena, features, order, entries, normalise)
  return { memory, layout, ranges, arenaStart: rowsArena.mark(), arenaBytes: perThread }
}

/** The workplace as one thread sees it. */
export function openWorkplace(
  { memory, layout, arenaStart, arenaBytes }: Workplace,
  thread = 0,
  makeKernels: (memory: WebAssembly.Memory, scratch: number) => Kernels = wasmKernels
): { arena: Arena; rows: StoredRows } {
  const start = arenaStart + thread * arenaBytes
  const kernels = makeKernels(memory, start)
  return {
    arena: new Arena(kernels, start + SCRATCH_BYTES, start + arenaBytes),
    rows: new StoredRows(kernels, layout)
  }
}

function sortByClass(labels: Int32Array, seen: number): { order: Uint32Array; ranges: ClassRange[] } {
  const counts = new Uint32Array(seen)
  for (const label of labels) counts[label]++
  const ranges: ClassRange[] = []
  let first = 0
  for (const count of counts) {
    ranges.push({ first, count })
    first += count
  }
  const next = ranges.map(range => range.first)
  const order = new Uint32Array(labels.length)
  for (let row = 0; row < labels.length; row++) order[next[labels[row]]++] = row
  return { order, ranges }
}
