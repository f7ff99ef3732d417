/**
 * Scales a picture by a separable filter with half-pixel centres: output position i is source position
 * (i + 0.5) * from / to - 0.5. When it shrinks, the filter widens with it (no aliasing); beyond the
 * edge nothing is added, the weights left are scaled to sum 1. Enlarging by `bilinear` is thus plain
 * bilinear interpolation with clamped edges. The same weights as Pillow's resize, without its rounding;
 * as there, what a cubic or Lanczos' filter overshoots is cut off.
 */
import type { Preprocessing } from './preprocessing.js'

export interface Picture {
  /** RGB, interleaved, (height x width x 3) */
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

/** The part of the scaled picture that is wanted. */
export interface Window {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

interface Weights {
  /** for each output position: first source position and how many */
  readonly starts: Uint32Array
  readonly counts: Uint32Array
  readonly width: number
  /** (outputs x width) */
  readonly values: Float32Array
}

interface Filter {
  /** beyond so many pixels every weight is zero */
  readonly support: number
  weight(distance: number): number
}

/** Those of Pillow; `nearest` takes one pixel and needs none. */
const filters: Readonly<Record<Exclude<Preprocessing['resize'], 'nearest'>, Filter>> = {
  bilinear: { support: 1, weight: x => Math.max(0, 1 - Math.abs(x)) },
  /** Keys' cubic with a = -0.5 */
  bicubic: { support: 2, weight: x => cubic(Math.abs(x)) },
  lanczos: { support: 3, weight: x => (Math.abs(x) < 3 ? sinc(x) * sinc(x / 3) : 0) },
  hamming: {
    support: 1,
    weight: x => (Math.abs(x) < 1 ? sinc(x) * (0.54 + 0.46 * Math.cos(Math.PI * x)) : 0)
  },
  box: { support: 0.5, weight: x => (x > -0.5 && x <= 0.5 ? 1 : 0) }
}

/** `picture` scaled to `size`, of which `area` is returned: RGB, interleaved. */
export function resample(
  { data, width, height }: Picture,
  size: { readonly width: number; readonly height: number },
  area: Window,
  kind: Preprocessing['resize']
): Float32Array {
  const overshoots = kind === 'bicubic' || kind === 'lanczos'
  const across = weightsOf(width, size.width, area.left, area.width, kind)
  const down = weightsOf(height, size.height, area.top, area.height, kind)
  // Only the lines that the second pass reads.
  const first = Math.min(...down.starts)
  const last = down.starts.reduce((most, start, i) => Math.max(most, start + down.counts[i]), 0)
  const lines = new Float32Array((last - first) * area.width * 3)
  for (let y = first, to = 0; y < last; y++) {
    for (let x = 0; x < area.width; x++, to += 3) {
      let red = 0
      let green = 0
      let blue = 0
      const count = across.counts[x]
      for (
        let k = 0, from = (y * width + across.starts[x]) * 3, at = x * across.width;
        k < count;
        k++, from += 3, at++
      ) {
        const weight = across.values[at]
        red += weight * data[from]
        green += weight * data[from + 1]
        blue += weight * data[from + 2]
      }
      lines[to] = red
      lines[to + 1] = green
      lines[to + 2] = blue
    }
  }
  if (overshoots) cutOff(lines)
  const stride = area.width * 3
  const result = new Float32Array(area.height * stride)
  for (let y = 0; y < area.height; y++) {
    const line = result.subarray(y * stride, (y + 1) * stride)
    for (let k = 0; k < down.counts[y]; k++) {
      const weight = down.values[y * down.width + k]
      const from = (down.starts[y] + k - first) * stride
      for (let x = 0; x < stride; x++) line[x] += weight * lines[from + x]
    }
  }
  if (overshoots) cutOff(result)
  return result
}

function cutOff(levels: Float32Array): void {
  for (let k = 0; k < levels.length; k++) levels[k] = Math.max(0, Math.min(255, levels[k]))
}

function weightsOf(
  from: number,
  to: number,
  start: number,
  length: number,
  kind: Preprocessing['resize']
): Weights {
  const step = from / to
  if (kind === 'nearest')
    return {
      starts: Uint32Array.from({ length }, (_, i) =>
        Math.min(from - 1, Math.floor((start + i + 0.5) * step))
      ),
      counts: new Uint32Array(length).fill(1),
      width: 1,
      values: new Float32Array(length).fill(1)
    }
  const { support, weight } = filters[kind]
  const stretch = Math.max(1, step)
  const area = support * stretch
  const width = Math.ceil(2 * area) + 1
  const result = {
    starts: new Uint32Array(length),
    counts: new Uint32Array(length),
    width,
    values: new Float32Array(length * width)
  }
  for (let i = 0; i < length; i++) {
    const centre = (start + i + 0.5) * step
    const low = Math.max(0, Math.floor(centre - area + 0.5))
    const high = Math.min(from, Math.floor(centre + area + 0.5))
    const values = Array.from({ length: high - low }, (_, k) => weight((low + k + 0.5 - centre) / stretch))
    const sum = values.reduce((total, value) => total + value, 0)
    result.starts[i] = low
    result.counts[i] = values.length
    values.forEach((value, k) => {
      result.values[i * width + k] = value / sum
    })
  }
  return result
}

function cubic(x: number): number {
  if (x < 1) return (1.5 * x - 2.5) * x * x + 1
  return x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
}
