/**
 * What ALE, SJE, DeViSE and LATEM share: bilinear maps that rank the right class above the others,
 *
 *   f(x, y) = max over k of x' W_k c_y          (one map unless said)
 *   minimise over W   mean over rows of   sum over wrong y of  weight_y [1 + f(x, y) - f(x, y_i)]_+
 *
 * by stochastic subgradient steps. The weights of the violating classes are the one term that sets
 * the methods apart, and each brings its own.
 *
 * Chosen where the sources are silent or differ: the margin is 1 and W starts at zero (a start at
 * random where there are several maps, or they would stay alike), so a margin would only change the
 * scale; rows are taken less their mean over training; a step is the mean over BATCH rows in a seeded
 * order, since products of small batches run at the speed of the kernels, and falls linearly to zero
 * over the epochs, so that the last W is settled. Nothing stops early: how many epochs is a parameter,
 * as is the step, and both are chosen on held-out classes, where the sources stop by them.
 */
import { type Job, stopped } from '../../base/progress.js'
import { createRandom } from '../../base/random.js'
import { ARENA_START, Arena, arrayBytes, createMemory } from '../../kernels/arena.js'
import { SCRATCH_BYTES, wasmKernels } from '../../kernels/wasm.js'
import { type Material, type Method, type Scorer, decades } from '../method.js'
import { paddedColumns } from '../solvers/centred-rows.js'
import { linearOutputs } from './linear-outputs.js'
import { signatureSpan } from './signature-span.js'

/**
 * Writes the weight of every class (seen) given its violation 1 + f(x, y) - f(x, y_i), which is 0 for
 * the right class: only classes with a violation above 0 may get a weight.
 */
export type RankingTerm = (violations: Float64Array, weights: Float64Array) => void

export interface RankingSettings {
  readonly step: number
  readonly epochs: number
  readonly maps?: number
  readonly term: RankingTerm
}

const BATCH = 32
/** Entries of a random start, relative to 1 over the root of the columns. */
const START = 0.1

/** A method with one map, which its term alone tells from the others. */
export function rankingMethod({
  term,
  ...named
}: Pick<Method, 'name' | 'title' | 'source'> & Pick<RankingSettings, 'term'>): Method {
  return {
    ...named,
    kind: 'other',
    quick: false,
    grows: 'rows',
    transductive: false,
    grid: { step: decades(6), epochs: [3, 10] },
    *prepare(material) {
      return {
        train: ({ step, epochs }) =>
          trainRanking(material, { step: Number(step), epochs: Number(epochs), term })
      }
    }
  }
}

