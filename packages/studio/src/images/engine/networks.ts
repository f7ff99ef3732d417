/**
 * Networks by name, from whoever serves the page: `local/networks.json` lists them, `local/networks/NAME` is
 * the file of one. Fetched when a person says so, in parts that outlive a stop and a reload, checked, and
 * kept in this browser for every project.
 */
import { type Progress, UnseenError } from '@unseen/core'
import type { Projects } from '../../storage/projects.js'
import type { EngineJobs } from '../../worker/jobs.js'
import type { Session } from '../../worker/session.js'
import type { FetchStep, KeptPart, OfferedNetwork } from '../facts.js'

/** Networks lie among the files of projects, under an id that no project has. */
const KEEPER = 'networks'
/** So much may be lost by a reload. */
const PART = 4 * 2 ** 20

const wholeName = (digest: string): string => `${digest}/file`
const partsFolder = (digest: string): string => `${digest}/part/`

type Tell = (progress: Progress) => void

export interface Networks {
  /** The file of one that is here. */
  find(digest: string): Promise<Blob | undefined>
}

export function createNetworks(session: Session, jobs: EngineJobs, projects: Projects) {
  /** Those that the browser had no room for last as long as the page. */
  const unkept = new Map<string, Blob>()
  const find = async (digest: string): Promise<Blob | undefined> => {
    const files = await projects.files(KEEPER, wholeName(digest)).catch(() => undefined)
    const file = files?.get(wholeName(digest))
    return file instanceof Blob ? file : unkept.get(digest)
  }
  const parts = async (digest: string): Promise<readonly Blob[]> => {
    const files = await projects.files(KEEPER, partsFolder(digest)).catch(() => new Map<string, Blob>())
    return [...files.keys()].sort().flatMap(name => {
      const part = files.get(name)
      return part instanceof Blob ? [part] : []
    })
  }
  const removeParts = (digest: string): Promise<void> =>
    projects.removeFiles(KEEPER, partsFolder(digest)).catch(() => undefined)

  return {
    find,

    /** Those that whoever serves the page has; undefined where nobody answers. */
    async offered(folder: string): Promise<readonly OfferedNetwork[] | undefined> {
      const answer = await session.fetch(new URL('networks.json', folder)).catch(() => undefined)
      if (answer?.ok !== true) return undefined
      return answer.json().catch(() => []) as Promise<readonly OfferedNetwork[]>
    },

    async kept(digest: string): Promise<KeptPart> {
      const whole = await find(digest)
      if (whole !== undefined) return { whole: true, bytes: whole.size }
      return { whole: false, bytes: sizeOf(await parts(digest)) }
    },

    /** Fetches one, on from what is here. Stopped, what came is kept. */
    fetch: (
      job: string,
      network: OfferedNetwork & { readonly digest: string },
      folder: string,
      onProgress?: Tell,
      onStep?: (step: FetchStep) => void
    ): Promise<void> =>
      jobs.run(job, onProgress, async ({ signal, onProgress: tell }) => {
        const { name, digest } = network
        const address = new URL(`networks/${name}`, folder)
        if (!network.here) {
          onStep?.('machine')
          await onTheMachine(session.fetch, address, signal, tell)
        }
        onStep?.('page')
        const before = await parts(digest)
        const came: Blob[] = [...before]
        for await (const part of partsFrom(session.fetch, address, sizeOf(before), signal, tell)) {
          if (part === 'anew') {
            came.length = 0
            await removeParts(digest)
            continue
          }
          const at = String(came.length).padStart(6, '0')
          came.push(part)
          // Where there is no room it is fetched all the same, and lasts as long as the page.
          await projects.addFiles(KEEPER, new Map([[partsFolder(digest) + at, part]])).catch(() => undefined)
        }
        if (signal.aborted) throw new UnseenError('cancelled', 'Stopped while the network was fetched.')
        onStep?.('check')
        const whole = new Blob(came)
        if ((await digestOf(whole)) !== digest) {
          await removeParts(digest)
          throw new UnseenError('network.broken', 'The file came changed, so it was not used.', {
            where: { network: name },
            remedy: 'Fetch it again.'
          })
        }
        await projects.addFiles(KEEPER, new Map([[wholeName(digest), whole]])).catch(() => {
          unkept.set(digest, whole)
        })
        await removeParts(digest)
      }),

    /** Takes it, or what came of it, out of this browser. */
    async remove(digest: string): Promise<void> {
      unkept.delete(digest)
      await projects.removeFiles(KEEPER, `${digest}/`)
    }
  }
}

