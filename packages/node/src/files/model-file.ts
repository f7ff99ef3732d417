/** Models on disk: read whole and checked, written whole or not at all. */
import { type Model, fromBytes, toBytes } from '@unseen/core'
import { openFile } from './file-source.js'
import { type LockOptions, changing, withLock } from './lock.js'
import { writeFileWhole } from './write-file.js'

/**
 * Reads a model file.
 *
 * @param path NAME.unseen
 */
export async function readModel(path: string): Promise<Model> {
  const file = await openFile(path)
  try {
    return fromBytes(await file.slice(0, file.byteLength))
  } finally {
    await file.close()
  }
}

export interface ChangeOptions extends Pick<LockOptions, 'signal' | 'onWait'> {
  /** where the new model goes; in place of the old one unless given */
  readonly output?: string
}

/**
 * Reads a model, changes it and writes it; whoever else changes the same file in this way waits for its turn,
 * so that no change is lost.
 */
export async function changeModel<Result extends { readonly model: Model }>(
  path: string,
  change: (model: Model) => Promise<Result> | Result,
  { output = path, ...options }: ChangeOptions = {}
): Promise<Result> {
  // Before anything is made beside a file that is not there.
  await (await openFile(path)).close()
  return withLock(
    output,
    async () => {
      const result = await change(await readModel(path))
      await writeModel(output, result.model)
      return result
    },
    { ...changing, ...options }
  )
}

/**
 * Writes a model file, whole or not at all.
 *
 * @param path NAME.unseen
 * @param model with all its described classes
 */
export async function writeModel(path: string, model: Model): Promise<void> {
  await writeFileWhole(path, toBytes(model))
}
