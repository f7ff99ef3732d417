/**
 * Table 3, the columns whose data are free: CUB and Animals with Attributes; the paper's method and ours,
 * never in one row.
 */
import { defined } from '@unseen/core/internal'
import type { ResultRow } from '@unseen/report'
import { estimatePaperSearch } from './estimate.js'
import { type DataName, type Experiment, type ExperimentContext, dataNames } from './experiment.js'
import { overTrials, tuneAndTest } from './measure.js'
import { confusionOf, mixturesOf } from './model-figures.js'
import { table3 as published } from './published.js'

const columns = ['cub', 'awa'] as const satisfies readonly DataName[]
const families = [
  ['paper', "the paper's method"],
  ['class-weights', 'class weights (ours)']
] as const

export const table3: Experiment = {
  name: 'table3',
  title: 'Table 3: CUB and Animals with Attributes',
  summary: "the CUB and AwA columns, the paper's method and class weights",
  needs: columns,
  async run(context) {
    const rows: ResultRow[] = []
    const figures = []
    let shown
    for (const [at, name] of columns.entries()) {
      const dataset = await context.data(name)
      if (dataset === undefined) {
        rows.push({ name: dataNames[name], note: 'the data are not there' })
        continue
      }
      if (context.protocol === 'paper')
        context.onEstimate?.(await estimatePaperSearch(dataset, {}, context.trials, context.executor.threads))
      for (const [family, title] of families) {
        const tests = await trials(context, (seed, trial) => {
          context.onProgress?.(
            `Table 3: ${dataNames[name]}, ${title}`,
            (at + trial / context.trials) / columns.length
          )
          return tuneAndTest(dataset, {}, family, context, seed)
        })
        shown = tests[0]
        rows.push({
          group: dataNames[name],
          name: title,
          ours: overTrials(tests.map(({ accuracy }) => accuracy)),
          ...defined({ published: family === 'paper' ? published[name] : undefined })
        })
      }
      if (shown !== undefined)
        figures.push(confusionOf(shown, `${dataNames[name]}: confusion of the unseen classes, class weights`))
    }
    return {
      results: [
        {
          title: 'CUB and Animals with Attributes',
          about:
            "The features are others than the paper's (its Table 3 has VGG-19), so the figures tell how far the method goes, not which program is better.",
          measure: 'accuracy per image among unseen classes',
          rows
        }
      ],
      figures,
      ...defined({ mixtures: shown === undefined ? undefined : mixturesOf(shown) })
    }
  }
}

/** The same work with one seed after the other. */
export async function trials<Result>(
  { trials: count, seed }: ExperimentContext,
  work: (seed: number, trial: number) => Promise<Result>
): Promise<Result[]> {
  const results: Result[] = []
  for (let trial = 0; trial < count; trial++) results.push(await work(seed + trial, trial))
  return results
}
