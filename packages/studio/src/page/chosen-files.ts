/** Files of an <input type=file>, with their folders where a folder was chosen. */
import type { NamedBlob } from '../worker/files.js'

export const chosenFiles = (list: FileList | null): readonly NamedBlob[] =>
  [...(list ?? [])].map(blob => ({
    name: blob.webkitRelativePath === '' ? blob.name : blob.webkitRelativePath,
    blob
  }))
