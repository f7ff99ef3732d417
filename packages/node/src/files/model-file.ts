/** Models on disk: read whole and checked, written whole or not at all. */
import { type Model, fromBytes, toBytes } from '@unseen/core'
import { openFile } from './file-source.js'
import { writeFileWhole } from './write-file.js'

export async function readModel(path: string): Promise<Model> {
  const file = await openFile(path)
  try {
    return fromBytes(await file.slice(0, file.byteLength))
  } finally {
    await file.close()
  }
}

export async function writeModel(path: string, model: Model): Promise<void> {
  await writeFileWhole(path, toBytes(model))
}
