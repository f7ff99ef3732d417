/**
 * A few images of a described class. The description is the prior, images move it: with n images of mean xbar,
 * mu what the description foretells and kappa how many images that is worth (training/gaussian-shape.ts),
 *
 *   mu' = (1 - u) mu + u xbar,   u = n / (kappa + n)
 *
 * all of them less m0. In the sum of a score the images are one part more, of share u, with a column of their own:
 *
 *   q = A^-1 (xbar - m0),  p_q(x) = <q, x - m0>
 *   f(x, c) = (1 - u) sum_s a_s p_s(x) + u p_q(x) + constant
 *   constant = -1/2 ((1 - u)^2 a'Ga + 2 u (1 - u) sum_s a_s p_s(xbar) + u^2 p_q(xbar))
 *
 * A class that has images and no description has the middle of the seen classes for a prior.
 * Tests: ../../test/model/examples.test.ts
 */
import { UnseenError, count } from '../base/errors.js'
import { Hash } from '../base/hash.js'
import { type Normalisation, readNormalised } from '../input/normalise.js'
import type { Matrix } from '../linalg/matrix.js'
import type { ShapeMeasure } from '../solvers/shape-measure.js'
import type { ImageParts, ShapeParts, Trained } from '../training/trained.js'
import type { Examples, ModelClass } from './types.js'

/** What is known of an image: its row, scaled as in training, by a fingerprint. */
const fingerprintOf = (row: Float64Array): string => new Hash().add(Float32Array.from(row)).digest()

/** A fingerprint, and behind it the name that the image had. */
const isOf = (id: string, fingerprint: string): boolean =>
  id === fingerprint || id.startsWith(`${fingerprint} `)

/** With more rows, scaled as in training; those that were shown before count once. */
export function addRows(
  before: Examples | undefined,
  rows: Matrix,
  {
    normalise,
    alone,
    names
  }: { normalise: Normalisation; alone: boolean; names: readonly string[] | undefined }
): Examples {
  const ids = [...(before?.ids ?? [])]
  const mean = Float64Array.from(before?.mean ?? new Float64Array(rows.columns))
  const row = new Float64Array(rows.columns)
  for (let i = 0; i < rows.rows; i++) {
    readNormalised(rows, i, normalise, row)
    const fingerprint = fingerprintOf(row)
    if (ids.some(id => isOf(id, fingerprint))) continue
    const name = names?.[i]
    ids.push(name === undefined ? fingerprint : `${fingerprint} ${name}`)
    for (let m = 0; m < mean.length; m++) mean[m] += (row[m] - mean[m]) / ids.length
  }
  return { ids, mean, alone }
}

/** Without these rows; one that was never shown is refused. Undefined where none is left. */
export function takeRows(
  name: string,
  { ids, mean, alone }: Examples,
  rows: Matrix,
  normalise: Normalisation
): Examples | undefined {
  const left = [...ids]
  const rest = Float64Array.from(mean)
  const row = new Float64Array(rows.columns)
  for (let i = 0; i < rows.rows; i++) {
    readNormalised(rows, i, normalise, row)
    const fingerprint = fingerprintOf(row)
    const at = left.findIndex(id => isOf(id, fingerprint))
    if (at < 0)
      throw new UnseenError(
        'classes.unknown',
        `Row ${i} is none of the ${count(ids.length)} images shown of "${name}".`,
        { where: { class: name, row: i }, remedy: 'Take back rows that were shown, or all of them.' }
      )
    left.splice(at, 1)
    if (left.length === 0) return undefined
    for (let m = 0; m < rest.length; m++) rest[m] -= (row[m] - rest[m]) / left.length
  }
  return { ids: left, mean: rest, alone }
}

/** u, the part that images have in a class. */
export function imageShare({ ids, alone }: Examples, worth: { described: number; alone: number }): number {
  return ids.length / ((alone ? worth.alone : worth.described) + ids.length)
}

/** The columns q of classes with images, in their order. */
export function imageParts(
  classes: readonly ModelClass[],
  { centre, measure }: ShapeParts & { readonly measure: ShapeMeasure }
): ImageParts | undefined {
  const shown = classes.flatMap(({ examples }) => examples ?? [])
  if (shown.length === 0) return undefined
  const d = centre.length
  const weights = new Float32Array(shown.length * d)
  const offsets = new Float64Array(shown.length)
  shown.forEach(({ mean }, e) => {
    const column = measure.solve(mean.map((value, m) => value - centre[m]))
    weights.set(column, e * d)
    for (let m = 0; m < d; m++) offsets[e] += column[m] * centre[m]
  })
  return { weights, offsets }
}

/** The constant of a class with images, from that of its description. */
export function constantWithImages(
  described: { readonly mixture: Float64Array; readonly constant: number },
  { mean }: Examples,
  share: number,
  { seen, columns: d, weights, gauss }: Trained,
  { centre, measure }: ShapeParts & { readonly measure: ShapeMeasure }
): number {
  const from = mean.map((value, m) => value - centre[m])
  const column = measure.solve(from)
  let own = 0
  for (let m = 0; m < d; m++) own += column[m] * from[m]
  let across = 0
  for (let s = 0; s < seen; s++) {
    let proportion = -(gauss?.offsets[s] ?? 0)
    for (let m = 0; m < d; m++) proportion += weights[s * d + m] * mean[m]
    across += described.mixture[s] * proportion
  }
  const rest = 1 - share
  return rest * rest * described.constant - share * rest * across - (share * share * own) / 2
}
