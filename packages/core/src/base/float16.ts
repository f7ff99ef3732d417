/**
 * Half precision (1 sign, 5 exponent, 10 mantissa bits) and bfloat16 (the upper half of a float32).
 * Both are held as float32, which represents each of their values; the way back rounds to the
 * nearest, ties to even, so that half -> float32 -> half changes nothing, not even a NaN's payload.
 */

/** The float32 bits of every half; 256 kB, made when the first half is read. */
let table: Uint32Array | undefined

function floatBits(half: number): number {
  const sign = (half & 0x8000) << 16
  const exponent = (half >>> 10) & 31
  const mantissa = half & 1023
  if (exponent === 31) return sign | 0x7f800000 | (mantissa << 13)
  if (exponent > 0) return sign | ((exponent + 112) << 23) | (mantissa << 13)
  if (mantissa === 0) return sign
  // Subnormal: mantissa * 2^-24. Its highest bit becomes the implicit one.
  const highest = 31 - Math.clz32(mantissa)
  return sign | ((highest + 103) << 23) | ((mantissa << (23 - highest)) & 0x7fffff)
}

export function fromFloat16(halves: Uint16Array): Float32Array {
  table ??= Uint32Array.from({ length: 65536 }, (_, half) => floatBits(half))
  const bits = new Uint32Array(halves.length)
  for (let i = 0; i < halves.length; i++) bits[i] = table[halves[i]]
  return new Float32Array(bits.buffer)
}

export function toFloat16(values: Float32Array): Uint16Array {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length)
  const halves = new Uint16Array(values.length)
  for (let i = 0; i < bits.length; i++) halves[i] = halfBits(bits[i])
  return halves
}

function halfBits(bits: number): number {
  const sign = (bits >>> 16) & 0x8000
  const size = bits & 0x7fffffff
  if (size > 0x7f800000) return sign | 0x7c00 | ((size >>> 13) & 1023 || 0x200)
  if (size >= 0x477ff000) return sign | 0x7c00 // rounds to 65536 or more: infinity
  if (size >= 0x38800000) return sign | ((size - 0x38000000 + 0xfff + ((size >>> 13) & 1)) >>> 13)
  // Below 2^-14: count units of 2^-24. At and below half a unit the answer is 0.
  const shift = 126 - (size >>> 23)
  if (shift > 24) return sign
  const mantissa = (size & 0x7fffff) | 0x800000
  return sign | ((mantissa + (1 << (shift - 1)) - 1 + ((mantissa >>> shift) & 1)) >>> shift)
}

export function fromBfloat16(halves: Uint16Array): Float32Array {
  const bits = new Uint32Array(halves.length)
  for (let i = 0; i < halves.length; i++) bits[i] = halves[i] << 16
  return new Float32Array(bits.buffer)
}

export function toBfloat16(values: Float32Array): Uint16Array {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length)
  const halves = new Uint16Array(values.length)
  for (let i = 0; i < bits.length; i++) {
    const isNan = (bits[i] & 0x7fffffff) > 0x7f800000
    // A NaN whose payload is all in the lower half would become infinity.
    halves[i] = isNan
      ? (bits[i] >>> 16) | ((bits[i] & 0x7f0000) === 0 ? 0x40 : 0)
      : (bits[i] + 0x7fff + ((bits[i] >>> 16) & 1)) >>> 16
  }
  return halves
}
