/** `unseen index MODEL ROWS -o LIBRARY`: rows into a library that can be searched for any class. */
import { count } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { IndexOptions, Indexed } from '../library/index-library.js'
import { stepBars } from '../terminal/step-bars.js'
import { progressBar } from '../terminal/progress-bar.js'
import type { Terminal } from '../terminal/terminal.js'
import { safe } from '../terminal/text.js'
import { type AddCommand, type Context, examples } from './command.js'
import { type QueueFlags, addQueueFlags, openQueueRows } from './queue-flags.js'
import { sayDevice } from './device-flag.js'
import { type RowsFlags, addRowsFlags } from './rows-flags.js'

interface Flags extends QueueFlags, RowsFlags {
  readonly output: string
  readonly meta?: string
  readonly ids?: string
  readonly images?: string
  readonly source?: string
  readonly json?: boolean
  readonly quiet?: boolean
}

const SHOWN = 10

export const addIndex: AddCommand = (parent, context) => {
  const command = parent
    .command('index')
    .argument('<model>', 'a model file')
    .argument('<rows>', 'features in a file of any format, a data set, or a folder of images')
    .description('put rows into a library that `search` ranks for any class; goes on where it stopped')
    .requiredOption('-o, --output <library>', 'the folder of the library; one that is there gets what is new')
    .option('--meta <table>', 'metadata: CSV or Parquet, one line for each row, or joined by --ids')
    .option('--ids <column>', 'of the table: what each row is called (default: id, where there is one)')
    .option('--images <folder>', 'ids are files in this folder; contact sheets show them')
    .option('--source <name>', 'what these rows are called (default: the name of the file)')
    .option('--json', 'print the result as JSON')
    .option('-q, --quiet', 'no progress and no summary')
  addQueueFlags(addRowsFlags(command))
    .addHelpText(
      'after',
      examples(
        'unseen index zoo.unseen features.parquet -o library',
        'unseen index zoo.unseen features.npy --meta photos.csv --ids file --images photos/ -o library',
        'unseen index zoo.unseen photos/ -o library',
        'unseen index zoo.unseen features.parquet -o library --redis redis://10.0.0.5:6379'
      )
    )
    .action((path: string, rows: string, flags: Flags) => indexRows(path, rows, flags, context))
}

async function indexRows(
  path: string,
  rows: string,
  { output, json, quiet, model: network, redis, share, shareHost, ...flags }: Flags,
  { terminal, warned }: Context
): Promise<void> {
  const [{ readModel }, { indexLibrary }] = await Promise.all([
    import('../files/model-file.js'),
    import('../library/index-library.js')
  ])
  const model = await readModel(path)
  const bar = progressBar(terminal, 'Indexing')
  const queue = await openQueueRows(model, defined({ redis, share, shareHost }), terminal)
  const fetching = stepBars(terminal)
  const options: IndexOptions = {
    ...flags,
    onDevice: sayDevice(terminal),
    fetching: { signal: terminal.signal, onProgress: fetching.opening },
    ...defined({ network }),
    ...queue?.work,
    signal: terminal.signal,
    onProgress: (done, number) => {
      fetching.end()
      bar.update(done, 1, `${count(number)} rows${queue?.workers() ?? ''}`)
    }
  }
  let indexed: Indexed
  try {
    indexed = await indexLibrary(model, rows, output, options)
  } finally {
    fetching.end()
    bar.end()
    await queue?.close()
  }
  if (json === true) terminal.print(JSON.stringify(indexed, undefined, 2))
  else if (quiet !== true) report(indexed, terminal)
  const isScarce = indexed.matched !== undefined && indexed.matched < indexed.added / 2
  if (indexed.skipped.length > 0 || isScarce) warned()
}

function report(
  { library, source, rows, added, before, duplicates, skipped, columns, matched }: Indexed,
  { print, note }: Terminal
): void {
  for (const { row, name, reason } of skipped.slice(0, SHOWN))
    note(`Left out: row ${count(row)}${name === undefined ? '' : ` (${safe(name)})`}: ${safe(reason)}`)
  if (skipped.length > SHOWN) note(`Left out: ${count(skipped.length - SHOWN)} more.`)
  if (matched !== undefined && matched < added)
    note(
      `${matched < added / 2 ? 'Warning' : 'Note'}: metadata were found for ${count(matched)} of ${count(added)} rows; the other ${count(added - matched)} have none.`
    )
  const said =
    added === 0 && duplicates === 0
      ? 'everything was there already'
      : `${count(added)} rows added${before > 0 ? `, ${count(before)} were there from before` : ''}${duplicates > 0 ? `, ${count(duplicates)} left out since the library has their ids` : ''}`
  print(`${safe(source)}: ${said}.`)
  print(
    `${safe(library)} has ${count(rows)} rows${columns.length > 0 ? ` with ${columns.map(({ name, type }) => `${safe(name)} (${type.toLowerCase()})`).join(', ')}` : ''}.`
  )
}
