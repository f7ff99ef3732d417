/** `unseen serve MODEL...`: models over HTTP; `unseen serve token ...`: who may ask. */
import { UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { Scope } from '../server/gate/tokens.js'
import type { Limits } from '../server/limits.js'
import type { ServeOptions } from '../server/start.js'
import { stepBars } from '../terminal/step-bars.js'
import { safe } from '../terminal/text.js'
import { type AddCommand, type Context, examples } from './command.js'
import { numberOf } from './fit-flags.js'
import { Option, type Command } from 'commander'

interface Flags extends Pick<
  ServeOptions,
  'port' | 'host' | 'tokens' | 'backbone' | 'encoder' | 'data' | 'workers' | 'studio'
> {
  readonly name?: readonly string[]
  readonly library?: readonly string[]
  readonly origin?: readonly string[]
  readonly log: NonNullable<ServeOptions['logLevel']>
  readonly maxBody?: number
  readonly maxRows?: number
  readonly maxClasses?: number
  readonly queue?: number
  readonly memory?: number
  readonly timeout?: number
  readonly rate?: number
  readonly json?: boolean
  readonly quiet?: boolean
}

const MEGABYTE = 2 ** 20
const again = (text: string, before: readonly string[] | undefined): readonly string[] => [
  ...(before ?? []),
  text
]

export const addServe: AddCommand = (parent, context) => {
  const command = parent
    .command('serve')
    // What follows `token` is the token's.
    .enablePositionalOptions()
    .argument('<models...>', 'model files; each is served under its name')
    .description('answer over HTTP: recognise, explain, describe; described classes are kept')
  addFlags(command)
    .addHelpText(
      'after',
      examples(
        'unseen serve zoo.unseen',
        'unseen serve zoo.unseen --studio',
        'unseen serve zoo.unseen --name birds=models/cub.unseen --port 8000',
        'unseen serve token add anna --scope describe --tokens tokens.json',
        'unseen serve zoo.unseen --host 0.0.0.0 --tokens tokens.json --backbone resnet50',
        'curl localhost:8711/v1/models/zoo/recognise -H "content-type: application/x-npy" --data-binary @rows.npy'
      )
    )
    .action((models: readonly string[], flags: Flags) => serve(models, flags, context))
  addTokenCommands(command, context)
}

function addFlags(command: Command): Command {
  const number = (flags: string, text: string): Option => new Option(flags, text).argParser(numberOf)
  return command
    .option('--name <name=path>', 'one more model, under a name of its own; as often as needed', again)
    .option(
      '--library <folder>',
      'a library of `unseen index` that can be searched; as often as needed',
      again
    )
    .addOption(number('--port <number>', 'where it listens; 0 for any that is free (default: 8711)'))
    .option('--host <address>', 'for other machines; needs --tokens (default: 127.0.0.1)')
    .option(
      '--tokens <file>',
      "who may ask; without it, whoever reaches this machine's loopback address may do everything"
    )
    .option(
      '--backbone <network>',
      "the network that made the models' features, so that images can be sent: a name of `unseen network list` or an ONNX file (default: found by its digest)"
    )
    .option('--encoder <folder>', "where the encoder of the models' sentences is, if it is your own")
    .option('--data <folder>', 'where described classes are kept (default: MODEL.classes beside each model)')
    .addOption(number('--workers <number>', 'threads that recognise (default: one per core)'))
    .option('--origin <url>', 'a web page that may ask, by its origin; as often as needed', again)
    .option('--studio', 'serve Studio too, at /studio/, working against this server')
    .addOption(
      new Option('--log <level>', 'of the log on standard error')
        .choices(['debug', 'info', 'warn', 'error', 'silent'])
        .default('info')
    )
    .addOption(number('--max-body <megabytes>', 'of one request (default: 32)'))
    .addOption(number('--max-rows <number>', 'of one request (default: 10000)'))
    .addOption(number('--max-classes <number>', 'described, of one model (default: 10000)'))
    .addOption(number('--queue <number>', 'requests at work or waiting; more get 503 (default: 256)'))
    .addOption(number('--memory <megabytes>', 'bodies at work or waiting; more get 503 (default: 512)'))
    .addOption(number('--timeout <seconds>', 'for a request to arrive, and to be answered (default: 30)'))
    .addOption(number('--rate <number>', 'requests a second of one caller; 0 for any number (default: 1000)'))
    .option('--json', 'print the address and the models as JSON when it listens')
    .option('-q, --quiet', 'log warnings and errors only')
}

async function serve(models: readonly string[], flags: Flags, { terminal }: Context): Promise<void> {
  const [{ startServer }, { stopSignals, endWithin }] = await Promise.all([
    import('../server/start.js'),
    import('../server/signals.js')
  ])
  // Listened for before anybody is told that the server is there.
  let reload = (): void => undefined
  const stopped = stopSignals(terminal.signal, () => reload())
  const bars = stepBars(terminal)
  if (flags.backbone !== undefined) {
    const { findNetwork } = await import('../networks/find-network.js')
    await findNetwork(flags.backbone, { signal: terminal.signal, onProgress: bars.opening }).finally(bars.end)
  }
  const server = await startServer(optionsOf(models, flags, line => terminal.draw(line)))
  reload = () => void server.reload()
  if (flags.json === true)
    terminal.print(
      JSON.stringify({
        url: server.url,
        models: server.models,
        ...defined({ studio: flags.studio === true ? `${server.url}/studio/` : undefined })
      })
    )
  else if (flags.quiet !== true)
    terminal.print(
      `Listening at ${server.url} with ${server.models.map(({ name }) => safe(name)).join(', ')}.${flags.studio === true ? ` Studio is at ${server.url}/studio/.` : ''}`
    )
  await stopped
  endWithin(server.timeout)
  await server.close()
}

function optionsOf(
  models: readonly string[],
  {
    name = [],
    library,
    origin,
    log,
    quiet,
    port,
    host,
    tokens,
    backbone,
    encoder,
    data,
    workers,
    studio,
    ...rest
  }: Flags,
  write: (line: string) => void
): ServeOptions {
  const given = {
    port,
    host,
    tokens,
    backbone,
    encoder,
    data,
    workers,
    libraries: library,
    origins: origin,
    studio
  }
  return {
    ...defined(given),
    models: [...models, ...name.map(named)],
    limits: limitsOf(rest),
    logLevel: quiet === true && (log === 'info' || log === 'debug') ? 'warn' : log,
    log: write,
    ownProcess: true
  }
}

function named(text: string): { readonly name: string; readonly path: string } {
  const at = text.indexOf('=')
  if (at < 1 || at === text.length - 1)
    throw new UnseenError('options.value', `A model is named as NAME=PATH, got ${JSON.stringify(text)}.`, {
      where: { option: 'name' }
    })
  return { name: text.slice(0, at), path: text.slice(at + 1) }
}

function limitsOf({
  maxBody,
  maxRows,
  maxClasses,
  queue,
  memory,
  timeout,
  rate
}: Pick<
  Flags,
  'maxBody' | 'maxRows' | 'maxClasses' | 'queue' | 'memory' | 'timeout' | 'rate'
>): Partial<Limits> {
  const times = (value: number | undefined, unit: number): number | undefined =>
    value === undefined ? undefined : value * unit
  const given = {
    body: times(maxBody, MEGABYTE),
    rows: maxRows,
    classes: maxClasses,
    queue,
    memory: times(memory, MEGABYTE),
    timeout: times(timeout, 1000),
    rate
  }
  return defined(given)
}

function addTokenCommands(serveCommand: Command, { terminal }: Context): void {
  const token = serveCommand
    .command('token')
    .description('who may ask a server: make, list and remove tokens')
  const file = (command: Command): Command =>
    command
      .requiredOption('--tokens <file>', 'the file of tokens')
      .option('--json', 'print the result as JSON')
  file(
    token
      .command('add')
      .argument('<name>', 'whose it is')
      .description('make a token; it is printed once and kept nowhere')
  )
    .addOption(
      new Option(
        '--scope <scope>',
        'read: recognise; describe: and change classes; admin: and reload and see who changed what'
      )
        .choices(['read', 'describe', 'admin'])
        .default('read')
    )
    .addHelpText('after', examples('unseen serve token add anna --scope describe --tokens tokens.json'))
    .action(
      async (
        name: string,
        flags: { readonly tokens: string; readonly scope: Scope; readonly json?: boolean }
      ) => {
        const { addToken } = await import('../server/gate/tokens.js')
        const made = await addToken(flags.tokens, name, flags.scope)
        terminal.print(flags.json === true ? JSON.stringify({ name, scope: flags.scope, token: made }) : made)
        if (flags.json !== true)
          terminal.note(
            `For ${safe(name)}, scope ${flags.scope}. It is not shown again; a running server knows it after SIGHUP.`
          )
      }
    )
  file(token.command('list').description('names and scopes of all tokens'))
    .addHelpText('after', examples('unseen serve token list --tokens tokens.json'))
    .action(async (flags: { readonly tokens: string; readonly json?: boolean }) => {
      const { readTokens } = await import('../server/gate/tokens.js')
      const tokens = (await readTokens(flags.tokens)).map(({ name, scope, created }) => ({
        name,
        scope,
        created
      }))
      if (flags.json === true) terminal.print(JSON.stringify(tokens, undefined, 2))
      else
        for (const { name, scope, created } of tokens) terminal.print(`${safe(name)}  ${scope}  ${created}`)
    })
  file(
    token
      .command('remove')
      .argument('<name>', 'whose it was')
      .description('take a token away; a running server forgets it after SIGHUP')
  )
    .addHelpText('after', examples('unseen serve token remove anna --tokens tokens.json'))
    .action(async (name: string, flags: { readonly tokens: string; readonly json?: boolean }) => {
      const { removeToken } = await import('../server/gate/tokens.js')
      await removeToken(flags.tokens, name)
      if (flags.json === true) terminal.print(JSON.stringify({ removed: name }))
      else terminal.print(`${safe(name)} has no token any more.`)
    })
}
