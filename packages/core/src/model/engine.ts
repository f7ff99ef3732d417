/**
 * What all models of one training share: what makes mixtures of signatures, the hull of the seen ones,
 * and the kernels with the trained arrays. Each is made at its first use.
 */
import type { FitSettings } from '../base/options.js'
import { GaussianMixture } from '../embedding/gaussian-mixture.js'
import { Dictionary } from '../embedding/source.js'
import { SeenHull } from '../explanation/residual.js'
import { unitSignatures } from '../input/signatures.js'
import { Matrix } from '../linalg/matrix.js'
import { TargetEmbedding } from '../recognition/proportions.js'
import { ShapeMeasure } from '../solvers/shape-measure.js'
import type { Trained } from '../training/trained.js'

/** A class as the model takes it: see ModelClass. */
export interface Embedded {
  readonly mixture: Float64Array
  readonly residual: number
  readonly constant: number
}

export interface Engine {
  /** A described class. */
  embed(signature: Float64Array, name: string): Embedded
  /** Seen class number s: by its own signature, or as itself where its mean is known. */
  embedSeen(s: number): Embedded
  unitOf(signature: Float64Array, name: string): Float64Array
  dictionary(): Dictionary | GaussianMixture
  hull(): SeenHull
  target(): TargetEmbedding
  /** The common shape, where the model keeps it. */
  shape(): ShapeMeasure | undefined
}

/** The same for a training with other images of described classes. */
export function engineWithImages(engine: Engine, trained: Trained): Engine {
  let target: TargetEmbedding | undefined
  return { ...engine, target: () => (target ??= new TargetEmbedding(trained)) }
}

export function createEngine(
  settings: FitSettings,
  trained: Trained,
  seenClasses: readonly { name: string; signature: Float64Array }[]
): Engine {
  const unitOf = (signature: Float64Array, name: string): Float64Array =>
    unitSignatures(Matrix.dense(1, signature.length, signature), [name])
  const { length } = seenClasses[0].signature
  const unit = new Float64Array(seenClasses.length * length)
  seenClasses.forEach(({ name, signature }, s) => unit.set(unitOf(signature, name), s * length))
  let known: Dictionary | GaussianMixture | undefined
  let hull: SeenHull | undefined
  let target: TargetEmbedding | undefined
  let measure: ShapeMeasure | undefined
  const makeDictionary = (): Dictionary | GaussianMixture =>
    trained.gauss === undefined
      ? new Dictionary(unit, seenClasses.length, settings.gamma, settings.mixture)
      : new GaussianMixture(unit, trained.gauss.gram, settings)
  const dictionary = (): Dictionary | GaussianMixture => (known ??= makeDictionary())
  const embedUnit = (signature: Float64Array): Embedded => {
    const maker = dictionary()
    if (maker instanceof GaussianMixture) return maker.embed(signature)
    const { mixture, residual } = maker.embed(signature)
    return { mixture, residual, constant: 0 }
  }
  return {
    embed: (signature, name) => embedUnit(unitOf(signature, name)),
    embedSeen(s) {
      const maker = dictionary()
      return maker instanceof GaussianMixture
        ? maker.own(s)
        : embedUnit(unit.subarray(s * length, (s + 1) * length))
    },
    unitOf,
    dictionary,
    hull: () => (hull ??= new SeenHull(unit, seenClasses.length)),
    target: () => (target ??= new TargetEmbedding(trained)),
    shape() {
      const parts = trained.gauss?.shape
      if (parts !== undefined) measure ??= new ShapeMeasure(parts, trained.columns)
      return measure
    }
  }
}
