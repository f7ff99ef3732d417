/**
 * The paper's method, Zhang and Saligrama, "Zero-Shot Learning via Semantic Similarity Embedding" (ICCV
 * 2015): simplex mixtures (Eq. 3) x one weight vector for all classes, trained by max margin (Eq. 7 to 9)
 * on max(0, x - v_s) x inner product.
 *
 * `sse` keeps the references at the class means; `sse-learned` is Algorithm 1. Parameters are chosen with
 * the references at the means in both cases, as in section 2.5. The paper's grid has 342 points; ours is
 * cut down to the budget that all methods share. Points with one gamma start from one another's dual
 * variables. lambda1 is 1e-4, as everywhere here.
 */
import { resolveFitOptions } from '../../base/options.js'
import { type Job, stopped } from '../../base/progress.js'
import { createRandom } from '../../base/random.js'
import { Dictionary } from '../../embedding/source.js'
import { type Arena, arrayBytes } from '../../kernels/arena.js'
import { type MaxMarginProblem, compactRows, deltaMatrix } from '../../problems/max-margin.js'
import type { StoredRows } from '../../problems/stored-rows.js'
import {
  type ClassRange,
  TransformedRows,
  classMeans,
  paddedClasses
} from '../../problems/transformed-rows.js'
import { createWorkplace, openWorkplace } from '../../problems/workplace.js'
import { TargetEmbedding } from '../../recognition/proportions.js'
import { WStep, wStepBytes } from '../../solvers/w-step.js'
import { algorithm1 } from '../../training/algorithm-1.js'
import { gradientBytes } from '../../training/objective.js'
import { unpackColumns } from '../../training/trained.js'
import { type Material, type Method, type Parameters, type Prepared, decades } from '../method.js'
import { mixtureScorer } from './mixture-method.js'

const shared = {
  source: 'Zhang and Saligrama 2015',
  kind: 'paper',
  transductive: false,
  grid: { gamma: decades(3), lambda2: [0, 0.1], lambda3: decades(2) }
} as const

export const sse: Method = {
  ...shared,
  name: 'sse',
  title: 'SSE, references at the means',
  quick: true,
  grows: 'rows',
  prepare: material => prepare(material, false)
}

export const sseLearned: Method = {
  ...shared,
  name: 'sse-learned',
  title: 'SSE, references learned',
  quick: false,
  grows: 'rows',
  tunedAs: 'sse',
  prepare: material => prepare(material, true)
}

function* prepare(material: Material, learn: boolean): Job<Prepared> {
  if (yield { stage: 'prepare', message: 'reading rows' }) throw stopped()
  const { features, labels, seen, signatures } = material
  const d = features.columns
  const s = paddedClasses(seen)
  const arenaBytes = arrayBytes(d * s, 4) + wStepBytes(seen, d, s, true) + (learn ? gradientBytes(d, s) : 0)
  const workplace = createWorkplace(features, labels, seen, { normalise: 'none', arenaBytes })
  const { arena, rows } = openWorkplace(workplace)
  const references = classMeans(arena, rows, workplace.ranges)
  const atMeans = Float32Array.from(references)
  const delta = deltaMatrix(signatures, seen)
  const train = learn ? learnedReferences(arena) : fixedReferences(arena)
  return {
    *train(point, { rough = false } = {}) {
      const dictionary = new Dictionary(signatures, seen, Number(point['gamma']))
      references.set(atMeans)
      const problem = problemOf(rows, references, workplace.ranges, dictionary, delta)
      const weights = yield* train(problem, point, {
        seed: material.seed,
        ...(rough ? searchPrecision : fullPrecision())
      })
      const target = new TargetEmbedding({
        seen,
        columns: d,
        transform: 'relu',
        kind: 'shared',
        references: unpackColumns(references, s, seen),
        weights
      })
      return mixtureScorer(
        signature => dictionary.embed(signature).mixture,
        x => target.proportions(x, 'none'),
        'inner',
        material.length
      )
    }
  }
}

interface Precision {
  readonly tolerance: number
  readonly maxEpochs: number
}

/** As in a search of `tune`: a rougher solution ranks the points as well. */
const searchPrecision: Precision = { tolerance: 1e-2, maxEpochs: 30 }

function fullPrecision(): Precision {
  const { tolerance, epochs } = resolveFitOptions()
  return { tolerance, maxEpochs: epochs }
}

type Training = (
  problem: MaxMarginProblem,
  point: Parameters,
  options: Precision & { readonly seed: number }
) => Job<Float32Array>

/** The w-step alone; the solver is kept while gamma stays, and with it the dual variables. */
function fixedReferences(arena: Arena): Training {
  const start = arena.mark()
  let kept: { solver: WStep; gamma: unknown } | undefined
  return function* (problem, { gamma, lambda2, lambda3 }, { seed, ...precision }) {
    if (kept?.gamma !== gamma) {
      arena.release(start)
      kept = { solver: new WStep(arena, problem, true), gamma }
    }
    const { status } = yield* kept.solver.solve(Number(lambda2), Number(lambda3), {
      ...precision,
      random: createRandom(seed)
    })
    if (status === 'cancelled') throw stopped()
    return Float32Array.from(kept.solver.w)
  }
}

function learnedReferences(arena: Arena): Training {
  return function* (problem, { lambda2, lambda3 }, { seed, ...precision }) {
    const mark = arena.mark()
    const { lambda1, steps } = resolveFitOptions()
    const { status, w } = yield* algorithm1(
      arena,
      problem,
      { lambda1, lambda2: Number(lambda2), lambda3: Number(lambda3) },
      { steps, ...precision, random: createRandom(seed) }
    )
    if (status === 'cancelled') throw stopped()
    const weights = Float32Array.from(w)
    arena.release(mark)
    return weights
  }
}

function problemOf(
  rows: StoredRows,
  references: Float32Array,
  ranges: readonly ClassRange[],
  dictionary: Dictionary,
  delta: Float64Array
): MaxMarginProblem {
  const { size, length, signatures } = dictionary
  const mixtures = new Float64Array(size * size)
  for (let k = 0; k < size; k++)
    mixtures.set(dictionary.embed(signatures.subarray(k * length, (k + 1) * length)).mixture, k * size)
  const phi = new TransformedRows(rows, references, paddedClasses(size), 'relu')
  return { phi, ranges, mixtures: compactRows(mixtures, size), delta }
}
