/**
 * Transductive multi-view embedding (Fu, Hospedales, Xiang, Fu and Gong, ECCV 2014): the rows that are recognised
 * together are seen in several views, joined by canonical correlation *on these rows*, and labels spread from
 * the classes' prototypes along graphs in the joint space.
 *
 *   view 1       leading principal components of the rows, of variance 1
 *   view 2       what the rows say of the signature, sum_s p_s(x) c_s - mean (class-regression.ts), in an
 *                orthonormal basis of the seen signatures less their mean, then of variance 1
 *   prototype    of a class: its signature in view 2, replaced by the mean of the rows nearest to it by cosine
 *   joint space  canonical-views.ts, each direction times lambda^4; a prototype has its place from view 2 in both
 *   graphs       one for each view: neighbours by cosine, weight exp(-d^2 / median d^2), (W + W')/2, sum 1; added
 *   score        propagate.ts from the prototypes: 1 for the own class, -1 for the others
 *
 * Transductive: scores depend on the rows in the batch, which are looked at without labels, and on the candidates.
 *
 * From the authors' program, with two views for its three, since there are no word vectors beside signatures here;
 * hence principal components, without which both views would be linear in the rows and every correlation 1. A
 * prototype is the mean of 0.8 rows / candidates, the program's 500 of 6,180 rows and ten classes: that takes
 * classes to be about as frequent. The program prints *test* accuracies in each of its rounds; whether its
 * 47.1 on Animals with Attributes is a best of these is not known. Numbers of neighbours are the program's order
 * of size, set by hand.
 */
import { stopped } from '../../base/progress.js'
import type { DenseMatrix } from '../../linalg/matrix.js'
import { topScores } from '../../recognition/rank.js'
import { type Material, type Method, decades } from '../method.js'
import { type View, canonicalViews } from '../solvers/canonical-views.js'
import { type Components, principalComponents } from '../solvers/principal-components.js'
import { symmetricEigen } from '../solvers/symmetric-eigen.js'
import { type ClassRegression, classRegression } from './class-regression.js'
import { combine, cosines, directions, meanCode } from './codes.js'
import { nearestNeighbours } from './neighbours.js'
import { type Edges, type Graph, graphOf, propagate } from './propagate.js'

const COMPONENTS = [100, 200]
/** Singular values of the seen signatures below this part of the largest count as none. */
const NEGLIGIBLE = 1e-2
/** Of the rows per candidate that refine a prototype. */
const PART = 0.8
const RIDGE = 1e-4
const POWER = 4
const NEIGHBOURS = 30
const PROTOTYPE_NEIGHBOURS = 240
/** Rows of which the median distance is taken, evenly drawn where there are more. */
const SAMPLED = 1000

export const multiView: Method = {
  name: 'multi-view',
  title: 'Multi-view',
  source: 'Fu et al. 2014',
  kind: 'other',
  quick: false,
  grows: 'systems',
  transductive: true,
  relative: true,
  grid: { ridge: decades(2), components: COMPONENTS, alpha: [0.5, 0.8, 0.95] },
  *prepare(material) {
    if (yield { stage: 'prepare', message: 'seen signatures' }) throw stopped()
    const basis = signatureBasis(material)
    const components = remembered(rows => principalComponents(rows, Math.max(...COMPONENTS)))
    // Points that differ in alpha alone share the graph.
    let last: { name: string; graphs: (rows: DenseMatrix) => Map<string, Graph> } | undefined
    return {
      *train({ ridge, components: count, alpha }) {
        const regression = yield* classRegression(material, Number(ridge))
        const name = `${ridge} ${count}`
        if (last?.name !== name) last = { name, graphs: remembered(() => new Map<string, Graph>()) }
        const { graphs } = last
        return {
          scores(rows, signatures) {
            const candidates = signatures.length / material.length
            if (rows.rows === 0) return new Float64Array(0)
            const known = graphs(rows)
            const key = signatures.join()
            const graph =
              known.get(key) ??
              jointGraph(
                leading(components(rows), Number(count)),
                signatureView(basis, regression, rows),
                basis.of(signatures)
              )
            known.set(key, graph)
            const start = new Float64Array((rows.rows + candidates) * candidates)
            start.fill(-1, rows.rows * candidates)
            for (let u = 0; u < candidates; u++) start[(rows.rows + u) * candidates + u] = 1
            return propagate(start, candidates, graph, Number(alpha)).slice(0, rows.rows * candidates)
          }
        }
      }
    }
  }
}

/** Computes once for the same rows. */
function remembered<Result>(compute: (rows: DenseMatrix) => Result): (rows: DenseMatrix) => Result {
  const known = new WeakMap<DenseMatrix, { readonly result: Result }>()
  return rows => {
    const found = known.get(rows) ?? { result: compute(rows) }
    known.set(rows, found)
    return found.result
  }
}

interface SignatureBasis {
  readonly width: number
  /** (seen x width): coordinates of the seen signatures less their mean */
  readonly seen: Float64Array
  /** (classes x length) -> (classes x width) */
  of(signatures: Float64Array): Float64Array
}

