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
  /** What the file is, for whoever reads it back. */
  readonly format: typeof COMPARISON_FORMAT
  /** Of the format. */
  readonly version: 1
  /** Seed of the first trial. */
  readonly seed: number
  /** How often everything was repeated. */
  readonly trials: number
  /** How each feature row was scaled. */
  readonly normalise: Normalisation
  /** How many classes there were. */
  readonly classes: { readonly seen: number; readonly unseen: number }
  /** How many rows there were: `test` of unseen classes, `testSeen` of seen ones. */
  readonly rows: { readonly train: number; readonly test: number; readonly testSeen: number }
  /**
   * who chose the test rows of seen classes: the data set's split, or each trial's seed (a fifth of each
   * class)
   */
  readonly keptBy: 'split' | 'seed'
  /** of each trial */
  readonly folds: number
  /** Results, one entry for each protocol. */
  readonly protocols: readonly ProtocolComparison[]
}

/** Methods under one protocol. */
export interface ProtocolComparison {
  /** Which one. */
  readonly protocol: Protocol
  /** by which methods are ranked */
  readonly rankedBy: 'perClass' | 'harmonic'
  /** best first; only those whose trials are all done */
  readonly methods: readonly ComparedMethod[]
  /** Methods that could not be run, and why. */
  readonly failed: readonly { readonly method: string; readonly title: string; readonly message: string }[]
}

/** What one method reached under one protocol, over all trials. */
export interface ComparedMethod extends Pick<Method, 'title' | 'source' | 'kind' | 'transductive' | 'quick'> {
  /** its name */
  readonly method: string
  /** How many choices of parameters were tried. */
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
  /** Each trial by itself. */
  readonly trials: readonly ComparedTrial[]
  /** of the first trial, gzsl alone */
  readonly curve?: readonly { readonly seen: number; readonly unseen: number }[]
}

/** Of the same resamples; p is two-sided, of no difference. */
export interface Difference {
  /** With a 95 % interval. */
  readonly difference: Interval
  /** The chance of a difference as large, either way, between equals. */
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

/** One trial of one method. */
export interface ComparedTrial {
  /** Seed of its folds. */
  readonly seed: number
  /** The ones that won on held-out classes. */
  readonly parameters: Parameters
  /** parameters on the edge of their list (method.ts): a better one may lie outside */
  readonly onEdge: readonly string[]
  /** what the parameters were chosen by, on held-out classes: accuracy per class (zsl), H (gzsl) */
  readonly heldOut: number
  /** gzsl: what was added to the scores of seen classes. */
  readonly bias?: number
  /** gzsl: the bias as it was chosen, in units of the spread of a row's scores over the seen classes. */
  readonly biasInUnits?: number
  /** On the test rows, by the measure that methods are ranked by. */
  readonly accuracy: number
}
