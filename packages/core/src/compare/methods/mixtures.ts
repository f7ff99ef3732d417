/** Ways to write a class in seen classes that several methods share. */
import { Dictionary, type MixtureKind } from '../../embedding/source.js'
import type { Material } from '../method.js'
import type { Mixture } from './mixture-method.js'

/** Eq. 3 of the paper, or one of its closed forms without the simplex (embedding/source.ts). */
export function dictionaryMixture(
  { signatures, seen }: Material,
  gamma: number,
  kind: MixtureKind = 'simplex'
): Mixture {
  const dictionary = new Dictionary(signatures, seen, gamma, kind)
  return signature => dictionary.embed(signature).mixture
}

/** Products of every seen signature with one, (seen) */
export function signatureProducts(
  { signatures, seen, length }: Material,
  signature: ArrayLike<number>
): Float64Array {
  const products = new Float64Array(seen)
  for (let s = 0; s < seen; s++)
    for (let k = 0; k < length; k++) products[s] += signatures[s * length + k] * signature[k]
  return products
}
