/** What a rehearsal found, and what the test rows say of it, as figures and a table of a report. */
import type { Calibration, Model, Rehearsal } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { ReportFigure, ResultTable } from '@unseen/report'
import type { GeneralisedEvaluation } from '../use/evaluate-generalised.js'

export function rehearsalFigures(
  { all, rejection, promises, strangers, byClass }: Rehearsal,
  tested: GeneralisedEvaluation | undefined,
  onTest: Calibration | undefined
): ReportFigure[] {
  const marked = tested?.calibrated ?? all.calibrated
  const { threshold, coverage, accuracy } = rejection.unseen
  return [
    {
      name: 'seen-unseen',
      data: {
        title: 'Seen against unseen classes',
        curves: [
          { name: 'rehearsal, hidden classes', points: all.curve },
          ...(tested === undefined ? [] : [{ name: 'test rows', points: tested.curve }])
        ],
        marked: { seen: marked.seen, unseen: marked.unseen, label: 'the bias in use' }
      },
      text: 'All classes compete. The bias was chosen on hidden seen classes alone; the test rows had no part in it.'
    },
    {
      name: 'coverage',
      data: {
        title: 'Answers by their margin: what it buys',
        curves: [
          { name: 'among unseen classes', points: rejection.unseen.curve },
          { name: 'among all classes', points: rejection.all.curve }
        ],
        ...defined({
          marked: threshold !== null ? { coverage, accuracy, label: 'the threshold in use' } : undefined
        })
      },
      text: 'From the rehearsal: rows are answered only where the best score leads the next by enough (--reject margin).'
    },
    ...reliabilityOf(promises, onTest, byClass.length),
    ...(strangers === undefined || strangers.points.length === 0 ? [] : [strangersOf(strangers)])
  ]
}

/** With fewer seen classes a temperature found on some does not hold for others. */
const CALIBRATED = 20

function reliabilityOf(
  promises: Rehearsal['promises'],
  onTest: Calibration | undefined,
  classes: number
): ReportFigure[] {
  const curve = (
    name: string,
    found: Calibration | null | undefined
  ): { name: string; error: number; points: Calibration['bins'] }[] =>
    found === null || found === undefined ? [] : [{ name, error: found.error, points: found.bins }]
  const curves = [
    ...curve('rehearsal, among unseen classes', promises?.unseen),
    ...curve('rehearsal, among all classes', promises?.all),
    ...curve('test rows, among unseen classes', onTest)
  ]
  if (curves.length === 0) return []
  const errors = curves.map(({ name, error }) => `${error.toFixed(3)} (${name})`).join(', ')
  return [
    {
      name: 'reliability',
      data: { curves },
      text: `Expected calibration error: ${errors}.${classes < CALIBRATED ? ' Rough: there are fewer than 20 seen classes.' : ''}`
    }
  ]
}

function strangersOf({ points, rows, classes }: NonNullable<Rehearsal['strangers']>): ReportFigure {
  const curve = (
    name: string,
    pick: (point: (typeof points)[number]) => number | null
  ): { name: string; points: { rate: number; part: number }[] }[] => {
    const found = points.flatMap(point => {
      const part = pick(point)
      return part === null || point.rate > SHOWN_RATE ? [] : [{ rate: point.rate, part }]
    })
    return found.length === 0 ? [] : [{ name, points: found }]
  }
  return {
    name: 'strangers',
    data: {
      curves: [
        ...curve('described classes (lost)', point => point.described),
        ...curve('seen classes (lost)', point => point.seen),
        ...curve('classes nobody described (found)', point => point.undescribed),
        ...curve('noise (found)', point => point.noise)
      ]
    },
    text: `From the rehearsal: limits come from ${rows} rows of ${classes} hidden classes, with certainty over classes${classes < CALIBRATED ? '; these are few, so that they are rough' : ''}.`
  }
}

/** More false alarms than these nobody wants. */
const SHOWN_RATE = 0.2

export function rehearsalTable({ unseen, all, oneByOne, clusters, candidates }: Rehearsal): ResultTable {
  const share = (name: string, value: number, note?: string): ResultTable['rows'][number] => ({
    name,
    ours: { value },
    ...defined({ note })
  })
  return {
    title: 'What the rehearsal expects',
    about: `Seen classes were hidden, described and recognised as if they had no images, among ${candidates.toFixed(0)} at a time.`,
    measure: 'accuracy per class',
    rows: [
      {
        name: 'a class without images, among such classes',
        ours: { value: unseen.accuracy.value, low: unseen.accuracy.low, high: unseen.accuracy.high }
      },
      ...(oneByOne === null
        ? []
        : [
            {
              name: 'a class hidden by itself, among all, with the bias',
              ours: {
                value: oneByOne.accuracy.value,
                low: oneByOne.accuracy.low,
                high: oneByOne.accuracy.high
              }
            }
          ]),
      share('among all classes, H without a bias', all.raw.harmonic),
      share('among all classes, H with the bias', all.calibrated.harmonic),
      share(
        'among such classes, refined by clusters',
        clusters.with,
        clusters.helps ? 'transductive; it helps' : 'transductive; no proof that it helps'
      )
    ]
  }
}

export function generalisedTable(
  { raw, calibrated, area, rows }: GeneralisedEvaluation,
  { notes }: Model
): ResultTable {
  const kinds = ['seen', 'unseen', 'harmonic'] as const
  const names = {
    seen: 'images of seen classes',
    unseen: 'images of unseen classes',
    harmonic: 'harmonic mean H'
  }
  const { intervals } = calibrated ?? {}
  return {
    title: 'Seen and unseen classes together',
    about: `All classes are candidates: ${rows.seen} images of seen classes that were not trained on, ${rows.unseen} of unseen ones.${notes.bias === undefined ? '' : ' The bias is added to the scores of seen classes.'}`,
    measure: 'accuracy per class',
    rows: [
      ...kinds.map(kind => ({ name: names[kind], group: 'without a bias', ours: { value: raw[kind] } })),
      ...(calibrated === undefined || intervals === undefined
        ? []
        : kinds.map(kind => ({
            name: names[kind],
            group: 'with the bias of the rehearsal',
            ours: { value: calibrated[kind], low: intervals[kind].low, high: intervals[kind].high }
          }))),
      { name: 'AUSUC', group: 'over all biases', ours: { value: area } }
    ]
  }
}
