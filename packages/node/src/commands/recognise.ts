/** `unseen recognise MODEL ROWS`: which class each row or image is. */
import { type Among, type Model, UnseenError, count, rehearsalOf } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { stepBars } from '../terminal/step-bars.js'
import { progressBar } from '../terminal/progress-bar.js'
import { percent } from '../terminal/search-view.js'
import type { Terminal } from '../terminal/terminal.js'
import { safe } from '../terminal/text.js'
import type { RecognisePathOptions, RecogniseSummary } from '../use/recognise-file.js'
import { amongFlag, amongHelp } from './among.js'
import { type AddCommand, type Context, examples } from './command.js'
import { numberOf } from './fit-flags.js'
import { type QueueFlags, addQueueFlags, openQueueRows } from './queue-flags.js'
import { sayDevice } from './device-flag.js'
import { type RowsFlags, addRowsFlags, safeCsvHelp } from './rows-flags.js'
import { Option, type Command } from 'commander'

interface Flags extends QueueFlags, RowsFlags {
  readonly among?: string
  readonly top?: number
  readonly explain?: boolean
  readonly reject?: boolean | number | 'margin' | 'expressed'
  readonly falseAlarms?: number
  readonly refine?: 'clusters' | 'em'
  readonly format?: 'table' | 'csv' | 'jsonl' | 'parquet'
  readonly safeCsv?: boolean
  readonly output?: string
  readonly json?: boolean
  readonly quiet?: boolean
}

const SHOWN = 10

export const addRecognise: AddCommand = (parent, context) => {
  const command = parent
    .command('recognise')
    .alias('recognize')
    .argument('<model>', 'a model file')
    .argument('<rows>', 'features in a file of any format, a data set, an image or a folder of images')
    .description('say which class each row or image is; files may be larger than memory')
  addQueueFlags(addRowsFlags(addFlags(command)))
    .addHelpText(
      'after',
      examples(
        'unseen recognise zoo.unseen features.npy',
        'unseen recognise zoo.unseen photos/ --top 3',
        'unseen recognise zoo.unseen features.parquet --among all --explain -o answers.parquet',
        'unseen recognise zoo.unseen sample --rows test --format jsonl',
        'unseen recognise zoo.unseen features.npy --among all --reject',
        'unseen recognise zoo.unseen features.npy -o answers.parquet --redis redis://10.0.0.5:6379'
      )
    )
    .action((path: string, rows: string, flags: Flags) => recognise(path, rows, flags, context))
}

function addFlags(command: Command): Command {
  return command
    .option('--among <classes>', `${amongHelp} (default: unseen)`)
    .addOption(new Option('--top <number>', 'classes for each row (default: 1)').argParser(numberOf))
    .option('--explain', 'what each seen class contributed to the best score')
    .addOption(
      new Option(
        '--reject [rule]',
        'say "none of these" where a row is unlike every class; "margin": where the best score leads by less than `unseen rehearse` asks, a number: by less than that; "expressed": where the seen classes express the answer too badly'
      ).argParser(text => (text === 'margin' || text === 'expressed' ? text : numberOf(text)))
    )
    .addOption(
      new Option(
        '--false-alarms <rate>',
        'how often a row of a described class may be called unlike every class (default: 0.02)'
      ).argParser(numberOf)
    )
    .addOption(
      new Option(
        '--refine <how>',
        'look at all rows together (transductive): clusters corrects single answers, em moves described classes towards their rows (Gaussian weights); worth it where `unseen rehearse` says so'
      ).choices(['clusters', 'em'])
    )
    .addOption(
      new Option('--format <name>', 'of the answers (default: table; with -o by its ending)').choices([
        'table',
        'csv',
        'jsonl',
        'parquet'
      ])
    )
    .option('--safe-csv', safeCsvHelp)
    .option('-o, --output <file>', 'where the answers go')
    .option('--json', 'print everything as one JSON document')
    .option('-q, --quiet', 'no progress and no summary')
}

