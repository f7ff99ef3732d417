/** `unseen describe MODEL NAME ...`: adds classes to a model by describing them. */
import { type Model, UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { progressBar } from '../terminal/progress-bar.js'
import type { Terminal } from '../terminal/terminal.js'
import { safe, wrap } from '../terminal/text.js'
import type { DescribedClasses, Description } from '../use/describe-classes.js'
import { type AddCommand, type Context, examples, sayWhoHas } from './command.js'

interface Flags {
  readonly signature?: string
  readonly attribute?: readonly string[]
  readonly like?: string
  readonly sentence?: string
  readonly from?: string
  readonly encoder?: string
  readonly replace?: boolean
  readonly output?: string
  readonly json?: boolean
  readonly quiet?: boolean
}

/** Classes of a table that are shown whole; of more, those with warnings. */
const SHOWN = 8

export const addDescribe: AddCommand = (parent, context) => {
  parent
    .command('describe')
    .argument('<model>', 'a model file')
    .argument('[name]', 'of the new class')
    .description('add classes to a model by describing them; no training, no images')
    .option('--signature <numbers>', 'the whole signature: "0.1,0,..." or a file that holds it')
    .option(
      '--attribute <name=number>',
      'one attribute by its name; give it as often as needed',
      (text: string, before: readonly string[] | undefined) => [...(before ?? []), text]
    )
    .option('--like <class>', 'attributes that are not named are as this class has them (default: 0)')
    .option('--sentence <text>', 'a sentence, where the model was trained on sentences or names')
    .option(
      '--from <file>',
      'many classes: a table with the columns class and sentence, or class and one column for each attribute'
    )
    .option('--encoder <folder>', 'where the encoder of the sentences is, if it is your own')
    .option('--replace', 'describe a class anew')
    .option('-o, --output <file>', 'where the new model goes (default: in place of the old one)')
    .option('--json', 'print the result as JSON')
    .option('-q, --quiet', 'only warnings')
    .addHelpText(
      'after',
      examples(
        'unseen describe zoo.unseen zebra --like horse --attribute stripes=1',
        'unseen describe zoo.unseen okapi --sentence "a shy forest animal with striped legs"',
        'unseen describe zoo.unseen --from classes.csv -o larger.unseen'
      )
    )
    .action((path: string, name: string | undefined, flags: Flags) => describe(path, name, flags, context))
}

async function describe(
  path: string,
  name: string | undefined,
  flags: Flags,
  { terminal, warned }: Context
): Promise<void> {
  const [{ changeModel }, { describeClasses }] = await Promise.all([
    import('../files/model-file.js'),
    import('../use/describe-classes.js')
  ])
  const bar = progressBar(terminal, 'Describing')
  const out = flags.output ?? path
  const result = await changeModel(
    path,
    async model =>
      describeClasses(model, await readAll(model, name, flags), {
        signal: terminal.signal,
        replace: flags.replace === true,
        onClass: (done, total) => bar.update(done, total, `${done} of ${total}`),
        ...defined({ encoder: flags.encoder })
      }),
    { output: out, signal: terminal.signal, onWait: sayWhoHas(out, terminal) }
  ).finally(() => bar.end())
  if (flags.json === true)
    terminal.print(
      JSON.stringify(
        {
          model: out,
          seen: result.model.seen.length,
          unseen: result.model.unseen.length,
          classes: result.classes,
          remarks: result.remarks
        },
        undefined,
        2
      )
    )
  else await report(result, out, flags.quiet === true, terminal)
  if (result.classes.some(({ warnings }) => warnings.length > 0)) warned()
}

async function readAll(
  model: Model,
  name: string | undefined,
  { from, attribute, signature, like, sentence }: Flags
): Promise<readonly Description[]> {
  if (from !== undefined) {
    if ([name, attribute, signature, like, sentence].some(given => given !== undefined))
      throw new UnseenError(
        'options.combination',
        '--from describes all classes of a table; nothing else is said beside it.'
      )
    return (await import('../use/read-descriptions.js')).readDescriptions(model, from)
  }
  if (name === undefined)
    throw new UnseenError('options.value', 'Which class? Its name is missing.', {
      remedy: 'unseen describe MODEL NAME ..., or --from a table of classes.'
    })
  const [{ descriptionOf }, { parseAttributes }] = await Promise.all([
    import('../use/description-of.js'),
    import('../use/signature-input.js')
  ])
  return [
    await descriptionOf(
      model,
      name,
      defined({
        attributes: attribute === undefined ? undefined : parseAttributes(attribute),
        signature,
        like,
        sentence
      })
    )
  ]
}

async function report(
  { model, classes, remarks }: DescribedClasses,
  out: string,
  quiet: boolean,
  { print, note, width }: Terminal
): Promise<void> {
  const { mixtureLines } = await import('../terminal/mixture.js')
  const warn = (text: string): void => wrap(`Warning: ${safe(text)}`, width).forEach(line => note(line))
  for (const { class: name, shares, warnings } of classes.length > SHOWN
    ? classes.filter(one => one.warnings.length > 0)
    : classes) {
    if (!quiet) mixtureLines(name, shares).forEach(line => print(line))
    warnings.forEach(warn)
  }
  for (const remark of remarks) note(`Note: ${safe(remark)}`)
  if (!quiet)
    print(`${out} knows ${model.seen.length} classes by photos and ${model.unseen.length} by description.`)
}
