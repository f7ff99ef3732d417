/** A comparison of methods as a report: a ranked table and a figure for each protocol, the groups apart. */
import { UnseenError } from '@unseen/core'
import type { ComparedMethod, Comparison, ProtocolComparison } from '@unseen/core/compare'
import { defined } from '@unseen/core/internal'
import {
  REPORT_FORMAT,
  REPORT_VERSION,
  type Report,
  type ReportFigure,
  type ResultTable
} from '@unseen/report'
import { COMPARISON_FILE } from '../runs/compare-run.js'
import { runCommand } from '../runs/run-command.js'
import type { RunConfig } from '../runs/run-folder.js'
import { methodName, verdict } from '../terminal/comparison.js'
import { publishedMethod, publishedNote, publishedSource } from './published-methods.js'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const groups = [
  ['paper', "The paper's"],
  ['ours', 'Ours'],
  ['other', 'Others']
] as const

export async function reportComparison(
  folder: string,
  config: RunConfig,
  run: NonNullable<Report['run']>
): Promise<Report> {
  const text = await readFile(join(folder, COMPARISON_FILE), 'utf8').catch((cause: unknown) => {
    throw new UnseenError(
      'path.missing',
      `${folder} has no ${COMPARISON_FILE}: the comparison is not finished.`,
      { where: { folder }, remedy: 'Go on with --resume.', cause }
    )
  })
  const comparison = JSON.parse(text) as Comparison
  const { protocols, classes, trials, rows, folds } = comparison
  return {
    format: REPORT_FORMAT,
    version: REPORT_VERSION,
    title: `${config.data.name}: methods side by side`,
    summary: [
      `Every method learned from the same ${rows.train} images of ${classes.seen} seen classes and was asked about ${rows.test} images of ${classes.unseen} classes it knows by description alone (${config.table}). Parameters were chosen from as many points for each, on seen classes held out in ${folds} groups; never on test images.`,
      ...protocols.flatMap(protocol => verdict(protocol).map(line => `${nameOf(protocol)}. ${line}`))
    ],
    run: { ...run, settings: { ...run.settings, trials } },
    results: protocols.flatMap(protocol => tablesOf(protocol, comparison, config.data.name)),
    figures: protocols.flatMap(protocol => figuresOf(protocol, comparison, config.data.name)),
    failures: protocols.flatMap(({ failed, protocol }) =>
      failed.map(({ title, message }) => ({ title: `${title}, ${protocol}`, text: message }))
    ),
    again: {
      commands: [runCommand(config), 'unseen verify report.html'],
      note: 'The same data, options, seed and version give the same numbers, whatever the number of threads; times differ.'
    }
  }
}

function nameOf({ protocol }: ProtocolComparison): string {
  return protocol === 'zsl' ? 'Zero-shot, among unseen classes' : 'Generalised, among all classes'
}

function tablesOf(
  compared: ProtocolComparison,
  { trials, classes }: Comparison,
  dataset: string
): ResultTable[] {
  const { methods, failed, protocol } = compared
  const zsl = protocol === 'zsl'
  const known = methods.some(({ method }) => publishedMethod(dataset, method) !== undefined)
  const about = zsl
    ? `Answers are chosen among the ${classes.unseen} unseen classes. Intervals come from drawing classes and their rows again; differences and p from the same draws for all methods.`
    : `Answers are chosen among all ${classes.seen + classes.unseen} classes; a bias on seen classes was chosen on held-out classes. H is the harmonic mean of the accuracies on seen and unseen classes.`
  const entry = (method: ComparedMethod) => (zsl ? method.zsl?.perClass : method.gzsl?.harmonic)
  return [
    {
      title: nameOf(compared),
      about: known ? `${about} ${capitalised(publishedNote(protocol))}` : about,
      measure: zsl ? 'accuracy per class' : 'H, per class',
      rows: [
        ...groups.flatMap(([kind, group]) =>
          methods
            .filter(method => method.kind === kind)
            .map(method => {
              const published = publishedMethod(dataset, method.method)
              const ours = entry(method)
              return {
                group,
                name: method.title,
                note: noteOf(method, methods.indexOf(method) + 1),
                ...defined({
                  ours:
                    ours === undefined
                      ? undefined
                      : {
                          value: ours.value,
                          low: ours.low,
                          high: ours.high,
                          ...defined({
                            deviation: trials > 1 ? ours.deviation : undefined,
                            trials: trials > 1 ? trials : undefined
                          })
                        },
                  published:
                    published === undefined
                      ? undefined
                      : {
                          ...(zsl
                            ? {
                                value: Math.min(published.standard, published.proposed) / 100,
                                highest: Math.max(published.standard, published.proposed) / 100
                              }
                            : { value: published.harmonic / 100 }),
                          source: publishedSource
                        }
                })
              }
            })
        ),
        ...failed.map(({ title, message }) => ({ name: title, note: message }))
      ]
    }
  ]
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function noteOf({ zsl, gzsl, transductive, toBest, trials, source }: ComparedMethod, rank: number): string {
  const number = (value: number): string => (100 * value).toFixed(1)
  const edges = [...new Set(trials.flatMap(({ onEdge }) => onEdge))]
  return [
    `Rank ${rank}, ${source}`,
    ...(transductive ? ['transductive: answers depend on the other rows'] : []),
    ...(zsl === undefined ? [] : [`per image ${number(zsl.perImage.value)}`]),
    ...(gzsl === undefined
      ? []
      : [
          `seen ${number(gzsl.seen.value)}, unseen ${number(gzsl.unseen.value)}, without bias H ${number(gzsl.raw.harmonic.value)}, AUSUC ${gzsl.area.value.toFixed(3)}`
        ]),
    ...(rank === 1
      ? []
      : [
          `to the best ${number(toBest.difference.value)} (${number(toBest.difference.low)} to ${number(toBest.difference.high)}, p ${toBest.p.toFixed(3)})`
        ]),
    ...(edges.length === 0 ? [] : [`${edges.join(', ')} on the edge of the grid`])
  ].join('; ')
}

function figuresOf(
  { protocol, methods }: ProtocolComparison,
  { classes }: Comparison,
  dataset: string
): ReportFigure[] {
  const zsl = protocol === 'zsl'
  const dots = groups.map(([kind, name]) => ({
    name,
    methods: methods
      .filter(method => method.kind === kind)
      .flatMap(method => {
        const measured = zsl ? method.zsl?.perClass : method.gzsl?.harmonic
        const published = publishedMethod(dataset, method.method)
        return measured === undefined
          ? []
          : [
              {
                name: methodName(method),
                value: measured.value,
                low: measured.low,
                high: measured.high,
                ...defined({
                  published:
                    published === undefined
                      ? undefined
                      : (zsl ? published.proposed : published.harmonic) / 100
                })
              }
            ]
      })
  }))
  const curves = methods
    .filter(({ curve, method }) => curve !== undefined && method !== 'chance')
    .slice(0, 4)
    .map(method => ({ name: methodName(method), points: method.curve ?? [] }))
  return [
    {
      name: 'methods',
      data: {
        title: zsl ? 'Methods, among unseen classes' : 'Methods, among all classes',
        label: zsl ? 'accuracy per class, %' : 'H, %',
        groups: dots,
        ...defined({ reference: zsl ? { value: 1 / classes.unseen, label: 'chance' } : undefined })
      }
    },
    ...(curves.length === 0
      ? []
      : [
          {
            name: 'seen-unseen' as const,
            data: { title: 'Seen against unseen classes, the best methods, first trial', curves }
          }
        ])
  ]
}
