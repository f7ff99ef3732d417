/**
 * Signatures as yes and no, for methods that ask of every attribute whether a class has it: an entry
 * above its mean over the seen classes is a yes. That suits percentages as well as word vectors and
 * sentences.
 *
 * Every signature is scaled to a largest entry of 1 first: this gives tables of zeros and ones back as
 * they were, where classes with more attributes have smaller entries at length 1, and an attribute
 * that all classes have would seem to vary. An attribute with the same answer, or the same entry in the
 * table as it was given, for all seen classes has nothing to learn from and is left out.
 */
import type { Material } from '../method.js'

export interface BinaryAttributes {
  readonly count: number
  /** (count): part of the seen classes that have it, strictly between 0 and 1 */
  readonly prior: Float64Array
  /** of any signatures: row-major (classes x count), 0 or 1 */
  of(signatures: Float64Array): Uint8Array
}

export function binaryAttributes(material: Material): BinaryAttributes {
  const { signatures, length, seen } = material
  const scaled = scaleToLargest(signatures, length)
  const threshold = new Float64Array(length)
  for (let at = 0; at < scaled.length; at++) threshold[at % length] += scaled[at] / seen
  const having = new Float64Array(length)
  for (let at = 0; at < scaled.length; at++)
    if (exceeds(scaled[at], threshold[at % length])) having[at % length]++
  const kept = Array.from({ length }, (_, a) => a).filter(
    a => having[a] > 0 && having[a] < seen && varies(material, a)
  )
  return {
    count: kept.length,
    prior: Float64Array.from(kept, a => having[a] / seen),
    of(others) {
      const values = scaleToLargest(others, length)
      const answers = new Uint8Array((others.length / length) * kept.length)
      for (let k = 0; k * length < others.length; k++)
        kept.forEach(
          (a, at) => (answers[k * kept.length + at] = exceeds(values[k * length + a], threshold[a]) ? 1 : 0)
        )
      return answers
    }
  }
}

/** Equal entries and their mean differ by rounding alone: that is no yes. */
function exceeds(value: number, threshold: number): boolean {
  return value > threshold + 1e-12
}

/**
 * Does an attribute differ between seen classes in the table as it was given? Lengths of 1 hide that it does
 * not.
 */
function varies({ signatures, lengths, length, seen }: Material, a: number): boolean {
  if (lengths === undefined) return true
  const entries = Array.from({ length: seen }, (_, s) => signatures[s * length + a] * lengths[s])
  return entries.some(entry => Math.abs(entry - entries[0]) > 1e-9 * Math.abs(entries[0]))
}

function scaleToLargest(signatures: Float64Array, length: number): Float64Array {
  const scaled = Float64Array.from(signatures)
  for (let first = 0; first < scaled.length; first += length) {
    const row = scaled.subarray(first, first + length)
    const largest = row.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    for (let a = 0; a < length && largest > 0; a++) row[a] /= largest
  }
  return scaled
}
