/** From values to places along a track, 0 included, in per cent of its width. */
export interface Scale {
  part(value: number): string
  /** left and width of a bar between two values */
  span(from: number, to: number): { readonly left: string; readonly width: string }
}

export function scaleOf(values: readonly number[], room = 0): Scale {
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  const reach = (high - low) * (1 + room) || 1
  const at = (value: number): number => (100 * (value - low)) / reach
  const text = (value: number): string => `${value.toFixed(3)}%`
  return {
    part: value => text(at(value)),
    span: (from, to) => ({ left: text(at(Math.min(from, to))), width: text(Math.abs(at(to) - at(from))) })
  }
}
