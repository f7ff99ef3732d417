// A model of the size of a real one, made without training: what a server costs does not depend on what was
// learned.
import { Matrix, createRandom, fit } from '@unseen/core'

const SIGNATURE = 50

/** 40 seen and 10 described classes unless told otherwise. */
export async function makeModel({ columns = 2048, seen = 40, described = 10, seed = 1 } = {}) {
  const random = createRandom(seed)
  const numbers = length => Float64Array.from({ length }, () => random.next())
  const names = Array.from({ length: seen + described }, (_, at) => `class ${at}`)
  const rows = 2 * seen
  return fit(
    {
      features: Matrix.dense(rows, columns, Float32Array.from(numbers(rows * columns))),
      labels: Array.from({ length: rows }, (_, row) => names[row % seen]),
      signatures: {
        classes: names,
        matrix: Matrix.dense(names.length, SIGNATURE, numbers(names.length * SIGNATURE)),
        attributes: Array.from({ length: SIGNATURE }, (_, at) => `attribute ${at}`)
      }
    },
    { references: 'means', epochs: 1 }
  )
}

/** Rows of features as a backbone with relu makes them. */
export function makeRows(rows, columns, seed = 2) {
  const random = createRandom(seed)
  return Matrix.dense(
    rows,
    columns,
    Float32Array.from({ length: rows * columns }, () => Math.max(0, 2 * random.next() - 1))
  )
}