/** The right singular vectors of the seen signatures less their mean, from the products of these. */
function signatureBasis({ signatures, seen, length }: Material): SignatureBasis {
  const mean = meanCode(signatures, length)
  const less = (table: Float64Array): Float64Array => table.map((value, at) => value - mean[at % length])
  const centred = less(signatures)
  /** products of rows of a table with the centred signatures, (rows x seen) */
  const products = (table: Float64Array): Float64Array => {
    const result = new Float64Array((table.length / length) * seen)
    for (let at = 0; at < result.length; at++)
      for (let a = 0; a < length; a++)
        result[at] += table[Math.floor(at / seen) * length + a] * centred[(at % seen) * length + a]
    return result
  }
  const { values, vectors } = symmetricEigen(products(centred), seen)
  const largest = Math.sqrt(Math.max(0, values[seen - 1]))
  const kept = Array.from(values.keys()).filter(
    k => values[k] > 0 && Math.sqrt(values[k]) > NEGLIGIBLE * largest
  )
  const width = kept.length
  const scaled = (power: number): Float64Array =>
    Float64Array.from({ length: seen * width }, (_, at) => {
      const k = kept[at % width]
      return vectors[k * seen + Math.floor(at / width)] * values[k] ** power
    })
  const inverse = scaled(-0.5)
  return { width, seen: scaled(0.5), of: table => combine(products(less(table)), inverse, width) }
}

function signatureView(basis: SignatureBasis, regression: ClassRegression, rows: DenseMatrix): View {
  return { width: basis.width, values: combine(regression(rows), basis.seen, basis.width) }
}

function leading({ count, values }: Components, wanted: number): View {
  const width = Math.min(count, wanted)
  return { width, values: values.filter((_, at) => at % count < width) }
}

/** prototypes (candidates x width of the second view); rows come first in the graph, then the classes */
export function jointGraph(first: View, second: View, prototypes: Float64Array): Graph {
  const { width } = second
  const rows = second.values.length / width
  const candidates = prototypes.length / width
  const refined = refine(second, prototypes, Math.max(1, Math.round((PART * rows) / candidates)))
  const { view, place } = standardised(second)
  const kept = Math.min(first.width, width)
  const { lambdas, directions: ways } = canonicalViews([first, view], kept, RIDGE)
  const embed = (values: Float64Array, v: number): Float64Array =>
    combine(
      values,
      ways[v].map((value, at) => value * lambdas[at % kept] ** POWER),
      kept
    )
  const places = embed(place(refined), 1)
  const edges = [embed(first.values, 0), embed(view.values, 1)].map(values =>
    viewEdges(Float64Array.from([...values, ...places]), rows, candidates, kept)
  )
  return graphOf(joined(edges), rows + candidates)
}

/** Each prototype becomes the mean of the `count` rows nearest to it by cosine. */
function refine({ width, values }: View, prototypes: Float64Array, count: number): Float64Array {
  const rows = values.length / width
  const alike = cosines(prototypes, values, width)
  const refined = new Float64Array(prototypes.length)
  for (let u = 0; u * width < prototypes.length; u++) {
    const nearest = topScores(alike.subarray(u * rows, (u + 1) * rows), Math.min(count, rows))
    for (const i of nearest)
      for (let a = 0; a < width; a++) refined[u * width + a] += values[i * width + a] / nearest.length
  }
  return refined
}

/** Of mean 0 and variance 1 over the rows, and how others take their place among them. */
function standardised({ width, values }: View): {
  view: View
  place: (others: Float64Array) => Float64Array
} {
  const mean = meanCode(values, width)
  const squares = meanCode(
    values.map((value, at) => (value - mean[at % width]) ** 2),
    width
  )
  const place = (others: Float64Array): Float64Array =>
    others.map((value, at) =>
      squares[at % width] > 0 ? (value - mean[at % width]) / Math.sqrt(squares[at % width]) : 0
    )
  return { view: { width, values: place(values) }, place }
}

/** One view's graph: points (rows + candidates x width), weights summing to 1 */
function viewEdges(points: Float64Array, rows: number, candidates: number, width: number): Edges {
  const unit = directions(points, new Float64Array(width))
  const count = rows + candidates
  const { k, rows: near, distances } = nearestNeighbours(unit, count, width, NEIGHBOURS)
  const alike = cosines(unit.subarray(rows * width), unit, width)
  const [from, to, squares]: number[][] = [[], [], []]
  for (let at = 0; at < rows * k; at++) {
    from.push(Math.floor(at / k))
    to.push(near[at])
    squares.push(distances[at])
  }
  for (let u = 0; u < candidates; u++) {
    const own = alike.subarray(u * count, (u + 1) * count)
    own[rows + u] = -Infinity
    for (const j of topScores(own, Math.min(PROTOTYPE_NEIGHBOURS, count - 1))) {
      from.push(rows + u)
      to.push(j)
      squares.push(Math.max(0, 2 - 2 * own[j]))
    }
  }
  const scale = medianSquare(unit.subarray(0, rows * width), width)
  const weights = Float64Array.from(squares, square => Math.exp(-square / scale))
  const total = 2 * weights.reduce((sum, weight) => sum + weight, 0)
  return {
    from: Int32Array.from(from),
    to: Int32Array.from(to),
    weights: weights.map(weight => weight / total)
  }
}

/** Median squared distance between points of length 1; 1 where no two of them differ */
function medianSquare(unit: Float64Array, width: number): number {
  const every = Math.ceil(unit.length / width / SAMPLED) * width
  const sample = unit.filter((_, at) => at % every < width)
  const count = sample.length / width
  const alike = cosines(sample, sample, width)
  const squares = Float64Array.from(alike.keys())
    .filter(at => Math.floor(at / count) < at % count)
    .map(at => Math.max(0, 2 - 2 * alike[at]))
    .sort()
  const median = squares[Math.floor(squares.length / 2)] ?? 0
  return median > 0 ? median : 1
}

function joined(all: readonly Edges[]): Edges {
  return {
    from: Int32Array.from(all.flatMap(({ from }) => [...from])),
    to: Int32Array.from(all.flatMap(({ to }) => [...to])),
    weights: Float64Array.from(all.flatMap(({ weights }) => [...weights]))
  }
}
