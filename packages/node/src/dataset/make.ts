/**
 * A data set of one's own: from a features file with labels and tables of attributes, or from a folder
 * of images with one folder for each class.
 */
import { count, UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { type ByteSource, type Dataset, type Draft, fileSet, toDataset } from '@unseen/data'
import { draftOfParts, type MissingTreatment, type Parts } from '@unseen/data/internal'
import { type ImageFile, labelsOf, listImages } from '../extract/list-images.js'
import { allReaders } from '../formats/readers.js'
import { openPiecewise } from './disk-files.js'
import { openDataset } from './open.js'
import { saveDataset, writeFolder } from './save.js'
import { makeSprites } from './thumbnails.js'
import { extractFeatures, type ExtractOptions } from '../extract/extract-features.js'
import { embedDataset } from '../encoders/embed-dataset.js'
import type { OpenProgress } from '@unseen/networks'
import { basename, extname, join } from 'node:path'
import { readFile, rm } from 'node:fs/promises'

/** What a data set is made of. */
export interface MakeOptions {
  /** the folder to be written */
  readonly out: string
  /** What reports call it. Default: the name of the folder. */
  readonly name?: string
  /** a folder of images, one folder for each class */
  readonly images?: string
  /** A file with one row for each image, in any of the formats. */
  readonly features?: string
  /** A file with the class of each row. */
  readonly labels?: string
  /** CSV files: a column of class names, then one column for each attribute */
  readonly attributes?: readonly string[]
  /** What becomes of attributes that nobody judged, -1 in tables of percentages. Default `'zero'`. */
  readonly missing?: MissingTreatment
  /** A table with the columns class and sentence: a further description of the classes. */
  readonly sentences?: string
  /** With `images`: the network that makes features of them at once. */
  readonly model?: string
  /** With `model`: how images are prepared. */
  readonly preset?: string
  /** These classes are unseen, all others seen. Default: those without rows. */
  readonly unseen?: readonly string[]
  /** Whether a data set folder may be replaced. Default false. */
  readonly overwrite?: boolean
  /** Stops it when it fires. */
  readonly signal?: AbortSignal
  /** Called with pictures, rows or texts done, of how many. */
  readonly onProgress?: (stage: MakeStage, done: number, total: number) => void
  /** Called while what encodes sentences is fetched. */
  readonly onOpening?: (progress: OpenProgress) => void
}

/** What is being done while a data set is made. */
export type MakeStage = 'pictures' | 'writing' | 'features' | 'sentences'

/** The data set that was written. */
export interface Made {
  /** Where it is. */
  readonly folder: string
  /** As `openDataset` would return it. */
  readonly dataset: Dataset
  /** the images that became rows, in their order */
  readonly images?: readonly ImageFile[]
  /** Images that could not be read, and why. */
  readonly skipped: readonly { readonly file: string; readonly reason: string }[]
  /** what is not known in the tables and what was done with it, in sentences */
  readonly missing: readonly string[]
  /** What people should know about single sentences. */
  readonly remarks: readonly string[]
}

/**
 * Writes a data set folder from features and labels, or from a folder of images, with tables of attributes and
 * sentences. The folder appears whole, or, where anything fails, not at all.
 *
 * @param options the parts, and where to write
 */
export async function makeDataset(options: MakeOptions): Promise<Made> {
  const { out, unseen, overwrite = false, signal, onProgress } = options
  const parts =
    options.images === undefined ? await fromFiles(options) : await fromImages(options.images, options)
  const dataset = {
    ...parts.dataset,
    ...defined({ name: options.name }),
    splits:
      unseen === undefined || unseen.length === 0 ? parts.dataset.splits : [splitOf(parts.dataset, unseen)]
  }
  const skipped = [...parts.skipped]
  const remarks: string[] = []
  await writeFolder(out, overwrite, async folder => {
    await saveDataset(dataset, folder, {
      ...defined({ thumbnails: parts.sheet, signal }),
      onProgress: (done, total) => onProgress?.('writing', done, total)
    })
    if (options.model !== undefined && parts.images !== undefined)
      skipped.push(...(await extractInto(folder, parts.images, { ...options, model: options.model })))
    if (options.sentences !== undefined)
      remarks.push(...(await addSentences(folder, options.sentences, options)))
  })
  return {
    folder: out,
    dataset: await openDataset(out),
    skipped,
    missing: parts.missing,
    remarks,
    ...defined({ images: parts.images })
  }
}

async function addSentences(
  folder: string,
  sentences: string,
  { signal, onProgress, onOpening }: MakeOptions
): Promise<readonly string[]> {
  const { remarks } = await embedDataset(folder, {
    sentences,
    onText: (done, total) => onProgress?.('sentences', done, total),
    ...defined({ signal, onProgress: onOpening })
  })
  return remarks
}

interface Material {
  readonly dataset: Dataset
  readonly sheet?: Uint8Array
  readonly images?: readonly ImageFile[]
  readonly skipped: Made['skipped']
  readonly missing: Made['missing']
}

/** What these files hold. They keep their names, so that refusals speak of them. */
export async function draftOf(
  { features, labels, attributes = [] }: Pick<MakeOptions, 'features' | 'labels' | 'attributes'>,
  name: string
): Promise<Draft> {
  const files = new Map<string, () => Promise<ByteSource>>()
  const add = async (path: string): Promise<string> => {
    const source = await openPiecewise(path)
    const file = files.has(basename(path)) ? path : basename(path)
    files.set(file, async () => source)
    return file
  }
  const parts: Parts = {
    ...defined({
      features: features === undefined ? undefined : await add(features),
      labels: labels === undefined ? undefined : await add(labels)
    }),
    tables: await Promise.all(attributes.map(add)),
    remarks: []
  }
  const draft = await draftOfParts(fileSet({ name, files, readers: allReaders }), parts)
  return draft.signatures.length === 1
    ? { ...draft, signatures: [{ ...draft.signatures[0], name: 'attributes' }] }
    : draft
}

async function fromFiles(options: MakeOptions): Promise<Material> {
  if (options.features === undefined)
    throw new UnseenError('options.combination', 'Neither images nor features are named.', {
      remedy: 'Give --images DIR, or --features FILE with --labels FILE.'
    })
  const draft = withTreatment(await draftOf(options, nameOf(options)), options.missing)
  return { dataset: toDataset(draft), skipped: [], missing: draft.provenance.notes ?? [] }
}

async function fromImages(folder: string, options: MakeOptions): Promise<Material> {
  const { images, passedOver } = await listImages([folder])
  if (labelsOf(images) === undefined)
    throw new UnseenError('labels.length', `${folder} has images, but no folder for each class.`, {
      where: { file: folder },
      remedy: 'Put the images of every class into a folder with its name.'
    })
  const { sheet, unreadable } = await makeSprites(
    images.map(({ path }) => path),
    {
      ...defined({ signal: options.signal }),
      onProgress: (done, total) => options.onProgress?.('pictures', done, total)
    }
  )
  const broken = new Set(unreadable.map(({ image }) => image))
  const kept = images.filter((_, at) => !broken.has(at))
  if (kept.length === 0)
    throw new UnseenError(
      'image.unreadable',
      `None of the ${count(images.length)} images in ${folder} can be read; the first: ${unreadable[0].reason}`,
      { where: { file: images[0].path } }
    )
  const tables =
    options.attributes === undefined || options.attributes.length === 0
      ? undefined
      : withTreatment(await draftOf({ attributes: options.attributes }, nameOf(options)), options.missing)
  const missing = tables?.provenance.notes ?? []
  const place = { file: folder }
  const dataset = toDataset({
    name: nameOf(options),
    layout: 'folder of images',
    ...defined({
      classes:
        tables === undefined
          ? { place, value: [...new Set(kept.map(({ label }) => label ?? ''))].sort() }
          : undefined
    }),
    labels: { place, values: kept.map(({ label }) => label ?? '') },
    signatures: tables?.signatures ?? [],
    splits: [],
    rowNames: { place, value: kept.map(({ name }) => name) },
    ...defined({ thumbnails: sheet?.thumbnails }),
    provenance: {
      source: `images in ${basename(folder)}`,
      ...defined({
        notes:
          passedOver > 0 || missing.length > 0
            ? [
                ...(passedOver > 0 ? [`${count(passedOver)} files that are no images were passed over`] : []),
                ...missing
              ]
            : undefined
      })
    },
    remarks: []
  })
  return {
    dataset,
    images: kept,
    skipped: unreadable.map(({ image, reason }) => ({ file: images[image].name, reason })),
    missing,
    ...defined({ sheet: sheet?.bytes })
  }
}

/** Missing entries treated as asked, and a note of each table that has some. */
function withTreatment(draft: Draft, treatment: MissingTreatment = 'zero'): Draft {
  const notes = draft.signatures.flatMap(({ name, matrix, missing }) => {
    if (missing === undefined || matrix.kind === 'sparse') return []
    const entries = Array.from(matrix.data).filter(value => value === missing.value).length
    const became = { zero: 'became 0', mean: 'became the mean of their attribute', keep: 'were kept' }[
      treatment
    ]
    return [
      `${name}: ${count(entries)} ${entries === 1 ? 'entry' : 'entries'} of ${missing.value}, taken for "not known", ${became} (--missing ${treatment})`
    ]
  })
  return {
    ...draft,
    signatures: draft.signatures.map(table =>
      table.missing === undefined ? table : { ...table, missing: { ...table.missing, treatment } }
    ),
    provenance: {
      ...draft.provenance,
      ...defined({
        notes: notes.length === 0 ? draft.provenance.notes : [...(draft.provenance.notes ?? []), ...notes]
      })
    }
  }
}

export function nameOf({ name, images, features, out }: Partial<MakeOptions>): string {
  const path = out ?? images ?? features ?? 'data set'
  return name ?? basename(path, extname(path))
}

function splitOf({ classes }: Dataset, unseen: readonly string[]): Dataset['splits'][number] {
  const strange = unseen.find(name => !classes.includes(name))
  if (strange !== undefined) {
    const shown =
      classes.slice(0, 20).join(', ') + (classes.length > 20 ? ` and ${count(classes.length - 20)} more` : '')
    throw new UnseenError('dataset.name', `${JSON.stringify(strange)} is no class of this data set.`, {
      where: { class: strange },
      remedy: `There are: ${shown}.`
    })
  }
  if (unseen.length >= classes.length - 1)
    throw new UnseenError(
      'options.value',
      `${count(unseen.length)} of ${count(classes.length)} classes cannot be unseen: at least two must be seen.`
    )
  return {
    name: 'default',
    seen: classes.filter(name => !unseen.includes(name)),
    unseen: [...new Set(unseen)]
  }
}

/** The classes of a data set that is about to be made, as soon as its files are known. */
export async function classesOfFiles({
  images,
  features,
  labels,
  attributes = []
}: Partial<MakeOptions>): Promise<readonly string[]> {
  if (images !== undefined && attributes.length === 0)
    return [...new Set((await listImages([images])).images.flatMap(({ label }) => label ?? []))].sort()
  const parts = images === undefined ? { ...defined({ features, labels }), attributes } : { attributes }
  return toDataset(await draftOf(parts, 'these files')).classes
}

/** Features for a data set that was made of images. */
async function extractInto(
  folder: string,
  images: readonly ImageFile[],
  { model, preset, signal, onProgress, onOpening }: MakeOptions & Pick<ExtractOptions, 'model'>
): Promise<readonly { readonly file: string; readonly reason: string }[]> {
  const { skipped } = await extractFeatures(
    { images, passedOver: 0 },
    {
      model,
      out: folder,
      fetching: defined({ signal, onProgress: onOpening }),
      onProgress: ({ done, total }) => onProgress?.('features', done, total),
      ...defined({ preset, signal })
    }
  )
  // dataset.json now lists only the rows that have features, so the lists of all images are no longer needed.
  const manifest = await readFile(join(folder, 'dataset.json'), 'utf8')
  for (const file of ['labels.npy', 'row-names.jsonl'])
    if (!manifest.includes(`"${file}"`)) await rm(join(folder, file), { force: true })
  return skipped
}
