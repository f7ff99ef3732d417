/**
 * An exported graph against the model it was made of: both score the same rows, and the largest difference is
 * told.
 */
import { type Among, type Matrix, type Model, UnseenError, createRandom } from '@unseen/core'
import type { ExportedOnnx } from '@unseen/networks'
import { openSession } from '../onnx/session.js'

const ROWS = 32
/** Beyond this the graph is not the model; see docs/commands.md. */
const TOLERANCE = 1e-5

/** How an exported model agrees with its original. */
export interface OnnxCheck {
  /** How many rows were tried. */
  readonly rows: number
  /** largest difference of scores, in parts of the largest score of its row */
  readonly difference: number
  /** What ran the exported one. */
  readonly runtime: string
}

/**
 * Runs an exported model beside the original on random rows.
 *
 * @param model the original
 * @param exported of `exportOnnx`
 * @param options `among`: the classes it was exported with
 */
export async function checkOnnx(
  model: Model,
  { bytes }: ExportedOnnx,
  { among }: { readonly among: Among }
): Promise<OnnxCheck> {
  const features = rowsNear(model)
  const session = await openSession(bytes, { name: 'The exported graph' })
  try {
    const { scores: found } = await session.run(
      { features: { data: features.data, dims: [ROWS, features.columns] } },
      ['scores']
    )
    const { scores, classes } = model.scores(features, { among })
    const difference = checkedDifference(found.data as Float32Array, scores, classes.length)
    return { rows: ROWS, difference, runtime: `onnxruntime-${session.runtime}` }
  } finally {
    await session.close()
  }
}

/** The largest difference of scores, in parts of the largest score of its row; refused where it is too large. */
export function checkedDifference(found: Float32Array, ours: Float64Array, width: number): number {
  const difference = largestDifference(found, ours, width)
  if (difference <= TOLERANCE) return difference
  throw new UnseenError(
    'backbone.unusable',
    `The exported graph scores differently by ${difference.toExponential(1)} of the largest score.`,
    { remedy: 'Nothing was written; please report this.' }
  )
}

/** In parts of the largest score of the row: one near zero is a difference of large ones. */
function largestDifference(found: Float32Array, ours: Float64Array, width: number): number {
  let worst = 0
  for (let at = 0; at < ours.length; at += width) {
    let [largest, apart] = [0, 0]
    for (let c = at; c < at + width; c++) {
      largest = Math.max(largest, Math.abs(ours[c]))
      apart = Math.max(apart, Math.abs(found[c] - ours[c]))
    }
    if (apart > 0) worst = Math.max(worst, apart / largest)
  }
  return worst
}

/** Rows about the references, where the transforms bend; the first is zero. */
function rowsNear({
  trained: { columns, seen, references }
}: Model): Matrix & { readonly data: Float32Array } {
  const random = createRandom(1)
  const data = new Float32Array(ROWS * columns)
  for (let row = 1; row < ROWS; row++) {
    for (let k = 0; k < columns; k++)
      data[row * columns + k] = 2 * random.next() * (references?.[(row % seen) * columns + k] ?? 1)
  }
  return { kind: 'dense', rows: ROWS, columns, data }
}
