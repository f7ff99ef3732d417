/** Every kernel over rows as one entry: how it is called on a problem, and what it writes. */
import { randomNumbers, type Workbench } from './workbench.js'

export interface Problem {
  n: number
  d: number
  s: number
  /** (n x d); the sparse kernels get its positive entries */
  x: Float32Array
  /** (d x s), +Infinity in columns from `seen` on */
  v: Float32Array
  w: Float32Array
  /** (n x s), 0 in columns from `seen` on */
  beta: Float32Array
  /** (d x s), 0 in columns from `seen` on */
  weights: Float32Array
}

export interface Shape {
  n: number
  d: number
  s: number
  padding?: number
  zeros?: number
  scale?: number
  seed?: number
}

export function makeProblem({ n, d, s, padding = 0, zeros = 0.3, scale = 1, seed = 1 }: Shape): Problem {
  const random = randomNumbers(seed * 7919 + n * 31 + d * 17 + s)
  const seen = s - padding
  const signed = (length: number): Float32Array => Float32Array.from({ length }, () => (random() - 0.5) * 2)
  const columns = (rows: number, inside: () => number, outside: number): Float32Array =>
    Float32Array.from({ length: rows * s }, (_, at) => (at % s < seen ? inside() : outside))
  const sign = (): number => (random() - 0.5) * 2
  return {
    n,
    d,
    s,
    x: Float32Array.from({ length: n * d }, () =>
      random() < zeros ? 0 : random() < 0.9 ? random() * scale : -random() * scale
    ),
    v: columns(d, () => (random() < 0.1 ? 0 : random() * 0.6 * scale), Infinity),
    w: signed(d),
    beta: columns(n, () => (random() < 0.3 ? 0 : sign()), 0),
    weights: columns(d, sign, 0)
  }
}

/** The rows from..to - 1 of a problem. */
export function someRows(problem: Problem, from: number, to: number): Problem {
  const { d, s } = problem
  return {
    ...problem,
    n: to - from,
    x: problem.x.slice(from * d, to * d),
    beta: problem.beta.slice(from * s, to * s)
  }
}

/**
 * The same problem with coefficients made positive: its results bound the rounding of the original's.
 * Negative features count only where there is no transform.
 */
export function magnitudes(name: string, problem: Problem): Problem {
  const positive = (values: Float32Array): Float32Array => values.map(Math.abs)
  const { x, w, beta, weights } = problem
  return {
    ...problem,
    x: name === 'linear' ? positive(x) : x,
    w: positive(w),
    beta: positive(beta),
    weights: positive(weights)
  }
}

function compress({ n, d, x }: Problem): { starts: number[]; indices: number[]; values: number[] } {
  const starts = [0],
    indices: number[] = [],
    values: number[] = []
  for (let i = 0; i < n; i++) {
    for (let m = 0; m < d; m++) {
      if (x[i * d + m] > 0) {
        indices.push(m)
        values.push(x[i * d + m])
      }
    }
    starts.push(indices.length)
  }
  return { starts, indices, values }
}

type Case = (bench: Workbench, problem: Problem) => number[]

/** Puts the problem on the bench, and its rows as CSR. */
function lay(bench: Workbench, problem: Problem) {
  const { starts, indices, values } = compress(problem)
  const at = (array: { byteOffset: number }): number => array.byteOffset
  return {
    x: at(bench.f32(problem.x)),
    v: at(bench.f32(problem.v)),
    w: at(bench.f32(problem.w)),
    beta: at(bench.f32(problem.beta)),
    weights: at(bench.f32(problem.weights)),
    starts: at(bench.u32(starts)),
    indices: at(bench.u32(indices)),
    values: at(bench.f32(values)),
    count: starts.at(-1) ?? 0
  }
}

/** Outputs of kernels that write start as rubbish, of kernels that add as this. */
const rubbish = (length: number): Float32Array => new Float32Array(length).fill(NaN)
const begun = (length: number): number[] => Array.from({ length }, (_, at) => (at % 7) / 8)

