/** Files of a page (dropped, fetched, kept in the browser) as core's readers want them. */
import { UnseenError } from '@unseen/core'
import { type ByteSource, type FileSet, fileSet, zipFiles } from '@unseen/data'
import { bytesSource } from '@unseen/data/internal'

export interface NamedBlob {
  /** relative, with '/' between folders */
  readonly name: string
  readonly blob: Blob
}

type Openers = ReadonlyMap<string, () => Promise<ByteSource>>

const MANIFEST = 'dataset.json'

/** How reading is followed and stopped. */
export interface ReadWatch {
  readonly signal?: AbortSignal | undefined
  readonly onRead?: ((bytes: number) => void) | undefined
}

/**
 * Reads pieces of it when they are asked for: a large file never lies in memory as a whole. No piece is read
 * once somebody said stop.
 */
export function blobSource(blob: Blob, { signal, onRead }: ReadWatch = {}): ByteSource {
  return {
    byteLength: blob.size,
    async slice(start, end) {
      if (signal?.aborted === true) throw new UnseenError('cancelled', 'Stopped while the files were read.')
      const bytes = new Uint8Array(await blob.slice(start, end).arrayBuffer())
      onRead?.(bytes.length)
      return bytes
    }
  }
}

/** A folder, a zip archive of one, or a single file of arrays. */
export async function openBlobs(blobs: readonly NamedBlob[], watch: ReadWatch = {}): Promise<FileSet> {
  const visible = withoutCommonFolder(blobs.filter(({ name }) => !/(?:^|\/)\./.test(name)))
  if (visible.files.length === 0)
    throw new UnseenError('dataset.layout', 'There is no file in it.', {
      remedy: 'Drop a folder, a CSV, npy, npz, mat or zip file.'
    })
  const [first] = visible.files
  if (visible.files.length === 1) {
    const source = blobSource(first.blob, watch)
    const inside = await filesInArchive(source, first.name)
    return makeFileSet(stemOf(first.name), inside ?? new Map([[first.name, async () => source]]))
  }
  return makeFileSet(
    visible.folder ?? stemOf(first.name),
    new Map(visible.files.map(({ name, blob }) => [name, async () => blobSource(blob, watch)]))
  )
}

/** An archive that holds nothing but arrays is one file of arrays (npz). */
async function filesInArchive(source: ByteSource, name: string): Promise<Openers | undefined> {
  const [p, k] = await source.slice(0, 2)
  if (p !== 0x50 || k !== 0x4b) return undefined
  const files = await zipFiles(source, name)
  return [...files.keys()].every(each => each.endsWith('.npy')) ? undefined : files
}

export async function makeFileSet(name: string, files: Openers): Promise<FileSet> {
  const source = await files.get(MANIFEST)?.()
  if (source === undefined) return fileSet({ name, files })
  // The check of a dataset.json brings a schema library along, which nobody else needs.
  const { parseManifest } = await import('@unseen/data/manifest')
  return fileSet({
    name,
    files,
    manifest: parseManifest(new TextDecoder().decode(await source.slice(0, source.byteLength)))
  })
}

export async function makeFileSetOfBytes(
  name: string,
  files: ReadonlyMap<string, Blob | Uint8Array>
): Promise<FileSet> {
  return makeFileSet(
    name,
    new Map(
      [...files].map(([file, bytes]) => [
        file,
        async () => (bytes instanceof Blob ? blobSource(bytes) : bytesSource(bytes))
      ])
    )
  )
}

function withoutCommonFolder(files: readonly NamedBlob[]): {
  readonly folder?: string
  readonly files: readonly NamedBlob[]
} {
  const folder = /^[^/]+(?=\/)/.exec(files.at(0)?.name ?? '')?.[0]
  if (folder === undefined || !files.every(({ name }) => name.startsWith(`${folder}/`))) return { files }
  return { folder, files: files.map(({ name, blob }) => ({ name: name.slice(folder.length + 1), blob })) }
}

const stemOf = (name: string): string => name.replace(/^.*\//, '').replace(/\.[^.]+$/, '')
