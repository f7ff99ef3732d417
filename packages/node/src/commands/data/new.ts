/**
 * `unseen data new`: a data set of one's own, step by step or by flags; ends with what the doctor says of it.
 */
import { UnseenError, count } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { presets } from '@unseen/networks'
import type { Made, MakeOptions, MakeStage } from '../../dataset/make.js'
import { stepBars } from '../../terminal/step-bars.js'
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
  readonly sentences?: string
  readonly unseen?: string
  readonly missing?: 'zero' | 'mean' | 'keep'
  readonly name?: string
  readonly out?: string
  readonly model?: string
  readonly preset?: string
  readonly overwrite?: boolean
  readonly json?: boolean
}

const stageTitles: Readonly<Record<MakeStage, string>> = {
  pictures: 'Looking at images',
  writing: 'Writing',
  features: 'Features',
  sentences: 'Encoding'
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
    .option('--sentences <file>', 'a table with the columns class and sentence, one for each class')
    .option('--unseen <names>', 'classes without training images, with commas between them (default: none)')
    .option('--name <name>', 'of the data set')
    .option('-o, --out <folder>', 'where to write it')
    .option(
      '--model <network>',
      'with --images: make features at once with this network, a name of `unseen network list` or an ONNX file'
    )
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
        'unseen data new --images photos --attributes animals.csv --unseen zebra -o animals --model resnet50'
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

async function makeNew(flags: Flags, { terminal, exit, warned }: Context): Promise<void> {
  const { makeDataset } = await import('../../dataset/make.js')
  const options = await complete(flags, terminal)
  const bars = stepBars(terminal)
  const made = await makeDataset({
    ...options,
    ...defined({
      missing: flags.missing,
      sentences: flags.sentences,
      model: flags.model,
      preset: flags.preset
    }),
    overwrite: flags.overwrite === true,
    signal: terminal.signal,
    onProgress: (stage, done, total) => bars.update(stageTitles[stage], done, total),
    onOpening: bars.opening
  }).finally(() => bars.end())
  const { skipped } = made
  const { openDraft } = await import('../../dataset/open.js')
  const { examine } = await import('@unseen/data')
  const report = await examine(await openDraft(made.folder), { signal: terminal.signal })
  if (report.worst === 'error') exit(exitCodes.warnings)
  if (report.worst === 'warning' || skipped.length > 0) warned()
  const { found, findings } = report
  const next = nextSteps(made, report.found.columns !== undefined)
  if (flags.json === true)
    return terminal.print(
      JSON.stringify({ folder: made.folder, found, findings, skipped, missing: made.missing, next }, null, 2)
    )
  terminal.print(
    `Wrote ${safe(made.folder)}: ${count(found.rows ?? 0)} rows, ${count(found.classes)} classes, ${found.tables.length === 0 ? 'no description of them yet' : `described by ${found.tables.map(({ name, attributes }) => `${safe(name)} (${count(attributes)})`).join(', ')}`}.`
  )
  for (const line of [...made.missing, ...made.remarks]) terminal.note(`Note: ${safe(line)}.`)
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

function nextSteps({ folder, dataset: { signatures } }: Made, hasFeatures: boolean): string[] {
  return [
    ...(hasFeatures ? [] : [`unseen data extract IMAGES --model resnet50 -o ${folder}   makes the features`]),
    ...(signatures.length > 0
      ? []
      : [`unseen data embed ${folder} --names   describes the classes by their names`]),
    `unseen data doctor ${folder}   looks at everything again`,
    ...(hasFeatures && signatures.length > 0
      ? [`unseen tune ${folder}   chooses the parameters and trains`]
      : [])
  ]
}
