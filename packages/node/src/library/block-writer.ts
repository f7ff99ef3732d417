/**
 * Fills blocks with rows and writes each whole: arrays first, then the line in the journal that makes it
 * count.
 */
import { centresOf } from '@unseen/core/internal'
import type { Journal } from '../runs/journal.js'
import { writeArray } from './block-files.js'
import { type KeySet, keyOf } from './key-set.js'
import { type BlockEntry, type LibraryEntry, type LibraryManifest, places } from './layout.js'
import type { Metadata, PartRow } from './metadata.js'

export interface BlockWriterOptions {
  readonly folder: string
  readonly manifest: LibraryManifest
  readonly journal: Pick<Journal<LibraryEntry>, 'append'>
  readonly metadata: Metadata
  readonly keys: KeySet
  readonly source: string
  /** of the next block, and of the next row */
  readonly number: number
  readonly first: number
}

export class BlockWriter {
  /** rows that were written */
  written = 0
  /** rows whose id was there already */
  duplicates = 0
  private readonly options: BlockWriterOptions
  private readonly seen: number
  /** row-major (blockRows x seen) */
  private readonly proportions: Float32Array
  private readonly keys: Uint32Array
  private part: PartRow[] = []
  private number: number
  private next = 0
  /** the metadata belong to rows by id */
  private byId = false

  constructor(options: BlockWriterOptions) {
    const { blockRows, seen } = options.manifest
    this.options = options
    this.seen = seen.length
    this.proportions = new Float32Array(blockRows * seen.length)
    this.keys = new Uint32Array(2 * blockRows)
    this.number = options.number
  }

  /** rows that were taken, written or not yet */
  get taken(): number {
    return this.written + this.part.length
  }

  /** One row; a row whose id the library has is left out. */
  async add(id: string, sourceRow: number, proportions: Float32Array, byId: boolean): Promise<void> {
    const [high, low] = keyOf(id)
    if (!this.options.keys.add(high, low)) {
      this.duplicates++
      return
    }
    const at = this.part.length
    this.proportions.set(proportions, at * this.seen)
    this.keys[2 * at] = high
    this.keys[2 * at + 1] = low
    this.part.push({ row: this.options.first + this.written + at, id, sourceRow })
    this.next = sourceRow + 1
    this.byId = byId
    if (this.part.length === this.options.manifest.blockRows) await this.flush()
  }

  /** Writes what is there, if anything. */
  async flush(): Promise<void> {
    const { folder, journal, metadata, source, first } = this.options
    const rows = this.part.length
    if (rows === 0) return
    const path = (part: Parameters<typeof places.part>[2]): string => places.part(folder, this.number, part)
    const all = this.proportions.subarray(0, rows * this.seen)
    const total = new Float64Array(this.seen)
    const { sums, lengths } = centresOf(all, this.seen, total)
    const centres = new Float64Array(2 * rows)
    centres.set(sums)
    centres.set(lengths, rows)
    const files: BlockEntry['files'] = {
      proportions: await writeArray(
        path('proportions'),
        'float32',
        [this.seen, rows],
        transposed(all, rows, this.seen)
      ),
      centres: await writeArray(path('centres'), 'float64', [2, rows], centres),
      keys: await writeArray(path('keys'), 'uint32', [rows, 2], this.keys.subarray(0, 2 * rows)),
      rows: await metadata.write(path('rows'), source, this.part, this.byId)
    }
    await journal.append({
      type: 'block',
      number: this.number,
      first: first + this.written,
      rows,
      source,
      next: this.next,
      total: [...total],
      files
    })
    this.written += rows
    this.number++
    this.part = []
  }
}

function transposed(values: Float32Array, rows: number, columns: number): Float32Array {
  const out = new Float32Array(values.length)
  for (let i = 0; i < rows; i++) for (let s = 0; s < columns; s++) out[s * rows + i] = values[i * columns + s]
  return out
}
