/** What a run came to: lines for people, one object for machines. */
import { type Lead, type Model, type PointSummary, type Tuned, rehearsalOf } from '@unseen/core'
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
  const own = points.filter(({ point }) => point.family === best.point.family)
  const highest = Math.max(...own.map(({ accuracy }) => accuracy))
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
    ...families
      .slice(1)
      .flatMap(({ family, best: second, lead }) => [
        `Next family  ${familyNames[family]} ${percent(second.accuracy)}: ${pointName(second.point)}`,
        `             ${familyRule(familyNames[families[0].family], lead)}`
      ]),
    ...edgeLines(points, best),
    ...(notConverged === 0
      ? []
      : [
          `Remark       ${notConverged} of ${points.length * best.errors.length} trainings reached their last epoch before the tolerance`
        ]),
    ...modelLines(run, seconds)
  ]
}

/** Why the family that won did, by how far the other leads it. */
function familyRule(winner: string, { difference, standardError }: Lead): string {
  const by = `${percent(Math.abs(difference))} ± ${percent(standardError)}`
  return difference > 0
    ? `leads by ${by} only, as the best of more points: ${winner} are kept until another leads by more than one standard error`
    : `lies behind by ${by}`
}

/** Where the best roundness of clouds may lie outside what was tried. */
function edgeLines(points: readonly PointSummary[], { point }: PointSummary): string[] {
  if (point.family !== 'gauss') return []
  const tried = points.flatMap(({ point: each }) => (each.family === 'gauss' ? [each.shrinkage] : []))
  const [least, most] = [Math.min(...tried), Math.max(...tried)]
  if (least === most || (point.shrinkage !== least && point.shrinkage !== most)) return []
  const further = point.shrinkage === most ? [most, 3 * most, 10 * most] : [least / 10, least / 3, least]
  return [
    `Edge         shrinkage ${point.shrinkage} is the ${point.shrinkage === most ? 'largest' : 'least'} that was tried; further: --grid shrinkage=${further.map(value => Number(value.toPrecision(2))).join(',')}`
  ]
}

export function fitLines(run: TrainRun, seconds: number): string[] {
  const { training } = run.model?.notes ?? {}
  return [
    ...(training === undefined
      ? []
      : [
          run.model?.settings.weights === 'shared'
            ? `Training     ${training.rows} rows, ${training.status}, objective ${training.objective.toPrecision(6)}, gap ${training.gap.toExponential(1)}`
            : `Training     ${training.rows} rows, solved in closed form`
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
  // From the hundredth epoch on training takes second-order steps, which need tens (docs/paper.md).
  const ways = [
    'allow more --epochs (200 are enough for nearly everything)',
    ...(normalise === 'none' ? ['scale the rows (--normalise l2: raw ones are what makes it slow)'] : []),
    'take a smaller --lambda3 or --lambda2 or a larger --gamma'
  ]
  return [
    `Not solved   the last epoch came first: the objective may lie ${percent(gap)} above the least.`,
    `             What helps: ${ways.join('; ')}.`
  ]
}

/** How a class is described to this model, where it knows none by description alone yet. */
function nothingUnseenLines(model: Model | undefined, file: string): string[] {
  if (model === undefined || model.unseen.length > 0) return []
  const words = model.notes.encoder !== undefined
  return [
    'Unseen       nothing yet: every class has images. Describe one whenever you like:',
    `             unseen describe ${file} NAME ${words ? '--sentence "what it looks like"' : '--like CLASS --attribute NAME=NUMBER'}`
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
    ...nothingUnseenLines(model, modelFile),
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
