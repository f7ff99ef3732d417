/**
 * What is said about a row, in words that everything which answers shares. The first rule that holds, for
 * probabilities p1 >= p2 of the best two classes and `unlike`, the share of hidden classes' rows that are less
 * unlike every class than this one:
 *
 *   unlike  >= 1 - rate of false alarms      Unlike anything known: 1.6 times as unlike as is usual.
 *   p1      >= 0.9                           Almost surely a zebra: 97 in 100.
 *   p1      >= 0.6                           Probably a giraffe: 71 in 100.
 *   p1 + p2 >= 0.75 and p2 >= 0.2            A giraffe or an antelope: 47 and 37.
 *   else                                     Hard to say. Perhaps a cow: 38 in 100.
 *
 * The words are promises: a rehearsal checks that "almost surely" is right in 90 of 100, "probably" in 60 and
 * "or" in 75, and raises the limits of a model where they are not (rehearsal/promises.ts).
 * Tests: ../../test/recognition/verdict.test.ts
 */
import { withArticle } from '../base/articles.js'
import { count } from '../base/errors.js'
import type { Unlike } from './unlikeness.js'

/** How an answer is meant. `'untested'`: how sure it is is not known, since no rehearsal tried it. */
export type VerdictKind = (typeof verdictKinds)[number]

/** All kinds of verdicts, the surest first. */
export const verdictKinds = ['surely', 'probably', 'either', 'hard', 'unlike', 'untested'] as const

/** The answer for a row, as it is said to people. */
export interface Verdict {
  /** Which rule held. */
  readonly kind: VerdictKind
  /** the classes it names: two of 'either', none of 'unlike' */
  readonly classes: readonly string[]
  /** of these, 0 to 1; none where they are not known */
  readonly probabilities: readonly number[]
  /** A sentence or two of plain English. */
  readonly words: string
  /** the probabilities were tested on fewer than 20 seen classes, and are rough */
  readonly rough: boolean
}

/** Least probabilities for the words of a model; null where no limit keeps the promise: it is never said. */
export interface Limits {
  /** of the best class, for "almost surely" */
  readonly surely: number | null
  /** of the best class, for "probably" */
  readonly probably: number | null
  /** of the best two together, for "a giraffe or an antelope" */
  readonly either: number | null
}

/** Where every model begins. */
export const defaultLimits = { surely: 0.9, probably: 0.6, either: 0.75 } as const satisfies Limits
/** Below it a second class is not worth naming. */
export const LEAST_SECOND = 0.2

/** How often rows of a class without images may be called unlike every class. */
export const FALSE_ALARMS = 0.02

/** Rows of a rehearsal about which the same was said, and how many of these were right. */
export interface TestedWords {
  /** How many rows. */
  readonly rows: number
  /** Of how many it was true. */
  readonly right: number
}

/** What a rehearsal found out about probabilities among one kind of candidates. */
export interface SpokenRule {
  /** scores are divided by it before they become probabilities */
  readonly temperature: number
  /** Above which probabilities words hold. */
  readonly limits: Limits
  /** How often they did. */
  readonly words: Readonly<Record<'surely' | 'probably' | 'either' | 'hard', TestedWords>>
}

/** Fewer rows than this prove nothing. */
export const LEAST_TESTED = 20

/**
 * How often the like of a verdict was right in the rehearsal, in words; undefined where too few rows were said
 * the same about.
 *
 * @param rule of the candidates
 * @param kind of the verdict
 */
export function testedWords(rule: SpokenRule | undefined, kind: VerdictKind): string | undefined {
  if (rule === undefined || kind === 'unlike' || kind === 'untested') return undefined
  const { rows, right } = rule.words[kind]
  return rows < LEAST_TESTED
    ? undefined
    : `Of ${count(rows)} test images with an answer this sure, ${count(right)} were right.`
}

/** What is known of a row. */
export interface Evidence {
  /** best first; with probabilities where a rehearsal tried them */
  readonly best: readonly { readonly class: string; readonly probability?: number }[]
  /** how unlike every class it is, where that was measured */
  readonly unlike: Unlike | undefined
  readonly limits: Limits
  readonly falseAlarms: number
  readonly rough: boolean
}

export function verdictOf({ best, unlike, limits, falseAlarms, rough }: Evidence): Verdict {
  const [first, second] = best
  const [p1, p2] = [first.probability, second?.probability ?? 0]
  if (unlike !== undefined && isUnlike(unlike, falseAlarms))
    return { kind: 'unlike', classes: [], probabilities: [], words: unlikeWords(unlike), rough }
  if (p1 === undefined)
    return {
      kind: 'untested',
      classes: [first.class],
      probabilities: [],
      words: `${capital(withArticle(first.class))} comes closest. How sure that is was not tested.`,
      rough
    }
  const kind = kindOf(p1, p2, limits)
  const named = kind === 'either' ? [first, second] : [first]
  return {
    kind,
    classes: named.map(each => each.class),
    probabilities: kind === 'either' ? [p1, p2] : [p1],
    words: sentences[kind](
      named.map(each => withArticle(each.class)),
      p1,
      p2
    ),
    rough
  }
}

/** Whether a row passes the limits of a rate of false alarms. */
export const isUnlike = ({ share }: Unlike, falseAlarms: number): boolean =>
  share >= 1 - falseAlarms - ROUNDING

/** 1 - 0.02 is not quite 0.98. */
const ROUNDING = 1e-9

/** How unlike, in words that do not hang on what was measured: 1 is as unlike as seldom happens. */
function unlikeWords({ value, limit }: Unlike): string {
  const known = 'Unlike anything known'
  const times = limit === null || limit <= 0 ? 0 : value / limit
  return times < LEAST_TIMES ? `${known}.` : `${known}: ${timesWords(times)} as unlike as is usual.`
}

/** Less than this rounds to "1 times". */
const LEAST_TIMES = 1.05
/** Beyond it the figure means nothing. */
const MANY_TIMES = 10

const timesWords = (times: number): string =>
  times > MANY_TIMES ? `over ${MANY_TIMES} times` : `${Number(times.toPrecision(2))} times`

/** Which words fit these probabilities. */
export function kindOf(p1: number, p2: number, limits: Limits): 'surely' | 'probably' | 'either' | 'hard' {
  const reaches = (value: number, limit: number | null): boolean => limit !== null && value >= limit
  if (reaches(p1, limits.surely)) return 'surely'
  if (reaches(p1, limits.probably)) return 'probably'
  return p2 >= LEAST_SECOND && reaches(p1 + p2, limits.either) ? 'either' : 'hard'
}

const sentences = {
  surely: ([name]: readonly string[], p1: number) => `Almost surely ${name}: ${inHundred(p1)} in 100.`,
  probably: ([name]: readonly string[], p1: number) => `Probably ${name}: ${inHundred(p1)} in 100.`,
  either: ([first, second]: readonly string[], p1: number, p2: number) =>
    `${capital(first)} or ${second}: ${inHundred(p1)} and ${inHundred(p2)}.`,
  hard: ([name]: readonly string[], p1: number) => `Hard to say. Perhaps ${name}: ${inHundred(p1)} in 100.`
} as const

/** Nothing is certain, and nothing that is named impossible. */
export function inHundred(probability: number): number {
  return Math.min(99, Math.max(1, Math.round(100 * probability)))
}

function capital(text: string): string {
  const [first = ''] = text
  return first.toUpperCase() + text.slice(first.length)
}
