/**
 * A data set from a path: a folder, its dataset.json, a single file, or a zip archive of a folder; "sample"
 * is the one that comes along.
 */
import { type Dataset, type Draft, type FileSet, readDraft, toDataset } from '@unseen/data'
import { type OpenFilesOptions, openFiles } from './disk-files.js'
import { samplePath } from './sample.js'

/** A data set with the files it came from; pictures and features may still be read from there. */
export interface OpenDataset extends Dataset {
  readonly files: FileSet
}

/** What was found, before anything is believed: for the doctor. */
export async function openDraft(
  path: string,
  options?: OpenFilesOptions
): Promise<Draft & { readonly files: FileSet }> {
  const files = await openFiles(samplePath(path) ?? path, options)
  return { ...(await readDraft(files)), files }
}

/** A data set that can be used, or a refusal that says what is wrong. */
export async function openDataset(path: string, options?: OpenFilesOptions): Promise<OpenDataset> {
  const files = await openFiles(samplePath(path) ?? path, options)
  return { ...toDataset(await readDraft(files)), files }
}
