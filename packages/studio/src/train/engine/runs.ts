/**
 * One run: the settings that are tried on held-out classes, then a training on all seen classes with the
 * best.
 */
import {
  type Executor,
  type FitOptions,
  type Model,
  type PointSummary,
  type Progress,
  type TrainingInput,
  UnseenError,
  fit,
  summarise,
  tune
} from '@unseen/core'
import { type ChainResult, defined, pointAxes } from '@unseen/core/internal'
import type { TriedSetting } from '../../document/runs.js'
import type { Journal } from '../../worker/journal.js'
import type { RunNews, RunOutcome, TrainingStep } from '../facts.js'
import { type RunPlan, fixedOf, gridOf } from './plans.js'

export interface RunWatch {
  readonly signal: AbortSignal
  readonly onProgress?: ((progress: Progress) => void) | undefined
  readonly onNews?: ((news: RunNews) => void) | undefined
}

const MINUTE = 60_000
/** Steps that are kept of a training. */
const MOST_STEPS = 400

export async function runPlan(
  input: TrainingInput,
  plan: RunPlan,
  executor: Executor,
  journal: Journal<ChainResult>,
  watch: RunWatch
): Promise<RunOutcome & { readonly model: Model | undefined }> {
  const { signal, onProgress, onNews } = watch
  const started = performance.now()
  const results: ChainResult[] = [...journal.entries]
  const search = await tune(input, {
    ...fixedOf(plan),
    executor,
    onProgress,
    completed: journal.entries,
    retrain: false,
    family: plan.family,
    protocol: plan.effort === 'paper' ? 'paper' : 'groups',
    grid: gridOf(plan),
    signal: AbortSignal.any([signal, AbortSignal.timeout(plan.minutes * MINUTE)]),
    onResult(result) {
      results.push(result)
      journal.add(result)
      onNews?.({ tried: summarise(results).points.map(triedSetting) })
    }
  })
  const { best, options } = search
  const tried = search.points.map(triedSetting)
  const [model, steps] =
    options === undefined || signal.aborted ? [undefined, []] : await train(input, options, watch)
  return {
    status: search.status === 'complete' && model !== undefined ? 'done' : 'stopped',
    tried,
    steps,
    model,
    ...defined({
      best:
        best !== undefined && options !== undefined
          ? {
              accuracy: best.accuracy,
              standardError: best.standardError,
              options,
              alike: search.alike.length
            }
          : undefined
    }),
    trained: model !== undefined,
    seconds: (performance.now() - started) / 1000
  }
}

/** Stopped before there is anything to recognise with, there is no model, and what the search found stays. */
async function train(
  input: TrainingInput,
  options: FitOptions,
  { signal, onProgress, onNews }: RunWatch
): Promise<[Model | undefined, readonly TrainingStep[]]> {
  const course = createCourse()
  const listen = (progress: Progress): void => {
    onProgress?.(progress)
    if (
      progress.stage !== 'weights' ||
      !Number.isFinite(progress.objective) ||
      !Number.isFinite(progress.gap)
    )
      return
    if (course.add(progress)) onNews?.({ steps: course.steps() })
  }
  try {
    return [await fit(input, { ...options, signal, onProgress: listen }), course.steps()]
  } catch (error) {
    if (error instanceof UnseenError && error.code === 'cancelled') return [undefined, course.steps()]
    throw error
  }
}

/**
 * The course of a training as the best so far: between two measurements the objective rises and falls, what
 * is known of the optimum does not. Where references are learned, each round of weights is one step.
 */
export function createCourse(): {
  /** False where it tells nothing new. */
  readonly add: (measured: TrainingStep & { readonly epoch: number }) => boolean
  readonly steps: () => readonly TrainingStep[]
} {
  const rounds: TrainingStep[] = []
  let round: TrainingStep[] = []
  let [epoch, objective, bound] = [0, Infinity, -Infinity]
  return {
    add(measured) {
      if (measured.epoch < epoch) {
        rounds.push(...round.slice(-1))
        round = []
        ;[objective, bound] = [Infinity, -Infinity]
      }
      epoch = measured.epoch
      const before = round.at(-1)
      objective = Math.min(objective, measured.objective)
      bound = Math.max(bound, measured.objective * (1 - measured.gap))
      const gap = objective > 0 ? Math.max(0, 1 - bound / objective) : 0
      if (round.length >= MOST_STEPS || (before?.objective === objective && before.gap === gap)) return false
      round.push({ objective, gap })
      return true
    },
    steps: () => (rounds.length === 0 ? [...round] : [...rounds, ...round.slice(-1)].slice(-MOST_STEPS))
  }
}

export function triedSetting({ point, accuracy, standardError, errors }: PointSummary): TriedSetting {
  const { x, y, rest } = pointAxes(point)
  return {
    gamma: x.value,
    other: y.value,
    third: rest,
    accuracy,
    standardError,
    folds: errors.length,
    family: point.family
  }
}
