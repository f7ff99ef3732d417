/**
 * A data set as a folder: dataset.json and the files it names. The folder appears whole or not at
 * all; one that is there is replaced only when that is asked for, and only by its like.
 */
import { UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { Dataset, FileSet, Manifest } from '@unseen/data'
import { parseManifest } from '@unseen/data/manifest'
import { makeFolderWhole } from '../files/whole-folder.js'
import { writeFileWhole } from '../files/write-file.js'
import type { ArrayFormat } from './array-writers.js'
import type { Store, StoreLoss } from './stored-rows.js'
import { writeFeatures } from './write-features.js'
import { fileNames, writeLabels, writeSplit, writeTable, writeTexts } from './write-parts.js'
import { rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** How a data set folder is written. */
export interface SaveOptions {
  /** Of the features. Default npy. */
  readonly format?: ArrayFormat
  /** A smaller type for the features, with a loss that is reported. Default: as they are. */
  readonly store?: Store
  /** Replace a data set folder that is there. Default false. */
  readonly overwrite?: boolean
  /** the sprite sheet, where the data set does not come from files */
  readonly thumbnails?: Uint8Array
  /** Stops it when it fires; nothing is left behind. */
  readonly signal?: AbortSignal
  /** rows of features written */
  readonly onProgress?: (done: number, total: number) => void
}

/** What was written. */
export interface Saved {
  /** Where it is. */
  readonly folder: string
  /** The content of its dataset.json. */
  readonly manifest: Manifest
  /** of the features, where they were stored in a smaller type */
  readonly loss?: StoreLoss
}

const MANIFEST = 'dataset.json'

/**
 * Writes a data set as a folder that every version of Unseen reads.
 *
 * @param dataset in memory or open from files
 * @param folder new, unless `overwrite` is given
 * @param options formats and types
 */
export async function saveDataset(
  dataset: Dataset & { readonly files?: FileSet },
  folder: string,
  options: SaveOptions = {}
): Promise<Saved> {
  let written: Omit<Saved, 'folder'> | undefined
  const fill = async (target: string): Promise<void> => {
    written = await writeParts(dataset, target, options)
  }
  await writeFolder(folder, options.overwrite === true, fill)
  if (written === undefined)
    throw new UnseenError('path.write', `${folder} was not written.`, { where: { file: folder } })
  return { folder, ...written }
}

async function writeParts(
  dataset: Dataset & { readonly files?: FileSet },
  folder: string,
  { format = 'npy', store = 'exact', thumbnails: sheet, signal, onProgress }: SaveOptions
): Promise<Omit<Saved, 'folder'>> {
  const { name, classes, features, labels, signatures, splits, rowNames, thumbnails, provenance } = dataset
  const nameFile = fileNames()
  const lists = format === 'csv' || format === 'tsv' ? 'csv' : 'npy'
  const written = features && (await writeFeatures(folder, features, { format, store, signal, onProgress }))
  const tables: Manifest['signatures'][] = []
  for (const table of signatures) tables.push([await writeTable(folder, table, nameFile)])
  const entries: Manifest['splits'][] = []
  for (const split of splits) entries.push([await writeSplit(folder, split, nameFile, lists)])
  const picture = thumbnails && (sheet ?? (await dataset.files?.bytes(thumbnails.file)))
  const pictureFile = thumbnails && `thumbnails${/\.[a-z]+$/i.exec(thumbnails.file)?.[0] ?? '.png'}`
  if (picture !== undefined && pictureFile !== undefined)
    await writeFileWhole(join(folder, pictureFile), picture)
  const manifest: Manifest = {
    version: 1,
    name,
    classes,
    ...defined({
      features: written?.entry,
      labels: labels.length > 0 ? await writeLabels(folder, dataset, nameFile, lists) : undefined
    }),
    signatures: tables.flatMap(each => each ?? []),
    splits: entries.flatMap(each => each ?? []),
    ...defined({
      rowNames:
        rowNames === undefined
          ? undefined
          : await writeTexts(folder, nameFile('row names', 'jsonl'), { row: rowNames }, 'row'),
      thumbnails:
        picture !== undefined && thumbnails !== undefined && pictureFile !== undefined
          ? { ...thumbnails, file: pictureFile }
          : undefined
    }),
    provenance
  }
  const text = `${JSON.stringify(manifest, undefined, 2)}\n`
  // What is written must be what is read: a name that no manifest may have is refused now, not later.
  parseManifest(text)
  await writeFileWhole(join(folder, MANIFEST), text)
  return { manifest, ...defined({ loss: written?.loss }) }
}

/** Makes the folder of a data set by `fill`, or, where that is asked for, replaces one that is there. */
export async function writeFolder(
  folder: string,
  overwrite: boolean,
  fill: (target: string) => Promise<void>
): Promise<void> {
  if (overwrite && (await exists(folder))) await replaceFolder(folder, fill)
  else await makeFolderWhole(folder, fill)
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined
}

/** The old folder stays until the new one is whole. */
async function replaceFolder(folder: string, fill: (target: string) => Promise<void>): Promise<void> {
  if (!(await exists(join(folder, MANIFEST)))) {
    throw new UnseenError(
      'path.exists',
      `${folder} exists and is no data set folder: it has no ${MANIFEST}.`,
      { where: { file: folder }, remedy: 'Name another folder, or move that one away.' }
    )
  }
  const [next, old] = [`${folder}.next`, `${folder}.old`]
  await rm(old, { recursive: true, force: true })
  await rm(next, { recursive: true, force: true })
  await makeFolderWhole(next, fill)
  await rename(folder, old)
  await rename(next, folder)
  await rm(old, { recursive: true, force: true })
}