async function recognise(
  path: string,
  rows: string,
  flags: Flags,
  { terminal, warned }: Context
): Promise<void> {
  const [{ readModel }, { recogniseFile, recognisePath }] = await Promise.all([
    import('../files/model-file.js'),
    import('../use/recognise-file.js')
  ])
  if (flags.format === 'parquet' && flags.output === undefined)
    throw new UnseenError('options.combination', 'Parquet is no text for a terminal.', {
      where: { option: 'format' },
      remedy: 'Say where it goes with -o FILE.'
    })
  const model = await readModel(path)
  if (flags.refine !== undefined)
    adviseOnRefining(model, flags.refine, amongFlag(flags.among) ?? 'unseen', terminal)
  const bar = progressBar(terminal, 'Recognising')
  const queue = await openQueueRows(model, flags, terminal)
  const fetching = stepBars(terminal)
  const options: RecognisePathOptions = {
    ...optionsOf(flags),
    onDevice: sayDevice(terminal),
    fetching: { signal: terminal.signal, onProgress: fetching.opening },
    ...queue?.work,
    signal: terminal.signal,
    onProgress: (done, number) => {
      fetching.end()
      if (flags.quiet !== true) bar.update(done, 1, `${count(number)} rows${queue?.workers() ?? ''}`)
    }
  }
  let summary: RecogniseSummary
  try {
    if (flags.output !== undefined) {
      summary = await recogniseFile(model, rows, flags.output, {
        ...options,
        ...defined({
          safeCsv: flags.safeCsv,
          format: flags.format !== undefined && flags.format !== 'table' ? flags.format : undefined
        })
      })
      if (flags.json === true)
        terminal.print(JSON.stringify({ file: flags.output, ...summary }, undefined, 2))
    } else {
      const { printAnswers } = await import('../terminal/answers.js')
      const found = recognisePath(model, rows, options)
      summary = await printAnswers(
        found,
        {
          form: flags.json === true ? 'json' : (flags.format ?? (flags.safeCsv === true ? 'csv' : 'table')),
          model,
          top: options.top ?? 1,
          explain: options.explain === true,
          margins: options.reject !== undefined && options.reject !== false,
          safeCsv: flags.safeCsv === true,
          shown: SHOWN,
          clear: () => bar.end()
        },
        terminal
      )
    }
  } finally {
    fetching.end()
    bar.end()
    await queue?.close()
  }
  if (summary.skipped.length > 0) warned()
  if (flags.quiet !== true && flags.json !== true) report(summary, flags.output, terminal)
}

function optionsOf({
  among,
  top,
  explain,
  reject,
  falseAlarms,
  refine,
  model: network,
  preset,
  array,
  rows,
  split,
  skipBad,
  threads,
  device
}: Flags): RecognisePathOptions {
  const given = {
    among: amongFlag(among),
    top,
    explain,
    reject,
    falseAlarms,
    refine,
    network,
    preset,
    array,
    rows,
    split,
    skipBad,
    threads,
    device
  }
  return defined(given)
}

/** Looking at all rows together is worth it where the rehearsal found so, which hides classes and looks at these alone. */
function adviseOnRefining(model: Model, refine: 'clusters' | 'em', among: Among, { note }: Terminal): void {
  const rehearsal = rehearsalOf(model.notes)
  const gain = refine === 'em' ? rehearsal?.em : rehearsal?.clusters
  const what = refine === 'em' ? 'rounds (em)' : 'clusters'
  // A model that was rehearsed and cannot do it is refused in a moment, with the reason.
  if (gain === undefined && rehearsal !== undefined && refine === 'em') return
  if (gain === undefined)
    return note(`Whether ${what} help is not known: the model was not rehearsed (\`unseen rehearse\`).`)
  const found = `${percent(gain.without)} right without, ${percent(gain.with)} with them`
  const { classes } = model.scores([], { among })
  if (classes.some(name => model.find(name).seen))
    note(
      `Warning: whether ${what} help where seen classes are candidates is not known: the rehearsal looked at classes without images alone (${found}).`
    )
  else if (!gain.helps) note(`Warning: in the rehearsal ${what} did not help for certain: ${found}.`)
}

function report(
  { rows, skipped, counts, none, transductive }: RecogniseSummary,
  out: string | undefined,
  { note }: Terminal
): void {
  for (const { row, name, reason } of skipped.slice(0, SHOWN))
    note(`Left out: row ${count(row)}${name === undefined ? '' : ` (${safe(name)})`}: ${safe(reason)}`)
  if (skipped.length > SHOWN) note(`Left out: ${count(skipped.length - SHOWN)} more.`)
  const said = counts
    .slice(0, SHOWN)
    .map(({ class: name, rows: number }) => `${safe(name)} ${count(number)}`)
    .join(', ')
  const refused = none === undefined ? '' : `${said === '' ? '' : ', '}none of these ${count(none)}`
  note(
    `${count(rows)} ${rows === 1 ? 'row' : 'rows'}${transductive === true ? ' (transductive: each answer depends on the other rows)' : ''}: ${said}${refused}${counts.length > SHOWN ? ` and ${count(counts.length - SHOWN)} more classes` : ''}.${out === undefined ? '' : ` The answers are in ${safe(out)}.`}`
  )
}