const sizeOf = (blobs: readonly Blob[]): number => blobs.reduce((sum, { size }) => sum + size, 0)

async function digestOf(file: Blob): Promise<string> {
  const { sha256 } = await import('@unseen/networks/internal')
  return `sha256:${await sha256(new Uint8Array(await file.arrayBuffer()))}`
}

const unreached = (cause?: unknown): UnseenError =>
  new UnseenError('network.unreachable', 'The address this page came from does not answer.', {
    remedy: 'What came is kept. Go on when there is a connection.',
    cause
  })

/** The machine that serves the page fetches it: a line of JSON for each step, the problem as the last. */
async function onTheMachine(
  fetchFile: typeof fetch,
  address: URL,
  signal: AbortSignal,
  tell: Tell | undefined
): Promise<void> {
  const stopped = (cause: unknown): never => {
    throw signal.aborted
      ? new UnseenError('cancelled', 'Stopped while the network was fetched.')
      : unreached(cause)
  }
  const answer = await fetchFile(address, { method: 'POST', signal }).catch(stopped)
  if (!answer.ok || answer.body === null) throw unreached()
  let text = ''
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read().catch(stopped)
    text += value ?? ''
    const lines = text.split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) {
      const { progress, problem } = JSON.parse(line) as {
        progress?: { done: number; total: number }
        problem?: { code: UnseenError['code']; message: string; remedy?: string }
      }
      if (problem !== undefined)
        throw new UnseenError(
          problem.code,
          problem.message,
          problem.remedy === undefined ? {} : { remedy: problem.remedy }
        )
      if (progress !== undefined && progress.total > 0)
        tell?.({ stage: 'examine', done: progress.done, total: progress.total })
    }
    if (done) return
  }
}

/** The bytes from one place on; 'anew' where the server begins at the beginning all the same. */
async function* partsFrom(
  fetchFile: typeof fetch,
  address: URL,
  from: number,
  signal: AbortSignal,
  tell: Tell | undefined
): AsyncGenerator<Blob | 'anew'> {
  const answer = await fetchFile(address, {
    signal,
    ...(from > 0 && { headers: { Range: `bytes=${from}-` } })
  }).catch((cause: unknown) => {
    if (signal.aborted) return undefined
    throw unreached(cause)
  })
  if (answer === undefined) return
  // All of it is here already.
  if (answer.status === 416) return
  if (!answer.ok || answer.body === null)
    throw new UnseenError('network.unreachable', `The network is not there (${answer.status}).`, {
      remedy: 'Ask whoever serves this page, or choose the file yourself.'
    })
  const goesOn = answer.status === 206
  if (from > 0 && !goesOn) yield 'anew'
  let done = goesOn ? from : 0
  const total = done + Number(answer.headers.get('Content-Length') ?? 0)
  const reader = answer.body.getReader()
  let pending: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  let failure: unknown
  for (;;) {
    const read = await reader.read().catch((cause: unknown) => {
      failure = cause
      return undefined
    })
    if (read === undefined || read.done) break
    pending.push(Uint8Array.from(read.value))
    size += read.value.length
    done += read.value.length
    tell?.({ stage: 'examine', done, total: Math.max(done, total) })
    if (size < PART) continue
    yield new Blob(pending)
    pending = []
    size = 0
  }
  if (pending.length > 0) yield new Blob(pending)
  if (failure !== undefined && !signal.aborted) throw unreached(failure)
}
