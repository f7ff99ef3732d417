/** Files that were dropped, those in folders included, with their paths. */
import type { NamedBlob } from '../worker/files.js'

/** No data set has more; a folder of a million images must not freeze the page. */
const MOST = 20_000

export async function droppedFiles(transfer: DataTransfer): Promise<readonly NamedBlob[]> {
  // Entries must be taken before the first await: afterwards the transfer is empty.
  const entries = [...transfer.items].flatMap(item => item.webkitGetAsEntry() ?? [])
  const files = [...transfer.files]
  if (entries.length === 0) return files.map(blob => ({ name: blob.name, blob }))
  const found: NamedBlob[] = []
  for (const entry of entries) await visit(entry, '', found)
  return found
}

async function visit(entry: FileSystemEntry, folder: string, found: NamedBlob[]): Promise<void> {
  if (found.length >= MOST) return
  const name = folder + entry.name
  if (entry.isFile) {
    const blob = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject)
    )
    found.push({ name, blob })
    return
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  // A reader gives a hundred at a time, and nothing at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject)
    )
    if (some.length === 0) return
    for (const each of some) await visit(each, `${name}/`, found)
  }
}
