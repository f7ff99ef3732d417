/**
 * One of the paper's experiments, run on the data that are there. What comes out is a part of a report:
 * tables with the published figures beside ours, and figures as data.
 */
import type { Executor, Matrix } from '@unseen/core'
import type { Report, ReportFigure, ResultTable, WideTable } from '@unseen/report'
import type { Estimate } from './estimate.js'
import type { FoundData } from './find-data.js'
import type { Tested, Wanted } from './measure.js'

/** Data sets of the paper, by the names that `--data NAME=FOLDER` takes. */
export const dataNames = {
  cifar10: 'CIFAR-10',
  apy: 'aPascal & aYahoo',
  awa: 'Animals with Attributes',
  cub: 'CUB-200-2011',
  sun: 'SUN Attribute'
} as const
export type DataName = keyof typeof dataNames

export interface ExperimentContext {
  /** of every kind of features there is; empty where it is not there */
  data(name: DataName): readonly FoundData[]
  /** tuned on held-out seen classes and tested; the same is done once for all experiments */
  tuned(found: FoundData, wanted: Wanted): Promise<Tested>
  readonly executor: Executor
  readonly protocol: 'groups' | 'paper'
  readonly trials: number
  readonly seed: number
  /** class weights beside the paper's method, where that is no matter of course */
  readonly classWeights: boolean
  /** the systems that Table 3 compares with, trained here too */
  readonly systems: boolean
  readonly signal?: AbortSignal
  /** said before a search of the paper's whole grid begins */
  onEstimate?(estimate: Estimate): void
  /** what is being done, and how far it is (0 to 1) */
  onProgress?(text: string, fraction: number): void
  /** places of rows in the plane by t-SNE */
  map(
    features: Matrix,
    title: string
  ): Promise<{ readonly x: readonly number[]; readonly y: readonly number[] }>
  /** the words under a figure or table: what it shows, from which data, with which command */
  caption(shows: string, found: readonly FoundData[]): string
}

export interface Outcome {
  readonly results?: readonly ResultTable[]
  readonly tables?: readonly WideTable[]
  readonly figures?: readonly ReportFigure[]
  readonly mixtures?: Report['mixtures']
  /** what the paper shows and could not be made here */
  readonly missing?: readonly string[]
}

export interface Experiment {
  /** what the command calls it */
  readonly name: string
  readonly title: string
  /** one line for people */
  readonly summary: string
  /** works with any one of these */
  readonly needs: readonly DataName[]
  run(context: ExperimentContext): Promise<Outcome>
}
