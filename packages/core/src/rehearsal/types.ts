/**
 * What a rehearsal found, as it is stored in a model (notes.rehearsal): plain JSON. Shares and
 * accuracies are 0 to 1; biases and margins are in units of the scores' spread (measure.ts).
 */
import type { Interval } from '../evaluation/bootstrap.js'
import type { Generalised } from '../evaluation/competition.js'
import type { Calibration } from '../evaluation/calibration.js'
import type { CoveragePoint } from '../evaluation/coverage.js'
import type { UnlikeMeasure, UnlikePoint } from '../recognition/unlikeness.js'
import type { SpokenRule } from '../recognition/verdict.js'

/** What hiding seen classes showed: how well a class without images will be recognised. */
export interface Rehearsal {
  /** Of the format. */
  readonly version: 1
  /** 'cancelled': only some classes were hidden */
  readonly status: 'complete' | 'cancelled'
  /** what was rehearsed: 'paper', 'released', 'class weights', or the name of a method */
  readonly method: string
  /** Seed of the groups. */
  readonly seed: number
  /** part of the rows of each class that was not trained on, to see what seen classes score */
  readonly keptPart: number
  /** How many models were trained. */
  readonly trainings: number
  /** Classes hidden at a time, on average. */
  readonly hidden: number
  /** How many of the hidden classes compete, on average. */
  readonly candidates: number
  /** answers among the hidden classes; the interval is over classes */
  readonly unseen: {
    readonly accuracy: Interval
    readonly perImage: number
    readonly chance: number
    readonly rows: number
  }
  /** answers among all classes, per class: without a bias and with it; the curve of all biases */
  readonly all: {
    readonly raw: Generalised
    readonly calibrated: Generalised
    /** in units; added to the scores of seen classes */
    readonly bias: number
    readonly area: number
    readonly curve: readonly { readonly seen: number; readonly unseen: number }[]
  }
  /**
   * each class hidden by itself, among all classes, with the bias above; null where it was not asked for or
   * too much work
   */
  readonly oneByOne: {
    readonly accuracy: Interval
    readonly raw: number
    readonly calibrated: Generalised
    readonly classes: number
  } | null
  /** Each seen class by itself. */
  readonly byClass: readonly RehearsedClass[]
  /**
   * When to answer "none of these": for each kind of candidates, the threshold that makes answers right as
   * often as `accept` says.
   */
  readonly rejection: {
    /** accuracy that answers should have */
    readonly accept: number
    readonly unseen: RejectionRule
    readonly all: RejectionRule
    /** by how well the seen classes express the answer: no answers of classes below */
    readonly expressed: RejectionRule
  }
  /**
   * probabilities and words among hidden classes, among seen ones and among all; null where no row could test
   * them. Absent in rehearsals of before there were probabilities.
   */
  readonly promises?: {
    readonly unseen: Promises | null
    readonly seen: Promises | null
    readonly all: Promises | null
  }
  /**
   * when a row is unlike every class: limits for each rate of false alarms. Absent where it cannot be measured
   * and in rehearsals of before it was.
   */
  readonly strangers?: StrangerCurve
  /** accuracy per class among the hidden classes, as recognised and after clustering */
  readonly clusters: {
    readonly without: number
    readonly with: number
    readonly p: number
    readonly helps: boolean
  }
  /** the same, where described classes move towards their rows (`refine: 'em'`): Gaussian weights only */
  readonly em?: {
    readonly without: number
    readonly with: number
    readonly p: number
    readonly helps: boolean
  }
}

/** Probabilities and their words, as they held; the temperature is in units of the scores' spread. */
export interface Promises extends SpokenRule, Calibration {}

/** What is found and what is lost by calling rows unlike every class, for rates of false alarms. */
export interface StrangerCurve {
  /** What is measured; values are in units of what is usual in a model. */
  readonly measures: readonly UnlikeMeasure[]
  /** Rows of hidden classes that the limits come from. */
  readonly rows: number
  /** Hidden classes. */
  readonly classes: number
  /** The rarest false alarms first. */
  readonly points: readonly StrangerPoint[]
}

/** Which parts of rows pass the limits of a rate. */
export interface StrangerPoint extends UnlikePoint {
  /** of rows of hidden classes, which are described: lost */
  readonly described: number
  /** of kept rows of seen classes: lost */
  readonly seen: number | null
  /** of rows of hidden classes where these are not described: found; null where descriptions do not matter */
  readonly undescribed: number | null
  /** of rows with their features in another order: found */
  readonly noise: number | null
}

