/** The files in a zip archive, for a file set. An archive of a single folder is taken for that folder. */
import type { ByteSource } from '../formats/byte-source.js'
import { bytesSource, joinBytes } from '../formats/bytes.js'
import { startReading } from '../formats/reading.js'
import { openZip, unzip } from '../formats/zip/zip.js'

/**
 * The files of a zip archive for `fileSet`: names as they are in the folder; every file is unpacked when it
 * is opened.
 *
 * @param source the archive, open as long as files are read
 * @param fileName what messages call it
 */
export async function zipFiles(
  source: ByteSource,
  fileName: string
): Promise<Map<string, () => Promise<ByteSource>>> {
  const reading = startReading({ fileName })
  const entries = (await openZip(source, reading)).filter(
    ({ name }) => !/(?:^|\/)(?:\.|__MACOSX\/)/.test(name)
  )
  const folder = commonFolder(entries.map(({ name }) => name))
  return new Map(
    entries.map(entry => [
      entry.name.slice(folder.length),
      async () => {
        reading.charge(entry.size, entry.name)
        const parts: Uint8Array[] = []
        for await (const part of unzip(source, entry, reading)) parts.push(part)
        return bytesSource(joinBytes(parts))
      }
    ])
  )
}

/** 'set/' where every name begins with it. */
function commonFolder(names: readonly string[]): string {
  const first = names.at(0)?.match(/^[^/]+\//)?.[0] ?? ''
  return names.every(name => name.startsWith(first)) ? first : ''
}
