/**
 * The few vector expressions all kernels share. They are inlined, so that every kernel computes
 * max(0, x - v) and its sums with the same instructions in the same order.
 */

/** Features summed in registers before the sum is added to the total: two short sums round less than a long one. */
export const TILE: usize = 512

// @ts-ignore: decorator
@inline
export function zero(): v128 {
  return f32x4.splat(0)
}

/** max(0, x - v); 0 for v = +Infinity and for NaN. pmax is one instruction, max is several. */
// @ts-ignore: decorator
@inline
export function relu(x: v128, v: v128): v128 {
  return f32x4.pmax(zero(), f32x4.sub(x, v))
}

/** total + weight * max(0, x - v). */
// @ts-ignore: decorator
@inline
export function addRelu(total: v128, weight: v128, x: v128, v: v128): v128 {
  return f32x4.add(total, f32x4.mul(weight, relu(x, v)))
}

/** (sum of a, sum of b, sum of c, sum of d), each as (a0 + a2) + (a1 + a3). */
// @ts-ignore: decorator
@inline
export function sums(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = f32x4.add(v128.shuffle<f32>(a, b, 0, 4, 1, 5), v128.shuffle<f32>(a, b, 2, 6, 3, 7))
  const cd = f32x4.add(v128.shuffle<f32>(c, d, 0, 4, 1, 5), v128.shuffle<f32>(c, d, 2, 6, 3, 7))
  return f32x4.add(v128.shuffle<f32>(ab, cd, 0, 1, 4, 5), v128.shuffle<f32>(ab, cd, 2, 3, 6, 7))
}

/** The sum of one vector's lanes, in the order of `sums`. */
// @ts-ignore: decorator
@inline
export function sum(a: v128): f32 {
  return f32x4.extract_lane(sums(a, a, a, a), 0)
}

/** Lanes 0, 1 and lanes 2, 3 as float64. */
// @ts-ignore: decorator
@inline
export function low64(a: v128): v128 {
  return f64x2.promote_low_f32x4(a)
}
// @ts-ignore: decorator
@inline
export function high64(a: v128): v128 {
  return f64x2.promote_low_f32x4(v128.shuffle<f32>(a, a, 2, 3, 2, 3))
}

/** out[0 .. 3] += a in float32. */
// @ts-ignore: decorator
@inline
export function accumulate(out: usize, a: v128): void {
  v128.store(out, f32x4.add(v128.load(out), a))
}

/** out[0 .. 1] += a in float64. */
// @ts-ignore: decorator
@inline
export function add64(out: usize, a: v128): void {
  v128.store(out, f64x2.add(v128.load(out), a))
}
