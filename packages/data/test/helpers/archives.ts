// Archives as nobody should make them.
import { writeZip } from '../../src/formats/zip/zip-write.js'
import { Header } from 'tar'

export interface TarEntry {
  readonly path: string
  readonly content?: Uint8Array | string
  readonly type?: 'File' | 'Directory' | 'SymbolicLink' | 'Link' | 'CharacterDevice' | 'BlockDevice' | 'FIFO'
  readonly linkpath?: string
  /** what the header claims, if that is a lie */
  readonly size?: number
  readonly mode?: number
}

export function tarOf(entries: readonly TarEntry[]): Buffer {
  const blocks: Buffer[] = []
  for (const { path, content = '', type = 'File', linkpath, size, mode = 0o644 } of entries) {
    const body = Buffer.from(content)
    const block = Buffer.alloc(512)
    new Header({
      path,
      type,
      size: size ?? body.length,
      mode,
      mtime: new Date(0),
      ...(linkpath !== undefined && { linkpath })
    }).encode(block)
    blocks.push(block, body, Buffer.alloc((512 - (body.length % 512)) % 512))
  }
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

export async function zipOf(files: Readonly<Record<string, Uint8Array | string>>): Promise<Uint8Array> {
  return writeZip(Object.entries(files).map(([name, content]) => ({ name, bytes: Buffer.from(content) })))
}

/** The same archive, its first entry a symbolic link. */
export function withLink(zip: Uint8Array): Uint8Array {
  const copy = Buffer.from(zip)
  const directory = copy.indexOf(Buffer.from('PK\u0001\u0002', 'latin1'))
  copy.writeUInt32LE((0o120777 << 16) >>> 0, directory + 38)
  return copy
}