export function* trainRanking(
  material: Material,
  { step, epochs, maps = 1, term }: RankingSettings
): Job<Scorer> {
  const { features, labels, seen, seed } = material
  const d = features.columns
  const span = signatureSpan(material.signatures, material.length)
  const c = span.coordinates(material.signatures)
  const width = maps * span.size
  const s = paddedColumns(width)
  const bytes =
    SCRATCH_BYTES +
    arrayBytes(d * s, 8) +
    arrayBytes(d * s, 4) +
    arrayBytes(BATCH * d, 4) +
    2 * arrayBytes(BATCH * s, 4)
  const arena = new Arena(
    wasmKernels(createMemory(bytes, false), ARENA_START),
    ARENA_START + SCRATCH_BYTES,
    ARENA_START + bytes
  )
  /** (d x s): map k has the columns k * size .. */
  const w = arena.float64(d * s)
  const rounded = arena.float32(d * s)
  const x = arena.float32(BATCH * d)
  const outputs = arena.float32(BATCH * s)
  const changes = arena.float32(BATCH * s)
  const random = createRandom(seed)
  if (maps > 1)
    for (let at = 0; at < w.length; at++)
      if (at % s < width) w[at] = ((random.next() - 0.5) * START) / Math.sqrt(d)
  rounded.set(w)
  const mean = meanRow(material)
  const order = Int32Array.from({ length: features.rows }, (_, i) => i)
  const total = epochs * features.rows
  const rank = createRanker(c, seen, span.size, maps, term)

  for (let epoch = 0; epoch < epochs; epoch++) {
    random.shuffle(order)
    for (let first = 0; first < order.length; first += BATCH) {
      const count = Math.min(BATCH, order.length - first)
      for (let i = 0; i < count; i++)
        for (let m = 0; m < d; m++) x[i * d + m] = features.data[order[first + i] * d + m] - mean[m]
      arena.kernels.linear(x.byteOffset, count, rounded.byteOffset, outputs.byteOffset, d, s)
      const rate = (step / count) * (1 - (epoch * features.rows + first) / total)
      changes.fill(0)
      for (let i = 0; i < count; i++)
        rank(
          outputs.subarray(i * s, (i + 1) * s),
          labels[order[first + i]],
          rate,
          changes.subarray(i * s, (i + 1) * s)
        )
      arena.kernels.gemmTN(x.byteOffset, d, changes.byteOffset, s, w.byteOffset, s, d, s, count, false)
      rounded.set(w)
      if (yield { stage: 'prepare', message: `epoch ${epoch + 1} of ${epochs}` }) throw stopped()
    }
  }

  const weights = new Float64Array((d + 1) * s)
  weights.set(w)
  for (let m = 0; m < d; m++) for (let j = 0; j < width; j++) weights[d * s + j] -= mean[m] * w[m * s + j]
  const linear = linearOutputs(weights, s, width)
  return {
    scores(rows, signatures) {
      const out = linear.of(rows)
      const wanted = span.coordinates(signatures)
      const candidates = wanted.length / span.size
      return Float64Array.from(
        { length: rows.rows * candidates },
        (_, at) =>
          bestMap(
            out,
            Math.floor(at / candidates) * width,
            wanted,
            (at % candidates) * span.size,
            span.size,
            maps
          ).score
      )
    }
  }
}

/** max over maps of <outputs of the map, class> and which map it was */
function bestMap(
  outputs: Float32Array | Float64Array,
  firstOutput: number,
  classes: Float64Array,
  firstClass: number,
  size: number,
  maps: number
): { score: number; map: number } {
  let [score, map] = [-Infinity, 0]
  for (let k = 0; k < maps; k++) {
    let sum = 0
    for (let a = 0; a < size; a++) sum += outputs[firstOutput + k * size + a] * classes[firstClass + a]
    if (sum > score) [score, map] = [sum, k]
  }
  return { score, map }
}

/** One row: adds `rate` times the direction of descent, in coordinates of outputs, to `change`. */
function createRanker(
  c: Float64Array,
  seen: number,
  size: number,
  maps: number,
  term: RankingTerm
): (outputs: Float32Array, right: number, rate: number, change: Float32Array) => void {
  const violations = new Float64Array(seen)
  const weights = new Float64Array(seen)
  const map = new Int32Array(seen)
  return (outputs, right, rate, change) => {
    for (let y = 0; y < seen; y++) {
      const best = bestMap(outputs, 0, c, y * size, size, maps)
      violations[y] = best.score
      map[y] = best.map
    }
    const reached = violations[right]
    for (let y = 0; y < seen; y++) violations[y] = y === right ? 0 : 1 + violations[y] - reached
    weights.fill(0)
    term(violations, weights)
    weights[right] = -weights.reduce((sum, weight) => sum + weight, 0)
    for (let y = 0; y < seen; y++) {
      if (weights[y] === 0) continue
      for (let a = 0; a < size; a++) change[map[y] * size + a] -= rate * weights[y] * c[y * size + a]
    }
  }
}

function meanRow({ features: { data, rows, columns } }: Material): Float64Array {
  const mean = new Float64Array(columns)
  for (let i = 0; i < rows; i++) for (let m = 0; m < columns; m++) mean[m] += data[i * columns + m] / rows
  return mean
}
