/**
 * A library on disk: what each image looked like to a model, as proportions of seen classes.
 *
 *   library.json                    which model (by fingerprint), its seen classes, rows of a block
 *   model.unseen                    the model itself, with the classes it knew when rows were last added
 *   journal.jsonl one line for each source, for each finished block and for each finished source
 *   blocks/000000.proportions.npy   float32 (seen x rows): one column of the library after the other
 *   blocks/000000.centres.npy       float64 (2 x rows): sum and centred length of each row
 *   blocks/000000.keys.npy          uint32 (rows x 2): a hash of each id
 *   blocks/000000.rows.parquet      number, id, source and metadata of each row
 *   rivals/FINGERPRINT/000000.npy   float64 (3 x rows): best and second best background score, and whose
 *
 * A block is whole on the disk before its line is written; whatever has no line does not count. Rivals
 * are a cache and may be deleted.
 */
import { UnseenError } from '@unseen/core'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const manifestSchema = z.strictObject({
  version: z.literal(1),
  /** `proportionsFingerprint` of the model */
  fingerprint: z.string(),
  seen: z.array(z.string()).min(1),
  /** of a row of features */
  columns: z.int().positive(),
  blockRows: z.int().positive()
})
export type LibraryManifest = z.infer<typeof manifestSchema>

export interface MetaColumn {
  readonly name: string
  /** as DuckDB calls it */
  readonly type: string
}

export interface StoredFile {
  readonly bytes: number
  readonly sha256: string
}

export const blockParts = ['proportions', 'centres', 'keys', 'rows'] as const
export type BlockPart = (typeof blockParts)[number]

export interface BlockEntry {
  readonly type: 'block'
  readonly number: number
  /** number of its first row in the library */
  readonly first: number
  readonly rows: number
  readonly source: string
  /** the row of the source that comes after those read for this block */
  readonly next: number
  /** sum of the rows' centred proportions, (seen) */
  readonly total: readonly number[]
  readonly files: Readonly<Record<BlockPart, StoredFile>>
}

export interface SourceEntry {
  readonly type: 'source'
  readonly name: string
  /** tells whether a source of this name is the same as before */
  readonly identity: string
  /** where its pictures can be found again */
  readonly path: string
  readonly images?: string
  readonly columns: readonly MetaColumn[]
}

export interface EndEntry {
  readonly type: 'end'
  readonly source: string
  readonly identity: string
}

export type LibraryEntry = BlockEntry | SourceEntry | EndEntry

const MANIFEST = 'library.json'
/** Values of a block: 10 MB for 40 seen classes, at most 64. */
const MOST_VALUES = 2 ** 24
const MOST_ROWS = 2 ** 16

export const places = {
  manifest: (folder: string) => join(folder, MANIFEST),
  model: (folder: string) => join(folder, 'model.unseen'),
  journal: (folder: string) => join(folder, 'journal.jsonl'),
  blocks: (folder: string) => join(folder, 'blocks'),
  part: (folder: string, number: number, part: BlockPart) =>
    join(folder, 'blocks', `${digits(number)}.${part}.${part === 'rows' ? 'parquet' : 'npy'}`),
  rivals: (folder: string, fingerprint: string) => join(folder, 'rivals', fingerprint),
  rival: (folder: string, fingerprint: string, number: number) =>
    join(folder, 'rivals', fingerprint, `${digits(number)}.npy`)
}

export function blockRowsFor(seen: number): number {
  return Math.max(1, Math.min(MOST_ROWS, Math.floor(MOST_VALUES / seen)))
}

/** undefined where there is no library. */
export async function readManifest(folder: string): Promise<LibraryManifest | undefined> {
  const file = places.manifest(folder)
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  })
  if (text === undefined) return undefined
  const read = manifestSchema.safeParse(parse(text))
  if (read.success) return read.data
  throw new UnseenError('library.broken', `${file} does not say what a library of this version says.`, {
    where: { file },
    remedy: 'Bring it back from a copy, or index the rows anew.',
    cause: read.error
  })
}

/** Of all sources together; a column has the type it had first. */
export function mergedColumns(sources: readonly Pick<SourceEntry, 'columns'>[]): MetaColumn[] {
  const all = new Map<string, MetaColumn>()
  for (const { columns } of sources)
    for (const column of columns)
      if (!all.has(column.name.toLowerCase())) all.set(column.name.toLowerCase(), column)
  return [...all.values()]
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function digits(number: number): string {
  return String(number).padStart(6, '0')
}
