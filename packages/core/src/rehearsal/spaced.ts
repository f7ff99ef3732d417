/** Training rows that units are measured on, evenly spaced: plenty for a mean. */
export const UNIT_ROWS = 1000

/** At most `most` of the values, evenly spaced. */
export function spaced(values: Uint32Array, most: number): Uint32Array {
  const size = Math.min(most, values.length)
  return Uint32Array.from({ length: size }, (_, i) => values[Math.floor((i * values.length) / size)])
}
