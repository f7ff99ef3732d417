/** The evaluation as an HTML report; loaded when somebody asks for it, since it brings its own figures. */
import { defined } from '@unseen/core/internal'
import { REPORT_FORMAT, REPORT_VERSION, type Report, renderReport } from '@unseen/report'
import { percent, plural } from '../lib/say.js'
import type { Studio } from '../page/studio.js'
import type { BiasFacts, EvaluationFacts } from './facts.js'
import { comparisonOf } from './kept-comparison.js'

export async function reportOf({ session, pages, project }: Studio): Promise<string> {
  const { measured, at } = pages.evaluate.getState()
  if (measured === undefined || at === undefined) throw new Error('Nothing was measured yet.')
  const { name, model, data } = session.store.getState()
  const comparison = comparisonOf(project.getState().runs, data?.table)
  const { classes } = measured
  const report: Report = {
    format: REPORT_FORMAT,
    version: REPORT_VERSION,
    title: `Evaluation of ${name}`,
    summary: summaryOf(measured, at),
    classes: {
      seen: classes.filter(({ seen }) => seen).map(each => each.name),
      unseen: classes.filter(({ seen }) => !seen).map(each => each.name)
    },
    run: {
      command: 'Unseen Studio, Evaluate',
      at: new Date().toISOString(),
      ...defined({ settings: model === undefined ? undefined : { ...model.settings } })
    },
    results: [
      {
        title: 'Each class',
        about: 'All classes are candidates, at this bias.',
        measure: 'accuracy per image, with its 95 % interval',
        rows: at.byClass.map(({ name: of, seen, accuracy: value, low, high }) => ({
          name: of,
          group: seen ? 'Seen' : 'Unseen',
          ours: { value, low, high }
        }))
      },
      ...(comparison === undefined
        ? []
        : [
            {
              title: 'Methods',
              about: 'The same images, splits and budget; settings chosen on held-out classes.',
              measure: 'harmonic mean of seen and unseen accuracy',
              rows: comparison.methods.flatMap(({ title, kind, transductive, harmonic, half = 0 }) =>
                harmonic === undefined
                  ? []
                  : [
                      {
                        name: title,
                        group: { ours: 'Ours', paper: 'The paper', other: 'Others' }[kind],
                        ours: { value: harmonic, low: harmonic - half, high: harmonic + half },
                        ...defined({
                          note:
                            transductive === true
                              ? 'transductive: answers depend on the other images'
                              : undefined
                        })
                      }
                    ]
              )
            }
          ])
    ],
    figures: [
      {
        name: 'seen-unseen',
        data: {
          curves: [{ name: 'the model in use', points: measured.curve }],
          marked: { seen: at.seen, unseen: at.unseen, label: 'at this bias' }
        }
      },
      { name: 'confusion', data: { classes: classes.map(each => each.name), counts: [...at.counts] } },
      {
        name: 'coverage',
        data: {
          curves: [
            { name: `among all ${classes.length}`, points: at.coverage.all },
            ...(at.coverage.unseen === undefined
              ? []
              : [{ name: 'among unseen', points: at.coverage.unseen }])
          ],
          marked: { ...at.coverage.at, label: 'the margin asked for' }
        }
      }
    ]
  }
  return renderReport(report, { document })
}

/** What came out, and on what it was measured. */
function summaryOf(
  { rows, keptBy, trainedOn }: EvaluationFacts,
  { seen, unseen, harmonic, bias }: BiasFacts
): string[] {
  return [
    `At a bias of ${bias.toFixed(3)} it recognises ${percent(seen, 1)} of seen and ${percent(unseen, 1)} of unseen images: H ${(100 * harmonic).toFixed(1)}.`,
    `Measured on ${plural(rows.seen, 'image')} of seen and ${plural(rows.unseen, 'image')} of unseen classes, ${keptBy === 'split' ? 'which the split keeps apart' : `with a model trained again on the ${plural(trainedOn, 'image')} that were not kept apart`}.`
  ]
}
