/**
 * Fig. 2, 4, 5 and 6: how alike classes are before and after learning, and rows on a map by raw features and
 * by proportions.
 */
import type { Matrix } from '@unseen/core'
import { centredProportions } from '@unseen/core/internal'
import type { ReportFigure } from '@unseen/report'
import {
  type DataName,
  type Experiment,
  type ExperimentContext,
  type Outcome,
  dataNames
} from './experiment.js'
import { type Tested, fitAndTest, tuneAndTest } from './measure.js'
import { affinityOf, mixturesOf, rowsAt, someRows } from './model-figures.js'
import { table3 } from './published.js'

/** On maps; more are no clearer. */
const ROWS_PER_CLASS = 100
/** Parameters at which figures are drawn: middle of the grid, so that no search is needed for a picture. */
const plain = { gamma: 0.1, lambda2: 0.1, lambda3: 0.1, references: 'means' } as const

export const fig2: Experiment = {
  name: 'fig2',
  title: 'Fig. 2: how alike classes are',
  summary: 'affinities of signatures, mixtures and mean proportions on CUB and AwA (in place of aP&Y)',
  needs: ['cub', 'awa'],
  run: context =>
    forEach(context, ['cub', 'awa'], async (name, dataset) => {
      const tested = await fitAndTest(dataset, {}, plain, context)
      return {
        figures: [
          affinityOf(
            tested,
            `${dataNames[name]}: where the three look alike, what was learned from images agrees with the descriptions`
          )
        ]
      }
    })
}

export const fig4: Experiment = {
  name: 'fig4',
  title: 'Fig. 4: CIFAR-10, affinities and maps',
  summary:
    'affinities of the classes, and test rows on a map by raw features and by proportions, cat and dog unseen',
  needs: ['cifar10'],
  run: context =>
    forEach(context, ['cifar10'], async (_name, dataset) => {
      const tested = await fitAndTest(dataset, { unseen: ['cat', 'dog'] }, plain, context)
      return {
        figures: [affinityOf(tested, 'CIFAR-10'), await mapOf(tested, 'CIFAR-10, test images', context)],
        mixtures: mixturesOf(tested)
      }
    })
}

export const fig5: Experiment = {
  name: 'fig5',
  title: 'Fig. 5: rows of unseen classes on a map',
  summary: 'test rows of the unseen classes by raw features and by proportions, AwA rgSIFT',
  needs: ['awa'],
  run: context =>
    forEach(context, ['awa'], async (name, dataset) => ({
      figures: [
        await mapOf(
          await fitAndTest(dataset, {}, plain, context),
          `${dataNames[name]}, unseen classes`,
          context
        )
      ]
    }))
}

export const fig6: Experiment = {
  name: 'fig6',
  title: 'Fig. 6: Animals with Attributes, rgSIFT',
  summary: 'accuracy against the published 33.6, and affinities of the unseen classes',
  needs: ['awa'],
  run: context =>
    forEach(context, ['awa'], async (name, dataset) => {
      const tested = await tuneAndTest(dataset, {}, 'paper', context, context.seed)
      return {
        results: [
          {
            title: `${dataNames[name]}, rgSIFT histograms`,
            measure: 'accuracy per image among the ten unseen classes',
            rows: [
              {
                name: "the paper's method, references learned",
                ours: { value: tested.accuracy },
                published: table3.awa
              }
            ]
          }
        ],
        figures: [affinityOf(tested, dataNames[name])],
        mixtures: mixturesOf(tested)
      }
    })
}

async function mapOf(
  { model, data }: Tested,
  title: string,
  { map }: ExperimentContext
): Promise<ReportFigure> {
  const rows = someRows(data.test.labels, ROWS_PER_CLASS)
  const features = rowsAt(data.test.features, rows)
  const proportions: Matrix = {
    kind: 'dense',
    rows: rows.length,
    columns: model.seen.length,
    data: centredProportions(model.proportions(features), model.seen.length)
  }
  const index = new Map(data.split.unseen.map((name, at) => [name, at]))
  const [raw, learned] = [await map(features, 'raw features'), await map(proportions, 'proportions')]
  return {
    name: 'map',
    data: {
      title,
      classes: data.split.unseen,
      labels: rows.map(row => index.get(data.test.labels[row]) ?? 0),
      panels: [
        { title: 'raw features', ...raw },
        { title: 'proportions', ...learned }
      ]
    }
  }
}

/** The parts of every data set that is there. */
async function forEach(
  context: ExperimentContext,
  names: readonly DataName[],
  part: (
    name: DataName,
    dataset: NonNullable<Awaited<ReturnType<ExperimentContext['data']>>>
  ) => Promise<Outcome>
): Promise<Outcome> {
  const parts: Outcome[] = []
  for (const [at, name] of names.entries()) {
    const dataset = await context.data(name)
    context.onProgress?.(dataNames[name], at / names.length)
    if (dataset !== undefined) parts.push(await part(name, dataset))
  }
  return {
    results: parts.flatMap(({ results = [] }) => results),
    figures: parts.flatMap(({ figures = [] }) => figures),
    mixtures: parts.flatMap(({ mixtures = [] }) => mixtures)
  }
}
