/**
 * `unseen compare DATA`: methods side by side on the same rows, folds and budget; ends with a ranked table.
 */
import type { Protocol } from '@unseen/core/compare'
import { defined } from '@unseen/core/internal'
import type { CompareRun, CompareRunOptions, CompareSettings } from '../runs/compare-run.js'
import type { ComparisonView } from '../terminal/comparison-view.js'
import { liveBlock } from '../terminal/live-block.js'
import { duration, progressBar } from '../terminal/progress-bar.js'
import { type Terminal, exitCodes } from '../terminal/terminal.js'
import { safe, table } from '../terminal/text.js'
import { type AddCommand, examples } from './command.js'
import { numberOf } from './fit-flags.js'
import { Option } from 'commander'

interface Flags {
  readonly split?: string
  readonly table?: string
  readonly unseen?: readonly string[]
  readonly methods: string
  readonly protocol: readonly Protocol[]
  readonly trials: number
  readonly seed: number
  readonly normalise?: NonNullable<CompareSettings['normalise']>
  readonly threads?: number
  readonly run?: string
  readonly resume?: boolean
  readonly output?: string
  readonly estimate?: boolean
  readonly json?: boolean
  readonly quiet?: boolean
}

const LOG_EVERY = 10_000
const list = (text: string): string[] =>
  text
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '')

export const addCompare: AddCommand = (parent, { terminal, exit }) => {
  parent
    .command('compare')
    .argument('<data>', 'a data set: folder, file or archive; "sample" is the one that comes along')
    .description('methods side by side: the same rows, splits, seeds and tuning budget for all')
    .option(
      '--methods <names>',
      'all, quick (closed forms, SSE at the means), or names separated by commas',
      'quick'
    )
    .addOption(
      new Option('--protocol <names>', 'zsl: among unseen classes; gzsl: among all; or both')
        .argParser((text): Protocol[] => list(text) as Protocol[])
        .default(['zsl', 'gzsl'], 'zsl,gzsl')
    )
    .addOption(
      new Option('--trials <number>', 'with one seed after the other').argParser(numberOf).default(1)
    )
    .option('--split <name>', 'which split of the data set (default: its first)')
    .option(
      '--table <name>',
      'which signatures; "attributes + 2 * sentences" joins tables (default: the first)'
    )
    .option('--unseen <names>', "classes that are unseen, separated by commas, instead of the split's", list)
    .addOption(
      new Option('--normalise <choice>', 'how rows are scaled (default: l2)').choices([
        'l2',
        'none',
        'sqrt',
        'l2-sqrt'
      ])
    )
    .addOption(new Option('--seed <number>', 'of the first trial').argParser(numberOf).default(0))
    .addOption(new Option('--threads <number>', 'worker threads (default: one per core)').argParser(numberOf))
    .option('--run <folder>', "the run's folder (default: runs/NAME-NUMBER)")
    .option('--resume', 'go on with the run in --run')
    .option('-o, --output <file>', 'a report, one HTML file that opens anywhere')
    .option('--estimate', 'only say how long it would take')
    .option('--json', 'print the result as JSON')
    .option('-q, --quiet', 'no progress')
    .addHelpText(
      'after',
      examples(
        'unseen compare sample',
        'unseen compare zoo/ --methods all --trials 3 -o methods.html',
        'unseen compare zoo/ --methods sse,eszsl --protocol zsl --run runs/zoo-4 --resume'
      )
    )
    .action(async (data: string, flags: Flags) => {
      const { compareRun, estimateCompare } = await import('../runs/compare-run.js')
      const { protocol: protocols, run: named, resume, output, estimate, json, quiet, ...settings } = flags
      const options = { ...(settings as Omit<Flags, 'protocol'>), data, protocols, signal: terminal.signal }
      if (estimate === true || (settings.methods.includes('all') && resume !== true && quiet !== true)) {
        const bar = progressBar({ ...terminal, quiet: quiet === true }, 'Reckoning the time')
        const { seconds, byMethod } = await estimateCompare({
          ...options,
          onMethod: (name, done, total) => bar.update(done, total, name)
        }).finally(() => bar.end())
        const line = `About ${duration(seconds)}, reckoned from a small part of the rows; a machine that is busy needs longer.`
        if (estimate === true) {
          if (json === true) return terminal.print(JSON.stringify({ seconds, byMethod }, undefined, 2))
          terminal.print(line)
          for (const row of table(
            Object.entries(byMethod)
              .sort(([, a], [, b]) => b - a)
              .map(([name, own]) => [`  ${name}`, duration(own)]),
            [1]
          ))
            terminal.print(row)
          return
        }
        terminal.note(line)
      }
      const { newRunFolder } = await import('../runs/new-run-folder.js')
      const watch = await watchComparison(terminal, quiet === true)
      const started = performance.now()
      const run = await compareRun({
        ...options,
        ...watch.events,
        folder: named ?? (await newRunFolder(data)),
        ...defined({ resume: resume === true ? resume : undefined })
      }).finally(watch.end)
      await tell(run, terminal, json === true, (performance.now() - started) / 1000)
      if (run.status === 'cancelled') {
        terminal.note(`Stopped. Go on with the same arguments and: --run ${run.folder} --resume`)
        return exit(exitCodes.stopped)
      }
      if (output === undefined) return
      const [{ reportRun }, { writeReport }] = await Promise.all([
        import('../experiments/report-run.js'),
        import('../experiments/write-report.js')
      ])
      await writeReport(output, await reportRun(run.folder))
      terminal.note(`The report is ${output}.`)
    })
}

