/**
 * Table 3: every compared system with its published figures, and ours on the data that are there; the paper's
 * method and class weights, never in one row. Never on annotations of images.
 */
import { compare, comparisonInput, pickMethods } from '@unseen/core/compare'
import { defined } from '@unseen/core/internal'
import { takeSplit } from '@unseen/data'
import type { Measured, ReportFigure } from '@unseen/report'
import { estimatePaperSearch } from './estimate.js'
import { type DataName, type Experiment, type ExperimentContext, dataNames } from './experiment.js'
import type { FoundData } from './find-data.js'
import { type Tested, fitAndTest, overTrials, publishedCells } from './measure.js'
import { confusionOf, mixturesOf } from './model-figures.js'
import { table3 as published } from './published.js'

/** Methods of `unseen compare` that have a published row, in the order of the rows. */
const compared = [
  'attribute-regression',
  'joint-attributes',
  'attribute-tree',
  'pst',
  'designed-attributes',
  'ale',
  'multi-view',
  'costa',
  'dap',
  'random-forest',
  'eszsl',
  'sje'
]

const columns = ['apy', 'awa', 'cub', 'sun'] as const satisfies readonly DataName[]

export const table3: Experiment = {
  name: 'table3',
  title: 'Table 3: aP&Y, AwA, CUB and SUN',
  summary:
    "the published figures of thirteen systems; the paper's method and class weights, and with --systems theirs, on the data that are there",
  needs: columns,
  async run(context) {
    const used: FoundData[] = []
    const groups = []
    const figures: ReportFigure[] = []
    let shown: Tested | undefined
    const jobs = columns.flatMap(name => context.data(name))
    for (const [at, found] of jobs.entries()) {
      if (context.protocol === 'paper')
        context.onEstimate?.(
          await estimatePaperSearch(found.dataset, {}, context.trials, context.executor.threads)
        )
      const measured = await rowsOf(found, at / jobs.length, jobs.length, context)
      shown = measured.shown
      used.push(found)
      const systems = context.systems ? await systemRows(found, at / jobs.length, jobs.length, context) : []
      groups.push({
        title: `measured here, ${dataNames[found.name]}, features ${found.features}`,
        rows: [...measured.rows, ...systems].map(({ name, value }) => ({
          name,
          cells: columns.map(column => (column === found.name ? value : null))
        }))
      })
      figures.push(
        confusionOf(shown, `${dataNames[found.name]} (${found.features}): confusion of the unseen classes`)
      )
    }
    return {
      tables: [
        {
          title: 'Table 3: four data sets',
          about: context.caption(
            'Published figures are cited by the paper from their own papers, with settings of their own. Ours tell how far the method goes on the features named, not which program is better. The compared systems themselves run under `unseen compare`, and here with --systems: built anew by `unseen`, which says of each what differs from its source; their names are those of their sources.',
            used
          ),
          measure:
            'per cent of the test images recognised among the unseen classes, mean ± standard deviation',
          columns: columns.map(name => dataNames[name]),
          groups: [
            ...published.map(({ features, rows }) => ({
              title: `published, features ${features}`,
              published: true,
              rows: rows.map(publishedCells)
            })),
            ...groups
          ]
        }
      ],
      figures,
      ...(shown === undefined ? {} : { mixtures: mixturesOf(shown) })
    }
  }
}

async function rowsOf(
  found: FoundData,
  from: number,
  jobs: number,
  context: ExperimentContext
): Promise<{ rows: { name: string; value: Measured }[]; shown: Tested }> {
  const [relu, int, weights]: number[][] = [[], [], []]
  let shown: Tested | undefined
  for (let trial = 0; trial < context.trials; trial++) {
    const seed = context.seed + trial
    const say = (text: string, part: number): void =>
      context.onProgress?.(
        `Table 3: ${dataNames[found.name]}, ${text}`,
        from + (trial + part) / context.trials / jobs
      )
    say("the paper's method", 0)
    const paper = await context.tuned(found, { split: {}, family: 'paper', seed })
    relu.push(paper.accuracy)
    say('SSE-INT', 0.6)
    int.push((await fitAndTest(paper.data, { ...paper.options, transform: 'int' }, context)).accuracy)
    say('class weights', 0.9)
    weights.push((await context.tuned(found, { split: {}, family: 'class-weights', seed })).accuracy)
    shown ??= paper
  }
  if (shown === undefined) throw new RangeError('There is no trial.')
  return {
    rows: [
      { name: 'SSE-INT', value: overTrials(int) },
      { name: 'SSE-ReLU', value: overTrials(relu) },
      { name: 'class weights (ours)', value: overTrials(weights) }
    ],
    shown
  }
}

/** The compared systems on the same split, each tuned as `unseen compare` does it. */
async function systemRows(
  found: FoundData,
  from: number,
  sets: number,
  { trials, seed, executor, signal, onProgress }: ExperimentContext
): Promise<{ name: string; value: Measured }[]> {
  let [done, total] = [0, 1]
  const { status, comparison } = await compare(comparisonInput(await takeSplit(found.dataset, {})), {
    methods: pickMethods(compared.join(',')),
    protocols: ['zsl'],
    trials,
    seed,
    executor,
    ...defined({ signal }),
    onBegin: ({ jobs }) => (total = jobs),
    onResult: ({ method }) =>
      onProgress?.(
        `Table 3: ${dataNames[found.name]}, compared systems, ${method}`,
        from + ++done / total / sets
      )
  })
  if (status === 'cancelled') throw new DOMException('Stopped.', 'AbortError')
  const [{ methods }] = comparison.protocols
  return compared.flatMap(name => {
    const own = methods.find(({ method }) => method === name)
    if (own?.zsl === undefined) return []
    const { value, deviation } = own.zsl.perImage
    return [
      {
        name: `${own.source}: ${own.title}${own.transductive ? ' (transductive)' : ''}`,
        value: trials < 2 ? { value } : { value, deviation, trials }
      }
    ]
  })
}
