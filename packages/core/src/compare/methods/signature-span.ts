/**
 * Signatures in coordinates of the span of the seen ones. Maps that are learned from seen classes and
 * start at zero never leave that span, so with fewer classes than attributes nothing is lost and the
 * work is that of the classes, not of the attributes.
 */
export interface SignatureSpan {
  readonly size: number
  /** (classes x length) -> (classes x size) */
  coordinates(signatures: Float64Array): Float64Array
}

export function signatureSpan(signatures: Float64Array, length: number): SignatureSpan {
  if (signatures.length / length >= length) return { size: length, coordinates: others => others }
  const basis: Float64Array[] = []
  for (let first = 0; first < signatures.length; first += length) {
    const rest = signatures.slice(first, first + length)
    // Twice is enough (Kahan; Giraud and others 2005): the second pass removes what rounding left.
    for (let pass = 0; pass < 2; pass++) {
      for (const direction of basis) {
        const along = product(rest, 0, direction)
        for (let a = 0; a < length; a++) rest[a] -= along * direction[a]
      }
    }
    const size = Math.sqrt(product(rest, 0, rest))
    if (size > 1e-6) basis.push(rest.map(value => value / size))
  }
  return {
    size: basis.length,
    coordinates: others =>
      Float64Array.from({ length: (others.length / length) * basis.length }, (_, at) =>
        product(others, Math.floor(at / basis.length) * length, basis[at % basis.length])
      )
  }
}

function product(a: Float64Array, first: number, b: Float64Array): number {
  let sum = 0
  for (let m = 0; m < b.length; m++) sum += a[first + m] * b[m]
  return sum
}
