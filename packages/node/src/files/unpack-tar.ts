/**
 * Tar archives, plain or gzipped. Read twice by the `tar` package: first every entry is judged, then
 * the wanted files are written. Links and devices are refused, so nothing but ordinary files and
 * folders inside `into` can come out.
 */
import { UnseenError } from '@unseen/core'
import { type ArchiveEntry, MAX_RATIO, type UnpackOptions, archiveGuard } from './archive-guard.js'
import { fromSystem } from './system-error.js'
import { syncFiles } from './whole-folder.js'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { extract, list, type ReadEntry } from 'tar'

const ORDINARY_MODE = 0o644

export async function unpackTar(
  archive: string,
  into: string,
  { files, strip, limits, signal }: UnpackOptions
): Promise<void> {
  const guard = archiveGuard(archive, limits)
  const wanted = new Set(files)
  const found = new Set<string>()
  let refused: Error | undefined
  await list({
    file: archive,
    strict: true,
    maxDecompressionRatio: MAX_RATIO,
    onReadEntry: entry => {
      if (refused !== undefined) return
      try {
        signal?.throwIfAborted()
        guard.admit(describe(entry))
        found.add(entry.path)
      } catch (error) {
        refused = error as Error
      }
    }
  }).catch((error: unknown) => {
    refused ??= damaged(archive, error)
  })
  if (refused !== undefined) throw refused
  const absent = files.find(name => !found.has(name))
  if (absent !== undefined)
    throw new UnseenError('network.broken', `${archive} has no file ${absent}.`, {
      where: { file: archive, entry: absent },
      remedy: 'It is not the archive that was expected: fetch it again.'
    })
  signal?.throwIfAborted()
  await mkdir(into, { recursive: true })
  await extract({
    file: archive,
    cwd: into,
    strip,
    strict: true,
    preserveOwner: false,
    noMtime: true,
    maxDecompressionRatio: MAX_RATIO,
    filter: (path, entry) => {
      if (!wanted.has(path)) return false
      // Whatever rights the archive asks for, data are read and written by their owner.
      if ('remain' in entry) entry.mode = ORDINARY_MODE
      return true
    }
  }).catch((error: unknown) => {
    throw damaged(archive, error)
  })
  await syncFiles(files.map(name => join(into, ...name.split('/').slice(strip))))
}

function describe({ path, size, type }: ReadEntry): ArchiveEntry {
  const kind =
    type === 'File' || type === 'OldFile' || type === 'ContiguousFile'
      ? 'file'
      : type === 'Directory' || type === 'GNUDumpDir'
        ? 'folder'
        : 'other'
  const kindNames: Partial<Record<string, string>> = {
    SymbolicLink: 'symbolic link',
    Link: 'hard link',
    CharacterDevice: 'device',
    BlockDevice: 'device',
    FIFO: 'pipe'
  }
  return { name: path, size, kind, kindName: kindNames[type] ?? type }
}

function damaged(archive: string, error: unknown): UnseenError {
  if (error instanceof UnseenError) return error
  const refused = fromSystem(error)
  if (refused !== undefined) return refused
  const { message } = error as Error
  if (message.includes('decompression ratio'))
    return new UnseenError(
      'archive.unsafe',
      `${archive} is not unpacked: it is packed more than ${MAX_RATIO} : 1.`,
      { where: { file: archive }, cause: error }
    )
  return new UnseenError('network.broken', `${archive} is damaged or no tar archive (${message}).`, {
    where: { file: archive },
    remedy: 'Fetch it again.',
    cause: error
  })
}
