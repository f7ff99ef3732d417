/**
 * `unseen reproduce NAME...`: the paper's experiments on the data that are there, published figures beside
 * ours.
 */
import { defined } from '@unseen/core/internal'
import type { Measured, Report } from '@unseen/report'
import { duration, progressBar } from '../terminal/progress-bar.js'
import { type Terminal, exitCodes } from '../terminal/terminal.js'
import { table } from '../terminal/text.js'
import { type AddCommand, examples } from './command.js'
import { numberOf } from './fit-flags.js'
import { Option } from 'commander'

interface Flags {
  readonly data: readonly string[]
  readonly output?: string
  readonly protocol: 'groups' | 'paper'
  readonly trials: number
  readonly seed: number
  readonly classWeights?: boolean
  readonly systems?: boolean
  readonly threads?: number
  readonly json?: boolean
  readonly quiet?: boolean
}

export const addReproduce: AddCommand = (parent, { terminal, exit }) => {
  parent
    .command('reproduce')
    .argument('<experiments...>', 'table2, table3, fig2 to fig7, ablation, or all')
    .description("the paper's experiments on the data that are there, published figures beside ours")
    .option(
      '--data <place>',
      'a folder that holds data sets, known by their classes and records, or one said to be cifar10, apy, awa, cub or sun: awa=FOLDER; may be given again (default: the sample alone)',
      (place: string, before: readonly string[]) => [...before, place],
      []
    )
    .option('-o, --output <file>', 'a report, one HTML file that opens anywhere')
    .addOption(
      new Option('--protocol <choice>', "groups, or the paper's whole grid (slow)")
        .choices(['groups', 'paper'])
        .default('groups')
    )
    .addOption(
      new Option('--trials <number>', 'with one seed after the other').argParser(numberOf).default(3)
    )
    .addOption(new Option('--seed <number>', 'the first seed').argParser(numberOf).default(0))
    .option('--class-weights', "class weights beside the paper's method in Fig. 7 too")
    .option('--systems', 'the systems that Table 3 compares with, trained here too (slow)')
    .addOption(new Option('--threads <number>', 'worker threads (default: one per core)').argParser(numberOf))
    .option('--json', 'print the report as JSON')
    .option('-q, --quiet', 'no progress')
    .addHelpText(
      'after',
      examples(
        'unseen reproduce table2',
        'unseen reproduce all --data data/ -o report.html',
        'unseen reproduce table3 --data data/ --systems --trials 1',
        'unseen reproduce fig6 --data awa=awa-surf/ --data awa=awa-rgsift/'
      )
    )
    .action(
      async (
        names: readonly string[],
        { data, output, protocol, trials, seed, classWeights, systems, threads, json, quiet }: Flags
      ) => {
        const [{ reproduce }, { writeReport }] = await Promise.all([
          import('../experiments/reproduce.js'),
          import('../experiments/write-report.js')
        ])
        const bar = progressBar(terminal, 'Running')
        const { report, missing } = await reproduce({
          ...defined({ names: names.includes('all') ? undefined : names }),
          protocol,
          trials,
          seed,
          signal: terminal.signal,
          data,
          ...defined({ classWeights, systems, threads }),
          onEstimate: ({ searches, trainings, seconds }) =>
            terminal.note(
              `The paper's grid: ${searches} searches with ${trainings.toLocaleString('en')} trainings, about ${duration(seconds)}.`
            ),
          onProgress: (text, fraction) => {
            if (quiet !== true) bar.update(fraction, 1, text)
          }
        }).finally(() => bar.end())
        for (const line of missing) terminal.note(`Left out. ${line}`)
        if (output !== undefined) await writeReport(output, report)
        if (json === true) terminal.print(JSON.stringify(report))
        else printResults(report, terminal)
        if (output !== undefined) terminal.note(`The report is ${output}.`)
        if (missing.length > 0) exit(exitCodes.warnings)
      }
    )
}

function printResults({ results = [], tables = [], figures = [], run }: Report, { print }: Terminal): void {
  const percent = (value: number): string => (100 * value).toFixed(1)
  const cell = (value: Measured | null): string =>
    value === null
      ? ''
      : `${percent(value.value)}${value.deviation === undefined ? '' : ` ± ${percent(value.deviation)}`}`
  for (const { title, measure, columns, groups } of tables) {
    print(`${title}: ${measure}`)
    const lines = table(
      [
        ['', ...columns],
        ...groups.flatMap(({ rows }) => rows.map(({ name, cells }) => [`  ${name}`, ...cells.map(cell)]))
      ],
      columns.map((_, at) => at + 1)
    )
    print(`  ${lines[0]}`)
    let from = 1
    for (const group of groups) {
      print(`  ${group.title}`)
      for (const line of lines.slice(from, from + group.rows.length)) print(`  ${line}`)
      from += group.rows.length
    }
    print('')
  }
  for (const { title, measure, rows } of results) {
    print(`${title}: ${measure}, per cent`)
    const lines = rows.map(({ group, name, ours, published, note }) => [
      group === undefined ? name : `${group}, ${name}`,
      ours === undefined ? (note ?? '-') : percent(ours.value),
      ours?.deviation === undefined ? '' : `± ${percent(ours.deviation)}`,
      published === undefined ? '' : percent(published.value)
    ])
    for (const line of table([['', 'ours', '', 'published'], ...lines], [1, 2, 3])) print(`  ${line}`)
    print('')
  }
  for (const { name, seconds, published } of run?.times ?? [])
    print(`${name}: ${duration(seconds)}${published === undefined ? '' : `; the paper: ${published}`}`)
  if (figures.length > 0)
    print(
      `${figures.length} ${figures.length === 1 ? 'figure is' : 'figures are'} drawn in the report (-o report.html).`
    )
}
