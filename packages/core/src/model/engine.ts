/**
 * What all models of one training share: the dictionary of Eq. 3, the hull of the seen signatures,
 * and the kernels with the trained arrays. Each is made at its first use.
 */
import type { FitSettings } from '../base/options.js'
import { Dictionary } from '../embedding/source.js'
import { SeenHull } from '../explanation/residual.js'
import { unitSignatures } from '../input/signatures.js'
import { Matrix } from '../linalg/matrix.js'
import { TargetEmbedding } from '../recognition/proportions.js'
import type { Trained } from '../training/trained.js'

export interface Engine {
  embed(signature: Float64Array, name: string): { mixture: Float64Array; residual: number }
  unitOf(signature: Float64Array, name: string): Float64Array
  dictionary(): Dictionary
  hull(): SeenHull
  target(): TargetEmbedding
}

export function createEngine(
  { gamma, mixture: kind }: FitSettings,
  trained: Trained,
  seenClasses: readonly { name: string; signature: Float64Array }[]
): Engine {
  const unitOf = (signature: Float64Array, name: string): Float64Array =>
    unitSignatures(Matrix.dense(1, signature.length, signature), [name])
  const { length } = seenClasses[0].signature
  const unit = new Float64Array(seenClasses.length * length)
  seenClasses.forEach(({ name, signature }, s) => unit.set(unitOf(signature, name), s * length))
  let known: Dictionary | undefined
  let hull: SeenHull | undefined
  let target: TargetEmbedding | undefined
  const dictionary = (): Dictionary => (known ??= new Dictionary(unit, seenClasses.length, gamma, kind))
  return {
    embed(signature, name) {
      const { mixture, residual } = dictionary().embed(unitOf(signature, name))
      return { mixture, residual }
    },
    unitOf,
    dictionary,
    hull: () => (hull ??= new SeenHull(unit, seenClasses.length)),
    target: () => (target ??= new TargetEmbedding(trained))
  }
}
