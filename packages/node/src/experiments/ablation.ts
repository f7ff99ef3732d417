/**
 * Beside Fig. 3: margins of classes alone, of images alone, and both; accuracy against gamma; the
 * objective as it falls.
 */
import type { ReportFigure, ResultRow } from '@unseen/report'
import { takeSplit } from '@unseen/data'
import { type DataName, type Experiment, dataNames } from './experiment.js'
import { fitAndTest } from './measure.js'

const variants = [
  ['alignment only', { lambda2: 0.1, lambda3: 0 }],
  ['instances only', { lambda2: 0, lambda3: 0.1 }],
  ['both', { lambda2: 0.1, lambda3: 0.1 }]
] as const
const gammas = [0.001, 0.01, 0.1, 1, 10]

export const ablation: Experiment = {
  name: 'ablation',
  title: 'What each part of the objective is worth',
  summary:
    "alignment only (lambda3 = 0), instances only (lambda2 = 0), both; accuracy against gamma; the objective's history",
  needs: ['cifar10', 'awa'],
  async run(context) {
    const rows: ResultRow[] = []
    const figures: ReportFigure[] = []
    for (const name of ['cifar10', 'awa'] as const satisfies readonly DataName[]) {
      const [found] = context.data(name)
      if (found === undefined) continue
      const data = await takeSplit(found.dataset, name === 'cifar10' ? { unseen: ['deer', 'ship'] } : {})
      const curves = []
      let done = 0
      for (const [title, lambdas] of variants) {
        const points = []
        for (const gamma of gammas) {
          context.onProgress?.(
            `Ablation: ${dataNames[name]}, ${title}, gamma ${gamma}`,
            done++ / (variants.length * gammas.length)
          )
          points.push({
            gamma,
            accuracy: (await fitAndTest(data, { gamma, references: 'means', ...lambdas }, context)).accuracy
          })
        }
        rows.push({
          group: dataNames[name],
          name: title,
          ours: { value: Math.max(...points.map(({ accuracy }) => accuracy)) }
        })
        curves.push({ name: title, points })
      }
      figures.push({
        name: 'ablation',
        data: { title: `${dataNames[name]}: accuracy against gamma`, curves },
        text: context.caption(
          'Accuracy among the unseen classes with the constraints on class means alone (lambda2 0.1), on images alone (lambda3 0.1) and with both; references at the means. An addition of ours to Fig. 3.',
          [found]
        )
      })
      const { model } = await fitAndTest(
        data,
        { gamma: 0.1, lambda2: 0.1, lambda3: 0.1, references: 'learned' },
        context
      )
      figures.push({
        name: 'history',
        data: {
          title: `${dataNames[name]}: the objective over the V-steps`,
          step: 'V-step',
          runs: [{ name: 'objective', objective: model.notes.training.history }]
        },
        text: context.caption(
          'The objective of Eq. 7 over the steps of Algorithm 1, gamma, lambda2 and lambda3 0.1.',
          [found]
        )
      })
    }
    return {
      results: [
        {
          title: 'Parts of the objective',
          about:
            'References at the class means; the best over gamma, chosen on the test rows: for comparing the parts with each other only.',
          measure: 'accuracy per image among unseen classes',
          rows
        }
      ],
      figures
    }
  }
}
