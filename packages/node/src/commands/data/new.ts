/**
 * `unseen data new`: a data set of one's own, step by step or by flags; ends with what the doctor says of it.
 */
import { UnseenError, count } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { presets } from '@unseen/networks'
import type { Made, MakeOptions } from '../../dataset/make.js'
import { type ProgressBar, progressBar } from '../../terminal/progress-bar.js'
import { type Terminal, exitCodes } from '../../terminal/terminal.js'
import { safe } from '../../terminal/text.js'
import { type AddCommand, type Context, examples } from '../command.js'
import { type Answers, askForDataset, splitNames } from './new-questions.js'
import { Option } from 'commander'

interface Flags {
  readonly images?: string
  readonly features?: string
  readonly labels?: string
  readonly attributes?: string[]
  readonly unseen?: string
  readonly missing?: 'zero' | 'mean' | 'keep'
  readonly name?: string
  readonly out?: string
  readonly model?: string
  readonly preset?: string
  readonly overwrite?: boolean
  readonly json?: boolean
}

/** Findings and skipped images that are shown. */
const SHOWN = 8

export const addNew: AddCommand = (parent, context) => {
  parent
    .command('new')
    .description('make a data set of your own, step by step or by flags')
    .option('--images <folder>', 'images, one folder for each class')
    .option('--features <file>', 'rows of features (npy, npz, csv, mat, parquet ...)')
    .option(
      '--labels <file>',
      'one label for each row; not needed where the features have a column of labels'
    )
    .option('--attributes <files...>', 'CSV: a column of class names, then one column for each attribute')
    .addOption(
      new Option(
        '--missing <choice>',
        'what becomes of attributes that nobody judged, -1 in tables of percentages (default: zero)'
      ).choices(['zero', 'mean', 'keep'])
    )
    .option('--unseen <names>', 'classes without training images, with commas between them')
    .option('--name <name>', 'of the data set')
    .option('-o, --out <folder>', 'where to write it')
    .option('--model <file>', 'with --images: make features with this ONNX network at once')
    .addOption(
      new Option('--preset <name>', 'with --model: how images are prepared').choices(Object.keys(presets))
    )
    .option('--overwrite', 'replace a data set that is there')
    .option('--json', 'the result as JSON')
    .addHelpText(
      'after',
      examples(
        'unseen data new',
        'unseen data new --features resnet.npy --labels labels.csv --attributes animals.csv --unseen zebra,panda --name animals -o animals',
        'unseen data new --images photos --attributes animals.csv --unseen zebra -o animals --model mobilenet.onnx --preset mobilenet'
      )
    )
    .action((flags: Flags) =>
      makeNew(flags, context).catch((error: unknown) => {
        // Ctrl-C at a question reaches nobody but the question.
        if (!(error instanceof UnseenError) || error.code !== 'cancelled') throw error
        context.terminal.note(error.message)
        context.exit(exitCodes.stopped)
      })
    )
}

