// A model of six seen and two described classes on features made up here, in a folder of its own.
import { type FitOptions, Matrix, type Model, createRandom, fit } from '@unseen/core'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

export const attributes = ['fur', 'stripes', 'wings', 'water', 'horns']
export const classes = ['horse', 'tiger', 'sparrow', 'shark', 'cow', 'gull', 'zebra', 'duck']
export const signatures = [
  [1, 0, 0, 0, 0.1],
  [1, 1, 0, 0.1, 0],
  [0, 0.1, 1, 0, 0],
  [0, 0, 0, 1, 0],
  [0.9, 0.2, 0, 0, 1],
  [0, 0, 1, 0.8, 0],
  [1, 0.8, 0, 0, 0],
  [0.1, 0, 0.9, 0.5, 0]
]
export const columns = 12

/** Rows of the classes `among`, in turn. */
export function smallRows(
  rows: number,
  among: readonly string[],
  seed = 1
): { features: Matrix; labels: string[] } {
  const random = createRandom(seed)
  const mixing = createRandom(7)
  const towards = Float64Array.from({ length: attributes.length * columns }, () => mixing.next())
  const labels = Array.from({ length: rows }, (_, row) => among[row % among.length])
  const data = new Float32Array(rows * columns)
  labels.forEach((label, row) => {
    const signature = signatures[classes.indexOf(label)]
    for (let k = 0; k < columns; k++)
      data[row * columns + k] = signature.reduce(
        (sum, value, a) => sum + value * towards[a * columns + k],
        0.2 * random.next()
      )
  })
  return { features: Matrix.dense(rows, columns, data), labels }
}

export async function smallModel(options: FitOptions = {}): Promise<Model> {
  const { features, labels } = smallRows(90, classes.slice(0, 6))
  return fit({ features, labels, signatures: { classes, matrix: signatures, attributes } }, options)
}

/** Removed when the tests of the file are over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'unseen-use-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  return folder
}
