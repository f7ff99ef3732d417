/** `unseen rehearse DATA`: what to expect of classes without images, the bias and the threshold. */
import { type Model, type RehearseOptions, UnseenError } from '@unseen/core'
import { type Comparison, pickMethods } from '@unseen/core/compare'
import { defined, proportionsFingerprint } from '@unseen/core/internal'
import { readPoint } from '@unseen/core/compare/internal'
import { progressBar } from '../terminal/progress-bar.js'
import { type Terminal, exitCodes } from '../terminal/terminal.js'
import { safe } from '../terminal/text.js'
import type { RehearseDataOptions } from '../use/rehearse-data.js'
import { type AddCommand, type Context, examples, sayWhoHas } from './command.js'
import { addFitFlags, fitFlags, numberOf } from './fit-flags.js'
import { Option } from 'commander'

interface Flags extends Readonly<Record<string, unknown>> {
  readonly model?: string
  readonly method?: string
  readonly at?: string
  readonly normalise?: Comparison['normalise']
  readonly split?: string
  readonly table?: string
  readonly groups?: number
  readonly each?: boolean
  readonly accept?: number
  readonly bias?: number
  readonly seed?: number
  readonly output?: string
  readonly json?: boolean
  readonly quiet?: boolean
}

export const addRehearse: AddCommand = (parent, context) => {
  const command = parent
    .command('rehearse')
    .argument('<data>', 'the data set: folder, file or archive; "sample" is the one that comes along')
    .description(
      'hide seen classes to learn what to expect of classes without images; chooses bias and threshold'
    )
    .option('--model <file>', 'a model that was trained on these data; what is found is written into it')
    .option(
      '--method <name>',
      'instead of a model: any method of "unseen compare" that scores each row and class by itself'
    )
    .option('--at <parameters>', 'of --method, as a comparison prints them: "ridge 1 gamma 0.1"')
    .option('--split <name>', 'without a model: which split of the data set (default: its first)')
    .option('--table <name>', 'without a model: which signatures (default: the first)')
    .addOption(
      new Option(
        '--groups <number>',
        'in how many trainings the classes are hidden (default: as many at a time as there are unseen ones, 10 trainings at most)'
      ).argParser(numberOf)
    )
    .option(
      '--each',
      'also hide each class by itself, against all others (default: only where that takes seconds)'
    )
    .option('--no-each', 'do not')
    .addOption(
      new Option(
        '--accept <share>',
        'how often answers should be right where "none of these" may be said (default: 0.9)'
      ).argParser(numberOf)
    )
    .addOption(
      new Option(
        '--bias <number>',
        'what the model adds to the scores of seen classes, instead of what the rehearsal finds'
      ).argParser(numberOf)
    )
    .option(
      '-o, --output <file>',
      'where the model goes (default: the file of --model); without --model one is trained for it'
    )
    .option('--json', 'print the result as JSON')
    .option('-q, --quiet', 'no progress')
  addFitFlags(command)
    .addHelpText(
      'after',
      examples(
        'unseen rehearse sample',
        'unseen rehearse zoo/ --model zoo.unseen',
        'unseen rehearse zoo/ --model zoo.unseen --each --accept 0.8',
        'unseen rehearse zoo/ --weights class --compare cosine -o zoo.unseen',
        'unseen rehearse zoo/ --method eszsl --at "ridge 1 gamma 0.1"'
      )
    )
    .action((data: string, flags: Flags) => rehearse(data, flags, context))
}

