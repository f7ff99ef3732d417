/**
 * `unseen demo`: the whole idea on the data set that comes along. For each of five pairs of classes it
 * learns from the images of the eight others and recognises the pair by its descriptions alone; then
 * it shows how one class is seen, and why one image is taken for what it is.
 */
import type { Model } from '@unseen/core'
import type { Dataset } from '@unseen/data'
import type * as published from '../experiments/published.js'
import type { SplitResult } from '../experiments/splits.js'
import { mixtureLines } from '../terminal/mixture.js'
import { progressBar } from '../terminal/progress-bar.js'
import { type Terminal, exitCodes } from '../terminal/terminal.js'
import { table } from '../terminal/text.js'
import { type AddCommand, examples } from './command.js'

const SHOWN = { table: 'attributes', split: 'deer-ship', class: 'deer' }

export const addDemo: AddCommand = (parent, { terminal, exit }) => {
  parent
    .command('demo')
    .description('recognise classes without images, on the data set that comes along')
    .option('--json', 'print the accuracies as JSON')
    .addHelpText('after', examples('unseen demo', 'unseen demo --json'))
    .action(async ({ json = false }: { json?: boolean }) => {
      const [{ openDataset }, { embeddedFolder }, { runSplits }, figures, { threadExecutor }] =
        await Promise.all([
          import('../dataset/open.js'),
          import('../catalogue/find.js'),
          import('../experiments/splits.js'),
          import('../experiments/published.js'),
          import('../threads/executor.js')
        ])
      const dataset = await openDataset(embeddedFolder('cifar10-sample'))
      const started = performance.now()
      const bar = progressBar(terminal, 'Training')
      const results = await runSplits(dataset, {
        executor: threadExecutor(),
        signal: terminal.signal,
        onProgress: (done, total) => bar.update(done, total)
      })
      bar.end()
      const seconds = (performance.now() - started) / 1000
      if (terminal.signal.aborted) {
        terminal.note('Stopped.')
        return exit(exitCodes.stopped)
      }
      if (json)
        return terminal.print(
          JSON.stringify(
            {
              results: results.map(({ model: _model, ...rest }) => rest),
              published: figures.table2,
              seconds
            },
            undefined,
            2
          )
        )
      printTable(dataset, results, figures, seconds, terminal)
      const shown = results.find(({ table: name, split }) => name === SHOWN.table && split === SHOWN.split)
      if (shown !== undefined) await printClass(dataset, shown.model, terminal)
    })
}

function printTable(
  dataset: Dataset,
  results: readonly SplitResult[],
  { table2, publishedMean }: typeof published,
  seconds: number,
  { print }: Terminal
): void {
  const { splits, signatures } = dataset
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length
  const row = (name: string, values: readonly number[]): string[] => [
    name,
    ...[...values, mean(values)].map(value => value.toFixed(1))
  ]
  const ours = signatures.map(({ name }) =>
    row(
      name,
      results.filter(result => result.table === name).map(result => 100 * result.accuracy)
    )
  )
  const heads = [0, 1].map(at => ['', ...splits.map(({ unseen }) => unseen[at]), at === 0 ? '' : 'mean'])
  print('Images of two classes that had none in training, told apart by description alone.')
  print('Per cent right, chance is 50; each column is a training of its own on the eight other classes.')
  print('')
  const theirs = table2
    .filter(({ name }) => name.startsWith('SSE-INT'))
    .map(({ name, values }) => [
      `paper, ${name}`,
      ...values.map(value => (value === undefined ? '' : (100 * publishedMean(value)).toFixed(1)))
    ])
  const [first, second, ...rows] = table([...heads, ...ours, ...theirs], [1, 2, 3, 4, 5, 6])
  const rule = '─'.repeat(Math.max(first.length, second.length))
  for (const line of [first, second, rule, ...rows.slice(0, ours.length), rule, ...rows.slice(ours.length)])
    print(line)
  print('')
  print(
    `${results.length} trainings with cross validation in ${seconds.toFixed(1)} s: ${results[0].model.notes.training.rows} images each, tested on ${results[0].rows}.`
  )
  print(
    "The paper's features are VGG-19's, these are ResNet-50's; its words and attributes are those of Socher et al., these the sample's own."
  )
}

/** One unseen class as a mixture, and why one of its images is taken for it. */
async function printClass(dataset: Dataset, model: Model, { print }: Terminal): Promise<void> {
  const { takeSplit } = await import('@unseen/data')
  const { shares } = model.mixture(SHOWN.class)
  print('')
  print(
    `Nobody showed it a ${SHOWN.class}. From ${dataset.signatures[0].attributes?.length ?? 0} attributes it knows:`
  )
  print('')
  for (const line of mixtureLines(SHOWN.class, shares)) print(`  ${line}`)
  const { test } = await takeSplit(dataset, SHOWN)
  const answers = model.recognise(test.features, { top: 2 })
  const right = answers.findIndex(
    ([best], at) => best.class === SHOWN.class && test.labels[at] === SHOWN.class
  )
  if (right < 0) return
  const { Matrix } = await import('@unseen/core')
  const [{ difference, terms }] = model.contrast(
    Matrix.slice(test.features, right, right + 1),
    answers[right][0].class,
    answers[right][1].class
  )
  print('')
  print(
    `Why ${dataset.rowNames?.[test.rows[right]] ?? `row ${test.rows[right]}`} is a ${answers[right][0].class} and not a ${answers[right][1].class}: ahead by ${difference.toFixed(2)}, of which`
  )
  for (const { class: seen, contribution } of terms.slice(0, 4))
    print(`    ${seen.padEnd(10)} ${contribution >= 0 ? '+' : '-'}${Math.abs(contribution).toFixed(2)}`)
}
