/** Table 2: CIFAR-10, five pairs of unseen classes, with each description of the classes there is. */
import { estimatePaperSearch } from './estimate.js'
import type { Experiment } from './experiment.js'
import { overTrials, tuneAndTest } from './measure.js'
import { table2 as published } from './published.js'

export const pairs = [
  ['cat', 'dog'],
  ['airplane', 'automobile'],
  ['automobile', 'deer'],
  ['deer', 'ship'],
  ['cat', 'truck']
] as const

export const table2: Experiment = {
  name: 'table2',
  title: 'Table 2: CIFAR-10, two unseen classes at a time',
  summary:
    "five pairs of unseen classes x each signature table, the paper's method, mean and deviation over trials",
  needs: ['cifar10'],
  async run(context) {
    const dataset = await context.data('cifar10')
    if (dataset === undefined) return {}
    const tables = dataset.signatures.map(({ name }) => name)
    const total = tables.length * pairs.length * context.trials
    if (context.protocol === 'paper')
      context.onEstimate?.(
        await estimatePaperSearch(
          dataset,
          { table: tables[0], unseen: pairs[0] },
          total,
          context.executor.threads
        )
      )
    let done = 0
    const results = []
    for (const table of tables) {
      const perPair: number[][] = []
      for (const unseen of pairs) {
        const trials: number[] = []
        for (let trial = 0; trial < context.trials; trial++) {
          context.onProgress?.(`Table 2: ${table}, ${unseen.join(' and ')}`, done++ / total)
          trials.push(
            (await tuneAndTest(dataset, { table, unseen }, 'paper', context, context.seed + trial)).accuracy
          )
        }
        perPair.push(trials)
      }
      results.push(tableOf(table, perPair))
    }
    return { results }
  }
}

function tableOf(table: string, perPair: readonly (readonly number[])[]) {
  const source = 'Table 2, SSE-INT, VGG-19 features'
  const means = perPair[0].map(
    (_, trial) => perPair.reduce((sum, trials) => sum + trials[trial], 0) / perPair.length
  )
  const mean = published.accuracies.reduce((sum, value) => sum + value, 0) / published.accuracies.length
  return {
    title: `CIFAR-10 by ${table}`,
    about: 'The eight other classes have images in training; these two are known by their description alone.',
    measure: 'accuracy per image among the two',
    rows: [
      ...pairs.map((unseen, at) => ({
        name: unseen.join(' and '),
        ours: overTrials(perPair[at]),
        published: { value: published.accuracies[at] / 100, source }
      })),
      { name: 'mean', ours: overTrials(means), published: { value: mean / 100, source } }
    ]
  }
}
