/** What training leaves behind: everything needed to turn a row into proportions. */
import type { FitSettings, Weights } from '../base/options.js'
import type { KeptShape } from '../solvers/kept-shape.js'

export interface Trained {
  readonly seen: number
  readonly columns: number
  readonly transform: FitSettings['transform']
  readonly kind: Weights
  /** V, one row per seen class (seen x d); absent for the identity */
  readonly references: Float32Array | undefined
  /** w (d), or one row per seen class (seen x d) */
  readonly weights: Float32Array
  /** of Gaussian weights */
  readonly gauss?: GaussianParts
  /** of described classes that images were shown of: one part of proportions each, after the seen classes */
  readonly images?: ImageParts
}

/** What images of described classes add to Gaussian weights. */
export interface ImageParts {
  /** A^-1 (mean of the images - m0), one row per class (classes x d) */
  readonly weights: Float32Array
  /** their products with m0, (classes) */
  readonly offsets: Float64Array
}

/** How many proportions a row has: one for each seen class, and for each class that images were shown of. */
export const partsOf = ({ seen, images }: Trained): number => seen + (images?.offsets.length ?? 0)

/** Weights of the seen classes, then of images, (parts x d) */
export function withImages({ weights, images }: Trained): Float32Array {
  if (images === undefined) return weights
  const joined = new Float32Array(weights.length + images.weights.length)
  joined.set(weights)
  joined.set(images.weights, weights.length)
  return joined
}

/** What Gaussian weights need beside one weight vector per class. */
export interface GaussianParts {
  /** <v_s, m0>, taken off each proportion, (seen) */
  readonly offsets: Float64Array
  /** G, how the class means lie to each other in the common shape, (seen x seen) */
  readonly gram: Float64Array
  /** A itself, where the model keeps it */
  readonly shape?: ShapeParts
}

/** The common shape A of the clouds, kept for distances and for images of described classes. */
export interface ShapeParts extends KeptShape {
  /** m0, the middle of the class means, (d) */
  readonly centre: Float64Array
  /** how many images a description is worth; 0 where that was not asked */
  readonly worth: number
}

export interface TrainingReport {
  readonly status: 'converged' | 'epoch-limit' | 'cancelled'
  /** Eq. 7 with the lambda1 term; for squares the sum of the squared errors plus the penalty */
  readonly objective: number
  /** relative duality gap; 0 for closed forms */
  readonly gap: number
  readonly epochs: number
  /** the objective at the start and after every V-step */
  readonly history: readonly number[]
  readonly accepted: readonly boolean[]
  readonly rows: number
  /** rows that are zero everywhere: they can teach nothing and are counted here */
  readonly zeroRows: number
}

/** (d x s) with padding -> (seen x d) */
export function unpackColumns(packed: Float32Array, s: number, seen: number): Float32Array {
  const d = packed.length / s
  const rows = new Float32Array(seen * d)
  for (let k = 0; k < seen; k++) for (let m = 0; m < d; m++) rows[k * d + m] = packed[m * s + k]
  return rows
}

/** (seen x d) -> (d x s), padded with `padding` */
export function packColumns(
  rows: Float32Array,
  seen: number,
  into: Float32Array,
  s: number,
  padding: number
): void {
  const d = rows.length / seen
  into.fill(padding)
  for (let k = 0; k < seen; k++) for (let m = 0; m < d; m++) into[m * s + k] = rows[k * d + m]
}
