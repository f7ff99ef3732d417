/**
 * Rows into a library: every row's proportions, id and metadata, block by block. A library that was
 * interrupted goes on after its last whole block and ends with the same bytes; one that is there gets
 * what is new. Rows of another model are refused, since their proportions mean something else.
 */
import { type Model, UnseenError, count } from '@unseen/core'
import { defined, proportionsFingerprint } from '@unseen/core/internal'
import { lockOrRefuse } from '../files/lock.js'
import { makeFolder } from '../files/make-folder.js'
import { writeModel } from '../files/model-file.js'
import { refuseExisting } from '../files/whole-folder.js'
import { writeFileWhole } from '../files/write-file.js'
import { openJournal, readJournalEntries } from '../runs/journal.js'
import { type OpenRowsOptions, openRowStream } from '../use/open-rows.js'
import { checkOrigin, usableRows } from '../use/recognise-rows.js'
import type { SkippedRow } from '../use/row-stream.js'
import { type RowWork, inOrder, localWork } from '../use/row-work.js'
import { ArrayFile } from './block-files.js'
import { BlockWriter } from './block-writer.js'
import { type DuckDBConnection, withDuckdb } from './duckdb.js'
import { KeySet } from './key-set.js'
import {
  type BlockEntry,
  type LibraryEntry,
  type LibraryManifest,
  type MetaColumn,
  type SourceEntry,
  blockRowsFor,
  mergedColumns,
  places,
  readManifest
} from './layout.js'
import { type Metadata, openMetadata } from './metadata.js'
import { placeOf, sourceIdentity, sourceName } from './source-identity.js'
import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** What is indexed along with the rows. */
export interface IndexOptions extends OpenRowsOptions {
  /** a table of metadata: CSV or Parquet */
  readonly meta?: string
  /** its column of ids */
  readonly ids?: string
  /** the folder ids are files of, for contact sheets */
  readonly images?: string
  /** what these rows are called; the name of the file unless given */
  readonly source?: string
  /** rows of a block, for a library that is new */
  readonly blockRows?: number
  /** who works out the proportions; this thread unless given */
  readonly work?: RowWork
  /** Stops it when it fires; the next run goes on from there. */
  readonly signal?: AbortSignal
  /** part of the rows, 0 to 1, and how many were added */
  readonly onProgress?: (done: number, rows: number) => void
}

/** What was added to a library. */
export interface Indexed {
  /** Its folder. */
  readonly library: string
  /** What these rows are called. */
  readonly source: string
  /** rows of the library now */
  readonly rows: number
  /** How many rows were added. */
  readonly added: number
  /** rows of this source that an earlier, interrupted run had added */
  readonly before: number
  /** rows whose id was there already */
  readonly duplicates: number
  /** Rows that could not be used, and why. */
  readonly skipped: readonly SkippedRow[]
  /** Columns of the metadata. */
  readonly columns: readonly MetaColumn[]
  /** where metadata go by id: how many of the rows added have any */
  readonly matched?: number
}

/**
 * Adds rows to a library that `searchLibrary` searches; makes it where there is none.
 *
 * @param model works out the proportions of the rows
 * @param rows features, a data set or images
 * @param folder of the library
 * @param options metadata, names and images
 */
export async function indexLibrary(
  model: Model,
  rows: string,
  folder: string,
  options: IndexOptions = {}
): Promise<Indexed> {
  const isNew = (await readManifest(folder)) === undefined
  const wasThere = existsSync(folder)
  const manifest = await prepare(model, folder, options.blockRows)
  const release = await lockOrRefuse(join(folder, 'lock'))
  let isEmpty = isNew
  try {
    const journal = await openJournal<LibraryEntry>(places.journal(folder))
    let indexed: Indexed
    try {
      // Tables of runs that were killed.
      for (const name of await readdir(folder))
        if (name.startsWith('metadata.')) await rm(join(folder, name), { force: true })
      const scratch = join(folder, `metadata.${process.pid}.duckdb`)
      indexed = await withDuckdb(scratch, { threads: '1', memory_limit: '1GB' }, connection =>
        addRows(model, rows, { folder, manifest, journal, connection }, options)
      ).finally(() =>
        Promise.all(
          [scratch, `${scratch}.wal`, `${scratch}.tmp`].map(file =>
            rm(file, { recursive: true, force: true })
          )
        )
      )
    } catch (error) {
      // What was only stopped goes on; a library that was refused before its first row leaves nothing behind.
      isEmpty &&= !(error instanceof UnseenError && error.code === 'cancelled')
      isEmpty &&= !(await hasBlocks(folder))
      throw error
    } finally {
      await journal.close()
    }
    isEmpty = false
    return indexed
  } finally {
    await release()
    if (isEmpty) await removeNew(folder, wasThere)
  }
}

