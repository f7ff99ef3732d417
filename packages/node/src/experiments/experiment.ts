/**
 * One of the paper's experiments, run on the data that are there. What comes out is a part of a report:
 * tables with the published figures beside ours, and figures as data.
 */
import type { Executor, Matrix, Model } from '@unseen/core'
import type { Report, ReportFigure, ResultTable } from '@unseen/report'
import type { OpenDataset } from '../dataset/open.js'
import type { Estimate } from './estimate.js'

/** Data sets that experiments ask for, by the beginnings of folder names. */
export const dataNames = {
  cifar10: 'CIFAR-10',
  cub: 'CUB-200-2011',
  awa: 'Animals with Attributes',
  sun: 'SUN Attributes'
} as const
export type DataName = keyof typeof dataNames

export interface ExperimentContext {
  /** undefined where it is not there */
  data(name: DataName): Promise<OpenDataset | undefined>
  readonly executor: Executor
  readonly protocol: 'groups' | 'paper'
  readonly trials: number
  readonly seed: number
  readonly signal?: AbortSignal
  /** said before a search of the paper's whole grid begins */
  onEstimate?(estimate: Estimate): void
  /** what is being done, and how far it is (0 to 1) */
  onProgress?(text: string, fraction: number): void
  /** places of rows in the plane, for maps */
  map(
    features: Matrix,
    title: string
  ): Promise<{ readonly x: readonly number[]; readonly y: readonly number[] }>
}

export interface Outcome {
  readonly summary?: readonly string[]
  readonly results?: readonly ResultTable[]
  readonly figures?: readonly ReportFigure[]
  readonly mixtures?: Report['mixtures']
  readonly classes?: Report['classes']
  /** one model worth showing */
  readonly model?: Model
}

export interface Experiment {
  /** what the command calls it */
  readonly name: string
  readonly title: string
  /** one line for people */
  readonly summary: string
  /** works with any one of these; says what it leaves out */
  readonly needs: readonly DataName[]
  run(context: ExperimentContext): Promise<Outcome>
}
