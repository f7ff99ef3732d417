/** `unseen library LIBRARY`: what a library holds, and whether it is whole. */
import { count } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { progressBar } from '../terminal/progress-bar.js'
import { bytes, safe, table } from '../terminal/text.js'
import { type AddCommand, type Context, examples } from './command.js'

interface Flags {
  readonly verify?: boolean
  readonly json?: boolean
}

export const addLibrary: AddCommand = (parent, context) => {
  parent
    .command('library')
    .argument('<library>', 'a library that `index` made')
    .description('say what a library holds, and check that it is whole')
    .option('--verify', 'read every file and compare its checksum')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('unseen library library', 'unseen library library --verify'))
    .action((path: string, flags: Flags) => tell(path, flags, context))
}

async function tell(path: string, flags: Flags, { terminal }: Context): Promise<void> {
  const { openLibrary, verifyLibrary } = await import('../library/open-library.js')
  await using library = await openLibrary(path)
  const { manifest, model, blocks, sources, columns, rows, unfinished } = library
  const bar = progressBar(terminal, 'Verifying')
  const verified =
    flags.verify === true
      ? await verifyLibrary(library, {
          signal: terminal.signal,
          onProgress: (done, total) => bar.update(done, total)
        }).finally(() => bar.end())
      : undefined
  const size = blocks.reduce(
    (sum, { files }) => sum + Object.values(files).reduce((total, file) => total + file.bytes, 0),
    0
  )
  const bySource = [...new Set(sources.map(({ name }) => name))].map(name => ({
    name,
    rows: blocks.filter(({ source }) => source === name).reduce((sum, block) => sum + block.rows, 0),
    finished: !unfinished.includes(name)
  }))
  if (flags.json === true)
    return terminal.print(
      JSON.stringify(
        {
          library: path,
          rows,
          bytes: size,
          blocks: blocks.length,
          fingerprint: manifest.fingerprint,
          seen: manifest.seen,
          unseen: model.unseen,
          sources: bySource,
          columns,
          ...defined({ verified })
        },
        undefined,
        2
      )
    )
  const lines = [
    ['Rows', `${count(rows)} in ${count(blocks.length)} blocks, ${bytes(size)}`],
    [
      'Model',
      `${count(manifest.seen.length)} seen classes, ${count(model.unseen.length)} described; fingerprint ${manifest.fingerprint}`
    ],
    ...bySource.map(({ name, rows: number, finished }) => [
      'Source',
      `${safe(name)}: ${count(number)} rows${finished ? '' : ', not to its end'}`
    ]),
    [
      'Columns',
      ['id (varchar)', ...columns.map(({ name, type }) => `${safe(name)} (${type.toLowerCase()})`)].join(', ')
    ],
    ...(verified === undefined ? [] : [['Verified', `${count(verified)} files are what they were`]])
  ]
  for (const line of table(lines)) terminal.print(line)
}
