/** A run as a report: what was asked for, what came out, why, and where it fails. */
import {
  type Accuracy,
  type AccuracyIntervals,
  type Calibration,
  type Model,
  type PointSummary,
  type Ranked,
  type Rehearsal,
  type SplitData,
  UnseenError,
  accuracy,
  bootstrapAccuracy,
  calibration,
  rehearsalOf
} from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { takeSplit } from '@unseen/data'
import {
  REPORT_FORMAT,
  REPORT_VERSION,
  type Report,
  type ReportExample,
  type ReportFigure
} from '@unseen/report'
import { type OpenDataset, openDataset } from '../dataset/open.js'
import { readModel } from '../files/model-file.js'
import { askedSplit, runCommand } from '../runs/run-command.js'
import { type RunConfig, readRunConfig } from '../runs/run-folder.js'
import { type GeneralisedEvaluation, evaluateGeneralised } from '../use/evaluate-generalised.js'
import { affinityOf, confusionOf, mixturesOf } from './model-figures.js'
import { generalisedTable, rehearsalFigures, rehearsalTable } from './rehearsal-figures.js'
import { openThumbnails } from './thumbnails.js'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const EXAMPLES = 6

export async function reportRun(folder: string): Promise<Report> {
  const config = await readRunConfig(folder)
  if (config.command === 'compare') {
    const { reportComparison } = await import('./report-comparison.js')
    return reportComparison(folder, config, runRecord(config, await openDataset(config.data.path), folder))
  }
  const [dataset, model] = [
    await openDataset(config.data.path),
    await readModel(join(folder, 'model.unseen'))
  ]
  const data = await takeSplit(dataset, askedSplit(config))
  const tested = { data, model }
  // Where every class has images, or those without have none to test, there is nothing to be right about yet.
  const hasTest = data.test.labels.length > 0
  const answers = hasTest ? model.recognise(data.test.features, { among: data.split.unseen, top: 2 }) : []
  const measured = hasTest ? measure(data, answers, config.seed) : undefined
  const examples = await examplesOf(dataset, data, answers)
  const points = await searchPoints(folder)
  const rehearsal = rehearsalOf(model.notes)
  const generalised = await generalisedOf(model, dataset, data, config.seed)
  const worst = [...(measured?.byClass ?? [])].sort((a, b) => a.accuracy - b.accuracy).slice(0, 3)
  const figures: ReportFigure[] = [
    ...(hasTest ? [confusionOf(tested, 'Which unseen class is taken for which')] : []),
    affinityOf(tested, 'How alike the classes are'),
    ...(rehearsal === undefined
      ? []
      : rehearsalFigures(rehearsal, generalised, hasTest ? calibrationOf(data, answers) : undefined)),
    ...(points === undefined
      ? []
      : [{ name: 'grid' as const, data: { title: 'The search on held-out classes', ...points } }])
  ]
  return {
    format: REPORT_FORMAT,
    version: REPORT_VERSION,
    title:
      data.split.unseen.length === 0
        ? `${dataset.name}: ready for classes without images`
        : `${dataset.name}: recognising ${data.split.unseen.length} classes without images`,
    summary: [
      `The model learned from ${model.notes.training.rows} images of ${model.seen.length} classes. ${measured === undefined ? expected(rehearsal) : reached(measured, data, config.table)}`
    ],
    run: runRecord(config, dataset, folder),
    classes: { seen: model.seen, unseen: data.split.unseen },
    results: [
      ...(measured === undefined
        ? []
        : [
            {
              title: 'Images of unseen classes recognised',
              about: 'Answers are chosen among the unseen classes.',
              measure: 'accuracy',
              rows: (['perImage', 'perClass'] as const).map(which => ({
                name: which === 'perImage' ? 'per image' : 'per class',
                ours: {
                  value: measured[which],
                  low: measured.intervals[which].low,
                  high: measured.intervals[which].high
                }
              }))
            }
          ]),
      ...(generalised === undefined ? [] : [generalisedTable(generalised, model)]),
      ...(rehearsal === undefined ? [] : [rehearsalTable(rehearsal)])
    ],
    figures,
    mixtures: mixturesOf(tested),
    examples: { certain: examples.certain, uncertain: examples.uncertain },
    failures: [
      ...(worst.length === 0
        ? []
        : [
            {
              title: 'Classes that are recognised worst',
              text: worst
                .map(
                  ({ class: name, accuracy: value, rows: count }) =>
                    `${name}: ${percent(value)} of ${count} images`
                )
                .join('; ')
            }
          ]),
      ...(examples.wrong.length === 0
        ? []
        : [
            {
              title: 'Surely wrong',
              text: 'Images that were taken for another class by the largest margins.',
              examples: examples.wrong
            }
          ])
    ],
    again: {
      commands: [runCommand(config), 'unseen verify report.html'],
      note: 'The same data, options, seed and version give the same bytes of the model; times and the machine differ.'
    }
  }
}

