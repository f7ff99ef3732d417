/**
 * The files of a data set on disk. A file is opened for every piece that is read of it and closed
 * again, so that features may be read for as long as somebody holds the data set, and nobody has to
 * say when that is over. A file that changes meanwhile is refused rather than mixed.
 */
import { UnseenError } from '@unseen/core'
import { type ByteSource, type FileSet, fileSet, zipFiles } from '@unseen/data'
import { type FileSetOptions, bytesSource } from '@unseen/data/internal'
import { parseManifest } from '@unseen/data/manifest'
import { openFile } from '../files/file-source.js'
import { allReaders } from '../formats/readers.js'
import { lstat, readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'

/** From which size on files are read a piece at a time. */
export type OpenFilesOptions = Pick<FileSetOptions, 'streamFrom'>

const MANIFEST = 'dataset.json'
/** Folders of images may lie below; nothing of a data set lies deeper or is among more files. */
const DEEPEST = 3
const MOST_FILES = 20_000
/** A manifest is for people to read. */
const LARGEST_MANIFEST = 2 ** 24
/** Files that are nothing without others beside them. */
const parts = [MANIFEST, 'att_splits.mat', 'res101.mat']

/**
 * The files of a folder, a zip archive or a single file.
 *
 * @param path of any of them
 * @param options `streamFrom`: larger files, in bytes, are left where they are
 */
export async function openFiles(path: string, options: OpenFilesOptions = {}): Promise<FileSet> {
  const found = await stat(path).catch(async () => openFile(path).then(file => file.close()))
  if (found?.isDirectory() === true) return openFolder(path, options)
  const name = basename(path)
  if (parts.includes(name))
    return openFolder(dirname(path), options, name === MANIFEST ? undefined : parts.slice(1))
  const source = await openPiecewise(path)
  const inside = await filesInArchive(source, path)
  if (inside !== undefined) return makeFileSet(nameOf(path), inside, options)
  return fileSet({
    ...options,
    name: nameOf(path),
    files: new Map([[name, async () => source]]),
    readers: allReaders
  })
}

async function openFolder(
  folder: string,
  options: OpenFilesOptions,
  only?: readonly string[]
): Promise<FileSet> {
  const names = only ?? (await listFiles(folder))
  const there =
    only === undefined
      ? names
      : (
          await Promise.all(
            names.map(async name =>
              (await stat(join(folder, name)).catch(() => undefined)) === undefined ? [] : [name]
            )
          )
        ).flat()
  const confined = there.includes(MANIFEST)
  const root = await realpath(folder)
  const open = async (name: string): Promise<ByteSource> => {
    // A folder that says of itself what it is may come from anywhere: its links must not lead out of it.
    if (confined && !(await realpath(join(folder, name)).catch(() => root + sep)).startsWith(root + sep)) {
      throw new UnseenError(
        'dataset.manifest',
        `${join(folder, name)} is a link that leads out of the folder.`,
        { where: { file: name }, remedy: 'Copy the file into the folder.' }
      )
    }
    return openPiecewise(join(folder, name))
  }
  return makeFileSet(basename(resolve(folder)), new Map(there.map(name => [name, () => open(name)])), options)
}

async function makeFileSet(
  name: string,
  files: ReadonlyMap<string, () => Promise<ByteSource>>,
  options: OpenFilesOptions
): Promise<FileSet> {
  const source = await files.get(MANIFEST)?.()
  if (source !== undefined && source.byteLength > LARGEST_MANIFEST)
    throw new UnseenError(
      'dataset.manifest',
      `${MANIFEST} has ${source.byteLength} bytes; it should name files, not hold them.`,
      { where: { file: MANIFEST } }
    )
  const manifest = source && parseManifest(new TextDecoder().decode(await source.slice(0, source.byteLength)))
  return fileSet({ ...options, name, manifest, files, readers: allReaders })
}

/** An archive that holds nothing but arrays is one file of arrays (npz). */
async function filesInArchive(
  source: ByteSource,
  path: string
): Promise<ReadonlyMap<string, () => Promise<ByteSource>> | undefined> {
  const [p, k] = await source.slice(0, 2)
  if (p !== 0x50 || k !== 0x4b) return undefined
  const files = await zipFiles(source, path)
  return [...files.keys()].every(name => name.endsWith('.npy')) ? undefined : files
}

/** Relative names, sorted, without hidden files and folders. */
async function listFiles(folder: string): Promise<string[]> {
  const found: string[] = []
  const visit = async (below: string, depth: number): Promise<void> => {
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      const name = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.name.startsWith('.') || found.length >= MOST_FILES) continue
      const kind = entry.isSymbolicLink() ? await stat(join(folder, name)).catch(() => undefined) : entry
      if (kind?.isFile() === true) found.push(name)
      else if (kind?.isDirectory() === true && !entry.isSymbolicLink() && depth < DEEPEST)
        await visit(name, depth + 1)
    }
  }
  await visit('', 1)
  return found.sort()
}

/** Opens and closes the file for every piece. Has its path, for readers that go to the disk themselves. */
export async function openPiecewise(path: string): Promise<ByteSource & { readonly path?: string }> {
  const first = await openFile(path)
  await first.close()
  const { mtimeMs, size } = await lstat(await realpath(path))
  if (size === 0) return bytesSource(new Uint8Array())
  return {
    path,
    byteLength: size,
    async slice(start, end) {
      const file = await openFile(path)
      try {
        const bytes = await file.slice(start, end)
        const now = await stat(path)
        if (now.mtimeMs !== mtimeMs || now.size !== size)
          throw new UnseenError('format.truncated', `${path} has changed while it was read.`, {
            where: { file: path },
            remedy: 'Try again when nobody writes to it.'
          })
        return bytes
      } finally {
        await file.close()
      }
    }
  }
}

/** 'sets/animals.npz' -> 'animals'; 'sets/animals/data.npz' -> 'animals' */
function nameOf(path: string): string {
  const stem = basename(path).replace(/\.[^.]+$/, '')
  return stem === 'data' || stem === 'dataset' ? basename(dirname(resolve(path))) : stem
}
