/**
 * A model as one file, and back: the same scores to the bit, the same bytes when saved again.
 * Its layout is in file-layout.ts, its sections in file-sections.ts, both for people in
 * docs/model-file.md. A damaged or made-up file is refused with a `file.` error, never half read.
 */
import { type FileContents, openFile, readContents } from './file-layout.js'
import { refuse } from './file-refuse.js'
import { readSections, writeSections } from './file-sections.js'
import type { Model } from './model.js'

/** What writes the file; a test keeps it equal to package.json. */
const CREATOR = '@unseen/core 0.1.0'

/**
 * One reader for every version there ever was. Version 2 has Gaussian weights, 3
 * also keeps their common shape; all others are written as version 1.
 */
const readers: ReadonlyMap<number, (contents: FileContents) => Model> = new Map([
  [1, contents => readSections(contents, 1)],
  [2, contents => readSections(contents, 2)],
  [3, contents => readSections(contents, 3)]
])

/**
 * A model as the bytes of a file, the same for the same model on every machine.
 *
 * @param model with all its described classes and notes
 */
export function toBytes(model: Model): Uint8Array {
  return writeSections(model, CREATOR)
}

/**
 * The model of a file; nothing is computed again. Damaged files are refused.
 *
 * @param bytes the whole file
 */
export function fromBytes(bytes: Uint8Array | ArrayBuffer): Model {
  // Always a plain view: Node's Buffer, for one, has slices that are no copies.
  const file = ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new Uint8Array(bytes)
  const opened = openFile(file)
  const read = readers.get(opened.version)
  if (read === undefined)
    return refuse(
      'file.version',
      `The model file has format version ${opened.version}, this Unseen reads up to ${Math.max(...readers.keys())}.`,
      { version: opened.version }
    )
  return read(readContents(opened))
}
