/**
 * The direction of limited-memory BFGS (Nocedal 1980) for many problems in lockstep: the variables are
 * a matrix (rows x s), each column a problem of its own, or (joined) all columns one problem. The
 * curvature of the last few steps is kept in float32; sums run in float64.
 */
const MEMORY = 6

interface Pair {
  readonly step: Float32Array
  readonly change: Float32Array
  /** 1 / <step, change> per column, 0 where the pair says nothing */
  readonly rho: Float64Array
}

export class LimitedMemory {
  private readonly s: number
  private readonly joined: boolean
  private readonly pairs: Pair[] = []

  constructor(s: number, joined: boolean) {
    this.s = s
    this.joined = joined
  }

  /** A step taken, and the change of gradient it met. */
  remember(step: Float32Array, change: Float32Array): void {
    const product = this.products(step, change)
    const square = this.products(change, change)
    const useful = (c: number): boolean => product[c] > 1e-10 * square[c] && square[c] > 0
    this.pairs.push({ step, change, rho: product.map((value, c) => (useful(c) ? 1 / value : 0)) })
    if (this.pairs.length > MEMORY) this.pairs.shift()
  }

  /** -H g by the two-loop recursion; `guess` applies the first guess of H, in place. */
  direction(gradient: Float64Array, guess: (v: Float64Array) => void): Float64Array {
    const { s, pairs } = this
    const result = gradient.map(value => -value)
    const factors: Float64Array[] = []
    for (const { step, change, rho } of [...pairs].reverse()) {
      const factor = this.products(step, result).map((value, c) => value * rho[c])
      factors.push(factor)
      addScaled(result, change, factor, -1, s)
    }
    guess(result)
    for (const { step, change, rho } of pairs) {
      const factor = factors.pop() ?? new Float64Array(s)
      const correction = this.products(change, result).map((value, c) => factor[c] - value * rho[c])
      addScaled(result, step, correction, 1, s)
    }
    return result
  }

  /** <a, b> per column; joined, the sum for every column */
  products(a: Float32Array | Float64Array, b: Float32Array | Float64Array): Float64Array {
    const { s } = this
    const sums = new Float64Array(s)
    for (let first = 0; first < a.length; first += s)
      for (let c = 0; c < s; c++) sums[c] += a[first + c] * b[first + c]
    return this.joined ? sums.fill(sums.reduce((total, value) => total + value, 0)) : sums
  }
}

/** target += sign * factor[column] * source */
function addScaled(
  target: Float64Array,
  source: Float32Array,
  factor: Float64Array,
  sign: number,
  s: number
): void {
  for (let first = 0; first < target.length; first += s)
    for (let c = 0; c < s; c++) target[first + c] += sign * factor[c] * source[first + c]
}
