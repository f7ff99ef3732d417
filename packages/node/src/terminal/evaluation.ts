/** An evaluation for people: accuracies with their intervals, and what is taken for what. */
import { type Interval, count } from '@unseen/core'
import type { Evaluation } from '../use/evaluate-model.js'
import { percent } from './search-view.js'
import { safe, table } from './text.js'

/** More classes do not fit a terminal: then the most frequent confusions are named. */
const WHOLE_TABLE = 20
const CONFUSIONS = 10
const NAME = 8

export function evaluationLines({
  rows,
  perImage,
  perClass,
  byClass,
  generalised,
  calibration,
  said,
  confusion
}: Evaluation): string[] {
  return [
    `Per image    ${withInterval(perImage)} of ${count(rows)} rows`,
    `Per class    ${withInterval(perClass)} over ${count(byClass.length)} classes`,
    ...(generalised === undefined
      ? []
      : [
          `Seen         ${percent(generalised.seen)} per class, unseen ${percent(generalised.unseen)}, harmonic mean ${percent(generalised.harmonic)}`
        ]),
    ...(calibration === undefined ? [] : calibrationLines(calibration)),
    ...(said === undefined || said.untested === said.rows ? [] : saidLines(said)),
    '',
    ...(byClass.length <= WHOLE_TABLE ? classTable(byClass) : classTable(worst(byClass))),
    '',
    ...(confusion.classes.length <= WHOLE_TABLE ? confusionTable(confusion) : topConfusions(confusion))
  ]
}

/** Probabilities against what happened, bin by bin. */
export function calibrationLines({ error, bins, rough }: NonNullable<Evaluation['calibration']>): string[] {
  const inHundred = (value: number): string => String(Math.round(100 * value))
  return [
    `Probability  off by ${inHundred(error)} in 100 on average (expected calibration error ${error.toFixed(3)})${rough ? '; rough: fewer than 20 seen classes' : ''}`,
    `             said, right: ${bins.map(({ probability, right }) => `${inHundred(probability)} ${inHundred(right)}`).join(', ')}`
  ]
}

/** What is made of images of unseen classes, among all. */
function saidLines({
  rows,
  rightly,
  named,
  misnamed,
  either,
  neither,
  perhaps,
  hard,
  unlike
}: NonNullable<Evaluation['said']>): string[] {
  const part = (number: number): string => percent(number / rows)
  return [
    `Said of      ${count(rows)} rows of unseen classes, among all: ${part(rightly)} named rightly, ${part(unlike)} "unlike anything known";`,
    `unseen       right and wrong: ${part(named)} and ${part(misnamed)} "almost surely" or "probably", ${part(either)} and ${part(neither)} "one or the other", ${part(perhaps)} and ${part(hard)} "hard to say. Perhaps"`
  ]
}

function withInterval({ value, low, high }: Interval): string {
  return `${percent(value)} (95 %: ${percent(low)} to ${percent(high)})`
}

function worst(byClass: Evaluation['byClass']): Evaluation['byClass'] {
  return [...byClass].sort((a, b) => a.accuracy - b.accuracy).slice(0, CONFUSIONS)
}

function classTable(byClass: Evaluation['byClass']): string[] {
  const lines = byClass.map(({ class: name, rows, accuracy, low, high }) => [
    safe(name),
    count(rows),
    percent(accuracy),
    `${percent(low)} to ${percent(high)}`
  ])
  return table([['class', 'rows', 'right', '95 %'], ...lines], [1, 2])
}

function confusionTable({ classes, counts }: Evaluation['confusion']): string[] {
  const shown = classes.map((_, at) => at).filter(at => counts[at].some(value => value > 0))
  const lines = shown.map(row => [
    safe(classes[row]),
    ...counts[row].map(value => (value === 0 ? '·' : count(value)))
  ])
  return [
    'Rows of a class (down) and what they were taken for (across):',
    ...table(
      [['', ...classes.map(name => Array.from(safe(name)).slice(0, NAME).join(''))], ...lines],
      classes.map((_, at) => at + 1)
    )
  ]
}

function topConfusions({ classes, counts }: Evaluation['confusion']): string[] {
  const wrong = counts.flatMap((row, truth) =>
    row.flatMap((value, guess) =>
      guess !== truth && value > 0
        ? [{ truth, guess, value, all: row.reduce((sum, each) => sum + each, 0) }]
        : []
    )
  )
  const most = wrong.sort((a, b) => b.value - a.value).slice(0, CONFUSIONS)
  return [
    'Most frequent confusions:',
    ...table(
      [
        ['class', 'taken for', 'rows', 'of'],
        ...most.map(({ truth, guess, value, all }) => [
          safe(classes[truth]),
          safe(classes[guess]),
          count(value),
          count(all)
        ])
      ],
      [2, 3]
    )
  ]
}
