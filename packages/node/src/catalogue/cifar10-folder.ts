/**
 * CIFAR-10 as a folder of images:
 *
 *   train/CLASS/NNNNN.png, test/CLASS/NNNNN.png   NNNNN: the row of the official order, from 0
 *   train.csv, test.csv   file, label, row: a line for each image, in the official order
 *   classes.txt           the classes in the official order: the first has label 0
 */
import { writeFileWhole } from '../files/write-file.js'
import { CIFAR_SIZE, type Cifar, type CifarPart, cifarClasses } from './cifar10.js'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface CifarFolderOptions {
  /** only the first images of each class and part */
  readonly limit?: number
  readonly signal?: AbortSignal
  onProgress?(done: number, total: number): void
}

/** PNG files written at the same time: enough to keep encoder and disk busy. */
const AT_ONCE = 8

export async function writeCifarFolder(
  cifar: Cifar,
  folder: string,
  { limit = Infinity, signal, onProgress }: CifarFolderOptions = {}
): Promise<number> {
  const { default: sharp } = await import('sharp')
  const images = (['train', 'test'] as const).flatMap(part =>
    chosen(cifar[part], limit).map(row => {
      const label = cifar[part].labels[row]
      return { part, row, label, file: `${part}/${cifarClasses[label]}/${String(row).padStart(5, '0')}.png` }
    })
  )
  for (const part of ['train', 'test'])
    for (const name of cifarClasses) await mkdir(join(folder, part, name), { recursive: true })
  let next = 0
  let done = 0
  const work = async (): Promise<void> => {
    while (next < images.length) {
      const { part, row, file } = images[next++]
      signal?.throwIfAborted()
      const png = await sharp(cifar[part].image(row), {
        raw: { width: CIFAR_SIZE, height: CIFAR_SIZE, channels: 3 }
      })
        .png()
        .toBuffer()
      await writeFile(join(folder, ...file.split('/')), png)
      onProgress?.(++done, images.length)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  for (const part of ['train', 'test']) {
    const lines = images
      .filter(image => image.part === part)
      .map(({ file, label, row }) => `${file},${cifarClasses[label]},${row}`)
    await writeFileWhole(join(folder, `${part}.csv`), `${['file,label,row', ...lines].join('\n')}\n`)
  }
  await writeFileWhole(join(folder, 'classes.txt'), `${cifarClasses.join('\n')}\n`)
  return images.length
}

/** The rows of the first `limit` images of each class, in order. */
function chosen({ labels }: CifarPart, limit: number): number[] {
  const taken = new Map<number, number>()
  return Array.from(labels.keys()).filter(row => {
    const before = taken.get(labels[row]) ?? 0
    taken.set(labels[row], before + 1)
    return before < limit
  })
}
