/** Opening: the sample, one's own files (with the doctor in between), a model, a project. */
import { type Progress, type Split, UnseenError, fromBytes } from '@unseen/core'
import {
  type Dataset,
  type FileSet,
  type SplitOptions,
  parseJoin,
  readDraft,
  takeSplit,
  toDataset
} from '@unseen/data'
import { FIRST_OPTIONS, trainSession } from '../../train/engine/train.js'
import type { Examination, Opened } from '../../worker/facts.js'
import { type NamedBlob, openBlobs } from '../../worker/files.js'
import { openedFacts } from '../../worker/gather-facts.js'
import type { EngineJobs } from '../../worker/jobs.js'
import { SAMPLE } from '../../worker/sample-name.js'
import { type Session, replaceSession } from '../../worker/session.js'
import { SAMPLE_OPTIONS, fetchSample } from './sample.js'

/** The doctor comes when there are files of one's own to look at. */
const doctor = () => import('./doctor.js')

export type Tell = (progress: Progress) => void

/** Another data set takes the place of what was there. */
export async function takeData(
  session: Session,
  dataset: Dataset,
  files: FileSet | undefined,
  options: SplitOptions
): Promise<void> {
  const taken = await takeSplit(dataset, options)
  replaceSession(session, { data: { dataset, files, taken } })
}

export async function takeSample(
  session: Session,
  folder: string,
  onFile: (done: number, total: number) => void,
  table: string = SAMPLE.table
): Promise<void> {
  const files = await fetchSample(folder, session.fetch, onFile)
  await takeData(session, { ...toDataset(await readDraft(files)), name: SAMPLE.name }, files, {
    split: SAMPLE.split,
    table
  })
}

/**
 * The split to train on; where no split says what is unseen, classes without rows are, and those that were
 * chosen.
 */
export function withChosenSplit(
  dataset: Dataset,
  { split, table, unseen }: SplitOptions
): { readonly dataset: Dataset; readonly options: SplitOptions } {
  const tableOption = table !== undefined && hasTables(dataset, table) ? { table } : {}
  const found = dataset.splits.find(({ name }) => name === split) ?? dataset.splits.at(0)
  if (unseen === undefined && found !== undefined && found.unseen.length > 0)
    return { dataset, options: { split: found.name, ...tableOption } }
  const there = new Set(dataset.labels)
  const without = dataset.classes.filter((_, at) => !there.has(at))
  const chosen = [...new Set([...(unseen ?? []), ...without])]
  if (chosen.length === 0) return { dataset, options: { unseen: [], ...tableOption } }
  const own: Split = {
    name: CHOSEN,
    seen: dataset.classes.filter(name => !chosen.includes(name)),
    unseen: chosen
  }
  return {
    dataset: { ...dataset, splits: [own, ...dataset.splits.filter(({ name }) => name !== CHOSEN)] },
    options: { split: CHOSEN, ...tableOption }
  }
}

/** One table by its name, or several joined. */
function hasTables({ signatures }: Dataset, table: string): boolean {
  try {
    return parseJoin(table, signatures).length > 0
  } catch {
    return false
  }
}

/** The split that was made here, of the classes that somebody chose to be unseen. */
export const CHOSEN = 'chosen'

export function createOpen(session: Session, jobs: EngineJobs) {
  const pendingOf = () => session.pending ?? refuseWithoutFiles()
  return {
    /** The sample, trained. `folder` is the address of its files. */
    sample: (job: string, folder: string, onProgress?: Tell): Promise<Opened> =>
      jobs.run(job, onProgress, async watch => {
        await takeSample(session, folder, (done, total) =>
          watch.onProgress?.({ stage: 'examine', done, total })
        )
        await trainSession(session, SAMPLE_OPTIONS, watch)
        return openedFacts(session)
      }),

    /** What the doctor says of files; they are held until `take` or the next ones. */
    examine: (job: string, blobs: readonly NamedBlob[], onProgress?: Tell): Promise<Examination> =>
      jobs.run(job, onProgress, async watch => {
        const files = await openBlobs(blobs, {
          signal: watch.signal,
          onRead: bytesTold(blobs, watch.onProgress)
        })
        const draft = await readDraft(files)
        if (watch.signal.aborted) throw new UnseenError('cancelled', 'Stopped while the files were read.')
        watch.onProgress?.({ stage: 'prepare', message: '' })
        session.pending = { draft, files }
        return (await doctor()).examineDraft(draft, watch)
      }),

    /** Mends one finding of the files that are held, and looks again. */
    fix: (job: string, id: string, onProgress?: Tell): Promise<Examination> =>
      jobs.run(job, onProgress, async watch => {
        const { examineDraft, fixFor } = await doctor()
        const { draft, files } = pendingOf()
        const { report } = await examineDraft(draft, watch)
        const finding = report?.findings.find(
          ({ check, table, class: name, row }) =>
            [check, table, name, row].filter(part => part !== undefined).join(':') === id
        )
        const fix = finding && fixFor(finding, draft)
        const mended = fix === undefined ? draft : await fix.apply(draft)
        session.pending = { draft: mended, files }
        return examineDraft(mended, watch)
      }),

    /** Takes the files that are held as the data of a new project, and trains a first model. */
    take: (job: string, options: SplitOptions, onProgress?: Tell): Promise<Opened> =>
      jobs.run(job, onProgress, async watch => {
        const { draft, files } = pendingOf()
        const { dataset, options: taken } = withChosenSplit(toDataset(draft), options)
        await takeData(session, dataset, files, taken)
        await trainSession(session, FIRST_OPTIONS, watch)
        return openedFacts(session)
      }),

    /** A model file alone: describing works, and recognising of rows; there is no library. */
    async model(blob: Blob): Promise<Opened> {
      const model = fromBytes(new Uint8Array(await blob.arrayBuffer()))
      replaceSession(session, { model })
      return openedFacts(session)
    }
  }
}

/** Says how much was read; some of it may be read more than once. */
function bytesTold(blobs: readonly NamedBlob[], tell: Tell | undefined): (bytes: number) => void {
  const total = blobs.reduce((sum, { blob }) => sum + blob.size, 0)
  let read = 0
  return bytes => {
    read += bytes
    if (read <= total)
      tell?.({ stage: 'prepare', message: `${Math.round(read / 1e6)} of ${Math.round(total / 1e6)} MB read` })
  }
}

function refuseWithoutFiles(): never {
  throw new UnseenError('dataset.layout', 'The files are no longer at hand.', { remedy: 'Drop them again.' })
}
