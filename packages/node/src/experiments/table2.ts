/**
 * Table 2: CIFAR-10, five pairs of unseen classes, with each description of the classes there is. SSE-INT and
 * SSE-ReLU are one optimum (int and relu differ by <w, x> per row alone, docs/notation.md), so the parameters
 * are chosen once; both are trained and tested.
 */
import { Matrix } from '@unseen/core'
import { estimatePaperSearch } from './estimate.js'
import type { Experiment, ExperimentContext } from './experiment.js'
import type { FoundData } from './find-data.js'
import { fitAndTest, overTrials, publishedCells } from './measure.js'
import { table2 as published } from './published.js'

export const pairs = [
  ['cat', 'dog'],
  ['airplane', 'automobile'],
  ['automobile', 'deer'],
  ['deer', 'ship'],
  ['cat', 'truck']
] as const
const variants = ['int', 'relu'] as const
const names = { int: 'SSE-INT', relu: 'SSE-ReLU' } as const

export const table2: Experiment = {
  name: 'table2',
  title: 'Table 2: CIFAR-10, two unseen classes at a time',
  summary: 'five pairs of unseen classes x each table of signatures x SSE-INT and SSE-ReLU, over trials',
  needs: ['cifar10'],
  async run(context) {
    const [found] = context.data('cifar10')
    const tables = found.dataset.signatures
    const total = tables.length * pairs.length * context.trials
    if (context.protocol === 'paper')
      context.onEstimate?.(
        await estimatePaperSearch(
          found.dataset,
          { table: tables[0].name, unseen: pairs[0] },
          total,
          context.executor.threads
        )
      )
    const rows = []
    for (const [at, { name, matrix }] of tables.entries()) {
      const length = Matrix.from(matrix, 'signatures').columns
      const measured = await accuraciesOf(found, name, at / tables.length, context)
      for (const variant of variants) {
        const perPair = measured.map(trials => trials.map(trial => trial[variant]))
        const averages = perPair[0].map(
          (_, trial) => perPair.reduce((sum, trials) => sum + trials[trial], 0) / perPair.length
        )
        rows.push({
          name: `${names[variant]} (${length} ${name})`,
          cells: [...perPair, averages].map(overTrials)
        })
      }
    }
    return {
      tables: [
        {
          title: 'Table 2: CIFAR-10, two unseen classes at a time',
          about: context.caption(
            'The eight other classes have images in training; these two are known by their description alone. INT and ReLU have one optimum, so it is solved once, as ReLU, and both are tested: their rows agree but for ties and rounding. INT solved as itself comes to the same objective and ranks every row alike (docs/paper.md). The number in brackets is the length of a description. Words and attributes of the paper are those of Socher et al.; tables of other names or lengths are further rows, not those.',
            [found]
          ),
          measure: 'per cent of the test images recognised among the two, mean ± standard deviation',
          columns: [...pairs.map(([a, b]) => `${a}-${b}`), 'average'],
          groups: [
            {
              title: 'published, vgg-verydeep-19 features, 50,000 training images',
              published: true,
              rows: published.map(publishedCells)
            },
            { title: `measured here, features ${found.features}${found.sample ? ', the sample' : ''}`, rows }
          ]
        }
      ]
    }
  }
}

/** By pairs, then trials: the accuracy of each variant. */
async function accuraciesOf(
  found: FoundData,
  table: string,
  from: number,
  context: ExperimentContext
): Promise<Record<(typeof variants)[number], number>[][]> {
  const perPair = []
  for (const [at, unseen] of pairs.entries()) {
    const trials = []
    for (let trial = 0; trial < context.trials; trial++) {
      context.onProgress?.(
        `Table 2: ${table}, ${unseen.join(' and ')}`,
        from + (at + trial / context.trials) / pairs.length / found.dataset.signatures.length
      )
      const { data, options, accuracy } = await context.tuned(found, {
        split: { table, unseen },
        family: 'paper',
        seed: context.seed + trial
      })
      const int = await fitAndTest(data, { ...options, transform: 'int' }, context)
      trials.push({ int: int.accuracy, relu: accuracy })
    }
    perPair.push(trials)
  }
  return perPair
}
