/**
 * Bytes for a reader that trusts what it reads. Arrow's metadata are flatbuffers: lengths and offsets that
 * a hostile sender may set to anything, to a list of two thousand million entries or to a list within
 * itself. Read through these, what lies outside ends the reading, and so does reading without end.
 */
const MOST_READS = 4_000_000
const digits = /^\d+$/

/** `bytes` as the reader sees them; pieces it cuts out are guarded too, pieces of pieces are plain. */
export function guardedBytes(bytes: Uint8Array): Uint8Array {
  let reads = 0
  const count = (): void => {
    if (++reads > MOST_READS) throw new RangeError('too much metadata')
  }
  const guard = (target: Uint8Array, deep: boolean): Uint8Array =>
    new Proxy(target, {
      get(from, property) {
        if (
          typeof property === 'string' &&
          (digits.test(property) || property.startsWith('-') || property === 'NaN')
        ) {
          count()
          const at = Number(property)
          if (!(at >= 0 && at < from.length)) throw new RangeError('outside of the metadata')
          return from[at]
        }
        if (property === 'subarray') {
          return (start: number, end: number) => {
            count()
            const piece = from.subarray(start, end)
            return deep ? guard(piece, false) : piece
          }
        }
        // Read from the array itself: its length and its memory are no properties of a stand-in.
        return Reflect.get(from, property, from) as unknown
      }
    })
  return guard(bytes, true)
}
