/**
 * A data set from a path: a folder, its dataset.json, a single file, or a zip archive of a folder; "sample"
 * is the one that comes along.
 */
import { type Dataset, type Draft, type FileSet, readDraft, toDataset } from '@unseen/data'
import { type OpenFilesOptions, openFiles } from './disk-files.js'
import { samplePath } from './sample.js'

/** A data set with the files it came from; pictures and features may still be read from there. */
export interface OpenDataset extends Dataset {
  /** The files it came from. */
  readonly files: FileSet
}

/**
 * What was found, before anything is believed: for the doctor.
 *
 * @param path a folder, an archive or a file; `sample` is the data set that comes along
 * @param options from which size on files are read a piece at a time
 */
export async function openDraft(
  path: string,
  options?: OpenFilesOptions
): Promise<Draft & { readonly files: FileSet }> {
  const files = await openFiles(samplePath(path) ?? path, options)
  return { ...(await readDraft(files)), files }
}

/**
 * Opens a data set in any layout and format that Unseen knows, or refuses it and says what is wrong. Large
 * features stay in their file until they are needed.
 *
 * @param path a folder, an archive or a file; `sample` is the data set that comes along
 * @param options from which size on files are read a piece at a time
 * @example
 * ```ts
 * import { openDataset, takeSplit, threadExecutor, tune } from 'unseen'
 *
 * const { train, test } = await takeSplit(await openDataset('sample'), { split: 'deer-ship' })
 * const { model } = await tune(train, { family: 'class-weights', executor: threadExecutor() })
 * model?.recognise(test.features)
 * ```
 */
export async function openDataset(path: string, options?: OpenFilesOptions): Promise<OpenDataset> {
  const files = await openFiles(samplePath(path) ?? path, options)
  return { ...toDataset(await readDraft(files)), files }
}
