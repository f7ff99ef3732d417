// Half precision: all 65,536 of them, and every rounding.
import { fromBfloat16, fromFloat16, toBfloat16, toFloat16 } from '../../src/base/float16.js'
import { describe, expect, it } from 'vitest'

const all = Uint16Array.from({ length: 65536 }, (_, half) => half)

/** The value by the definition of the format. */
function value(half: number): number {
  const sign = half & 0x8000 ? -1 : 1
  const exponent = (half >>> 10) & 31
  const mantissa = half & 1023
  if (exponent === 31) return mantissa === 0 ? sign * Infinity : NaN
  return exponent === 0 ? sign * mantissa * 2 ** -24 : sign * (1 + mantissa / 1024) * 2 ** (exponent - 15)
}

describe('float16', () => {
  it('is read by its definition', () => {
    const floats = fromFloat16(all)
    expect(all.every(half => Object.is(floats[half], value(half)))).toBe(true)
  })

  it('comes back to the bit', () => {
    expect(Buffer.from(toFloat16(fromFloat16(all)).buffer).equals(Buffer.from(all.buffer))).toBe(true)
    expect(Buffer.from(toBfloat16(fromBfloat16(all)).buffer).equals(Buffer.from(all.buffer))).toBe(true)
  })

  it('rounds to the nearest, ties to even', () => {
    const round = (x: number): number => toFloat16(Float32Array.of(x))[0]
    for (let half = 0; half < 0x7c00; half++) {
      const [below, above] = [value(half), half === 0x7bff ? 65536 : value(half + 1)]
      const middle = (below + above) / 2
      const step = (above - below) / 64
      if (
        round(middle) !== half + (half & 1) ||
        round(middle - step) !== half ||
        round(middle + step) !== half + 1 ||
        round(-middle) !== (0x8000 | (half + (half & 1)))
      )
        throw new Error(`half ${half}`)
    }
    expect([round(1e-30), round(-0), round(1e30), round(2 ** -25)]).toEqual([0, 0x8000, 0x7c00, 0])
    expect(toFloat16(new Float32Array(Uint32Array.of(0x7f800001).buffer))[0]).toBe(0x7e00)
  })

  it('rounds to bfloat16', () => {
    expect([...toBfloat16(Float32Array.of(1, 1 + 2 ** -8, 1 + 3 * 2 ** -8, 3.4e38, -Infinity))]).toEqual([
      0x3f80, 0x3f80, 0x3f82, 0x7f80, 0xff80
    ])
    expect(toBfloat16(new Float32Array(Uint32Array.of(0x7f800001).buffer))[0]).toBe(0x7fc0)
  })
})