async function hasBlocks(folder: string): Promise<boolean> {
  return (await readJournalEntries<LibraryEntry>(places.journal(folder))).some(({ type }) => type === 'block')
}

async function removeNew(folder: string, wasThere: boolean): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true })
  if (!wasThere) await rm(folder, { recursive: true, force: true })
}

interface Place {
  readonly folder: string
  readonly manifest: LibraryManifest
  readonly journal: Awaited<ReturnType<typeof openJournal<LibraryEntry>>>
  readonly connection: DuckDBConnection
}

/** The library's manifest; a library that is not there is begun, one of another model refused. */
async function prepare(
  model: Model,
  folder: string,
  blockRows: number | undefined
): Promise<LibraryManifest> {
  const fingerprint = proportionsFingerprint(model)
  const found = await readManifest(folder)
  // What a killed run was about to write.
  for (const place of [folder, places.blocks(folder)])
    for (const name of await readdir(place).catch(() => []))
      if (/^(library\.json|model\.unseen|\d+\.).*\.part$/.test(name))
        await rm(join(place, name), { force: true })
  if (found === undefined) {
    await refuseExisting(folder)
    const manifest: LibraryManifest = {
      version: 1,
      fingerprint,
      seen: [...model.parts],
      columns: model.trained.columns,
      blockRows: blockRows ?? blockRowsFor(model.parts.length)
    }
    // First of all, so that whatever comes after it belongs to a library that can go on.
    await writeFileWhole(places.manifest(folder), `${JSON.stringify(manifest, undefined, 2)}\n`)
    await makeFolder(places.blocks(folder))
    await writeModel(places.model(folder), model)
    return manifest
  }
  if (found.fingerprint !== fingerprint) {
    throw new UnseenError(
      'library.model',
      `The library ${folder} was indexed with another model, or this one was trained again since (fingerprints ${found.fingerprint} and ${fingerprint}); their proportions cannot be mixed.`,
      { where: { file: folder }, remedy: 'Index the rows with this model into another folder.' }
    )
  }
  await makeFolder(places.blocks(folder))
  // Classes described since then can be searched for from now on.
  await writeModel(places.model(folder), model)
  return found
}

