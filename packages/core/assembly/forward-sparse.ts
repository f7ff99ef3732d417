/**
 * Eq. 5 of sparse rows (CSR): out[i, s] = sum over the entries (m, x) of row i of w[m] max(0, x - v[m, s]).
 *
 * Tiles of features as in forward.ts, so the bytes are those of the dense rows. A tile is finished for
 * all classes before the next begins: its references are then still in the first cache.
 */
import { TILE, accumulate, addRelu, zero } from './lanes'

export function forwardSparse(starts: usize, indices: usize, values: usize, n: usize, v: usize, w: usize, out: usize, s: usize): void {
  const width = s << 2
  const toValue = values - indices
  memory.fill(out, 0, n * width)
  for (let i: usize = 0; i < n; i++, starts += 4, out += width) {
    let entry = indices + (<usize>load<u32>(starts) << 2)
    const end = indices + (<usize>load<u32>(starts, 4) << 2)
    while (entry < end) {
      const border = (<usize>load<u32>(entry) | (TILE - 1)) + 1
      let next = end
      let column: usize = 0
      for (; column + 64 <= width; column += 64) next = four(entry, end, border, toValue, v + column, w, out + column, width)
      for (; column + 32 <= width; column += 32) next = two(entry, end, border, toValue, v + column, w, out + column, width)
      if (column < width) next = one(entry, end, border, toValue, v + column, w, out + column, width)
      entry = next
    }
  }
}

// The entries whose feature is below the border, against four, two or one vectors of classes. Each
// returns where it stopped. `toValue` leads from an entry's index to its value.

function four(entry: usize, end: usize, border: usize, toValue: usize, v: usize, w: usize, out: usize, width: usize): usize {
  let a0 = zero(), a1 = zero(), a2 = zero(), a3 = zero()
  for (; entry < end; entry += 4) {
    const m: usize = load<u32>(entry)
    if (m >= border) break
    const weight = v128.load32_splat(w + (m << 2)), x = v128.load32_splat(entry + toValue), refs = v + m * width
    a0 = addRelu(a0, weight, x, v128.load(refs))
    a1 = addRelu(a1, weight, x, v128.load(refs, 16))
    a2 = addRelu(a2, weight, x, v128.load(refs, 32))
    a3 = addRelu(a3, weight, x, v128.load(refs, 48))
  }
  accumulate(out, a0)
  accumulate(out + 16, a1)
  accumulate(out + 32, a2)
  accumulate(out + 48, a3)
  return entry
}

function two(entry: usize, end: usize, border: usize, toValue: usize, v: usize, w: usize, out: usize, width: usize): usize {
  let a0 = zero(), a1 = zero()
  for (; entry < end; entry += 4) {
    const m: usize = load<u32>(entry)
    if (m >= border) break
    const weight = v128.load32_splat(w + (m << 2)), x = v128.load32_splat(entry + toValue), refs = v + m * width
    a0 = addRelu(a0, weight, x, v128.load(refs))
    a1 = addRelu(a1, weight, x, v128.load(refs, 16))
  }
  accumulate(out, a0)
  accumulate(out + 16, a1)
  return entry
}

function one(entry: usize, end: usize, border: usize, toValue: usize, v: usize, w: usize, out: usize, width: usize): usize {
  let a = zero()
  for (; entry < end; entry += 4) {
    const m: usize = load<u32>(entry)
    if (m >= border) break
    a = addRelu(a, v128.load32_splat(w + (m << 2)), v128.load32_splat(entry + toValue), v128.load(v + m * width))
  }
  accumulate(out, a)
  return entry
}
