/**
 * What the engine tells of an evaluation. Shares and accuracies are 0 to 1, per class unless said otherwise.
 */
import type { CoveragePoint, Generalised } from '@unseen/core'

/** A place on the curve, with the bias in the middle of its step. */
export interface CurvePoint {
  readonly bias: number
  readonly seen: number
  readonly unseen: number
}

/** Everything that does not depend on the bias. */
export interface EvaluationFacts {
  /** all candidates, in the order of rows and columns of the confusion */
  readonly classes: readonly { readonly name: string; readonly seen: boolean; readonly rows: number }[]
  readonly rows: { readonly seen: number; readonly unseen: number }
  /** who chose the test images of seen classes; by the seed, a model was trained again without them */
  readonly keptBy: 'split' | 'seed'
  /** what the judged model learned from */
  readonly trainedOn: number
  readonly curve: readonly CurvePoint[]
  readonly area: number
  readonly best: Generalised & { readonly bias: number }
  readonly none: Generalised
  /** of the rehearsal: bias and margin; absent where there was none, or no margin suffices */
  readonly rehearsed: { readonly bias?: number; readonly margin?: number }
  /** biases worth trying: outside of them hardly an answer changes */
  readonly range: { readonly minimum: number; readonly maximum: number }
  /** right among the unseen classes alone */
  readonly unseenOnly: number
  /** absent where no test has tried its probabilities */
  readonly sure?: SureFacts
}

/** What it says of its own answers, with its own bias, against the labels. */
export interface SureFacts {
  /** test images that were asked about */
  readonly rows: number
  /** answers of nearly the same probability, with the 95 % interval of the share that is right */
  readonly bins: readonly {
    readonly probability: number
    readonly right: number
    readonly rows: number
    readonly low: number
    readonly high: number
  }[]
  /** of each kind of verdict: how often it was said, and how often that was true */
  readonly words: readonly {
    readonly kind: 'surely' | 'probably' | 'either' | 'hard'
    readonly rows: number
    readonly right: number
  }[]
  /** called unlike anything known */
  readonly unlike: number
}

export interface BiasQuestion {
  /** the model's own unless given */
  readonly bias?: number | undefined
  readonly margin?: number | undefined
}

export interface ClassBarFacts {
  readonly name: string
  readonly seen: boolean
  readonly rows: number
  readonly correct: number
  readonly accuracy: number
  /** of the 95 % interval */
  readonly low: number
  readonly high: number
}

/** What depends on the bias and the margin asked for. */
export interface BiasFacts extends Generalised {
  readonly bias: number
  readonly perImage: Generalised
  /** row-major (label x answer) */
  readonly counts: Uint32Array
  /** those with test images */
  readonly byClass: readonly ClassBarFacts[]
  readonly coverage: {
    readonly margin: number
    readonly at: CoveragePoint
    readonly all: readonly CoveragePoint[]
    /** absent where a single class is unseen */
    readonly unseen?: readonly CoveragePoint[]
    /** the largest margin worth asking for */
    readonly most: number
  }
}

export interface CellQuestion {
  readonly label: string
  readonly answer: string
  readonly bias: number
}

/** One line of the comparison. */
export interface MethodFacts {
  readonly name: string
  readonly title: string
  readonly source: string
  readonly kind: 'paper' | 'ours' | 'other'
  /** its answers depend on which other images are asked about */
  readonly transductive?: true
  /** right among unseen classes alone */
  readonly unseenOnly?: number
  readonly seen?: number
  readonly unseen?: number
  readonly harmonic?: number
  /** half of the 95 % interval of H */
  readonly half?: number
  readonly seconds: number
  /** why there is no number */
  readonly failed?: string
}

export interface ComparisonFacts {
  readonly status: 'complete' | 'cancelled'
  /** the signatures that all methods had */
  readonly table?: string
  readonly methods: readonly MethodFacts[]
  readonly folds: number
  readonly keptBy: 'split' | 'seed'
  readonly seconds: number
}
