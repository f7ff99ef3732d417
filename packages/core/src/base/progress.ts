/**
 * What a long job tells while it runs, and how it is driven. Jobs are written as generators that
 * yield a `Progress` often; `drive` runs one to its end, hands the event loop its turn every few
 * milliseconds (so that a page stays alive and an AbortSignal can arrive) and asks for the best so
 * far when the signal fires. Inside a worker the same job may run straight through.
 */
import { UnseenError } from './errors.js'

/** What a long job is doing; `stage` says which of the fields it has. */
export type Progress =
  | { readonly stage: 'prepare'; readonly message: string }
  /** The w-step: one more part of an epoch; objective and gap are those last measured. */
  | {
      readonly stage: 'weights'
      readonly epoch: number
      readonly fraction: number
      readonly objective: number
      readonly gap: number
    }
  /** Algorithm 1: one V-step tried. */
  | {
      readonly stage: 'references'
      readonly step: number
      readonly steps: number
      readonly objective: number
      readonly accepted: boolean
    }
  /** One chain of a search: points done. */
  | { readonly stage: 'chain'; readonly key: string; readonly done: number; readonly total: number }
  /** Cross validation: points done, the best one so far and its accuracy on the folds that know it. */
  | {
      readonly stage: 'search'
      readonly done: number
      readonly total: number
      readonly secondsLeft: number
      readonly best: string
      readonly accuracy: number
    }
  /** A rehearsal: trainings done (parts of one, too) of all. */
  | { readonly stage: 'rehearse'; readonly done: number; readonly total: number; readonly message: string }
  /** The doctor reads the features: rows done. */
  | { readonly stage: 'examine'; readonly done: number; readonly total: number }

/** How a long job is watched and stopped. */
export interface Watch {
  /** Called often while the job runs. */
  readonly onProgress?: ((progress: Progress) => void) | undefined
  /** Stops the job when it fires; searches and rehearsals return what they have so far. */
  readonly signal?: AbortSignal | undefined
}

/** A job: yields progress, receives `true` when it should stop with the best so far. */
export type Job<Result, Step = Progress> = Generator<Step, Result, boolean>

const TURN_MS = 24

export async function drive<Result, Step = Progress>(
  job: Job<Result, Step>,
  {
    onProgress,
    signal
  }: {
    readonly onProgress?: ((step: Step) => void) | undefined
    readonly signal?: AbortSignal | undefined
  } = {}
): Promise<Result> {
  const giveWay = turns()
  let step = job.next(signal?.aborted ?? false)
  while (step.done !== true) {
    onProgress?.(step.value)
    const waiting = giveWay()
    if (waiting !== undefined) await waiting
    step = job.next(signal?.aborted ?? false)
  }
  return step.value
}

/** Hands the event loop its turn, if it has waited for some milliseconds. */
export function turns(): () => Promise<void> | undefined {
  let turn = performance.now()
  return () => {
    if (performance.now() - turn <= TURN_MS) return undefined
    return new Promise<void>(resolve => setTimeout(resolve, 0)).then(() => {
      turn = performance.now()
    })
  }
}

/** Runs a job straight through, without giving way. */
export function complete<Result>(job: Job<Result>, watch?: (progress: Progress) => boolean): Result {
  let step = job.next(false)
  while (step.done !== true) step = job.next(watch?.(step.value) ?? false)
  return step.value
}

export function stopped(): UnseenError {
  return new UnseenError('cancelled', 'Training was stopped before there was anything to recognise with.')
}
