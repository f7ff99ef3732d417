/**
 * Projects: kept in the browser's database, written to a file, read from one. Large bytes never pass the
 * page.
 */
import { Matrix, type Model, type NamedTable, UnseenError, fromBytes, takeRows, toBytes } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { type Dataset, type SplitOptions, readDraft, toDataset } from '@unseen/data'
import { readMaps } from '../../classes/engine/kept-maps.js'
import { imageFiles, readImages } from '../../images/engine/image-files.js'
import { readRows, rowFiles, withRoom } from '../../images/engine/kept-rows.js'
import { readNetwork } from '../../images/engine/kept-waiting.js'
import { readWaiting } from '../../images/waiting-files.js'
import { type Tell, takeData, takeSample, withChosenSplit } from '../../start/engine/open.js'
import { SAMPLE_OPTIONS } from '../../start/engine/sample.js'
import type { ProjectRecord } from '../../storage/project-record.js'
import type { Projects } from '../../storage/projects.js'
import { FIRST_OPTIONS, trainSession } from '../../train/engine/train.js'
import type { Opened } from '../../worker/facts.js'
import { blobSource, makeFileSetOfBytes } from '../../worker/files.js'
import { openedFacts } from '../../worker/gather-facts.js'
import type { EngineJobs } from '../../worker/jobs.js'
import { computeProportions } from '../../worker/row-proportions.js'
import { type Session, modelOf, replaceSession } from '../../worker/session.js'
import { datasetFiles } from './dataset-files.js'
import { type ProjectContent, readProjectFile, sizeAtMost, writeProjectFile } from './project-file.js'

const MODEL = 'model.unseen'
const FOLDER = 'dataset/'

type Files = ReadonlyMap<string, Blob | Uint8Array<ArrayBuffer>>

export interface ReadProject {
  readonly content: ProjectContent
  readonly opened: Opened
  readonly hasData: boolean
}