export const rowCases: Record<string, Case> = {
  forward(bench, problem) {
    const { n, d, s } = problem,
      p = lay(bench, problem),
      out = bench.f32(rubbish(n * s))
    bench.kernels.forward(p.x, n, p.v, p.w, out.byteOffset, d, s)
    return [...out]
  },
  forwardSparse(bench, problem) {
    const { n, s } = problem,
      p = lay(bench, problem),
      out = bench.f32(rubbish(n * s))
    bench.kernels.forwardSparse(p.starts, p.indices, p.values, n, p.v, p.w, out.byteOffset, s)
    return [...out]
  },
  forwardClass(bench, problem) {
    const { n, d, s } = problem,
      p = lay(bench, problem),
      out = bench.f32(rubbish(n * s))
    bench.kernels.forwardClass(p.x, n, p.v, p.weights, out.byteOffset, d, s)
    return [...out]
  },
  linear(bench, problem) {
    const { n, d, s } = problem,
      p = lay(bench, problem),
      out = bench.f32(rubbish(n * s))
    bench.kernels.linear(p.x, n, p.weights, out.byteOffset, d, s)
    return [...out]
  }
}

export const oneRowCases: Record<string, Case> = {
  adjointRow(bench, problem) {
    const { d, s } = problem,
      p = lay(bench, problem),
      out = bench.f32(rubbish(d))
    const norm = bench.kernels.adjointRow(p.x, p.v, p.beta, out.byteOffset, d, s)
    return [...out, norm]
  },
  adjointRowSparse(bench, problem) {
    const { s } = problem,
      p = lay(bench, problem),
      out = bench.f32(rubbish(p.count))
    const norm = bench.kernels.adjointRowSparse(p.indices, p.values, p.count, p.v, p.beta, out.byteOffset, s)
    return [...out, norm]
  },
  linearAdjoint(bench, problem) {
    const { d, s } = problem,
      p = lay(bench, problem),
      out = bench.f32(rubbish(d))
    const norm = bench.kernels.linearAdjoint(p.weights, p.beta, out.byteOffset, d, s)
    return [...out, norm]
  },
  update(bench, { d, w, x }) {
    const exact = bench.f64(begun(d)),
      rounded = bench.f32(rubbish(d)),
      a = bench.f32(x)
    bench.kernels.update(a.byteOffset, w[0] ?? 1, exact.byteOffset, rounded.byteOffset, d)
    return [...exact, ...rounded]
  },
  updateSparse(bench, problem) {
    const p = lay(bench, problem),
      exact = bench.f64(begun(problem.d)),
      rounded = bench.f32(new Float32Array(problem.d))
    bench.kernels.updateSparse(
      p.indices,
      p.values,
      p.count,
      problem.w[0] ?? 1,
      exact.byteOffset,
      rounded.byteOffset
    )
    return [...exact, ...rounded]
  }
}

export const sumCases: Record<string, Case> = {
  adjointSum(bench, problem) {
    const { n, d, s } = problem,
      p = lay(bench, problem),
      out = bench.f64(begun(d))
    bench.kernels.adjointSum(p.x, n, p.v, p.beta, out.byteOffset, d, s)
    return [...out]
  },
  adjointSumSparse(bench, problem) {
    const { n, d, s } = problem,
      p = lay(bench, problem),
      out = bench.f64(begun(d))
    bench.kernels.adjointSumSparse(p.starts, p.indices, p.values, n, p.v, p.beta, out.byteOffset, s)
    return [...out]
  },
  mask(bench, problem) {
    const { n, d, s } = problem,
      p = lay(bench, problem),
      out = bench.f32(begun(d * s))
    bench.kernels.mask(p.x, n, p.v, p.beta, out.byteOffset, d, s)
    return [...out]
  },
  maskSparse(bench, problem) {
    const { n, d, s } = problem,
      p = lay(bench, problem),
      out = bench.f32(begun(d * s))
    bench.kernels.maskSparse(p.starts, p.indices, p.values, n, p.v, p.beta, out.byteOffset, s)
    return [...out]
  },
  transformSum(bench, problem) {
    const { n, d, s } = problem,
      p = lay(bench, problem),
      out = bench.f32(begun(d * s))
    bench.kernels.transformSum(p.x, n, p.v, out.byteOffset, d, s)
    return [...out]
  },
  transformSumSparse(bench, problem) {
    const { n, d, s } = problem,
      p = lay(bench, problem),
      out = bench.f32(begun(d * s))
    bench.kernels.transformSumSparse(p.starts, p.indices, p.values, n, p.v, out.byteOffset, s)
    return [...out]
  }
}