/** What is shown while it runs. */
async function watchComparison(terminal: Terminal, quiet: boolean) {
  const { comparisonView } = await import('../terminal/comparison-view.js')
  const block = liveBlock(terminal)
  let view: ComparisonView | undefined
  let logged = performance.now()
  let said = ''
  const show = (): void => {
    if (quiet || view === undefined) return
    block.update(view.lines)
    const line = view.line()
    // A line that says nothing new is not said again.
    if (terminal.live || line === said || performance.now() - logged < LOG_EVERY) return
    logged = performance.now()
    said = line
    terminal.note(line)
  }
  const events: Required<Pick<CompareRunOptions, 'onBegin' | 'onResult' | 'onProgress'>> = {
    onBegin({ folder, config, methods, jobs, folds, completed }) {
      view = comparisonView({
        methods,
        protocols: String(config.options['protocols']).split(',') as Protocol[],
        trials: Number(config.options['trials']),
        folds,
        jobs
      })
      for (const result of completed) view.add(result.key.split('/')[2], result, true)
      if (!quiet)
        terminal.note(
          `${safe(config.data.name)}, split ${safe(config.split)}, ${safe(config.table)}${config.options['template'] === undefined ? '' : safe(` (names in ${JSON.stringify(config.options['template'])})`)}, ${methods.length} methods; the run is kept in ${folder}${completed.length > 0 ? `; ${completed.length} jobs were done before` : ''}`
        )
    },
    onResult(job, result) {
      view?.add(job.method, result)
      show()
    },
    onProgress(job, fraction) {
      view?.move(job, fraction)
      show()
    }
  }
  return { events, end: () => block.end() }
}

async function tell(
  { comparison, config, folder, seconds, status }: CompareRun,
  { print }: Terminal,
  json: boolean,
  took: number
): Promise<void> {
  if (json) return print(JSON.stringify({ run: folder, config, status, comparison, seconds }, undefined, 2))
  const { chosenLines, comparisonLines } = await import('../terminal/comparison.js')
  print(
    `${safe(config.data.name)}, split ${safe(config.split)}, ${safe(config.table)}, seed ${config.seed}, rows normalised by ${comparison.normalise}`
  )
  print('')
  for (const line of [...comparisonLines(comparison, config.data.name), ...chosenLines(comparison)])
    print(line)
  print(
    'Of the points within one standard error of the best on held-out classes the plainest kind is taken, as by `tune`.'
  )
  print('')
  print(`Run ${folder}, ${duration(took)}`)
}
