/**
 * What Studio is asked to open, as files that a browser can read: a model or a data set as it is; one in a
 * format that only Node reads (HDF5, Parquet) is converted into a folder of its own first.
 */
import { UnseenError } from '@unseen/core'
import { readers } from '@unseen/data'
import { openFiles } from '../dataset/disk-files.js'
import { openDataset } from '../dataset/open.js'
import { samplePath } from '../dataset/sample.js'
import { saveDataset } from '../dataset/save.js'
import { openFile } from '../files/file-source.js'
import { detectFile } from '../formats/readers.js'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'

export interface OpenedPath {
  /** name as the page sees it, with '/' between folders, to the file on disk */
  readonly files: ReadonlyMap<string, string>
  /** Takes away what was made on the way. */
  close(): Promise<void>
}

const kept: OpenedPath['close'] = () => Promise.resolve()

export async function offerPath(given: string): Promise<OpenedPath> {
  const path = resolve(samplePath(given) ?? given)
  const isFolder = await readdir(path).then(
    () => true,
    () => false
  )
  if (!isFolder) await openFile(path).then(file => file.close())
  const found = isFolder
    ? new Map((await openFiles(path)).names.map(name => [`${basename(path)}/${name}`, join(path, name)]))
    : new Map([[basename(path), path]])
  if (found.size === 0)
    throw new UnseenError('dataset.layout', `There is no file in ${given}.`, { where: { path: given } })
  if (!(await needsNode([...found.values()]))) return { files: found, close: kept }
  const made = await mkdtemp(join(tmpdir(), 'unseen-studio-'))
  const close = (): Promise<void> => rm(made, { recursive: true, force: true })
  try {
    const { folder } = await saveDataset(
      await openDataset(path),
      join(made, basename(path).replace(/\.[^.]+$/, ''))
    )
    return {
      files: new Map(
        (await readdir(folder)).map(name => [`${basename(folder)}/${name}`, join(folder, name)])
      ),
      close
    }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Is there a file among them that the browser has no reader for? Files of no format at all are nobody's
 * concern.
 */
async function needsNode(paths: readonly string[]): Promise<boolean> {
  const known = new Set(readers.map(({ name }) => name))
  for (const path of paths.filter(each => /\.(?:h5|hdf5|mat|parquet)$/i.test(each))) {
    const reader = await detectFile(path).catch(() => undefined)
    if (reader !== undefined && !known.has(reader.name)) return true
  }
  return false
}
