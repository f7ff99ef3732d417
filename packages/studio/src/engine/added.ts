/** Rows that were brought along: images with features made here, or rows of features from a file. They come after those of the data set. */
import { Matrix, UnseenError, openRows, takeRows, type Progress } from '@unseen/core'
import type { Projects } from '../storage/projects.js'
import { openBackbone, type Backbone } from './backbone.js'
import { blobSource, type NamedBlob } from './files.js'
import type { EngineJobs } from './jobs.js'
import { hasRoom, keepRow } from './kept-rows.js'
import { modelOf, type Session } from './session.js'

export interface AddedRow {
  readonly name: string
  readonly features: Float32Array
  readonly picture?: Blob
  /** it comes back after a reload */
  readonly kept: boolean
}

export function createAdded(session: Session, jobs: EngineJobs, projects: Projects) {
  let backbone: Backbone | undefined
  return {
    /** Opens the network that makes features of images; the model's own record of how images are prepared counts before a preset. */
    async backbone(file: NamedBlob, preset?: string): Promise<{ readonly name: string; readonly length: number }> {
      const { notes, trained } = modelOf(session)
      const record = notes.preprocessing as Readonly<Record<string, string | number | boolean>> | undefined
      backbone = await openBackbone(file, { columns: trained.columns, preset, ...(record !== undefined && 'mean' in record && { record }) })
      return { name: backbone.name, length: backbone.length }
    },

    hasBackbone: (): boolean => backbone !== undefined,

    /** Features of images, one after the other, kept with the project; stopped, those that are done stay. Returns the number of the first new row, and which are kept. */
    images: (job: string, images: readonly NamedBlob[], project: string | undefined, onProgress?: (progress: Progress) => void): Promise<{ readonly first: number; readonly kept: readonly boolean[] }> =>
      jobs.run(job, onProgress, async ({ signal, onProgress: tell }) => {
        if (backbone === undefined) throw new UnseenError('backbone.unusable', 'There is no network yet that makes features of images.', { remedy: 'Choose the ONNX file that made the features of this project.' })
        const first = rowCount(session)
        const kept: boolean[] = []
        for (const { name, blob } of images) {
          if (signal.aborted) break
          const row: AddedRow = { name, features: await backbone.features(blob), picture: blob, kept: true }
          kept.push(project !== undefined && hasRoom(session.added, row) && (await keepRow(projects, project, session.added.length, row)))
          session.added.push({ ...row, kept: kept[kept.length - 1] })
          tell?.({ stage: 'examine', done: kept.length, total: images.length })
        }
        return { first, kept }
      }),

    /** Rows of features from a file of arrays. */
    async rows({ name, blob }: NamedBlob): Promise<{ readonly first: number; readonly count: number }> {
      const { columns } = modelOf(session).trained
      const source = await openRows(blobSource(blob), { fileName: name })
      if (source?.columns !== columns) throw new UnseenError('features.columns', `${name} has ${source === undefined ? 'no rows' : `rows of ${source.columns}`} features, the model takes ${columns}.`, { where: { file: name }, remedy: 'Bring rows of the same backbone.' })
      const first = rowCount(session)
      const values = Float32Array.from(await source.read(0, source.rows) as ArrayLike<number>)
      for (let at = 0; at < source.rows; at++) session.added.push({ name: `${name}, row ${at + 1}`, features: values.slice(at * columns, (at + 1) * columns), kept: false })
      return { first, count: source.rows }
    },
  }
}

/** Rows of the data set, then those that were brought along. */
export const rowCount = ({ data, added }: Session): number => (data?.dataset.features?.rows ?? 0) + added.length

/** One row, wherever it comes from. */
export async function featuresOf(session: Session, row: number): Promise<Matrix> {
  const features = session.data?.dataset.features
  const own = features?.rows ?? 0
  if (features !== undefined && row >= 0 && row < own) return takeRows(features, [row])
  const added = session.added.at(row - own)
  if (row < own || added === undefined) throw new UnseenError('dataset.name', `There is no image ${row + 1}: there are ${rowCount(session)}.`, { where: { row }, remedy: 'Choose another.' })
  return Matrix.dense(1, added.features.length, added.features)
}