async function makeNew(flags: Flags, { terminal, exit }: Context): Promise<void> {
  const { makeDataset } = await import('../../dataset/make.js')
  let bar: { readonly stage: string; readonly line: ProgressBar } | undefined
  const onProgress = (stage: 'pictures' | 'writing', done: number, total: number): void => {
    if (bar?.stage !== stage) {
      bar?.line.end()
      bar = { stage, line: progressBar(terminal, stage === 'writing' ? 'Writing' : 'Looking at images') }
    }
    bar.line.update(done, total, `${count(done)} of ${count(total)}`)
  }
  const options = await complete(flags, terminal)
  const made = await makeDataset({
    ...options,
    ...defined({ missing: flags.missing }),
    overwrite: flags.overwrite === true,
    signal: terminal.signal,
    onProgress
  }).finally(() => bar?.line.end())
  const skipped = [
    ...made.skipped,
    ...(flags.model === undefined || made.images === undefined ? [] : await extract(flags, made, terminal))
  ]
  const { openDraft } = await import('../../dataset/open.js')
  const { examine } = await import('@unseen/data')
  const report = await examine(await openDraft(made.folder), { signal: terminal.signal })
  if (report.worst === 'error' || report.worst === 'warning' || skipped.length > 0) exit(exitCodes.warnings)
  const { found, findings } = report
  const next = nextSteps(made, report.found.columns !== undefined)
  if (flags.json === true)
    return terminal.print(
      JSON.stringify({ folder: made.folder, found, findings, skipped, missing: made.missing, next }, null, 2)
    )
  terminal.print(
    `Wrote ${safe(made.folder)}: ${count(found.rows ?? 0)} rows, ${count(found.classes)} classes, ${found.tables.length === 0 ? 'no description of them yet' : `described by ${found.tables.map(({ name, attributes }) => `${safe(name)} (${count(attributes)})`).join(', ')}`}.`
  )
  for (const line of made.missing) terminal.note(`Note: ${safe(line)}.`)
  for (const { file, reason } of skipped.slice(0, SHOWN))
    terminal.note(`Left out: ${safe(file)}: ${safe(reason)}`)
  if (skipped.length > SHOWN) terminal.note(`and ${count(skipped.length - SHOWN)} more`)
  if (findings.length > 0) terminal.print('The doctor says:')
  for (const { severity, message, remedy } of findings.slice(0, SHOWN))
    terminal.print(`  ${severity}: ${safe(message)}${remedy === undefined ? '' : ` ${safe(remedy)}`}`)
  if (findings.length > SHOWN)
    terminal.print(`  and ${count(findings.length - SHOWN)} more: unseen data doctor ${safe(made.folder)}`)
  terminal.print('Next:')
  for (const step of next) terminal.print(`  ${safe(step)}`)
}

/** What flags leave open is asked for where somebody can answer, and named where nobody can. */
async function complete(flags: Flags, terminal: Terminal): Promise<MakeOptions> {
  const { images, features, labels, attributes, name, out } = flags
  const given: Partial<Answers> = Object.fromEntries(
    Object.entries({
      images,
      features,
      labels,
      attributes,
      name,
      out,
      unseen: flags.unseen === undefined ? undefined : splitNames(flags.unseen)
    }).filter(([, value]) => value !== undefined)
  )
  if (images !== undefined && features !== undefined)
    throw new UnseenError(
      'options.combination',
      '--images and --features are two ways to begin; only one can be taken.'
    )
  if (flags.model !== undefined && images === undefined)
    throw new UnseenError('options.combination', '--model makes features of images, and none are named.', {
      remedy: 'Give --images FOLDER.'
    })
  if (out !== undefined && (images !== undefined || features !== undefined)) return { ...given, out }
  if (!terminal.interactive || flags.json === true) {
    const missing = [
      ...(images === undefined && features === undefined
        ? ['--images FOLDER (or --features FILE with --labels FILE)']
        : []),
      ...(out === undefined ? ['-o FOLDER'] : [])
    ]
    throw new UnseenError('options.value', 'Nobody can be asked here, and not everything is said.', {
      remedy: `Add ${missing.join(' and ')}.`
    })
  }
  const { classesOfFiles } = await import('../../dataset/make.js')
  return askForDataset(given, classesOfFiles, {
    input: process.stdin,
    output: process.stderr,
    signal: terminal.signal
  })
}

async function extract(
  { model = '', preset }: Flags,
  { folder, images = [] }: Made,
  terminal: Terminal
): Promise<Made['skipped']> {
  const { extractInto } = await import('../../dataset/make.js')
  const line = progressBar(terminal, 'Features')
  return extractInto(folder, images, {
    model,
    signal: terminal.signal,
    ...defined({ preset }),
    onProgress: (done, total) => line.update(done, total, `${count(done)} of ${count(total)} images`)
  }).finally(() => line.end())
}

function nextSteps({ folder, dataset: { signatures, splits } }: Made, hasFeatures: boolean): string[] {
  return [
    ...(hasFeatures
      ? []
      : [`unseen data extract IMAGES --model NETWORK.onnx -o ${folder}   makes the features`]),
    ...(signatures.length > 0
      ? []
      : [`unseen data embed ${folder} --names   describes the classes by their names`]),
    ...(splits.length > 0 ? [] : [`name the unseen classes under "splits" in ${folder}/dataset.json`]),
    `unseen data doctor ${folder}   looks at everything again`,
    ...(hasFeatures && signatures.length > 0 && splits.length > 0
      ? [`unseen tune ${folder}   chooses the parameters and trains`]
      : [])
  ]
}
