/** What a run came to: lines for people, one object for machines. */
import { type Model, type PointSummary, type Tuned, rehearsalOf } from '@unseen/core'
import { pointName } from '@unseen/core/internal'
import type { TrainRun } from '../runs/train-run.js'
import { duration } from './progress-bar.js'
import { percent, searchMaps } from './search-view.js'

const familyNames = {
  paper: "the paper's method",
  'class-weights': 'class weights',
  gauss: 'Gaussian weights'
} as const

export function tuneLines(run: TrainRun, tuned: Tuned, seconds: number): string[] {
  const { best, alike, families, notConverged, points } = tuned
  if (best === undefined) return ['There is no result yet.']
  const highest = Math.max(...points.map(({ accuracy }) => accuracy))
  const others = alike.filter(({ point }) => point !== best.point)
  return [
    ...searchMaps(points).slice(1),
    '',
    `Winner       ${pointName(best.point)}`,
    `             ${accuracyOf(best)} on held-out classes over ${best.errors.length} folds (${spread(best)})`,
    ...(highest > best.accuracy
      ? [
          `Rule         the plainest kind within one standard error of the highest (${percent(highest)}, * above) wins`
        ]
      : []),
    ...(others.length === 0
      ? []
      : [
          `As good      ${others.length} other ${others.length === 1 ? 'point lies' : 'points lie'} within one standard error; the choice among them is by rule, not by accuracy`
        ]),
    ...(families.length < 2
      ? []
      : families
          .slice(1)
          .map(
            ({ family, best: second }) =>
              `Next family  ${familyNames[family]} ${percent(second.accuracy)}: ${pointName(second.point)}`
          )),
    ...(notConverged === 0
      ? []
      : [
          `Remark       ${notConverged} of ${points.length * best.errors.length} trainings reached their last epoch before the tolerance`
        ]),
    ...modelLines(run, seconds)
  ]
}

export function fitLines(run: TrainRun, seconds: number): string[] {
  const { training } = run.model?.notes ?? {}
  return [
    ...(training === undefined
      ? []
      : [
          `Training     ${training.rows} rows, ${training.status}, objective ${training.objective.toPrecision(6)}, gap ${training.gap.toExponential(1)}`
        ]),
    ...modelLines(run, seconds)
  ]
}

/** What to do where the weights were not solved to the end; empty where they were. */
export function notSolvedLines(
  { status, gap }: { readonly status: string; readonly gap: number },
  { normalise }: { readonly normalise?: unknown }
): string[] {
  if (status !== 'epoch-limit') return []
  const ways = [
    ...(normalise === 'none' ? ['scale the rows (--normalise l2: raw ones are what makes it slow)'] : []),
    'take a smaller --lambda3 or --lambda2 or a larger --gamma',
    'allow more --epochs'
  ]
  return [
    `Not solved   the last epoch came first: the objective may lie ${percent(gap)} above the least.`,
    `             What helps: ${ways.join('; ')}.`
  ]
}

function modelLines({ metrics, model, modelFile, config }: TrainRun, seconds: number): string[] {
  return [
    ...(model === undefined ? [] : notSolvedLines(model.notes.training, config.options)),
    ...(metrics === undefined
      ? []
      : [
          `Unseen       ${percent(metrics.perImage)} of ${metrics.rows} test images (95 %: ${percent(metrics.intervals.perImage.low)} to ${percent(metrics.intervals.perImage.high)}), ${percent(metrics.perClass)} per class`
        ]),
    ...rehearsalLines(model),
    ...(model === undefined ? [] : [`Model        ${modelFile}`]),
    `Time         ${duration(seconds)}`
  ]
}

function rehearsalLines(model: Model | undefined): string[] {
  const rehearsal = model === undefined ? undefined : rehearsalOf(model.notes)
  if (rehearsal === undefined) return []
  const {
    unseen: { accuracy },
    all
  } = rehearsal
  return [
    `Rehearsal    ${percent(accuracy.value)} of a hidden class (95 %: ${percent(accuracy.low)} to ${percent(accuracy.high)}); among all classes H ${percent(all.raw.harmonic)} without, ${percent(all.calibrated.harmonic)} with the bias`
  ]
}

export function runJson({ folder, modelFile, config, tuned, metrics, model }: TrainRun): object {
  return {
    run: folder,
    model: model && modelFile,
    config,
    status: tuned?.status ?? 'complete',
    winner: tuned?.best && {
      options: tuned.options,
      accuracy: tuned.best.accuracy,
      standardError: tuned.best.standardError,
      alike: tuned.alike.length
    },
    metrics,
    training: model?.notes.training,
    rehearsal: model?.notes.rehearsal
  }
}

function accuracyOf({ accuracy, standardError }: PointSummary): string {
  return `${percent(accuracy)} ± ${percent(standardError)}`
}

function spread({ errors, rows }: PointSummary): string {
  const accuracies = errors.map((wrong, fold) => 1 - wrong / rows[fold])
  return `from ${percent(Math.min(...accuracies))} to ${percent(Math.max(...accuracies))}`
}
