/** A heat map as pixels, one for each pair: tables of tens of thousands of cells are drawn at once. */
import { inkOf } from './map-pixels.js'

/** So many shades lie between the steps of the scale. */
const SHADES = 64

/**
 * Row-major, red in the lowest byte. `values`: (count x count); `order`: positions of rows and columns;
 * `scale`: '#rrggbb', from nothing to all.
 */
export function shadesOf(
  values: ArrayLike<number>,
  order: readonly number[],
  scale: readonly string[]
): Uint32Array<ArrayBuffer> {
  const inks = Uint32Array.from({ length: SHADES }, (_, k) => between(scale, k / (SHADES - 1)))
  const pixels = new Uint32Array(order.length ** 2)
  order.forEach((row, i) =>
    order.forEach((column, k) => {
      const value = Math.min(1, Math.max(0, values[row * order.length + column]))
      pixels[i * order.length + k] = inks[Math.round(value * (SHADES - 1))]
    })
  )
  return pixels
}

function between(scale: readonly string[], part: number): number {
  const at = part * (scale.length - 1)
  const step = Math.min(scale.length - 2, Math.floor(at))
  const [from, to] = [inkOf(scale[step], 1), inkOf(scale[step + 1], 1)]
  const mixed = [0, 8, 16].map(shift => {
    const [a, b] = [(from >>> shift) & 0xff, (to >>> shift) & 0xff]
    return Math.round(a + (b - a) * (at - step)) << shift
  })
  return mixed.reduce((sum, each) => sum | each, 0xff << 24) >>> 0
}
