/** A library that is open for questions. */
import { type Model, UnseenError } from '@unseen/core'
import { proportionsFingerprint } from '@unseen/core/internal'
import { verifyChecksum } from '../files/checksum.js'
import { readModel } from '../files/model-file.js'
import { readJournalEntries } from '../runs/journal.js'
import { broken, checkLength } from './block-files.js'
import {
  type BlockEntry,
  type LibraryEntry,
  type LibraryManifest,
  type MetaColumn,
  type SourceEntry,
  blockParts,
  mergedColumns,
  places,
  readManifest
} from './layout.js'
import { type RowTable, openRowTable } from './row-table.js'
import { type Scanner, createScanner } from './scan-threads.js'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'

/** A library that is open for searching. */
export interface OpenLibrary extends AsyncDisposable {
  /** Where it is. */
  readonly folder: string
  /** What it was made with. */
  readonly manifest: LibraryManifest
  /** The model with the classes to search for. */
  readonly model: Model
  /** Its files of rows. */
  readonly blocks: readonly BlockEntry[]
  /** Where its rows came from. */
  readonly sources: readonly SourceEntry[]
  /** sources that were not indexed to their end */
  readonly unfinished: readonly string[]
  /** Columns of the metadata. */
  readonly columns: readonly MetaColumn[]
  /** How many there are. */
  readonly rows: number
  /** Scores all rows, on threads. */
  readonly scanner: Scanner
  /** Ids and metadata of rows. */
  readonly table: RowTable
  /** Ends its threads and closes its files. */
  close(): Promise<void>
}

/** With which model and how many threads. */
export interface OpenLibraryOptions {
  /** the model with the classes to search for; the library's own unless given */
  readonly model?: Model
  /** as many as there are cores, by default */
  readonly threads?: number
  /** search in threads of their own however little there is to do, so that this one can answer others */
  readonly aside?: boolean
}

/**
 * Opens a library for searching.
 *
 * @param path its folder
 * @param options a model with more classes, and how many threads
 */
export async function openLibrary(
  path: string,
  { model: given, threads = availableParallelism(), aside = false }: OpenLibraryOptions = {}
): Promise<OpenLibrary> {
  const folder = resolve(path)
  const manifest = await readManifest(folder)
  if (manifest === undefined)
    throw new UnseenError('path.missing', `${path} is no library.`, {
      where: { file: path },
      remedy: 'Make one with `unseen index MODEL FEATURES -o LIBRARY`.'
    })
  const model = given ?? (await readModel(places.model(folder)))
  const fingerprint = proportionsFingerprint(model)
  if (fingerprint !== manifest.fingerprint) {
    throw new UnseenError(
      'library.model',
      `The library was indexed with another model, or the model was trained again since (fingerprints ${manifest.fingerprint} and ${fingerprint}), so that its proportions do not fit.`,
      {
        where: { file: path },
        remedy:
          'Search with the model it was indexed with (it is kept in the library: leave --model out), or index the rows anew with this one into another folder.'
      }
    )
  }
  const entries = await readJournalEntries<LibraryEntry>(places.journal(folder))
  const blocks = entries.filter(entry => entry.type === 'block')
  const sources = entries.filter(entry => entry.type === 'source')
  for (const { number, files } of blocks)
    for (const part of blockParts) await checkLength(places.part(folder, number, part), files[part])
  const ended = new Set(entries.flatMap(entry => (entry.type === 'end' ? [entry.identity] : [])))
  const scanner = createScanner(threads, { aside })
  const table = openRowTable(folder)
  const close = async (): Promise<void> => {
    await Promise.all([scanner.close(), table.close()])
  }
  return {
    folder,
    manifest,
    model,
    blocks,
    sources,
    scanner,
    table,
    close,
    unfinished: sources.filter(({ identity }) => !ended.has(identity)).map(({ name }) => name),
    columns: mergedColumns(sources),
    rows: blocks.reduce((sum, { rows }) => sum + rows, 0),
    [Symbol.asyncDispose]: close
  }
}

/**
 * Reads every file of the library and compares it with what the journal says; throws at the first that was
 * changed.
 */
export async function verifyLibrary(
  { folder, blocks }: Pick<OpenLibrary, 'folder' | 'blocks'>,
  {
    signal,
    onProgress
  }: { readonly signal?: AbortSignal; readonly onProgress?: (done: number, total: number) => void } = {}
): Promise<number> {
  let files = 0
  for (const block of blocks) {
    for (const part of blockParts) {
      const path = places.part(folder, block.number, part)
      await verifyChecksum(path, { algorithm: 'sha256', hex: block.files[part].sha256 }, path, signal).catch(
        (error: unknown) => {
          if (error instanceof UnseenError)
            throw broken(path, 'has been changed: its checksum does not fit', error)
          throw error
        }
      )
      files++
    }
    onProgress?.(block.number + 1, blocks.length)
  }
  return files
}