export function createProject(session: Session, jobs: EngineJobs, projects: Projects) {
  const modelBytes = (): Uint8Array<ArrayBuffer> => Uint8Array.from(toBytes(modelOf(session)))

  const dataFiles = async (): Promise<Map<string, Uint8Array<ArrayBuffer>>> => {
    if (session.data === undefined) return new Map()
    const { dataset, files } = session.data
    const sheet = dataset.thumbnails && (await files?.bytes(dataset.thumbnails.file))
    return new Map(
      [...(await datasetFiles(dataset, sheet && Uint8Array.from(sheet)))].map(([name, bytes]) => [
        FOLDER + name,
        bytes
      ])
    )
  }

  /** Data and model from files; a model that is not there is trained. */
  const take = async (
    name: string,
    files: Files,
    options: SplitOptions,
    onProgress?: Tell,
    signal?: AbortSignal
  ): Promise<void> => {
    const inFolder = new Map(
      [...files]
        .filter(([file]) => file.startsWith(FOLDER))
        .map(([file, bytes]) => [file.slice(FOLDER.length), bytes])
    )
    const model = files.get(MODEL)
    if (inFolder.size === 0) replaceSession(session, {})
    else {
      const set = await makeFileSetOfBytes(name, inFolder)
      const { dataset, options: taken } = withChosenSplit(toDataset(await readDraft(set)), options)
      await takeData(session, dataset, set, taken)
    }
    if (model !== undefined) await takeModel(model, onProgress, signal)
    else if (session.data !== undefined) await trainSession(session, FIRST_OPTIONS, { onProgress, signal })
    else
      throw new UnseenError('dataset.content', 'The project has neither data nor a model.', {
        remedy: 'Open its files again.'
      })
  }

  const takeModel = async (
    bytes: Blob | Uint8Array,
    onProgress?: Tell,
    signal?: AbortSignal
  ): Promise<void> => {
    const model = fromBytes(bytes instanceof Blob ? new Uint8Array(await bytes.arrayBuffer()) : bytes)
    // Where the page was left while another table came into use, the model may still be of the one before.
    if (session.data !== undefined && !isOfTable(model, session.data.taken.table))
      return trainSession(session, model.settings, { onProgress, signal })
    const proportions =
      session.data && (await computeProportions(model, session.data.dataset, { onProgress, signal }))
    Object.assign(session, { model, proportions, revision: session.revision + 1 })
  }

  return {
    /**
     * Puts data and model into the database under this id, beside what came meanwhile; the sample's data need
     * not be there twice.
     */
    async keep(id: string, source: ProjectRecord['source']): Promise<void> {
      await projects.addFiles(
        id,
        new Map([
          ...(source === 'files' ? await dataFiles() : []),
          [MODEL, modelBytes()],
          ...rowFiles(session.added)
        ])
      )
    },

    /** After another training. */
    keepModel: async (id: string): Promise<void> => projects.addFiles(id, new Map([[MODEL, modelBytes()]])),

    /** Back from the database. */
    load: (job: string, record: ProjectRecord, sampleFolder: string, onProgress?: Tell): Promise<Opened> =>
      jobs.run(job, onProgress, async ({ signal, onProgress: tell }) => {
        const { split, table } = record
        const files = await projects.files(record.id)
        if (record.source === 'sample') {
          await takeSample(
            session,
            sampleFolder,
            (done, total) => tell?.({ stage: 'examine', done, total }),
            table
          )
          const model = files.get(MODEL)
          if (model === undefined) await trainSession(session, SAMPLE_OPTIONS, { onProgress: tell, signal })
          else await takeModel(model, tell, signal)
        } else await take(record.name, files, defined({ split, table }), tell, signal)
        const { columns } = modelOf(session).trained
        session.added = readRows(files).filter(({ features }) => features.length === columns)
        const network = readNetwork(files)
        return {
          ...(await openedFacts(session)),
          added: addedFacts(session),
          waiting: readWaiting(files),
          ...defined({
            network:
              network === undefined
                ? undefined
                : { name: network.name, ...defined({ preset: network.preset }) }
          }),
          maps: readMaps(files, session.data?.dataset.labels.length ?? 0, session.model)
        }
      }),

    /** The whole project as one file. */
    async write(content: ProjectContent): Promise<Blob> {
      return new Blob(
        [
          await writeProjectFile({
            content,
            files: new Map([
              [MODEL, modelBytes()],
              ...(await dataFiles()),
              ...(await imageFiles(session.added))
            ])
          })
        ],
        { type: 'application/zip' }
      )
    },

    /** Bytes that the file has at most: as much as its parts, none packed. */
    async size(content: ProjectContent): Promise<number> {
      const { dataset, files } = session.data ?? {}
      const features = dataset?.features
      const row = features && features.rows > 0 ? await takeRows(features, [0]) : undefined
      const sheet = dataset?.thumbnails && (await files?.bytes(dataset.thumbnails.file))
      const parts = new Map([
        [MODEL, modelBytes()],
        ...(dataset === undefined
          ? []
          : await datasetFiles(withoutFeatures(dataset), sheet && Uint8Array.from(sheet))),
        ...(await imageFiles(session.added))
      ])
      const widest = row?.kind === 'dense' ? row.data.BYTES_PER_ELEMENT : Float64Array.BYTES_PER_ELEMENT
      return (
        sizeAtMost({ content, files: parts }) +
        (features === undefined ? 0 : features.rows * features.columns * widest)
      )
    },

    /** A project from its file; undefined where the archive is something else. */
    read: (job: string, blob: Blob, name: string, onProgress?: Tell): Promise<ReadProject | undefined> =>
      jobs.run(job, onProgress, async ({ signal, onProgress: tell }) => {
        const file = await readProjectFile(blobSource(blob), name)
        if (file === undefined) return undefined
        const { content, files } = file
        const { split, table } = content
        await take(content.name, files, defined({ split, table }), tell, signal)
        session.added = withRoom(await readImages(files, modelOf(session).trained.columns))
        return {
          content,
          opened: { ...(await openedFacts(session)), added: addedFacts(session) },
          hasData: session.data !== undefined
        }
      })
  }
}

/** Whether it learned from this table: its first seen class is described there as it knows it. */
function isOfTable({ classes: [first] }: Model, { classes, matrix: given }: NamedTable): boolean {
  const matrix = Matrix.from(given, 'signatures')
  if (matrix.columns !== first.signature.length) return false
  const row = new Float64Array(matrix.columns)
  Matrix.readRow(matrix, classes.indexOf(first.name), row)
  return row.every((value, at) => value === first.signature[at])
}

const addedFacts = ({ added }: Session): NonNullable<Opened['added']> =>
  added.map(({ name, picture, kept }) => ({ name, kept, ...defined({ picture }) }))

function withoutFeatures({ features: _features, ...rest }: Dataset): Dataset {
  return rest
}
