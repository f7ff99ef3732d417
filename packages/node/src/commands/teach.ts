/** `unseen teach PHOTOS`: photos of classes in, a model out that knows classes by description too. */
import { type Progress, UnseenError, count, rehearsalOf } from '@unseen/core'
import { defined, pointName } from '@unseen/core/internal'
import type { Taught, TeachStep } from '../teach/teach.js'
import { duration } from '../terminal/progress-bar.js'
import { runtimeWord } from '../terminal/runtime-word.js'
import { type StepBars, stepBars } from '../terminal/step-bars.js'
import { type Terminal, exitCodes } from '../terminal/terminal.js'
import { safe, wrap } from '../terminal/text.js'
import { type AddCommand, type Context, examples } from './command.js'
import { numberOf } from './fit-flags.js'
import { basename, extname } from 'node:path'
import { Option } from 'commander'

interface Flags {
  readonly output?: string
  readonly sentences?: string
  readonly attributes?: string
  readonly describe?: readonly string[]
  readonly table?: string
  readonly model: string
  readonly overwrite?: boolean
  readonly threads?: number
  readonly json?: boolean
  readonly quiet?: boolean
}

/** Photos and remarks that are listed. */
const SHOWN = 8
const titles: Readonly<Record<TeachStep, string>> = {
  pictures: 'Looking at photos',
  features: 'Features',
  texts: 'Texts'
}

export const addTeach: AddCommand = (parent, context) => {
  parent
    .command('teach')
    .argument('<photos>', 'a folder with a folder of photos for each class, or a table: file, label')
    .description('photos of classes in, a model out that also recognises classes by description alone')
    .option('-o, --output <file>', 'where the model goes (default: the name of the folder, with .unseen)')
    .option(
      '--sentences <file>',
      'a table with the columns class and sentence; classes without photos are described by it (default: what WordNet says of the names)'
    )
    .option(
      '--attributes <file>',
      'a table of class names and one column for each attribute; classes without photos are described by it'
    )
    .option(
      '--describe <text>',
      'a class without photos, "okapi: a shy animal with striped legs"; give it as often as needed',
      (text: string, before: readonly string[] | undefined) => [...(before ?? []), text]
    )
    .option('--table <name>', 'with both: sentences or attributes (default: attributes)')
    .option('--model <network>', 'what makes features of photos: a name or a file', 'resnet50')
    .option('--overwrite', 'replace a model that was made otherwise')
    .addOption(new Option('--threads <number>', 'worker threads (default: one per core)').argParser(numberOf))
    .option('--json', 'print the result as JSON')
    .option('-q, --quiet', 'no progress')
    .addHelpText(
      'after',
      '\nStopped or killed, the same command goes on where it was; what it has done is kept in NAME.taught.'
    )
    .addHelpText(
      'after',
      examples(
        'unseen teach photos/ -o zoo.unseen',
        'unseen teach photos/ --describe "okapi: a shy brown forest animal with striped legs"',
        'unseen teach photos/ --sentences animals.csv -o zoo.unseen',
        'unseen teach photos.csv --attributes animals.csv -o zoo.unseen'
      )
    )
    .action((photos: string, flags: Flags) => run(photos, flags, context))
}

async function run(photos: string, flags: Flags, { terminal, exit, warned }: Context): Promise<void> {
  const [{ teach }, { meaningAsker }, { parseDescription }] = await Promise.all([
    import('../teach/teach.js'),
    import('../terminal/ask-meaning.js'),
    import('../starter/described.js')
  ])
  const { sentences, attributes, table, threads, json = false, quiet = false } = flags
  const output = flags.output ?? `${stem(photos)}.unseen`
  const describe = flags.describe?.map(given => {
    const { name, said: text } = parseDescription(given)
    if (text === undefined)
      throw new UnseenError('options.value', `Nothing is said of "${name}".`, {
        where: { option: 'describe' },
        remedy: `Write --describe "${name}: what it looks like".`
      })
    return { name, text: `${name}: ${text}` }
  })
  const bars = stepBars(terminal)
  const slow = runtimeWord(terminal, bars)
  const started = performance.now()
  let taught: Taught
  try {
    taught = await teach({
      photos,
      output,
      network: flags.model,
      overwrite: flags.overwrite === true,
      signal: terminal.signal,
      onOpening: bars.opening,
      onStep: (step, done, total) => {
        bars.update(titles[step], done, total)
        if (step === 'features' && !quiet) slow(total)
      },
      onProgress: progress => showTraining(bars, progress),
      ...defined({
        sentences,
        attributes,
        table,
        describe,
        threads,
        ask: json ? undefined : meaningAsker(terminal, bars.end)
      })
    })
  } catch (error) {
    bars.end()
    if (!(error instanceof UnseenError) || error.code !== 'cancelled') throw error
    terminal.note('Stopped. Nothing is lost: the same command goes on from there.')
    return exit(exitCodes.stopped)
  }
  bars.end()
  if (taught.skipped.length > 0 || taught.described.some(({ warnings }) => warnings.length > 0)) warned()
  if (json) return terminal.print(JSON.stringify(asJson(taught), undefined, 2))
  if (!quiet) remark(taught, terminal)
  for (const line of lines(taught, photos, (performance.now() - started) / 1000)) terminal.print(safe(line))
}

