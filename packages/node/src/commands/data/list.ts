/** `unseen data list`: what the catalogue has. */
import { count } from '@unseen/core'
import { bytes, table } from '../../terminal/text.js'
import { type AddCommand, examples } from '../command.js'
import { existsSync } from 'node:fs'

export const addList: AddCommand = (parent, { terminal }) => {
  parent
    .command('list')
    .description('the data sets that can be fetched')
    .option('--json', 'everything that is known of them, as JSON')
    .addHelpText('after', examples('unseen data list', 'unseen data get cub'))
    .action(async ({ json }: { json?: true }) => {
      const { catalogue } = await import('../../catalogue/entries.js')
      const { isHere } = await import('../../catalogue/find.js')
      const found = catalogue.map(entry => ({
        ...entry,
        fetched: entry.sources.some(isHere),
        folder: existsSync(entry.name) ? `./${entry.name}` : null
      }))
      if (json === true) return terminal.print(JSON.stringify(found, null, 2))
      const lines = found.map(({ name, classes, images, sources, licence, fetched, folder, title }) => [
        name,
        String(classes),
        count(images),
        sources[0].kind === 'embedded' ? 'comes along' : bytes(sources[0].bytes),
        licence,
        folder ?? (sources[0].kind !== 'embedded' && fetched ? 'downloaded' : ''),
        title
      ])
      for (const line of table(
        [['name', 'classes', 'images', 'download', 'licence', 'here', 'what it is'], ...lines],
        [1, 2, 3]
      ))
        terminal.print(
          line.length > terminal.width && terminal.live ? `${line.slice(0, terminal.width - 3)}...` : line
        )
      terminal.print('')
      terminal.print('awa2, apy, cub and sun come out of one archive, which is fetched once.')
      terminal.print('`unseen data info NAME` tells all; `unseen data get NAME` fetches.')
    })
}