/** What happened to one class when it was hidden. */
export interface RehearsedClass {
  /** Its name. */
  readonly class: string
  /** How many rows it has. */
  readonly rows: number
  /** Accuracy among the hidden classes. */
  readonly unseen: number
  /** Lower end of a 95 % interval of it, over the rows. */
  readonly low: number
  /** Upper end of it. */
  readonly high: number
  /** among all classes, with the bias */
  readonly all: number
  /** hidden by itself, among all classes, with the bias; null where it was not */
  readonly oneByOne: number | null
  /** how well the other classes express it: 1 - squared distance of its signature from their hull */
  readonly expressed: number
}

/** A threshold below which no answer is given, and what it costs. */
export interface RejectionRule {
  /** null where no threshold makes the answers as accurate as wanted */
  readonly threshold: number | null
  /** Part of the rows that are answered. */
  readonly coverage: number
  /** of the answers; without a threshold that of the surest ones */
  readonly accuracy: number
  /**
   * part of the rows of other classes, none of the candidates, that are turned away; null where all classes
   * are candidates or no threshold is used
   */
  readonly turnedAway: number | null
  /** What every other threshold would give. */
  readonly curve: readonly CoveragePoint[]
}

/**
 * The rehearsal out of a model's notes; undefined where there is none, or one that this version cannot read.
 */
export function rehearsalOf({ rehearsal }: { readonly rehearsal?: unknown }): Rehearsal | undefined {
  return isRehearsal(rehearsal) ? rehearsal : undefined
}

function isRehearsal(value: unknown): value is Rehearsal {
  const has = (of: unknown, shape: Readonly<Record<string, (part: unknown) => boolean>>): boolean =>
    typeof of === 'object' &&
    of !== null &&
    Object.entries(shape).every(([name, fits]) => fits((of as Record<string, unknown>)[name]))
  const number = (part: unknown): boolean => typeof part === 'number'
  const listOf =
    (fits: (part: unknown) => boolean) =>
    (part: unknown): boolean =>
      Array.isArray(part) && part.every(fits)
  const orNull =
    (fits: (part: unknown) => boolean) =>
    (part: unknown): boolean =>
      part === null || fits(part)
  const shaped =
    (shape: Readonly<Record<string, (part: unknown) => boolean>>) =>
    (part: unknown): boolean =>
      has(part, shape)
  const text = (part: unknown): boolean => typeof part === 'string'
  const interval = shaped({ value: number, low: number, high: number })
  const generalised = shaped({ seen: number, unseen: number, harmonic: number })
  const rule = shaped({
    threshold: orNull(number),
    coverage: number,
    accuracy: number,
    turnedAway: orNull(number),
    curve: listOf(shaped({ threshold: number, coverage: number, accuracy: number }))
  })
  const orAbsent =
    (fits: (part: unknown) => boolean) =>
    (part: unknown): boolean =>
      part === undefined || fits(part)
  const refined = shaped({
    without: number,
    with: number,
    p: number,
    helps: part => typeof part === 'boolean'
  })
  const tested = shaped({ rows: number, right: number })
  const promises = orNull(
    shaped({
      temperature: number,
      error: number,
      limits: shaped({ surely: orNull(number), probably: orNull(number), either: orNull(number) }),
      words: shaped({ surely: tested, probably: tested, either: tested, hard: tested }),
      bins: listOf(shaped({ probability: number, right: number, rows: number }))
    })
  )
  return has(value, {
    version: part => part === 1,
    status: part => part === 'complete' || part === 'cancelled',
    method: text,
    seed: number,
    keptPart: number,
    trainings: number,
    hidden: number,
    candidates: number,
    unseen: shaped({ accuracy: interval, perImage: number, chance: number, rows: number }),
    all: shaped({
      raw: generalised,
      calibrated: generalised,
      bias: number,
      area: number,
      curve: listOf(shaped({ seen: number, unseen: number }))
    }),
    oneByOne: orNull(shaped({ accuracy: interval, raw: number, calibrated: generalised, classes: number })),
    byClass: listOf(
      shaped({
        class: text,
        rows: number,
        unseen: number,
        low: number,
        high: number,
        all: number,
        oneByOne: orNull(number),
        expressed: number
      })
    ),
    rejection: shaped({ accept: number, unseen: rule, all: rule, expressed: rule }),
    promises: orAbsent(shaped({ unseen: promises, seen: promises, all: promises })),
    strangers: orAbsent(
      shaped({
        measures: listOf(text),
        rows: number,
        classes: number,
        points: listOf(
          shaped({
            rate: number,
            limits: listOf(number),
            described: number,
            seen: orNull(number),
            undescribed: orNull(number),
            noise: orNull(number)
          })
        )
      })
    ),
    clusters: refined,
    em: orAbsent(refined)
  })
}
