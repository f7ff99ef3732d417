/**
 * Which images, in which order, with which labels: a folder (all images below it; one folder per class
 * gives labels), a list (.txt: a path a line; .csv or .tsv: columns "file" and "label"), files, or a data
 * set whose rows are named after images.
 */
import { UnseenError, count } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { type NamedArray, readArrays } from '@unseen/data'
import { bytesSource } from '@unseen/data/internal'
import { openDataset } from '../dataset/open.js'
import { readOrdinary } from '../files/file-source.js'
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, extname, isAbsolute, join, resolve } from 'node:path'

/** One image. */
export interface ImageFile {
  /** Where it is. */
  readonly path: string
  /** as it is called in results: within the folder or the list, with '/' between folders */
  readonly name: string
  /** Its class, where folders or a list say so. */
  readonly label?: string
}

/** The images of some folders. */
export interface ImageList {
  /** In the order of their names. */
  readonly images: readonly ImageFile[]
  /** files of a folder that are no images by their names */
  readonly passedOver: number
}

/** Files of a folder that count as images by their names; whether they are, decoding tells. */
const imageEndings = new Set([
  '.jpg',
  '.jpeg',
  '.jpe',
  '.png',
  '.webp',
  '.gif',
  '.tif',
  '.tiff',
  '.avif',
  '.heic',
  '.heif',
  '.bmp',
  '.jp2',
  '.jxl'
])
const tableEndings = new Set(['.csv', '.tsv'])
const MOST_LIST_BYTES = 2 ** 28

/**
 * The images in folders, lists and files, with their classes where those can be told.
 *
 * @param sources folders, lists (.txt: a path a line; .csv, .tsv: columns "file" and "label"), images, or a
 *   data set
 */
export async function listImages(sources: readonly string[]): Promise<ImageList> {
  const images: ImageFile[] = []
  let passedOver = 0
  for (const source of sources) {
    const stats = await stat(source).catch((cause: unknown) => missing(source, cause))
    const ending = extname(source).toLowerCase()
    if (stats.isDirectory() && (await isDatasetFolder(source)))
      images.push(...(await readDatasetRows(source)))
    else if (stats.isDirectory()) {
      const found = await listFolder(source)
      images.push(...found.images)
      passedOver += found.passedOver
    } else if (ending === '.txt' || tableEndings.has(ending)) {
      if (stats.size > MOST_LIST_BYTES)
        throw new UnseenError('format.size', `${source} is too long for a list of images.`, {
          where: { file: source }
        })
      images.push(...(ending === '.txt' ? await readPlainList(source) : await readTable(source)))
    } else images.push({ path: resolve(source), name: basename(source) })
  }
  if (images.length === 0)
    throw new UnseenError('path.missing', `There is no image in ${sources.join(', ')}.`, {
      remedy: `Images of a folder are known by their names: ${[...imageEndings].join(' ')}.`
    })
  return { images, passedOver }
}

/** By its name; whether it is one, decoding tells. */
export function isImageName(path: string): boolean {
  return imageEndings.has(extname(path).toLowerCase())
}

async function listFolder(root: string): Promise<ImageList> {
  const names: string[] = []
  let passedOver = 0
  const visit = async (folder: string): Promise<void> => {
    const entries = await readdir(join(root, folder), { withFileTypes: true })
    for (const entry of entries
      .filter(({ name }) => !name.startsWith('.'))
      .sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`
      // Links to folders are not followed: they may lead in a circle.
      if (entry.isDirectory()) await visit(name)
      else if (imageEndings.has(extname(entry.name).toLowerCase())) names.push(name)
      else passedOver++
    }
  }
  await visit('')
  const hasClasses = names.length > 0 && names.every(name => name.includes('/'))
  const images = names.map(name => ({
    path: resolve(root, name),
    name,
    ...defined({ label: hasClasses ? name.slice(0, name.indexOf('/')) : undefined })
  }))
  return { images, passedOver }
}

/** A folder that says itself what is in it. */
export function isDatasetFolder(path: string): Promise<boolean> {
  return isFile(join(path, 'dataset.json'))
}

function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    stats => stats.isFile(),
    () => false
  )
}

async function readDatasetRows(folder: string): Promise<ImageFile[]> {
  const { rowNames, labels, classes } = await openDataset(folder)
  if (rowNames === undefined)
    throw new UnseenError('dataset.content', `${folder} does not say which image each row is.`, {
      where: { file: join(folder, 'dataset.json') },
      remedy: 'Add rowNames to its dataset.json: one path for each row.'
    })
  const images = rowNames.map((name, row) => ({
    path: placeOf(join(folder, 'dataset.json'), name),
    name,
    label: classes[labels[row]]
  }))
  if (images.length > 0 && !(await isFile(images[0].path)))
    throw new UnseenError(
      'path.missing',
      `${folder} names the image ${images[0].name}, which is not in it.`,
      { where: { file: images[0].path }, remedy: `Name the folder of the images instead, with -o ${folder}.` }
    )
  return images
}

async function readPlainList(file: string): Promise<ImageFile[]> {
  const lines = (await readOrdinary(file))
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .map(line => line.trim())
  return lines
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(name => ({ path: placeOf(file, name), name }))
}

async function readTable(file: string): Promise<ImageFile[]> {
  const { arrays } = await readArrays(bytesSource(new Uint8Array(await readOrdinary(file))), {
    fileName: basename(file)
  })
  const files = textColumn(arrays, 'file')
  if (files === undefined)
    throw new UnseenError('format.header', `${file} has no column "file" of paths.`, {
      where: { file },
      remedy: 'Name the columns in the first row: file,label.'
    })
  const labels = textColumn(arrays, 'label')
  const unlabelled = labels?.findIndex(label => label === '') ?? -1
  if (unlabelled >= 0)
    throw new UnseenError('labels.unknown', `Row ${unlabelled} of ${file} has no label.`, {
      where: { file, row: unlabelled }
    })
  return files.map((name, row) => ({
    path: placeOf(file, name),
    name,
    ...defined({ label: labels === undefined ? undefined : labels[row] })
  }))
}

/** Labels that are numbers stay what they look like. */
function textColumn(arrays: readonly NamedArray[], name: string): string[] | undefined {
  const found = arrays.find(array => array.name === name)
  return found === undefined ? undefined : Array.from(found.data, String)
}

function placeOf(list: string, name: string): string {
  return isAbsolute(name) ? name : join(dirname(resolve(list)), name)
}

function missing(path: string, cause: unknown): never {
  throw new UnseenError('path.missing', `${path} does not exist or may not be read.`, {
    where: { file: path },
    cause
  })
}

/** Labels of all images, or undefined where there are none; some with and some without is an error. */
export function labelsOf(images: readonly ImageFile[]): readonly string[] | undefined {
  const without = images.filter(({ label }) => label === undefined)
  if (without.length === images.length) return undefined
  if (without.length > 0)
    throw new UnseenError(
      'labels.length',
      `${count(without.length)} of ${count(images.length)} images have no label, the first is ${without[0].name}.`,
      { remedy: 'Give one folder per class, or a list with labels, or neither.' }
    )
  return images.map(({ label }) => label ?? '')
}
