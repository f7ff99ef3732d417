// An xlsa17.zip of the real shape, with a few made-up rows: two sets, five classes.
import { createRandom } from '@unseen/core'
import { writeMatlab } from '../../src/formats/matlab/write.js'
import type { NamedArray } from '../../src/formats/reader.js'
import { writeZip } from '../../src/formats/zip/zip-write.js'

const CLASSES = 5
const ROWS_PER_CLASS = 6
const ATTRIBUTES = 4

export interface SmallXlsa17 {
  /** numbers a row; more make a larger archive */
  readonly dimensions?: number
}

export async function smallXlsa17({ dimensions = 16 }: SmallXlsa17 = {}): Promise<Uint8Array> {
  const random = createRandom(8)
  const rows = CLASSES * ROWS_PER_CLASS
  const numbers = (name: string, shape: number[]): NamedArray => ({
    name,
    shape,
    type: 'float64',
    data: Float64Array.from({ length: shape.reduce((a, b) => a * b, 1) }, () => random.next())
  })
  const list = (name: string, values: number[]): NamedArray => ({
    name,
    shape: [values.length, 1],
    type: 'float64',
    data: Float64Array.from(values)
  })
  const texts = (name: string, data: string[]): NamedArray => ({
    name,
    shape: [data.length, 1],
    type: 'text',
    data
  })
  /** rows, from 1, of the classes from .. to - 1; `keep` chooses by the place within the class */
  const rowsOf = (from: number, to: number, keep: (at: number) => boolean) =>
    Array.from({ length: rows }, (_, row) => row)
      .filter(row => row % CLASSES >= from && row % CLASSES < to && keep(Math.floor(row / CLASSES)))
      .map(row => row + 1)
  const features = await writeMatlab([
    numbers('features', [dimensions, rows]),
    list(
      'labels',
      Array.from({ length: rows }, (_, row) => (row % CLASSES) + 1)
    ),
    texts(
      'image_files',
      Array.from({ length: rows }, (_, row) => `image-${row}.jpg`)
    )
  ])
  const splits = await writeMatlab([
    numbers('att', [ATTRIBUTES, CLASSES]),
    numbers('original_att', [ATTRIBUTES, CLASSES]),
    texts('allclasses_names', ['ant', 'bee', 'cow', 'dog', 'emu']),
    list(
      'trainval_loc',
      rowsOf(0, 3, at => at < 4)
    ),
    list(
      'test_seen_loc',
      rowsOf(0, 3, at => at >= 4)
    ),
    list(
      'test_unseen_loc',
      rowsOf(3, 5, () => true)
    )
  ])
  return writeZip(
    ['CUB', 'SUN']
      .flatMap(set => [
        { name: `xlsa17/data/${set}/att_splits.mat`, bytes: splits },
        { name: `xlsa17/data/${set}/res101.mat`, bytes: features }
      ])
      .concat({ name: 'xlsa17/README.txt', bytes: new Uint8Array(3) })
  )
}
