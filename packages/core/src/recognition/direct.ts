/**
 * Recognition with no seen class at all, where images and texts share a space (CLIP: Radford and others, 2021;
 * SigLIP: Zhai and others, 2023): the score of a class is the cosine of the image and the text that describes it,
 *
 *   f(x, y) = <x, t_y> / (|x| |t_y|).
 *
 * The authors' own probabilities: with a scale s, softmax over the candidates of s f (CLIP); with a bias b as
 * well, 1 / (1 + exp(-(s f + b))) of each candidate alone (SigLIP), which need not sum to 1. Tested against values
 * worked out by hand in test/recognition/direct.test.ts.
 */
import { UnseenError } from '../base/errors.js'
import { exponential } from '../base/exponential.js'
import type { TowersRecord } from '../input/encoder-record.js'
import type { DenseMatrix } from '../linalg/matrix.js'

/** Images against texts of one space. */
export interface DirectScores {
  /** cosines, row-major (images x texts) */
  readonly scores: Float64Array
  /** of each text for each image, row-major (images x texts); undefined where no scale is known */
  readonly probabilities: Float64Array | undefined
}

/**
 * Cosines of images and texts of one space, and the probabilities that the authors of such towers make of them.
 * A row of zeros, which points nowhere, has the cosine 0 with everything.
 *
 * @param images one row for each image, by the image tower
 * @param texts one row for each candidate, by the text tower
 * @param towers scale and bias, as a text tower's record has them
 */
export function directScores(
  images: DenseMatrix,
  texts: DenseMatrix,
  { scale, bias }: Pick<TowersRecord, 'scale' | 'bias'> = {}
): DirectScores {
  if (images.columns !== texts.columns)
    throw new UnseenError(
      'signatures.length',
      `Images have ${images.columns} numbers and texts ${texts.columns}: they share no space.`,
      { remedy: 'Take both from one pair of towers, such as clip-b32.' }
    )
  const candidates = texts.rows
  const scores = new Float64Array(images.rows * candidates)
  const rowLengths = lengthsOf(images)
  const textLengths = lengthsOf(texts)
  for (let i = 0; i < images.rows; i++)
    for (let y = 0; y < candidates; y++) {
      const product = rowLengths[i] * textLengths[y]
      scores[i * candidates + y] = product === 0 ? 0 : dot(images, i, texts, y) / product
    }
  if (scale === undefined) return { scores, probabilities: undefined }
  const probabilities =
    bias === undefined
      ? softmax(scores, candidates, scale)
      : scores.map(score => 1 / (1 + exponential(-(scale * score + bias))))
  return { scores, probabilities }
}

function softmax(scores: Float64Array, candidates: number, scale: number): Float64Array {
  const result = new Float64Array(scores.length)
  for (let start = 0; start < scores.length; start += candidates) {
    const row = scores.subarray(start, start + candidates)
    // The largest exponent is 0, so that none overflows.
    const top = row.reduce((most, score) => Math.max(most, score), -Infinity)
    const powers = row.map(score => exponential(scale * (score - top)))
    const sum = powers.reduce((total, value) => total + value, 0)
    result.set(
      powers.map(value => value / sum),
      start
    )
  }
  return result
}

function lengthsOf(matrix: DenseMatrix): Float64Array {
  return Float64Array.from({ length: matrix.rows }, (_, row) => Math.sqrt(dot(matrix, row, matrix, row)))
}

function dot(a: DenseMatrix, row: number, b: DenseMatrix, other: number): number {
  let sum = 0
  for (let k = 0; k < a.columns; k++) sum += a.data[row * a.columns + k] * b.data[other * b.columns + k]
  return sum
}
