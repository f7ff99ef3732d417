/**
 * The paper's training as a whole: rows into memory, references at the class means, then Algorithm 1
 * (or only its w-step).
 */
import type { FitSettings } from '../base/options.js'
import type { Job } from '../base/progress.js'
import { createRandom } from '../base/random.js'
import { trainedTransform } from '../embedding/transforms.js'
import { arrayBytes } from '../kernels/arena.js'
import type { Matrix } from '../linalg/matrix.js'
import { type MaxMarginProblem, compactRows, deltaMatrix } from '../problems/max-margin.js'
import { TransformedRows, classMeans, paddedClasses } from '../problems/transformed-rows.js'
import { createWorkplace, openWorkplace } from '../problems/workplace.js'
import { wStepBytes } from '../solvers/w-step.js'
import { algorithm1 } from './algorithm-1.js'
import { gradientBytes } from './objective.js'
import { trainReleased } from './released.js'
import { type Trained, type TrainingReport, unpackColumns } from './trained.js'

export interface SharedWeightsInput {
  readonly features: Matrix
  /** (rows): 0 .. seen - 1 */
  readonly labels: Int32Array
  /** unit signatures of the seen classes, (seen x length) */
  readonly unit: Float64Array
  /** compared mixtures of the seen classes, (seen x seen) */
  readonly mixtures: Float64Array
}

export function* trainSharedWeights(
  { features, labels, unit, mixtures }: SharedWeightsInput,
  settings: FitSettings
): Job<{ trained: Trained; report: TrainingReport }> {
  const seen = Math.sqrt(mixtures.length)
  const s = paddedClasses(seen)
  const d = features.columns
  yield { stage: 'prepare', message: 'reading rows' }
  const arenaBytes = arrayBytes(d * s, 4) + wStepBytes(seen, d, s, settings.lambda2 > 0) + gradientBytes(d, s)
  const workplace = createWorkplace(features, labels, seen, { normalise: settings.normalise, arenaBytes })
  const { arena, rows } = openWorkplace(workplace)
  const references = classMeans(arena, rows, workplace.ranges)
  const transform = settings.transform === 'int' ? 'int' : 'relu'
  const computed =
    settings.recipe === 'released'
      ? transform
      : trainedTransform(transform, settings.mixture, settings.compare)
  const problem: MaxMarginProblem = {
    phi: new TransformedRows(rows, references, s, computed),
    ranges: workplace.ranges,
    mixtures: compactRows(mixtures, seen),
    delta: deltaMatrix(unit, seen)
  }
  const random = createRandom(settings.seed)
  const result =
    settings.recipe === 'released'
      ? yield* trainReleased(arena, problem, mixtures, random)
      : yield* algorithm1(arena, problem, settings, {
          steps: settings.references === 'learned' ? settings.steps : 0,
          tolerance: settings.tolerance,
          maxEpochs: settings.epochs,
          random
        })
  const { w, ...outcome } = result
  const weights = Float32Array.from(w)
  // relu was solved in place of int: the same problem with -w.
  if (transform !== computed) for (let m = 0; m < weights.length; m++) weights[m] = -weights[m]
  return {
    trained: {
      seen,
      columns: d,
      transform,
      kind: 'shared',
      references: unpackColumns(references, s, seen),
      weights
    },
    report: { ...outcome, rows: features.rows, zeroRows: workplace.layout.zeroRows }
  }
}
