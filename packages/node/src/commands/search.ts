/**
 * `unseen search LIBRARY CLASS`: the rows of a library that are most likely of a class, known or described
 * here.
 */
import { type Model, UnseenError, count } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { OpenLibrary } from '../library/open-library.js'
import type { LibrarySearchOptions, SearchResult } from '../library/search-library.js'
import { progressBar } from '../terminal/progress-bar.js'
import type { Terminal } from '../terminal/terminal.js'
import { safe } from '../terminal/text.js'
import { amongFlag } from './among.js'
import { safeCsvHelp } from './rows-flags.js'
import { type AddCommand, type Context, examples } from './command.js'
import { numberOf } from './fit-flags.js'
import { Option, type Command } from 'commander'

interface Flags {
  readonly top?: number
  readonly where?: string
  readonly background?: string
  readonly model?: string
  readonly signature?: string
  readonly attribute?: readonly string[]
  readonly like?: string
  readonly sentence?: string
  readonly encoder?: string
  readonly contactSheet?: string
  readonly csv?: boolean
  readonly safeCsv?: boolean
  readonly threads?: number
  readonly json?: boolean
  readonly quiet?: boolean
}

export const addSearch: AddCommand = (parent, context) => {
  const command = parent
    .command('search')
    .argument('<library>', 'a library that `index` made')
    .argument('<class>', 'a class the model knows, or the name of one that is described here')
    .description('find the rows of a library that are most likely of a class, best first')
  addFlags(command)
    .addHelpText(
      'after',
      examples(
        'unseen search library zebra --top 20',
        'unseen search library zebra --where "taken_at > \'2026-01-01\'"',
        'unseen search library okapi --like horse --attribute stripes=1 --contact-sheet okapi.html',
        'unseen search library zebra --background horse,tiger --csv'
      )
    )
    .action((path: string, name: string, flags: Flags) => search(path, name, flags, context))
}

function addFlags(command: Command): Command {
  return command
    .addOption(new Option('--top <number>', 'how many rows (default: 50)').argParser(numberOf))
    .option('--where <condition>', 'only rows for which this holds: SQL on id and metadata')
    .option(
      '--background <classes>',
      'the classes it must beat: unseen, seen, all, none, or names separated by commas (default: the other unseen classes)'
    )
    .option('--model <file>', 'a model that knows the class (default: the one in the library)')
    .option('--signature <numbers>', 'describe the class here: the whole signature, or a file that holds it')
    .option(
      '--attribute <name=number>',
      'describe it: one attribute; give it as often as needed',
      (text: string, before: readonly string[] | undefined) => [...(before ?? []), text]
    )
    .option('--like <class>', 'describe it: attributes that are not named are as this class has them')
    .option('--sentence <text>', 'describe it: a sentence, where the model was trained on sentences or names')
    .option('--encoder <folder>', 'where the encoder of the sentence is, if it is your own')
    .option('--contact-sheet <file>', 'the pictures found, as one page (.html) or image (.png)')
    .option('--csv', 'print a line of CSV for each row')
    .option('--safe-csv', safeCsvHelp)
    .addOption(
      new Option('--threads <number>', 'threads of the search (default: one per core)').argParser(numberOf)
    )
    .option('--json', 'print the result as JSON')
    .option('-q, --quiet', 'no progress and no remarks')
}

async function search(path: string, name: string, flags: Flags, { terminal }: Context): Promise<void> {
  const { openLibrary } = await import('../library/open-library.js')
  const given =
    flags.model === undefined
      ? undefined
      : await (await import('../files/model-file.js')).readModel(flags.model)
  await using library = await openLibrary(path, defined({ model: given, threads: flags.threads }))
  const model = await describedIn(library, name, flags, terminal)
  const { searchLibrary } = await import('../library/search-library.js')
  const bar = progressBar(terminal, 'Searching')
  let found: SearchResult
  try {
    found = await searchLibrary(library, name, {
      ...optionsOf(flags),
      model,
      signal: terminal.signal,
      onProgress: (done, total) => bar.update(done, total)
    })
  } finally {
    bar.end()
  }
  if (flags.contactSheet !== undefined)
    await (await import('../library/contact-sheet.js')).writeContactSheet(flags.contactSheet, library, found)
  const { printHits } = await import('../terminal/hits.js')
  printHits(
    found,
    flags.json === true ? 'json' : flags.safeCsv === true ? 'safe-csv' : flags.csv === true ? 'csv' : 'table',
    terminal
  )
  if (flags.quiet !== true) remark(library, found, flags.contactSheet, terminal)
}

/** The model with the class, where something is said of it here. */
async function describedIn(
  { model }: OpenLibrary,
  name: string,
  { signature, attribute, like, sentence, encoder }: Flags,
  terminal: Terminal
): Promise<Model> {
  if ([signature, attribute, like, sentence].every(said => said === undefined)) {
    if (model.knows(name)) return model
    throw new UnseenError('classes.unknown', `The library's model does not know "${name}".`, {
      where: { class: name },
      remedy:
        'Describe it here (--like, --attribute, --sentence, --signature), or name a model of the same training that knows it with --model.'
    })
  }
  const [{ descriptionOf }, { parseAttributes }, { describeClasses }] = await Promise.all([
    import('../use/description-of.js'),
    import('../use/signature-input.js'),
    import('../use/describe-classes.js')
  ])
  const description = await descriptionOf(
    model,
    name,
    defined({
      attributes: attribute === undefined ? undefined : parseAttributes(attribute),
      signature,
      like,
      sentence
    })
  )
  const described = await describeClasses(model, [description], {
    replace: true,
    signal: terminal.signal,
    ...defined({ encoder })
  })
  for (const text of [...described.remarks, ...described.classes.flatMap(({ warnings }) => warnings)])
    terminal.note(`Note: ${safe(text)}`)
  return described.model
}

function optionsOf({ top, where, background }: Flags): LibrarySearchOptions {
  const among = background === 'none' ? [] : amongFlag(background)
  return defined({ top, where, background: among })
}

function remark(
  { rows, unfinished, model }: OpenLibrary,
  { by, background, wanted, prepared }: SearchResult,
  sheet: string | undefined,
  { note }: Terminal
): void {
  for (const source of unfinished)
    note(`Note: ${safe(source)} was not indexed to its end; the same \`unseen index\` goes on.`)
  const over = wanted === rows ? `${count(rows)} rows` : `${count(wanted)} of ${count(rows)} rows`
  const how =
    by === 'margin'
      ? `by the margin over ${background.length === 1 ? safe(background[0]) : `${count(background.length)} other classes`}`
      : 'by the cosine of centred proportions, since there is no other class to beat'
  if (!background.some(name => model.knows(name) && model.find(name).seen))
    note(
      'Note: pictures of seen classes can come first here; if the library has any, --background all lets those classes compete.'
    )
  note(
    `Ranked ${over} ${how}${prepared ? ' (whose scores are kept now: the next search is faster)' : ''}.${sheet === undefined ? '' : ` The pictures are in ${safe(sheet)}.`}`
  )
}
