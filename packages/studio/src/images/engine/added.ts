/** Rows that were brought along: images with features made here. They come after those of the data set. */
import { Matrix, type Progress, UnseenError, takeRows } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { Projects } from '../../storage/projects.js'
import type { NamedBlob } from '../../worker/files.js'
import type { EngineJobs } from '../../worker/jobs.js'
import { type Session, modelOf } from '../../worker/session.js'
import type { NewPhoto, PhotoNews, WantedNetwork } from '../facts.js'
import { type Backbone, openBackbone } from './backbone.js'
import { hasRoom, keepRow } from './kept-rows.js'
import { type KeptNetwork, NETWORK, forgetWaiting, keepNetwork, readNetwork } from './kept-waiting.js'
import type { Networks } from './networks.js'
import { whyUnreadable } from './unreadable.js'

export interface AddedRow {
  readonly name: string
  readonly features: Float32Array
  readonly picture?: Blob
  /** it comes back after a reload */
  readonly kept: boolean
}

export function createAdded(session: Session, jobs: EngineJobs, projects: Projects, networks: Networks) {
  /** The record of how photos were prepared counts before a preset. */
  const open = ({ preset, ...file }: KeptNetwork): Promise<Backbone> => {
    const record = featureRecord(session)
    return openBackbone(file, {
      columns: modelOf(session).trained.columns,
      preset,
      ...defined({ record: record !== undefined && 'mean' in record ? record : undefined })
    })
  }
  /** One's own file, or the one by name; opened when it is needed: what runs it is large. */
  const backboneOf = async (project: string | undefined): Promise<Backbone> => {
    if (session.backbone !== undefined) return session.backbone
    const own = project === undefined ? undefined : readNetwork(await projects.files(project, NETWORK))
    const wanted = wantedNetwork(session)
    const fetched = wanted && own === undefined ? await networks.find(wanted.digest) : undefined
    const file = own ?? (wanted && fetched && { name: wanted.name, blob: fetched })
    if (file === undefined)
      throw new UnseenError('backbone.unusable', 'There is no network yet that looks at photos.', {
        remedy: 'Fetch it, or choose the ONNX file that made the features of this project.'
      })
    return (session.backbone = await open(file))
  }

  return {
    /** Opens the network that makes features of images, and keeps it with the project where there is room. */
    async backbone(
      file: NamedBlob,
      preset: string | undefined,
      project: string | undefined
    ): Promise<{ readonly name: string; readonly length: number; readonly kept: boolean }> {
      const network = { ...file, ...defined({ preset }) }
      const { name, length } = (session.backbone = await open(network))
      return { name, length, kept: project !== undefined && (await keepNetwork(projects, project, network)) }
    },

    /** Why each cannot be read, where it cannot. */
    unreadable: (photos: readonly NewPhoto[]): Promise<readonly (string | undefined)[]> =>
      Promise.all(photos.map(({ blob }) => whyUnreadable(blob))),

    leaveOut: async (key: string, project: string | undefined): Promise<void> =>
      project === undefined ? undefined : forgetWaiting(projects, project, key),

    /**
     * Features of photos, one after the other, kept with the project; what became of each is told at once, and
     * one that cannot be read stops none of the others. Stopped, those that are done stay.
     */
    images: (
      job: string,
      photos: readonly NewPhoto[],
      project: string | undefined,
      onProgress?: (progress: Progress) => void,
      onPhoto?: (news: PhotoNews) => void
    ): Promise<{ readonly isWhole: boolean; readonly news: readonly PhotoNews[] }> =>
      jobs.run(job, onProgress, async ({ signal, onProgress: tell }) => {
        const news: PhotoNews[] = []
        const say = (one: PhotoNews): void => {
          news.push(one)
          onPhoto?.(one)
        }
        const backbone = await backboneOf(project)
        for (const [at, { key, name, blob }] of photos.entries()) {
          if (signal.aborted) break
          tell?.({ stage: 'examine', done: at, total: photos.length })
          const features = await backbone.features(blob).catch((error: unknown) => {
            if (error instanceof UnseenError && error.code === 'image.unreadable') return undefined
            throw error
          })
          if (features === undefined) say({ key, problem: (await whyUnreadable(blob)) ?? 'cannot be read' })
          else {
            const row: AddedRow = { name, features, picture: blob, kept: true }
            const kept =
              project !== undefined &&
              hasRoom(session.added, row) &&
              (await keepRow(projects, project, session.added.length, row))
            session.added.push({ ...row, kept })
            say({ key, row: rowCount(session) - 1, kept })
          }
          if (project !== undefined) await forgetWaiting(projects, project, key)
        }
        return { isWhole: news.length === photos.length, news }
      })
  }
}

/** How the features of the project were made, as its model or its data say. */
export function featureRecord({
  model,
  data
}: Pick<Session, 'model' | 'data'>): Readonly<Record<string, string | number | boolean>> | undefined {
  const noted = model?.notes.preprocessing as Readonly<Record<string, string | number | boolean>> | undefined
  return noted ?? data?.dataset.provenance.features
}

/** The network that made them, where that is known. */
export function wantedNetwork(session: Pick<Session, 'model' | 'data'>): WantedNetwork | undefined {
  const { model: name, digest } = featureRecord(session) ?? {}
  return typeof name === 'string' && typeof digest === 'string' ? { name, digest } : undefined
}

/** Rows of the data set, then those that were brought along. */
export const rowCount = ({ data, added }: Session): number =>
  (data?.dataset.features?.rows ?? 0) + added.length

/** One row, wherever it comes from. */
export async function featuresOf(session: Session, row: number): Promise<Matrix> {
  const features = session.data?.dataset.features
  const own = features?.rows ?? 0
  if (features !== undefined && row >= 0 && row < own) return takeRows(features, [row])
  const added = session.added.at(row - own)
  if (row < own || added === undefined)
    throw new UnseenError('dataset.name', `There is no image ${row + 1}: there are ${rowCount(session)}.`, {
      where: { row },
      remedy: 'Choose another.'
    })
  return Matrix.dense(1, added.features.length, added.features)
}
