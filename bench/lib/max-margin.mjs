/**
 * The max-margin problem (core's problems/max-margin.ts) opened by hand, so that a benchmark can time
 * the w-step alone; the same steps as core's training/shared-weights.ts.
 */
import { readTrainingInput } from '../../packages/core/dist/input/training-input.js'
import { Dictionary } from '../../packages/core/dist/embedding/source.js'
import { arrayBytes } from '../../packages/core/dist/kernels/arena.js'
import { compactRows, deltaMatrix } from '../../packages/core/dist/problems/max-margin.js'
import {
  TransformedRows,
  classMeans,
  paddedClasses
} from '../../packages/core/dist/problems/transformed-rows.js'
import { createWorkplace, openWorkplace } from '../../packages/core/dist/problems/workplace.js'
import { createRandom } from '../../packages/core/dist/base/random.js'
import { complete } from '../../packages/core/dist/base/progress.js'
import { WStep, wStepBytes } from '../../packages/core/dist/solvers/w-step.js'

/**
 * Relu, references at the class means, simplex mixtures, no mean constraints; `placing` is the time rows take
 * into memory.
 */
export function openProblem({ features, labels, signatures }, { gamma }) {
  const set = readTrainingInput({ features, labels, signatures })
  const seen = set.seen.length,
    s = paddedClasses(seen),
    d = features.columns
  const unit = new Float64Array(seen * set.length)
  set.seen.forEach((index, k) =>
    unit.set(set.unit.subarray(index * set.length, (index + 1) * set.length), k * set.length)
  )
  const dictionary = new Dictionary(unit, seen, gamma, 'simplex')
  const z = new Float64Array(seen * seen)
  for (let k = 0; k < seen; k++)
    z.set(dictionary.embed(unit.subarray(k * set.length, (k + 1) * set.length)).mixture, k * seen)
  const start = performance.now()
  const workplace = createWorkplace(set.features, set.labels, seen, {
    normalise: 'l2',
    arenaBytes: arrayBytes(d * s, 4) + wStepBytes(seen, d, s, false)
  })
  const placing = (performance.now() - start) / 1000
  const { arena, rows } = openWorkplace(workplace)
  const phi = new TransformedRows(rows, classMeans(arena, rows, workplace.ranges), s, 'relu')
  const delta = deltaMatrix(unit, seen)
  return {
    arena,
    rows,
    z,
    seen,
    d,
    s,
    placing,
    problem: { phi, ranges: workplace.ranges, mixtures: compactRows(z, seen), delta }
  }
}

/** One w-step from nothing: { seconds, w, objective, gap, epochs, status }. */
export function solve({ arena, problem }, lambda3, { tolerance = 0, maxEpochs }) {
  const mark = arena.mark()
  const start = performance.now()
  const solver = new WStep(arena, problem, false)
  const solved = complete(solver.solve(0, lambda3, { tolerance, maxEpochs, random: createRandom(0) }))
  const seconds = (performance.now() - start) / 1000
  const w = Float64Array.from(solver.w)
  arena.release(mark)
  return { ...solved, seconds, w }
}

/** The rows as the solver has them, sorted by class: { x (rows x d), labels }. */
export function storedRows({ rows, d, problem: { ranges } }) {
  const total = ranges.reduce((sum, { count }) => sum + count, 0)
  const x = new Float32Array(total * d)
  rows.copyDense(0, total, x)
  return { x, labels: Int32Array.from(ranges.flatMap(({ count }, y) => new Array(count).fill(y))) }
}

/** The objective of Eq. 7 (lambda2 = 0, without the lambda1 term) in float64, by plain loops of its own. */
export function primal({ problem, z, seen, d, s }, { x, labels }, w, lambda3) {
  const {
    phi: { references },
    delta
  } = problem
  const p = new Float64Array(s),
    scores = new Float64Array(seen)
  let squares = 0,
    hinges = 0
  for (const value of w) squares += value * value
  for (let i = 0; i < labels.length; i++) {
    p.fill(0)
    for (let m = 0; m < d; m++) {
      const value = x[i * d + m]
      // References are at least 0.
      if (value <= 0) continue
      for (let k = 0; k < seen; k++) {
        const over = value - references[m * s + k]
        if (over > 0) p[k] += w[m] * over
      }
    }
    scores.fill(0)
    for (let k = 0; k < seen; k++) for (let c = 0; c < seen; c++) scores[k] += z[k * seen + c] * p[c]
    const y = labels[i]
    for (let k = 0; k < seen; k++)
      if (k !== y) hinges += Math.max(0, delta[y * seen + k] - scores[y] + scores[k])
  }
  return squares / 2 + lambda3 * hinges
}
