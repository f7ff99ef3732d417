/**
 * e^x by operations that the language defines to the last bit: Math.exp may differ from engine to engine,
 * and models must not. Range reduction by ln 2 in two parts, then a rational approximation of e^r on
 * |r| <= ln 2 / 2; the error is below one unit in the last place.
 */
const LN2_HIGH = 0.693147180369123816
const LN2_LOW = 1.90821492927058770002e-10
const PER_LN2 = 1.44269504088896338
/** r coth(r / 2) - 2, as a polynomial in r^2 */
const REMEZ = [
  1.66666666666666019037e-1, -2.77777777770155933842e-3, 6.61375632143793436117e-5, -1.6533902205465251539e-6,
  4.13813679705723846039e-8
]

const bits = new Float64Array(1)
const words = new Uint32Array(bits.buffer)
/** Which half of a double holds its exponent. */
const UPPER = ((bits[0] = 1), words[1] === 0x3ff00000 ? 1 : 0)

export function exponential(x: number): number {
  if (Number.isNaN(x)) return x
  if (x > 709.782712893383973096) return Infinity
  if (x < -708) return 0
  const k = Math.round(x * PER_LN2)
  const high = x - k * LN2_HIGH
  const low = k * LN2_LOW
  const r = high - low
  const t = r * r
  let sum = 0
  for (let at = REMEZ.length - 1; at >= 0; at--) sum = t * (REMEZ[at] + sum)
  const c = r - sum
  const value = 1 - (low - (r * c) / (2 - c) - high)
  // The last power of two in two steps: 2^1024 is no double, 2^1023 times 2 is.
  return k === 1024 ? value * power(1023) * 2 : value * power(k)
}

/** 2^k for a normal number. */
function power(k: number): number {
  words[UPPER] = (k + 1023) << 20
  words[1 - UPPER] = 0
  return bits[0]
}
