/**
 * Scores of many rows for a few classes, from proportions that are kept column by column: all rows'
 * proportions on one seen class follow each other. A mixture has few shares that are not 0, and only
 * their columns are read.
 *
 *   f(x,y) = sum over s with z_ys != 0 of pi_s z_ys   (+ bias)
 *
 * in the order of the seen classes and in double precision: the same bytes as recognition/rank.ts gives.
 */
import { ARENA_START, Arena, arrayBytes, createMemory } from '../kernels/arena.js'
import { SCRATCH_BYTES, wasmKernels } from '../kernels/wasm.js'

/** Rows by column: a file, or an array. */
export interface Block {
  readonly rows: number
  /** Proportions on seen class `s` of the rows from `start` on, as many as `out` holds. */
  readColumn(s: number, start: number, out: Float32Array): void
}

/** A class as rows are scored for it. */
export interface ScoredClass {
  /** the vector scores are taken with, (seen) */
  readonly mixture: Float64Array
  readonly bias: number
}

/** Rows at a time: their columns should stay in the processor's second cache. */
const MOST_ROWS = 8192
const LEAST_ROWS = 256
const TILE_VALUES = 2 ** 21

export class BlockScorer {
  /** the most rows of a tile */
  readonly tileRows: number
  private readonly arena: Arena
  /** (seen x tile) */
  private readonly columns: Float32Array
  private readonly totals: Float64Array
  private readonly rounded: Float32Array
  private readonly loaded: Uint8Array
  private block: Block | undefined
  private start = 0
  private rows = 0

  constructor(seen: number) {
    // A multiple of 4, since kernels want every column at a multiple of 16 bytes.
    this.tileRows = 4 * Math.floor(Math.max(LEAST_ROWS, Math.min(MOST_ROWS, TILE_VALUES / seen)) / 4)
    const bytes =
      SCRATCH_BYTES +
      arrayBytes(seen * this.tileRows, 4) +
      arrayBytes(this.tileRows, 8) +
      arrayBytes(this.tileRows, 4)
    const memory = createMemory(bytes, false)
    this.arena = new Arena(wasmKernels(memory, ARENA_START), ARENA_START + SCRATCH_BYTES, ARENA_START + bytes)
    this.columns = this.arena.float32(seen * this.tileRows)
    this.totals = this.arena.float64(this.tileRows)
    this.rounded = this.arena.float32(this.tileRows)
    this.loaded = new Uint8Array(seen)
  }

  /**
   * The tile that is scored from now on: rows `start` .. of the block, at most `tileRows`. One that is open
   * already keeps the columns that were read.
   */
  open(block: Block, start: number): number {
    if (block === this.block && start === this.start) return this.rows
    this.block = block
    this.start = start
    this.rows = Math.min(this.tileRows, block.rows - start)
    this.loaded.fill(0)
    return this.rows
  }

  /** One score for each row of the tile; overwritten by the next call. */
  scores({ mixture, bias }: ScoredClass): Float64Array {
    const totals = this.totals.subarray(0, this.rows).fill(0)
    for (let s = 0; s < mixture.length; s++) {
      if (mixture[s] !== 0)
        this.arena.kernels.update(
          this.column(s).byteOffset,
          mixture[s],
          totals.byteOffset,
          this.rounded.byteOffset,
          this.rows
        )
    }
    if (bias !== 0) for (let i = 0; i < totals.length; i++) totals[i] += bias
    return totals
  }

  private column(s: number): Float32Array {
    const column = this.columns.subarray(s * this.tileRows, s * this.tileRows + this.rows)
    if (this.loaded[s] === 0) {
      this.block?.readColumn(s, this.start, column)
      this.loaded[s] = 1
    }
    return column
  }
}

/** Row-major proportions (rows x seen) as a block: all rows, or those of the given numbers in their order. */
export function blockOf(proportions: Float32Array, seen: number, rows?: Uint32Array): Block {
  if (rows !== undefined)
    return {
      rows: rows.length,
      readColumn(s, start, out) {
        for (let i = 0; i < out.length; i++) out[i] = proportions[rows[start + i] * seen + s]
      }
    }
  return {
    rows: seen === 0 ? 0 : proportions.length / seen,
    readColumn(s, start, out) {
      for (let i = 0; i < out.length; i++) out[i] = proportions[(start + i) * seen + s]
    }
  }
}
