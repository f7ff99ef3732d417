/** A rehearsal for people: what to expect, class by class with the worst first, and what was decided. */
import {
  type Interval,
  type Promises,
  type Rehearsal,
  type RejectionRule,
  type StrangerCurve,
  count
} from '@unseen/core'
import type { RehearsedData } from '../use/rehearse-data.js'
import { percent } from './search-view.js'
import { safe, table } from './text.js'

/** More classes than this: only the worst and the best. */
const WHOLE_TABLE = 30
const ENDS = 10

export function rehearsalLines({ rehearsal, model }: RehearsedData): string[] {
  const {
    unseen,
    all,
    oneByOne,
    clusters,
    em,
    trainings,
    hidden,
    candidates,
    byClass,
    rejection,
    strangers,
    promises
  } = rehearsal
  const bias = model?.notes.bias
  return [
    `Hidden       ${count(byClass.length)} seen classes, ${round(hidden)} at a time${round(hidden) === round(candidates) ? '' : ` in sets of ${round(candidates)}`}${oneByOne === null ? '' : ', and each by itself'}: ${count(trainings)} trainings`,
    `Expected     ${withInterval(unseen.accuracy)} of a class without images among ${round(candidates)} such classes; guessing gives ${percent(unseen.chance)}`,
    `Among all    ${percent(all.raw.harmonic)} H without a bias (seen ${percent(all.raw.seen)}, unseen ${percent(all.raw.unseen)}), ${percent(all.calibrated.harmonic)} with it (seen ${percent(all.calibrated.seen)}, unseen ${percent(all.calibrated.unseen)}); AUSUC ${all.area.toFixed(3)}`,
    ...(oneByOne === null
      ? []
      : [
          `One by one   ${withInterval(oneByOne.accuracy)} of a class hidden by itself, among all, with the bias`
        ]),
    `Bias         ${all.bias.toFixed(2)} units of the scores' spread${bias === undefined ? '' : `, ${bias.toPrecision(3)} in this model`}, added to seen classes`,
    ...promiseLines(promises, byClass.length),
    ...strangerLines(strangers),
    `By margin    among unseen classes: ${ruleText(rejection.unseen, rejection.accept)}`,
    `             among all: ${ruleText(rejection.all, rejection.accept)}`,
    `             by how well the class is expressed: ${ruleText(rejection.expressed, rejection.accept)}`,
    `Clusters     ${refinedText(clusters)}`,
    ...(em === undefined ? [] : [`Rounds (em)  ${refinedText(em)}`]),
    '',
    ...classTable(rehearsal)
  ]
}

/** How far probabilities were off, for each kind of candidates. */
function promiseLines(promises: Rehearsal['promises'], classes: number): string[] {
  const of = (name: string, found: Promises | null | undefined): string[] =>
    found === null || found === undefined
      ? []
      : [
          `${found.error.toFixed(3)} among ${name} (almost surely ${limitText(found.limits.surely)}, probably ${limitText(found.limits.probably)})`
        ]
  const errors = [...of('unseen classes', promises?.unseen), ...of('all', promises?.all)]
  return errors.length === 0
    ? []
    : [
        `Probability  expected calibration error ${errors.join(', ')}${classes < ENOUGH_CLASSES ? '; rough: fewer than 20 seen classes' : ''}`
      ]
}

const limitText = (limit: number | null): string =>
  limit === null ? 'never' : `from ${Math.round(100 * limit)} in 100`

/** Rates of false alarms that are printed. */
const SHOWN_RATES: readonly number[] = [0.005, 0.01, 0.02, 0.05, 0.1]
/** With fewer classes limits are rough, whatever the number of rows. */
const ENOUGH_CLASSES = 20

/** What is found and what is lost by calling rows unlike every class. */
function strangerLines(strangers: StrangerCurve | undefined): string[] {
  if (strangers === undefined) return ['Unlike all   cannot be measured for this method']
  const points = strangers.points.filter(({ rate }) => SHOWN_RATES.includes(rate))
  if (points.length === 0)
    return [`Unlike all   ${count(strangers.rows)} rows of hidden classes are too few to tell`]
  const part = (value: number | null): string => (value === null ? '' : percent(value))
  const lines = table(
    [
      ['false alarms', 'described lost', 'seen lost', 'others found', 'noise found'],
      ...points.map(({ rate, described, seen, undescribed, noise }) => [
        percent(rate),
        percent(described),
        part(seen),
        part(undescribed),
        part(noise)
      ])
    ],
    [0, 1, 2, 3, 4]
  )
  return [
    ...lines.map((line, at) => (at === 0 ? 'Unlike all' : '').padEnd(13) + line),
    `             limits by ${count(strangers.rows)} rows of ${count(strangers.classes)} hidden classes${strangers.classes < ENOUGH_CLASSES ? ', which are few: rough' : ''}; others: hidden classes that nobody describes`
  ]
}

function refinedText({ helps, with: after, without, p }: Rehearsal['clusters']): string {
  const verdict = helps
    ? 'help'
    : after > without
      ? 'may help, but by no more than chance explains'
      : 'do not help'
  return `${verdict}: ${percent(without)} without, ${percent(after)} with them (p ${p.toPrecision(2)}; transductive)`
}

function classTable({ byClass, oneByOne }: Rehearsal): string[] {
  const worst = [...byClass].sort((a, b) => a.unseen - b.unseen || a.all - b.all)
  const shown =
    worst.length <= WHOLE_TABLE ? worst : [...worst.slice(0, ENDS), undefined, ...worst.slice(-ENDS)]
  const head = [
    'hidden class',
    'rows',
    'among unseen',
    '95 %',
    'among all',
    ...(oneByOne === null ? [] : ['by itself']),
    'expressed'
  ]
  const lines = shown.map(each =>
    each === undefined
      ? head.map((_, at) => (at === 0 ? `... ${count(worst.length - 2 * ENDS)} more` : ''))
      : [
          safe(each.class),
          count(each.rows),
          percent(each.unseen),
          `${percent(each.low)} to ${percent(each.high)}`,
          percent(each.all),
          ...(oneByOne === null ? [] : [percent(each.oneByOne ?? 0)]),
          percent(each.expressed)
        ]
  )
  return table(
    [head, ...lines],
    head.flatMap((title, at) => (at === 0 || title === '95 %' ? [] : [at]))
  )
}

function ruleText({ threshold, coverage, accuracy, turnedAway }: RejectionRule, accept: number): string {
  if (threshold === null)
    return `no threshold makes ${percent(accept)} of the answers right; the surest are right in ${percent(accuracy)}`
  return `answers ${percent(coverage)} of the rows, ${percent(accuracy)} of them right${turnedAway === null ? '' : `; turns away ${percent(turnedAway)} of rows of other classes`}`
}

function withInterval({ value, low, high }: Interval): string {
  return `${percent(value)} (95 %: ${percent(low)} to ${percent(high)})`
}

function round(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(1)
}
