/** w64 += step * a, then w = w64 rounded to float32: for all features, or for those named by indices. */
import { high64, low64 } from './lanes'

export function update(a: usize, step: f64, w64: usize, w: usize, d: usize): void {
  const steps = f64x2.splat(step)
  let m: usize = 0
  for (; m + 4 <= d; m += 4, a += 16, w64 += 32, w += 16) {
    const direction = v128.load(a)
    const low = f64x2.add(v128.load(w64), f64x2.mul(steps, low64(direction)))
    const high = f64x2.add(v128.load(w64, 16), f64x2.mul(steps, high64(direction)))
    v128.store(w64, low)
    v128.store(w64, high, 16)
    v128.store(w, v128.shuffle<f32>(f32x4.demote_f64x2_zero(low), f32x4.demote_f64x2_zero(high), 0, 1, 4, 5))
  }
  for (; m < d; m++, a += 4, w64 += 8, w += 4) updateOne(a, step, w64, w)
}

export function updateSparse(indices: usize, a: usize, count: usize, step: f64, w64: usize, w: usize): void {
  for (const end = indices + (count << 2); indices < end; indices += 4, a += 4) {
    const m: usize = load<u32>(indices)
    updateOne(a, step, w64 + (m << 3), w + (m << 2))
  }
}

// @ts-ignore: decorator
@inline
function updateOne(a: usize, step: f64, w64: usize, w: usize): void {
  const value = load<f64>(w64) + step * <f64>load<f32>(a)
  store<f64>(w64, value)
  store<f32>(w, <f32>value)
}