async function addRows(
  model: Model,
  path: string,
  { folder, manifest, journal, connection }: Place,
  options: IndexOptions
): Promise<Indexed> {
  const { entries } = journal
  const blocks = entries.filter(entry => entry.type === 'block')
  const sources = entries.filter(entry => entry.type === 'source')
  const name = options.source ?? sourceName(path)
  const { meta, ids, images, array, split } = options
  const identity = await sourceIdentity([path, ...(meta === undefined ? [] : [meta])], {
    array,
    rows: options.rows,
    split,
    ids
  })
  const last = blocks.at(-1)
  const total = last === undefined ? 0 : last.first + last.rows
  const known = sources.filter(source => source.name === name).at(-1)
  const isSame = known?.identity === identity
  const own = isSame
    ? blocks.filter(({ source, number }) => source === name && number >= firstBlockOf(entries, known))
    : []
  const before = own.reduce((sum, block) => sum + block.rows, 0)
  const columns = mergedColumns(sources)
  const result = { library: folder, source: name, before }
  if (entries.some(entry => entry.type === 'end' && entry.source === name && entry.identity === identity))
    return { ...result, rows: total, added: 0, duplicates: 0, skipped: [], columns }

  const metadata = await openMetadata(connection, {
    known: columns,
    ...defined({ meta, ids })
  })
  const stream = await openRowStream(path, model, options)
  checkOrigin(model, stream)
  if (!isSame)
    await journal.append({
      type: 'source',
      name,
      identity,
      path: placeOf(path),
      ...defined({ images: images === undefined ? undefined : placeOf(images) }),
      columns: metadata.columns
    })
  const writer = new BlockWriter({
    folder,
    manifest,
    journal,
    metadata,
    keys: loadKeys(folder, blocks),
    source: name,
    number: last === undefined ? 0 : last.number + 1,
    first: total
  })
  const from = own.at(-1)?.next ?? 0
  const skipped: SkippedRow[] = []
  let end = 0
  const work = options.work ?? localWork(model)
  const pieces = inOrder(stream.pieces(from), work.pieces, async piece => {
    if (options.signal?.aborted === true)
      throw new UnseenError('cancelled', 'Stopped before all rows were indexed.', {
        remedy: 'The same command goes on where it stopped.'
      })
    const usable = usableRows(model, piece, options.skipBad === true)
    return { ...usable, proportions: await work.proportions(usable.matrix) }
  })
  for await (const { rows: numbers, names, skipped: bad, proportions, done } of pieces) {
    skipped.push(...bad)
    const given = await idsOf(metadata, numbers, names, { name, path, known: isSame ? undefined : known })
    for (let i = 0; i < numbers.length; i++) {
      end = Math.max(end, numbers[i] + 1)
      if (numbers[i] < from) continue
      await writer.add(
        given.ids[i],
        numbers[i],
        proportions.subarray(i * manifest.seen.length, (i + 1) * manifest.seen.length),
        given.byId
      )
    }
    options.onProgress?.(done, before + writer.taken)
  }
  if (
    meta !== undefined &&
    !metadata.hasIds &&
    options.rows === undefined &&
    Math.max(end, from) !== metadata.rows
  )
    throw new UnseenError(
      'library.source',
      `${meta} has ${count(metadata.rows)} rows, ${path} has ${count(Math.max(end, from))}.`,
      { where: { file: meta }, remedy: 'Give one line for each row, or a column of ids with --ids.' }
    )
  await writer.flush()
  await journal.append({ type: 'end', source: name, identity })
  return {
    ...result,
    rows: total + writer.written,
    added: writer.written,
    duplicates: writer.duplicates,
    skipped,
    ...defined({ matched: metadata.joined.rows > 0 ? metadata.joined.matched : undefined }),
    columns: mergedColumns([...sources, { columns: metadata.columns }])
  }
}

/** Ids by the table's column, by the rows' own names, or by source and number. */
async function idsOf(
  metadata: Metadata,
  rows: ArrayLike<number>,
  names: readonly string[] | undefined,
  {
    name,
    path,
    known
  }: { readonly name: string; readonly path: string; readonly known: SourceEntry | undefined }
): Promise<{ readonly ids: readonly string[]; readonly byId: boolean }> {
  if (names !== undefined) return { ids: names, byId: metadata.hasIds }
  if (metadata.hasIds) {
    const [start, end] = rows.length === 0 ? [0, 0] : [rows[0], rows[rows.length - 1] + 1]
    const found = await metadata.ids(start, end)
    return {
      byId: false,
      ids: Array.from(rows, row => {
        const id = found[row - start]
        if (typeof id !== 'string')
          throw new UnseenError(
            'library.source',
            `Row ${count(row)} of ${path} has no line in the metadata, which have ${count(metadata.rows)}.`,
            { where: { row }, remedy: 'Give one line for each row.' }
          )
        return id
      })
    }
  }
  if (known !== undefined)
    throw new UnseenError(
      'library.source',
      `The library has rows of another ${JSON.stringify(name)} already, and these rows have no ids to tell them apart.`,
      {
        where: { file: path },
        remedy: 'Give ids with --meta TABLE --ids COLUMN, or another name with --source.'
      }
    )
  return { ids: Array.from(rows, row => `${name}:${row}`), byId: false }
}

/** Blocks before it belong to a source of the same name that was another one. */
function firstBlockOf(entries: readonly LibraryEntry[], source: SourceEntry): number {
  return entries.slice(0, entries.indexOf(source)).filter(entry => entry.type === 'block').length
}

function loadKeys(folder: string, blocks: readonly BlockEntry[]): KeySet {
  const keys = new KeySet()
  for (const { number, rows } of blocks) {
    const file = new ArrayFile(places.part(folder, number, 'keys'), 'uint32', [rows, 2])
    const pairs = new Uint32Array(2 * rows)
    file.read(0, pairs)
    file.close()
    for (let at = 0; at < pairs.length; at += 2) keys.add(pairs[at], pairs[at + 1])
  }
  return keys
}
