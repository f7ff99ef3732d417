/**
 * Files of a hub's repository, in the folder that huggingface_hub keeps and other programs share:
 *
 *   models--ORG--NAME/refs/REVISION          the commit it stood for when it was last asked for
 *   models--ORG--NAME/blobs/ETAG             contents; of large files the ETag is their SHA-256
 *   models--ORG--NAME/snapshots/COMMIT/FILE  links to them
 *
 * A revision is asked for each time, unless it is a commit that is here already; where the hub cannot be
 * reached, or HF_HUB_OFFLINE is set, what is here will do.
 */
import { UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { OpenOptions } from '@unseen/networks'
import { download } from '../../files/download.js'
import { httpGet } from '../../files/http-get.js'
import { makeFolder } from '../../files/make-folder.js'
import { writeFileWhole } from '../../files/write-file.js'
import { type HubAddress, hubName } from './address.js'
import type { HubSettings } from './settings.js'
import { createHash } from 'node:crypto'
import { copyFile, readFile, readdir, rm, stat, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'

/** A revision that is known: its commit, and which files it has. */
export interface HubRepository {
  readonly commit: string
  /** the snapshot */
  readonly folder: string
  readonly files: readonly string[]
  readonly licence: string | undefined
  /** The file's place on this machine; fetched if it is not here. */
  fetch(file: string): Promise<string>
}

type Watch = Pick<OpenOptions, 'signal' | 'onProgress'>

const COMMIT = /^[0-9a-f]{40}$/
const SHA256 = /^[0-9a-f]{64}$/
/** The largest network that a protobuf message may hold, with weights beside it. */
const LARGEST = 8e9
/** What is read whole beside it: the largest vocabularies have some 40 MB. */
const LARGEST_JSON = 2e8
const STALL = 60_000

const answer = z.object({
  sha: z.string().regex(COMMIT),
  siblings: z.array(z.object({ rfilename: z.string() })),
  cardData: z.object({ license: z.union([z.string(), z.array(z.string())]).optional() }).nullish()
})

export async function openRepository(
  address: HubAddress,
  settings: HubSettings,
  watch: Watch = {}
): Promise<HubRepository> {
  const own = join(settings.cache, `models--${address.repository.replace('/', '--')}`)
  const here = await cached(own, address)
  if (settings.offline) return here ?? absent(address, settings, 'HF_HUB_OFFLINE is set')
  // A commit never changes; another may have fetched only some of its files.
  const listed = await list(address, settings, watch).catch((error: unknown) => {
    if (here !== undefined && isUnreachable(error)) return undefined
    throw error
  })
  if (listed === undefined) return here ?? absent(address, settings, 'the hub cannot be reached')
  const { sha: commit, siblings, cardData } = listed
  if (address.revision !== commit)
    await writeFileWhole(join(own, 'refs', ...address.revision.split('/')), commit)
  const licence = cardData?.license
  return {
    commit,
    folder: join(own, 'snapshots', commit),
    files: siblings.map(({ rfilename }) => rfilename),
    licence: Array.isArray(licence) ? licence.join(', ') : licence,
    fetch: file => fetchFile(own, { ...address, revision: commit }, file, settings, watch)
  }
}

/** What is here of a revision, without asking anyone. */
async function cached(own: string, address: HubAddress): Promise<HubRepository | undefined> {
  const { revision } = address
  const commit = COMMIT.test(revision)
    ? revision
    : (await readFile(join(own, 'refs', ...revision.split('/')), 'utf8').catch(() => '')).trim()
  if (!COMMIT.test(commit)) return undefined
  const folder = join(own, 'snapshots', commit)
  const found = await readdir(folder, { recursive: true }).catch(() => [])
  if (found.length === 0) return undefined
  return {
    commit,
    folder,
    files: found.map(name => name.replaceAll('\\', '/')),
    licence: undefined,
    async fetch(file) {
      if (await isFile(join(folder, file))) return join(folder, file)
      throw new UnseenError(
        'network.unreachable',
        `${file} of ${hubName(address)} is not on this machine, and the hub is not asked or not reached.`,
        { where: { file }, remedy: 'Run it once with a connection, without HF_HUB_OFFLINE.' }
      )
    }
  }
}

async function list(
  { repository, revision }: HubAddress,
  settings: HubSettings,
  { signal }: Watch
): Promise<z.infer<typeof answer>> {
  const url = `${settings.endpoint}/api/models/${repository}/revision/${encodeURIComponent(revision)}`
  const response = await ask(url, repository, settings, signal)
  const parsed = answer.safeParse(await response.json().catch(() => undefined))
  if (parsed.success) return parsed.data
  throw new UnseenError('network.broken', `${url} does not answer as a hub does.`, {
    where: { address: url },
    remedy: 'Is HF_ENDPOINT the address of a hub?'
  })
}

async function fetchFile(
  own: string,
  { repository, revision: commit }: HubAddress,
  file: string,
  settings: HubSettings,
  { signal, onProgress }: Watch
): Promise<string> {
  if (file.split('/').some(part => part === '..' || part === '' || part === '.') || /[\\\0]/.test(file))
    throw new UnseenError('archive.unsafe', `The hub names a file "${file}", which lies outside its folder.`)
  const target = join(own, 'snapshots', commit, ...file.split('/'))
  if (await isFile(target)) return target
  const path = file.split('/').map(encodeURIComponent).join('/')
  const url = `${settings.endpoint}/${repository}/resolve/${commit}/${path}`
  const { etag, size } = await headOf(url, repository, settings, signal)
  const blob = join(own, 'blobs', etag)
  await makeFolder(dirname(blob))
  await download(url, blob, {
    limitBytes: file.endsWith('.json') ? LARGEST_JSON : LARGEST,
    headers: headersOf(settings),
    ...defined({
      signal,
      expectedBytes: size,
      checksum: SHA256.test(etag) ? { algorithm: 'sha256' as const, hex: etag } : undefined
    }),
    onProgress: ({ doneBytes, totalBytes = 0 }) =>
      onProgress?.({ step: 'fetching', what: `${repository}/${file}`, done: doneBytes, total: totalBytes })
  })
  if (COMMIT.test(etag)) await verifyGit(blob, etag, url)
  await makeFolder(dirname(target))
  const link = (): Promise<void> => symlink(relative(dirname(target), blob), target)
  await link().catch(async (error: unknown) => {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST'
    if (isThere && (await isFile(target))) return
    // A link whose content was taken away; or a file system that has no links.
    await rm(target, { force: true })
    await (isThere ? link() : copyFile(blob, target))
  })
  return target
}

/** What the hub says of a file: large ones lie elsewhere, and the answer that leads there has their SHA-256. */
async function headOf(
  url: string,
  repository: string,
  settings: HubSettings,
  signal: AbortSignal | undefined
): Promise<{ readonly etag: string; readonly size: number | undefined }> {
  for (let at = new URL(url), hops = 0; hops < 5; hops++) {
    const response = await fetch(at, {
      method: 'HEAD',
      redirect: 'manual',
      headers: { ...headersOf(settings), 'accept-encoding': 'identity' },
      signal: timely(signal)
    }).catch((error: unknown) => {
      signal?.throwIfAborted()
      throw unreachable(at, error)
    })
    const { headers, status } = response
    const etag = (headers.get('x-linked-etag') ?? headers.get('etag') ?? '')
      .replace(/^W\//, '')
      .replaceAll('"', '')
    const location = headers.get('location')
    const moves = status >= 300 && status < 400 && location !== null
    if (status >= 400) throw refused(at, repository, response)
    if (!moves || headers.has('x-linked-etag')) {
      if (!/^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(etag))
        throw new UnseenError('network.broken', `${at.host} gives no ETag for ${at.pathname}.`, {
          where: { address: at.host }
        })
      const size = headers.get('x-linked-size') ?? (moves ? null : headers.get('content-length'))
      return { etag, size: size === null ? undefined : Number(size) }
    }
    // A repository that was renamed; the token goes to no other place.
    const next = new URL(location, at)
    if (next.origin !== at.origin)
      throw new UnseenError(
        'network.broken',
        `${at.host} leads to ${next.host} without saying what lies there.`,
        {
          where: { address: at.host }
        }
      )
    at = next
  }
  throw new UnseenError('network.broken', `${url} leads from one place to the next.`, {
    where: { address: url }
  })
}

/** Small files are known by git's own digest: SHA-1 of "blob LENGTH\0" and the content. */
async function verifyGit(path: string, etag: string, url: string): Promise<void> {
  const content = await readFile(path)
  const found = createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex')
  if (found === etag) return
  await rm(path, { force: true })
  throw new UnseenError(
    'network.broken',
    `${url} is not the file that was expected: git knows it as ${etag}, not ${found}.`,
    {
      where: { file: path },
      remedy: 'Fetch it again.'
    }
  )
}

async function ask(
  url: string,
  repository: string,
  settings: HubSettings,
  signal: AbortSignal | undefined
): Promise<Response> {
  const at = new URL(url)
  try {
    return await httpGet(url, { ...headersOf(settings), accept: 'application/json' }, timely(signal))
  } catch (error) {
    signal?.throwIfAborted()
    const reason = error instanceof Error && 'reason' in error ? error.reason : error
    if (reason instanceof UnseenError && [401, 403, 404].includes(Number(reason.where['status'])))
      throw refused(at, repository, { status: Number(reason.where['status']) })
    throw reason instanceof UnseenError ? reason : unreachable(at, error)
  }
}

function headersOf({ token }: HubSettings): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}

/** A hub that says nothing for a minute is not there. */
function timely(signal: AbortSignal | undefined): AbortSignal {
  const late = AbortSignal.timeout(STALL)
  return signal === undefined ? late : AbortSignal.any([signal, late])
}

/** The hub answers 401 for what is private and for what is not there alike. */
function refused(at: URL, repository: string, { status }: { readonly status: number }): UnseenError {
  const closed = status === 401 || status === 403
  return new UnseenError(
    'network.unreachable',
    `${at.host} answers ${status} for ${repository}: ${closed ? 'it is private, or its terms have to be accepted, or there is no such repository' : 'there is no such repository, revision or file'}.`,
    {
      where: { address: at.host, repository, status },
      remedy: closed
        ? `Look at ${at.origin}/${repository} and accept its terms, then set HF_TOKEN to a token that may read it.`
        : 'Is it spelled as the hub spells it, with the revision behind @?'
    }
  )
}

function unreachable(at: URL, cause: unknown): UnseenError {
  return new UnseenError('network.unreachable', `${at.host} cannot be reached.`, {
    where: { address: at.host },
    remedy: 'HF_ENDPOINT names another hub; HF_HUB_OFFLINE=1 keeps to what is on this machine.',
    cause
  })
}

function isUnreachable(error: unknown): boolean {
  return (
    error instanceof UnseenError &&
    error.code === 'network.unreachable' &&
    error.where['status'] === undefined
  )
}

function absent(address: HubAddress, { cache }: HubSettings, why: string): never {
  throw new UnseenError('network.unreachable', `${hubName(address)} is not on this machine, and ${why}.`, {
    where: { name: hubName(address), folder: cache },
    remedy: 'Fetch it once with a connection: `unseen network get` does.'
  })
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    found => found.isFile(),
    () => false
  )
}
