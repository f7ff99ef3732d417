/**
 * A problem whose unseen classes can be told apart by anyone who learns how features follow signatures:
 * features are a fixed random map of the class's signature, bent, with noise.
 */
import { createRandom } from '../../../src/base/random.js'
import type { Material } from '../../../src/compare/method.js'
import { normaliseRow } from '../../../src/input/normalise.js'
import { unitSignatures } from '../../../src/input/signatures.js'
import { type DenseMatrix, Matrix } from '../../../src/linalg/matrix.js'

export interface Planted extends Material {
  /** of unseen classes, each of length 1, (unseen x length) */
  readonly unseenSignatures: Float64Array
  readonly test: DenseMatrix
  /** (rows of test): unseen class of each */
  readonly testLabels: Int32Array
}

export interface PlantedOptions {
  readonly seen?: number
  readonly unseen?: number
  readonly length?: number
  readonly columns?: number
  readonly rowsPerClass?: number
  readonly noise?: number
  /** rows are signatures with noise, as those of two towers of one space */
  readonly oneSpace?: boolean
}

export function planted(
  seed: number,
  {
    seen = 12,
    unseen = 4,
    length = 10,
    oneSpace = false,
    columns = oneSpace ? length : 24,
    rowsPerClass = 15,
    noise = 0.2
  }: PlantedOptions = {}
): Planted {
  const random = createRandom(seed)
  const map = Float64Array.from({ length: columns * length }, () => random.next() - 0.5)
  const raw = Matrix.dense(
    seen + unseen,
    length,
    Float64Array.from({ length: (seen + unseen) * length }, () => random.next())
  )
  const unit = unitSignatures(
    raw,
    Array.from({ length: seen + unseen }, (_, k) => `class ${k}`)
  )
  const row = (k: number): Float64Array => {
    const x = new Float64Array(columns)
    for (let m = 0; m < columns; m++) {
      for (let a = 0; a < length; a++)
        x[m] += (oneSpace ? Number(a === m) : map[m * length + a]) * unit[k * length + a]
      x[m] = Math.max(0, x[m] + noise * (random.next() - 0.5))
    }
    normaliseRow(x, 'l2')
    return x
  }
  const rowsOf = (classes: number, first: number): { features: DenseMatrix; labels: Int32Array } => {
    const labels = random.shuffle(Int32Array.from({ length: classes * rowsPerClass }, (_, i) => i % classes))
    const values = new Float32Array(labels.length * columns)
    labels.forEach((k, i) => values.set(row(first + k), i * columns))
    return { features: Matrix.dense(labels.length, columns, values), labels }
  }
  const test = rowsOf(unseen, seen)
  return {
    ...rowsOf(seen, 0),
    seen,
    signatures: unit.slice(0, seen * length),
    length,
    oneSpace,
    seed,
    unseenSignatures: unit.slice(seen * length),
    test: test.features,
    testLabels: test.labels
  }
}
