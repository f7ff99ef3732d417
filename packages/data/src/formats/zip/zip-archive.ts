/** Zip archives as files to unpack (npz.ts reads arrays out of them); all that zip.ts checks holds here. */
import type { ByteSource } from '../byte-source.js'
import type { ReadOptions } from '../reader.js'
import { startReading } from '../reading.js'
import { openZip, unzip } from './zip.js'

export interface ZipMember {
  readonly name: string
  /** as the archive claims; no more comes out, and less is an error */
  readonly size: number
  readonly packedSize: number
  /** a symbolic link; its bytes are where it leads */
  readonly link: boolean
  /** the unpacked bytes, a piece at a time */
  pieces(): AsyncGenerator<Uint8Array, void, void>
}

/**
 * The files of the archive, none unpacked yet; folders are left out.
 *
 * @param source the archive, open as long as files are read
 * @param options its name, for messages, and limits
 */
export async function readZip(source: ByteSource, options: ReadOptions = {}): Promise<ZipMember[]> {
  const reading = startReading(options)
  const entries = await openZip(source, reading)
  return entries.map(entry => ({
    name: entry.name,
    size: entry.size,
    packedSize: entry.packedSize,
    link: entry.link,
    pieces: () => unzip(source, entry, reading)
  }))
}