function showTraining(bars: StepBars, progress: Progress): void {
  if (progress.stage === 'search') bars.update('Searching', progress.done, progress.total, 'points')
  else if (progress.stage === 'rehearse') bars.part('Rehearsing', progress.done / progress.total)
  else if (progress.stage === 'weights') bars.part('Training', 0)
}

function remark({ skipped, remarks, described }: Taught, { note, width }: Terminal): void {
  const say = (text: string): void => wrap(safe(text), width).forEach(line => note(line))
  for (const { file, reason } of skipped.slice(0, SHOWN)) say(`Left out: ${file}: ${reason}`)
  if (skipped.length > SHOWN) say(`Left out: ${count(skipped.length - SHOWN)} more.`)
  for (const text of remarks) say(`Note: ${text}.`)
  for (const text of described.flatMap(({ warnings }) => warnings)) say(`Warning: ${text}`)
}

/** What came out, what to expect of it, and what to do next. */
function lines(
  { model, output, photos: rows, run, report, resumed }: Taught,
  photos: string,
  seconds: number
): string[] {
  const rehearsal = rehearsalOf(model.notes)
  const best = run.tuned?.best
  const words = model.notes.encoder !== undefined
  const { metrics } = run
  return [
    `${output} knows ${count(model.seen.length)} classes by ${count(rows)} photos and ${count(model.unseen.length)} by description alone.`,
    `Learned      ${run.config.table}${best === undefined ? '; too few classes to search parameters' : `: ${pointName(best.point)}, the best of ${count(run.tuned?.points.length ?? 0)}`}`,
    ...(rehearsal === undefined
      ? []
      : [
          `Expect       ${percent(rehearsal.unseen.accuracy.value)} of photos of a class without photos right (95 %: ${percent(rehearsal.unseen.accuracy.low)} to ${percent(rehearsal.unseen.accuracy.high)}), as its own classes did when hidden`
        ]),
    ...(metrics === undefined
      ? []
      : [
          `Test         ${percent(metrics.perImage)} of ${count(metrics.rows)} photos of classes that were not taught`
        ]),
    `Report       ${report}`,
    `Time         ${duration(seconds)}${resumed ? ', going on with what was there' : ''}`,
    '',
    'Next:',
    `  unseen recognise ${output} ${photos} --among all --top 3`,
    `  unseen describe ${output} NAME ${words ? '--sentence "what it looks like"' : '--like CLASS --attribute NAME=NUMBER'}`,
    `  unseen studio ${output}`
  ]
}

function asJson({
  model,
  output,
  folder,
  report,
  run,
  photos,
  skipped,
  remarks,
  described,
  resumed
}: Taught): object {
  return {
    model: output,
    folder,
    report,
    photos,
    seen: model.seen,
    unseen: model.unseen,
    table: run.config.table,
    winner: run.tuned?.best && { options: run.tuned.options, accuracy: run.tuned.best.accuracy },
    rehearsal: model.notes.rehearsal,
    metrics: run.metrics,
    described,
    skipped,
    remarks,
    resumed
  }
}

function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`
}

/** 'photos/' and 'photos.csv' are called photos. */
function stem(path: string): string {
  const name = basename(path.replace(/[/\\]+$/, ''))
  return basename(name, extname(name))
}
