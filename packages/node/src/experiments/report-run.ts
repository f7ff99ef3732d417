/** A run as a report: what was asked for, what came out, why, and where it fails. */
import {
  type Model,
  type PointSummary,
  type SplitData,
  UnseenError,
  accuracy,
  bootstrapAccuracy,
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
  const answers = model.recognise(data.test.features, { among: data.split.unseen, top: 2 })
  const predicted = answers.map(([best]) => best.class)
  const { perImage, perClass, rows, byClass } = accuracy(data.test.labels, predicted, {
    classes: data.split.unseen
  })
  const intervals = bootstrapAccuracy(data.test.labels, predicted, {
    classes: data.split.unseen,
    seed: config.seed
  })
  const examples = await examplesOf(dataset, data, answers)
  const points = await searchPoints(folder)
  const rehearsal = rehearsalOf(model.notes)
  const generalised = await generalisedOf(model, dataset, data, config.seed)
  const worst = [...byClass].sort((a, b) => a.accuracy - b.accuracy).slice(0, 3)
  const percent = (value: number): string => `${(100 * value).toFixed(1)} %`
  const figures: ReportFigure[] = [
    confusionOf(tested, 'Which unseen class is taken for which'),
    affinityOf(tested, 'How alike the classes are'),
    ...(rehearsal === undefined ? [] : rehearsalFigures(rehearsal, generalised)),
    ...(points === undefined
      ? []
      : [{ name: 'grid' as const, data: { title: 'The search on held-out classes', ...points } }])
  ]
  return {
    format: REPORT_FORMAT,
    version: REPORT_VERSION,
    title: `${dataset.name}: recognising ${data.split.unseen.length} classes without images`,
    summary: [
      `The model learned from ${model.notes.training.rows} images of ${model.seen.length} classes. Of ${rows} images of ${data.split.unseen.length} other classes, which it knows by description alone (${config.table}), it recognises ${percent(perImage)} (95 % interval ${percent(intervals.perImage.low)} to ${percent(intervals.perImage.high)}); guessing would give ${percent(1 / data.split.unseen.length)}.`
    ],
    run: runRecord(config, dataset, folder),
    classes: { seen: model.seen, unseen: data.split.unseen },
    results: [
      {
        title: 'Images of unseen classes recognised',
        about: 'Answers are chosen among the unseen classes.',
        measure: 'accuracy',
        rows: [
          {
            name: 'per image',
            ours: { value: perImage, low: intervals.perImage.low, high: intervals.perImage.high }
          },
          {
            name: 'per class',
            ours: { value: perClass, low: intervals.perClass.low, high: intervals.perClass.high }
          }
        ]
      },
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
