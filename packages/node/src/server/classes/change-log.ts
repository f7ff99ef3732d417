/**
 * The log of one model's described classes, in a folder of its own:
 *
 *   changes-000000000001.log   records in the order of their numbers; only the last file grows
 *   snapshot.log               the state after some change; what came before it is history
 *
 * A change counts once its record is on the disk (fdatasync). A snapshot is written beside the log and
 * takes its name when it is whole; files of the log before it are kept as history, the newest few.
 * Recovery: the snapshot, then every record after it. The last record may have been cut short: it was
 * never acknowledged, and is cut off. Any other damage is refused.
 */
import { UnseenError } from '@unseen/core'
import { makeFolder } from '../../files/make-folder.js'
import { writeFileWhole } from '../../files/write-file.js'
import { readLines, recordLine } from './record.js'
import {
  type ChangeRecord,
  type State,
  applyRecords,
  emptyState,
  readRecord,
  readSnapshot,
  snapshotValues
} from './state.js'
import { constants } from 'node:fs'
import { open, readFile, readdir, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'

const SNAPSHOT = 'snapshot.log'
const PIECE = 256
const segment = /^changes-(\d{12})\.log$/

export interface LogOptions {
  /** records in one file before a snapshot is taken */
  readonly snapshotEvery?: number
  /** files of the log that are kept beside the one that grows */
  readonly keep?: number
  readonly onSnapshot?: (error?: unknown) => void
}

export interface ChangeLog {
  /** what the log said when it was opened */
  readonly state: State
  /** bytes of an incomplete record that were cut off */
  readonly cut: number
  /** On the disk when this returns. After an error nothing more can be written. */
  append(records: readonly ChangeRecord[]): Promise<void>
  /**
   * Takes a snapshot of the state after the last record, if it is time for one; it is written beside other
   * work.
   */
  snapshotIfDue(state: () => State): Promise<void>
  /** the newest records first */
  history(limit: number, before?: number): Promise<ChangeRecord[]>
  close(): Promise<void>
}

export async function openChangeLog(
  folder: string,
  { snapshotEvery = 4096, keep = 8, onSnapshot }: LogOptions = {}
): Promise<ChangeLog> {
  await makeFolder(folder, 0o700)
  const { state, last, cut } = await recover(folder)
  let file = await openSegment(folder, last?.name ?? segmentName(state.seq + 1), last?.end ?? 0)
  let length = last?.end ?? 0
  let since = last?.records ?? 0
  let snapshot: Promise<void> | undefined
  let failed: unknown

  const append = async (records: readonly ChangeRecord[]): Promise<void> => {
    if (failed !== undefined) throw cannotWrite(failed)
    const bytes = Buffer.concat(records.map(recordLine))
    try {
      await writeAt(file, bytes, length)
      await file.datasync()
    } catch (error) {
      // Nobody knows what of it is on the disk, nor what a second fsync would say: only a fresh start can
      // tell.
      failed = error
      await file.truncate(length).catch(() => undefined)
      throw cannotWrite(error)
    }
    length += bytes.length
    since += records.length
  }

  const takeSnapshot = async (state: State): Promise<void> => {
    await writeFileWhole(join(folder, SNAPSHOT), linesOf(state))
    await syncFolder(folder)
    const names = (await segmentsOf(folder)).map(({ name }) => name)
    for (const name of names.slice(0, Math.max(0, names.length - 1 - keep)))
      await rm(join(folder, name), { force: true })
  }

  return {
    state,
    cut,
    append,
    async snapshotIfDue(current) {
      if (since < snapshotEvery || snapshot !== undefined || failed !== undefined) return
      const now = current()
      // A full disk must not end the server: the file of before goes on, and it is tried again.
      const next = await openSegment(folder, segmentName(now.seq + 1), 0).catch((error: unknown) => {
        onSnapshot?.(error)
        return undefined
      })
      if (next === undefined) return
      await file.close()
      file = next
      length = 0
      since = 0
      snapshot = takeSnapshot(now)
        .then(
          () => onSnapshot?.(),
          (error: unknown) => onSnapshot?.(error)
        )
        .finally(() => {
          snapshot = undefined
        })
    },
    history: (limit, before) => readHistory(folder, limit, before),
    async close() {
      await snapshot
      failed ??= 'closed'
      await file.close()
    }
  }
}

interface LastSegment {
  readonly name: string
  readonly end: number
  readonly records: number
}

async function recover(
  folder: string
): Promise<{ readonly state: State; readonly last: LastSegment | undefined; readonly cut: number }> {
  const file = join(folder, SNAPSHOT)
  const bytes = await readFile(file).catch(absent)
  let state =
    bytes === undefined ? emptyState : readSnapshot(readLines(bytes, file, { mayBeTorn: false }).values, file)
  const all = await segmentsOf(folder)
  // A file is history when the next one begins within the snapshot.
  const first = all.filter(({ first: number }) => number <= state.seq + 1).length - 1
  if (all.length > 0 && first < 0)
    throw new UnseenError(
      'serve.log',
      `The log in ${folder} begins with change ${all[0].first}; change ${state.seq + 1} is missing.`,
      { where: { file: folder }, remedy: 'Restore the missing files of the log.' }
    )
  let last: LastSegment | undefined
  let cut = 0
  for (const [at, { name }] of all.entries()) {
    if (at < first) continue
    const path = join(folder, name)
    const content = await readFile(path)
    const { values, end } = readLines(content, path, { mayBeTorn: at === all.length - 1 })
    state = applyRecords(
      state,
      values.map(value => readRecord(value, path)),
      path
    )
    last = { name, end, records: values.length }
    cut = content.length - end
  }
  return { state, last, cut }
}

async function readHistory(folder: string, limit: number, before = Infinity): Promise<ChangeRecord[]> {
  const found: ChangeRecord[] = []
  for (const { name, first } of (await segmentsOf(folder)).reverse()) {
    if (found.length >= limit) break
    if (first >= before) continue
    const path = join(folder, name)
    // It may be growing while it is read.
    const { values } = readLines(await readFile(path), path, { mayBeTorn: true })
    found.push(
      ...values
        .map(value => readRecord(value, path))
        .filter(({ seq }) => seq < before)
        .reverse()
        .slice(0, limit - found.length)
    )
  }
  return found
}

/** Whole at `end`: what follows is cut off, and both the file and its name reach the disk. */
async function openSegment(folder: string, name: string, end: number): Promise<FileHandle> {
  const file = await open(join(folder, name), constants.O_RDWR | constants.O_CREAT, 0o600)
  await file.truncate(end)
  await file.sync()
  await syncFolder(folder)
  return file
}

async function segmentsOf(folder: string): Promise<{ readonly name: string; readonly first: number }[]> {
  return (await readdir(folder))
    .flatMap(name => {
      const found = segment.exec(name)
      return found === null ? [] : [{ name, first: Number(found[1]) }]
    })
    .sort((a, b) => a.first - b.first)
}

function segmentName(first: number): string {
  return `changes-${String(first).padStart(12, '0')}.log`
}

async function* linesOf(state: State): AsyncGenerator<Uint8Array, void, void> {
  let piece: Buffer[] = []
  for (const value of snapshotValues(state)) {
    piece.push(recordLine(value))
    if (piece.length < PIECE) continue
    yield Buffer.concat(piece)
    piece = []
    await new Promise(resolve => setImmediate(resolve))
  }
  yield Buffer.concat(piece)
}

async function writeAt(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let at = 0; at < bytes.length;)
    at += (await file.write(bytes, at, bytes.length - at, position + at)).bytesWritten
}

/** A new name is on the disk once its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function absent(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
  throw error
}

/** Says no path: whoever asks for a change need not know where the server keeps it. */
function cannotWrite(cause: unknown): UnseenError {
  return new UnseenError(
    'path.write',
    'The log of described classes cannot be written, so that nothing can be changed.',
    { remedy: 'Make room on the disk and start the server again.', cause }
  )
}
