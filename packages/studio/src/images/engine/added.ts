/** Rows that were brought along: images with features made here. They come after those of the data set. */
import { Matrix, type Progress, UnseenError, takeRows } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { Projects } from '../../storage/projects.js'
import type { NamedBlob } from '../../worker/files.js'
import type { EngineJobs } from '../../worker/jobs.js'
import { type Session, modelOf } from '../../worker/session.js'
import { type Backbone, openBackbone } from './backbone.js'
import { hasRoom, keepRow } from './kept-rows.js'
import { type KeptNetwork, forgetWaiting, keepNetwork, keepWaiting, readNetwork } from './kept-waiting.js'

export interface AddedRow {
  readonly name: string
  readonly features: Float32Array
  readonly picture?: Blob
  /** it comes back after a reload */
  readonly kept: boolean
}

export function createAdded(session: Session, jobs: EngineJobs, projects: Projects) {
  /** The model's own record of how images are prepared counts before a preset. */
  const open = ({ preset, ...file }: KeptNetwork): Promise<Backbone> => {
    const { notes, trained } = modelOf(session)
    const record = notes.preprocessing as Readonly<Record<string, string | number | boolean>> | undefined
    return openBackbone(file, {
      columns: trained.columns,
      preset,
      ...defined({ record: record !== undefined && 'mean' in record ? record : undefined })
    })
  }
  /** After a reload it is opened again when it is needed: what runs it is large. */
  const backboneOf = async (project: string | undefined): Promise<Backbone> => {
    const kept =
      project === undefined || session.backbone !== undefined
        ? undefined
        : readNetwork(await projects.files(project))
    const backbone = session.backbone ?? (kept && (await open(kept)))
    if (backbone === undefined)
      throw new UnseenError('backbone.unusable', 'There is no network yet that makes features of images.', {
        remedy: 'Choose the ONNX file that made the features of this project.'
      })
    session.backbone = backbone
    return backbone
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

    /** Images without features are kept until they have some; which of them there is room for. */
    wait: async (images: readonly NamedBlob[], project: string | undefined): Promise<readonly boolean[]> =>
      project === undefined ? images.map(() => false) : keepWaiting(projects, project, images, session.added),

    /**
     * Features of images, one after the other, kept with the project; stopped, those that are done stay.
     * Returns the number of the first new row, and which are kept.
     */
    images: (
      job: string,
      images: readonly NamedBlob[],
      project: string | undefined,
      onProgress?: (progress: Progress) => void
    ): Promise<{ readonly first: number; readonly kept: readonly boolean[] }> =>
      jobs.run(job, onProgress, async ({ signal, onProgress: tell }) => {
        const backbone = await backboneOf(project)
        const first = rowCount(session)
        const kept: boolean[] = []
        for (const [at, { name, blob }] of images.entries()) {
          if (signal.aborted) break
          const row: AddedRow = { name, features: await backbone.features(blob), picture: blob, kept: true }
          kept.push(
            project !== undefined &&
              hasRoom(session.added, row) &&
              (await keepRow(projects, project, session.added.length, row))
          )
          session.added.push({ ...row, kept: kept[kept.length - 1] })
          if (project !== undefined) await forgetWaiting(projects, project, at)
          tell?.({ stage: 'examine', done: kept.length, total: images.length })
        }
        if (project !== undefined) await forgetWaiting(projects, project)
        return { first, kept }
      })
  }
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
