/**
 * What a run tells: settings tried, the course of the training, and the outcome. Plain, since runs are kept
 * in the project.
 */
import type { FitOptions } from '@unseen/core'
import type { TriedSetting } from '../document/runs.js'

/** One measurement of a training. */
export interface TrainingStep {
  readonly objective: number
  /** relative to the objective */
  readonly gap: number
}

export interface RunNews {
  readonly tried?: readonly TriedSetting[]
  readonly steps?: readonly TrainingStep[]
}

export interface RunOutcome {
  /** 'stopped': by somebody or by the clock; the best so far counts */
  readonly status: 'done' | 'stopped'
  readonly tried: readonly TriedSetting[]
  readonly best?: {
    readonly accuracy: number
    readonly standardError: number
    readonly options: FitOptions
    readonly alike: number
  }
  readonly steps: readonly TrainingStep[]
  /** there is a trained model of it in memory */
  readonly trained: boolean
  readonly seconds: number
}
