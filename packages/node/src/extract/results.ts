/**
 * The files beside the features. A file NAME.npy gets NAME.rows.csv (file, label), NAME.json (how the
 * features were made) and, where images were left out, NAME.skipped.csv. A data set folder gets
 * features.npy, rows.csv, skipped.csv and a dataset.json, or has its own brought up to date.
 */
import { UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { writeDelimited } from '@unseen/data'
import type { FeatureRecord } from '@unseen/networks'
import { openDataset } from '../dataset/open.js'
import { writeFileWhole } from '../files/write-file.js'
import type { ImageFile } from './list-images.js'
import { readFile, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

export interface Places {
  readonly features: string
  readonly rows: string
  readonly skipped: string
  /** the record beside a single file */
  readonly record?: string
  /** the manifest of a data set, what it says so far, and which images its rows were */
  readonly manifest?: {
    readonly path: string
    readonly content: Readonly<Record<string, unknown>>
    readonly rowNames: readonly string[] | undefined
  }
}

export async function placesOf(out: string, labels: readonly string[] | undefined): Promise<Places> {
  if (/\.npy$/i.test(out)) {
    const stem = join(dirname(out), basename(out).slice(0, -'.npy'.length))
    return { features: out, rows: `${stem}.rows.csv`, skipped: `${stem}.skipped.csv`, record: `${stem}.json` }
  }
  if (labels === undefined)
    throw new UnseenError('options.combination', 'A data set needs labels, and these images have none.', {
      remedy: 'Give one folder per class or a list with labels, or write a single file: -o features.npy.'
    })
  const path = join(out, 'dataset.json')
  const content = await readManifest(path)
  const rowNames = content['rowNames'] === undefined ? undefined : (await openDataset(out)).rowNames
  return {
    features: join(out, 'features.npy'),
    rows: join(out, 'rows.csv'),
    skipped: join(out, 'skipped.csv'),
    manifest: { path, content, rowNames }
  }
}

export async function writeResults(
  places: Places,
  kept: readonly ImageFile[],
  skipped: readonly { readonly file: string; readonly reason: string }[],
  record: FeatureRecord
): Promise<string[]> {
  const { rows, manifest } = places
  const labels = kept[0].label === undefined ? undefined : kept.map(({ label }) => label ?? '')
  const written: string[] = [rows]
  await writeFileWhole(rows, tableOf({ file: kept.map(({ name }) => name), ...defined({ label: labels }) }))
  if (skipped.length > 0) {
    await writeFileWhole(
      places.skipped,
      tableOf({ file: skipped.map(({ file }) => file), reason: skipped.map(({ reason }) => reason) })
    )
    written.push(places.skipped)
  } else await rm(places.skipped, { force: true })
  const about = places.record ?? manifest?.path
  if (about === undefined) return written
  await writeFileWhole(
    about,
    `${JSON.stringify(manifest === undefined ? { features: record } : manifestOf(manifest, labels ?? [], record), null, 2)}\n`
  )
  return [...written, about]
}

function manifestOf(
  { path, content }: NonNullable<Places['manifest']>,
  labels: readonly string[],
  record: FeatureRecord
): object {
  const provenance = isObject(content['provenance']) ? content['provenance'] : {}
  return {
    version: 1,
    name: basename(dirname(resolve(path))),
    classes: [...new Set(labels)].sort((a, b) => (a < b ? -1 : 1)),
    ...content,
    features: 'features.npy',
    labels: { file: 'rows.csv', array: 'label' },
    rowNames: { file: 'rows.csv', array: 'file' },
    provenance: { ...provenance, features: record }
  }
}

/** Empty where there is none yet. */
async function readManifest(path: string): Promise<Readonly<Record<string, unknown>>> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '{}'
    throw new UnseenError('path.missing', `${path} cannot be read.`, { where: { file: path }, cause: error })
  })
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value
  } catch {
    // said below
  }
  throw new UnseenError('dataset.manifest', `${path} is not a JSON object.`, { where: { file: path } })
}

/** Splits by rows and thumbnails belong to the rows as they were. */
function hasRowNumbers({ splits, thumbnails }: Readonly<Record<string, unknown>>): boolean {
  return (
    thumbnails !== undefined ||
    (Array.isArray(splits) &&
      splits.some(
        (split: unknown) => isObject(split) && ['train', 'test', 'validation'].some(key => key in split)
      ))
  )
}

/** Refuses rows that the splits or thumbnails of a data set would no longer fit; before anything is replaced. */
export function checkRows(
  { manifest }: Places,
  kept: readonly ImageFile[],
  skipped: readonly { readonly file: string; readonly reason: string }[]
): void {
  if (manifest === undefined || !hasRowNumbers(manifest.content)) return
  const { path, rowNames } = manifest
  const remedy =
    'Give the images it was made of, repair those that are broken, or write a single file: -o features.npy.'
  const where = { file: path }
  if (rowNames === undefined) {
    if (skipped.length === 0) return
    throw new UnseenError(
      'dataset.content',
      `${skipped[0].file} cannot be read (${skipped[0].reason}); the splits or thumbnails of ${path} would no longer fit its rows.`,
      { where, remedy }
    )
  }
  const row = Array.from({ length: Math.max(rowNames.length, kept.length) }, (_, at) => at).find(
    at => rowNames[at] !== kept[at]?.name
  )
  if (row === undefined) return
  throw new UnseenError(
    'dataset.content',
    `Row ${row} was ${rowNames[row] ?? 'not there'} and would become ${kept[row]?.name ?? 'nothing'}; the splits or thumbnails of ${path} would no longer fit.`,
    { where: { ...where, row }, remedy }
  )
}

function tableOf(columns: Readonly<Record<string, readonly string[]>>): Uint8Array {
  return writeDelimited(
    Object.entries(columns).map(([name, data]) => ({
      name,
      shape: [data.length],
      data: [...data],
      type: 'text'
    }))
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
