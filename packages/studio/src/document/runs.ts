/** A run as the project keeps it: plain JSON, newest first in the list. */
import type { Json, JsonObject } from '../lib/json.js'

export type RunStatus = 'waiting' | 'running' | 'done' | 'stopped' | 'failed'

export interface Run {
  readonly kind: 'run'
  readonly id: string
  readonly number: number
  readonly status: RunStatus
  /** 'class weights', "paper's SSE" */
  readonly title: string
  readonly startedAt: number
  readonly seconds?: number
  readonly family: 'paper' | 'class-weights' | 'gauss' | 'auto'
  readonly plan: JsonObject
  /** the signatures it learned from */
  readonly table?: string
  /** how many settings there are to try */
  readonly settings: number
  /** values of the axes of the map of settings */
  readonly axes: { readonly gamma: readonly number[]; readonly other: readonly number[] }
  readonly tried: readonly TriedSetting[]
  readonly steps: readonly { readonly objective: number; readonly gap: number }[]
  readonly best?: {
    readonly accuracy: number
    readonly standardError: number
    readonly options: Readonly<Record<string, string | number>>
    readonly alike: number
  }
  readonly problem?: string
}

/** One setting, and its accuracy on the held-out classes of the folds that are done. */
export interface TriedSetting {
  readonly gamma: number
  /** of the paper's method lambda3, of class weights ridge */
  readonly other: number
  /** lambda2, or how mixtures are compared */
  readonly third: string
  readonly accuracy: number
  readonly standardError: number
  readonly folds: number
  /** absent where a run tries one family alone */
  readonly family?: 'paper' | 'class-weights' | 'gauss'
}

export const isRun = (value: Json): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  value.kind === 'run' &&
  'id' in value &&
  'tried' in value

/** Runs out of what a project keeps; whatever else is there is left alone. */
export const runsOf = (kept: readonly Json[]): readonly Run[] =>
  kept.filter(isRun) as unknown as readonly Run[]

/** The best of the settings that share a place on the map. */
export function settingAt(
  tried: readonly TriedSetting[],
  gamma: number,
  other: number
): TriedSetting | undefined {
  return tried
    .filter(each => each.gamma === gamma && each.other === other)
    .reduce<TriedSetting | undefined>(
      (best, each) => (best === undefined || each.accuracy > best.accuracy ? each : best),
      undefined
    )
}
