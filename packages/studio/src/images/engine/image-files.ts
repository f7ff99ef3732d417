/**
 * Images that were brought along, as a project file has them: images/images.json names each and its picture,
 * images/features.npy has one row of features for each, in the same order, and the pictures are there as they
 * came.
 */
import { UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { readArrays, writeNpy } from '@unseen/data'
import { bytesSource } from '@unseen/data/internal'
import type { AddedRow } from './added.js'

export const IMAGES = 'images/'
const LIST = `${IMAGES}images.json`
const FEATURES = `${IMAGES}features.npy`

interface ListedImage {
  readonly name: string
  /** a file of the same folder */
  readonly picture?: string
}

const types: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  bmp: 'image/bmp'
}

export async function imageFiles(
  added: readonly AddedRow[]
): Promise<ReadonlyMap<string, Uint8Array<ArrayBuffer>>> {
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  if (added.length === 0) return files
  const columns = added[0].features.length
  const data = new Float32Array(added.length * columns)
  const images: ListedImage[] = []
  for (const [at, { name, features, picture }] of added.entries()) {
    data.set(features, at * columns)
    const file = picture && `${String(at + 1).padStart(4, '0')}.${endingOf(picture, name)}`
    if (picture !== undefined && file !== undefined)
      files.set(IMAGES + file, new Uint8Array(await picture.arrayBuffer()))
    images.push({ name, ...defined({ picture: file }) })
  }
  files.set(FEATURES, writeNpy({ name: 'features', shape: [added.length, columns], data }))
  files.set(LIST, new TextEncoder().encode(`${JSON.stringify(images, undefined, 2)}\n`))
  return files
}

/** What of it fits the model; refused where list and features do not go together. */
export async function readImages(
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
  columns: number
): Promise<AddedRow[]> {
  const [list, bytes] = [files.get(LIST), files.get(FEATURES)]
  if (list === undefined || bytes === undefined) return []
  const images = listOf(new TextDecoder().decode(list))
  const {
    arrays: [{ shape, data }]
  } = await readArrays(bytesSource(bytes), { fileName: FEATURES })
  if (shape.length !== 2 || shape[0] !== images.length)
    throw refusal(`${FEATURES} has not one row for each of the ${images.length} images of ${LIST}`)
  if (shape[1] !== columns) return []
  const features = Float32Array.from(data as ArrayLike<number>)
  return images.map(({ name, picture }, at) => {
    const found = picture === undefined ? undefined : files.get(IMAGES + picture)
    return {
      name,
      features: features.slice(at * columns, (at + 1) * columns),
      kept: false,
      ...defined({
        picture:
          found === undefined
            ? undefined
            : new Blob([found], { type: types[picture?.split('.').at(-1) ?? ''] ?? '' })
      })
    }
  })
}

function listOf(text: string): readonly ListedImage[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refusal(`${LIST} is not JSON`)
  }
  const isListed = ({ name, picture }: Partial<ListedImage>): boolean =>
    typeof name === 'string' && (picture === undefined || typeof picture === 'string')
  if (
    !Array.isArray(value) ||
    !value.every((each: unknown) => typeof each === 'object' && each !== null && isListed(each))
  )
    throw refusal(`${LIST} is no list of names and pictures`)
  return value as readonly ListedImage[]
}

const refusal = (what: string): UnseenError =>
  new UnseenError('dataset.content', `${what}.`, {
    where: { file: LIST },
    remedy: 'Take the folder images/ out of the archive, or save the project again.'
  })

function endingOf({ type }: Blob, name: string): string {
  return (
    Object.entries(types).find(([, each]) => each === type)?.[0] ??
    /\.([a-z0-9]{1,5})$/i.exec(name)?.[1].toLowerCase() ??
    'img'
  )
}