async function rehearse(data: string, flags: Flags, { terminal, exit }: Context): Promise<void> {
  const [{ openDataset }, { readModel }, { rehearseData }, { rehearsalLines }] = await Promise.all([
    import('../dataset/open.js'),
    import('../files/model-file.js'),
    import('../use/rehearse-data.js'),
    import('../terminal/rehearsal.js')
  ])
  const model = flags.model === undefined ? undefined : await readModel(flags.model)
  refuseBeside(flags)
  const bar = progressBar(terminal, 'Rehearsing')
  const { groups, each, accept, seed, split, table } = flags
  const how: RehearseOptions = {
    ...defined({ groups, each, accept, seed }),
    signal: terminal.signal,
    onProgress: progress => {
      if (flags.quiet !== true && progress.stage === 'rehearse')
        bar.update(progress.done, progress.total, safe(progress.message))
    }
  }
  const what =
    model === undefined
      ? {
          part: defined({ split, table }),
          fit: fitFlags(flags),
          train: flags.output !== undefined,
          ...defined({ method: flags.method === undefined ? undefined : methodAt(flags) })
        }
      : { model }
  const rehearsed = await rehearseData(await openDataset(data), { ...what, rehearsal: how }).finally(() =>
    bar.end()
  )
  const found =
    flags.bias === undefined || rehearsed.model === undefined
      ? rehearsed
      : { ...rehearsed, model: rehearsed.model.annotate({ bias: flags.bias }) }
  const file = flags.output ?? flags.model
  // Half a rehearsal is worth reading, not keeping.
  const isKept = file !== undefined && found.model !== undefined && found.rehearsal.status === 'complete'
  if (isKept && found.model !== undefined) await keep(found.model, file, flags.model, terminal)
  if (flags.json === true)
    terminal.print(
      JSON.stringify(
        {
          dataset: found.dataset,
          split: found.split,
          table: found.table,
          model: isKept ? file : null,
          bias: found.model?.notes.bias ?? null,
          threshold: found.model?.notes.threshold ?? null,
          rehearsal: found.rehearsal
        },
        undefined,
        2
      )
    )
  else for (const line of rehearsalLines(found)) terminal.print(line)
  if (flags.json !== true && isKept) terminal.print(`Model        ${safe(file)}`)
  if (found.rehearsal.status === 'cancelled') {
    terminal.note('Stopped: only some of the classes were hidden, and nothing was written.')
    exit(exitCodes.stopped)
  }
}

/**
 * Notes what was found in the model as its file has it now: classes may have been described while others were
 * hidden.
 */
async function keep(
  rehearsed: Model,
  file: string,
  from: string | undefined,
  terminal: Terminal
): Promise<void> {
  const { changeModel, writeModel } = await import('../files/model-file.js')
  if (from === undefined) return writeModel(file, rehearsed)
  const { bias, threshold, rehearsal } = rehearsed.notes
  const change = (now: Model): { readonly model: Model } => {
    if (proportionsFingerprint(now) !== proportionsFingerprint(rehearsed))
      throw new UnseenError('run.config', `${from} was trained anew while it was rehearsed.`, {
        where: { file: from },
        remedy: 'Rehearse it again.'
      })
    return { model: now.annotate(defined({ bias, threshold, rehearsal })) }
  }
  await changeModel(from, change, {
    output: file,
    signal: terminal.signal,
    onWait: sayWhoHas(file, terminal)
  })
}

function methodAt({
  method: name = '',
  at = '',
  normalise
}: Flags): NonNullable<RehearseDataOptions['method']> {
  const [method, ...more] = pickMethods(name)
  if (more.length > 0)
    throw new UnseenError('options.value', `--method takes one method, got ${JSON.stringify(name)}.`, {
      where: { option: 'method' },
      remedy: 'Name one.'
    })
  return { method, point: readPoint(method, at), ...defined({ normalise }) }
}

/** What a model brings along cannot be given, nor can a method be trained into a model. */
function refuseBeside(flags: Flags): void {
  const { model, method, at, output, bias, split, table } = flags
  const training = Object.keys(fitFlags({ ...flags, seed: undefined }))
  if (method !== undefined) {
    const [first] = [
      ...training.filter(name => name !== 'normalise'),
      ...Object.keys(defined({ model, output, bias }))
    ]
    if (first !== undefined)
      throw new UnseenError(
        'options.combination',
        `--${first} is of models; --method rehearses a method, which becomes none.`,
        { where: { option: first }, remedy: 'Leave it out, or leave out --method.' }
      )
  } else if (at !== undefined)
    throw new UnseenError('options.combination', '--at names the parameters of --method.', {
      where: { option: 'at' },
      remedy: 'Name the method too: --method eszsl.'
    })
  if (model === undefined) return
  const given = [...training, ...Object.keys(defined({ split, table }))]
  if (given.length > 0)
    throw new UnseenError('options.combination', `--${given[0]} is what the model brings along.`, {
      where: { option: given[0] },
      remedy: 'Leave it out, or leave out --model.'
    })
}