interface Measured extends Accuracy {
  readonly intervals: AccuracyIntervals
}

function measure(
  { test, split }: SplitData,
  answers: readonly (readonly Ranked[])[],
  seed: number
): Measured {
  const predicted = answers.map(([best]) => best.class)
  const classes = split.unseen
  return {
    ...accuracy(test.labels, predicted, { classes }),
    intervals: bootstrapAccuracy(test.labels, predicted, { classes, seed })
  }
}

function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`
}

function reached(
  { rows, perImage, intervals: { perImage: interval } }: Measured,
  { split: { unseen } }: SplitData,
  table: string
): string {
  return `Of ${rows} images of ${unseen.length} other classes, which it knows by description alone (${table}), it recognises ${percent(perImage)} (95 % interval ${percent(interval.low)} to ${percent(interval.high)}); guessing would give ${percent(1 / unseen.length)}.`
}

function expected(rehearsal: Rehearsal | undefined): string {
  if (rehearsal === undefined) return 'No images of other classes were there to test it on.'
  const { value, low, high } = rehearsal.unseen.accuracy
  return `No images of other classes were there to test it on; of its own classes, hidden in turn and described, it recognised ${percent(value)} of the images (95 % interval ${percent(low)} to ${percent(high)}).`
}

/** Where the split keeps rows of seen classes apart. */
async function generalisedOf(
  model: Model,
  dataset: OpenDataset,
  { testSeen, split }: SplitData,
  seed: number
): Promise<GeneralisedEvaluation | undefined> {
  if (testSeen === undefined || split.name !== model.notes.data?.['split']) return undefined
  return evaluateGeneralised(model, dataset, { split: split.name, seed }).catch((error: unknown) => {
    // All of them may have been trained on.
    if (error instanceof UnseenError && error.code === 'features.empty') return undefined
    throw error
  })
}

function runRecord(
  { command, data, seed, versions, options, split, table }: RunConfig,
  dataset: OpenDataset,
  folder: string
): NonNullable<Report['run']> {
  const settings = Object.fromEntries(
    Object.entries({ split, table, ...options }).map(([name, value]) => [
      name,
      typeof value === 'number' || typeof value === 'boolean'
        ? value
        : typeof value === 'string'
          ? value
          : JSON.stringify(value)
    ])
  )
  return {
    command: `unseen ${command} ${data.path} --run ${folder}`,
    seed,
    versions,
    settings: { ...settings, command },
    data: [
      {
        name: data.name,
        fingerprint: data.fingerprint,
        rows: dataset.labels.length,
        ...defined({ source: dataset.provenance.source, licence: dataset.provenance.licence })
      }
    ]
  }
}

async function searchPoints(
  folder: string
): Promise<{ points: readonly PointSummary[]; best?: PointSummary } | undefined> {
  const text = await readFile(join(folder, 'search.json'), 'utf8').catch(() => undefined)
  return text === undefined
    ? undefined
    : (JSON.parse(text) as { points: readonly PointSummary[]; best?: PointSummary })
}

async function examplesOf(
  dataset: OpenDataset,
  { test }: SplitData,
  answers: readonly (readonly { class: string; score: number }[])[]
): Promise<{ certain: ReportExample[]; uncertain: ReportExample[]; wrong: ReportExample[] }> {
  const thumbnail = await openThumbnails(dataset)
  const rows = answers.map(([best, second], at) => ({
    at,
    answer: best.class,
    next: second?.class,
    margin: best.score - (second?.score ?? 0),
    right: best.class === test.labels[at]
  }))
  const byMargin = [...rows].sort((a, b) => b.margin - a.margin)
  const show = (list: typeof rows): Promise<ReportExample[]> =>
    Promise.all(
      list.slice(0, EXAMPLES).map(async ({ at, answer, next, margin }) => {
        const picture = await thumbnail?.(test.rows[at])
        return {
          name: dataset.rowNames?.[test.rows[at]] ?? `row ${test.rows[at]}`,
          truth: test.labels[at],
          answer,
          margin,
          ...defined({ next, thumbnail: picture })
        }
      })
    )
  return {
    certain: await show(byMargin.filter(({ right }) => right)),
    uncertain: await show([...byMargin].reverse()),
    wrong: await show(byMargin.filter(({ right }) => !right))
  }
}

/** Probabilities of answers against what is right; undefined where the model has none. */
function calibrationOf(
  { test }: SplitData,
  answers: readonly (readonly Ranked[])[]
): Calibration | undefined {
  const probabilities = answers.flatMap(([best]) => best.probability ?? [])
  return probabilities.length < answers.length
    ? undefined
    : calibration(
        probabilities,
        answers.map(([best], row) => best.class === test.labels[row])
      )
}
