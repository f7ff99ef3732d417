/** `unseen studio [DATA|MODEL]`: the web application, served on this machine until Ctrl-C. */
import { safe } from '../terminal/text.js'
import { type AddCommand, examples } from './command.js'
import { numberOf } from './fit-flags.js'
import { Option } from 'commander'

interface Flags {
  readonly port?: number
  readonly open: boolean
  readonly json?: boolean
  readonly quiet?: boolean
}

export const addStudio: AddCommand = (parent, { terminal }) => {
  parent
    .command('studio')
    .argument('[path]', 'a data set or a model to open; "sample" comes along')
    .description('describe classes and see why, in the browser; everything stays on this machine')
    .addOption(
      new Option('--port <number>', 'where it listens (default: any that is free)').argParser(numberOf)
    )
    .option('--no-open', 'print the address, but do not open the browser')
    .option('--json', 'print the address as JSON when it listens')
    .addHelpText(
      'after',
      examples('unseen studio', 'unseen studio my-birds', 'unseen studio zoo.unseen --no-open --port 8080')
    )
    .action(async (path: string | undefined, { port, open, json, quiet }: Flags) => {
      const [{ startStudio }, { openBrowser }] = await Promise.all([
        import('../studio/server.js'),
        import('../studio/open-browser.js')
      ])
      const studio = await startStudio({ path, port })
      if (json === true) terminal.print(JSON.stringify({ url: studio.url }))
      else terminal.print(`Studio is at ${studio.url}${path === undefined ? '' : `, with ${safe(path)}`}`)
      if (quiet !== true && json !== true) terminal.note('Nothing leaves this machine. Ctrl-C stops it.')
      if (open && terminal.interactive) openBrowser(studio.url)
      await new Promise<void>(resolve => {
        if (terminal.signal.aborted) resolve()
        terminal.signal.addEventListener('abort', () => resolve(), { once: true })
      })
      await studio.close()
    })
}
