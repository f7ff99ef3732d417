/** What a comparison found, as plain JSON. Accuracies are 0 to 1. */
import type { Interval } from '../evaluation/bootstrap.js'
import type { Normalisation } from '../input/normalise.js'
import type { Method, Parameters } from './method.js'
import type { Protocol } from './part.js'

export const COMPARISON_FORMAT = 'unseen-comparison'

/**
 * The same bytes for the same data, options and version, however many threads ran and however often it was
 * interrupted.
 */
export interface Comparison {
  readonly format: typeof COMPARISON_FORMAT
  readonly version: 1
  readonly seed: number
  readonly trials: number
  readonly normalise: Normalisation
  readonly classes: { readonly seen: number; readonly unseen: number }
  readonly rows: { readonly train: number; readonly test: number; readonly testSeen: number }
  /**
   * who chose the test rows of seen classes: the data set's split, or each trial's seed (a fifth of each
   * class)
   */
  readonly keptBy: 'split' | 'seed'
  /** of each trial */
  readonly folds: number
  readonly protocols: readonly ProtocolComparison[]
}

export interface ProtocolComparison {
  readonly protocol: Protocol
  /** by which methods are ranked */
  readonly rankedBy: 'perClass' | 'harmonic'
  /** best first; only those whose trials are all done */
  readonly methods: readonly ComparedMethod[]
  readonly failed: readonly { readonly method: string; readonly title: string; readonly message: string }[]
}

export interface ComparedMethod extends Pick<Method, 'title' | 'source' | 'kind' | 'transductive' | 'quick'> {
  /** its name */
  readonly method: string
  readonly points: number
  /** zsl: among the unseen classes */
  readonly zsl?: { readonly perImage: Measure; readonly perClass: Measure }
  /** gzsl: among all classes, per class; `raw` without a bias */
  readonly gzsl?: {
    readonly seen: Measure
    readonly unseen: Measure
    readonly harmonic: Measure
    readonly raw: { readonly seen: Measure; readonly unseen: Measure; readonly harmonic: Measure }
    readonly area: Spread
  }
  /** this method less the best one, by the measure they are ranked by; 0 for the best itself */
  readonly toBest: Difference
  /** less the paper's own method (the better one, of several); absent where it is not compared */
  readonly toPaper?: Difference
  readonly trials: readonly ComparedTrial[]
  /** of the first trial, gzsl alone */
  readonly curve?: readonly { readonly seen: number; readonly unseen: number }[]
}

/** Of the same resamples; p is two-sided, of no difference. */
export interface Difference {
  readonly difference: Interval
  readonly p: number
}

export interface Spread {
  /** mean over trials */
  readonly value: number
  /** standard deviation over trials; 0 for one */
  readonly deviation: number
}

/** The interval is of the mean over trials. */
export interface Measure extends Interval, Spread {}

export interface ComparedTrial {
  readonly seed: number
  readonly parameters: Parameters
  /** parameters on the edge of their list (methods/method.ts): a better one may lie outside */
  readonly onEdge: readonly string[]
  /** what the parameters were chosen by, on held-out classes: accuracy per class (zsl), H (gzsl) */
  readonly heldOut: number
  /**
   * gzsl: added to the scores of seen classes; and as it was chosen, in units (the spread of a row's scores
   * over the seen classes)
   */
  readonly bias?: number
  readonly biasInUnits?: number
  readonly accuracy: number
}
