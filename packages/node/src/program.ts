/**
 * The whole of the command line as commander knows it: of commands that are not loaded, name and summary
 * alone.
 */
import type { Context } from './commands/command.js'
import { commands } from './commands/index.js'
import { readFileSync } from 'node:fs'
import { Command } from 'commander'

/** `wanted`: the commands to load whole, by any of their names; all unless given. */
export async function createProgram(context: Context, wanted?: readonly string[]): Promise<Command> {
  const { terminal } = context
  const program = new Command('unseen')
    .description('Recognise classes without a single training image, by describing them.')
    .version(
      (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string })
        .version
    )
    .configureOutput({
      writeOut: text => terminal.print(text.replace(/\n$/, '')),
      writeErr: text => terminal.note(text.replace(/\n$/, '')),
      getOutHelpWidth: () => terminal.width,
      getErrHelpWidth: () => terminal.width
    })
    .showHelpAfterError('(--help shows how the command is used)')
    .commandsGroup('Tools:')
    .helpCommand('help [command]', 'all about a command')
    // An option belongs to the command it follows: `serve` and `serve token add` both have --tokens.
    .enablePositionalOptions()
    .exitOverride()
  for (const { name, aliases = [], args, summary, group, load } of commands) {
    if (wanted === undefined || [name, ...aliases].some(each => wanted.includes(each)))
      (await load())(program, context)
    else program.command(`${name} ${args}`.trim()).description(summary)
    program.commands.at(-1)?.helpGroup(group)
  }
  inherit(program)
  return program
}

/**
 * Commands below the first level speak and end as the program does; every one can be told to be quiet, or
 * strict.
 */
function inherit(command: Command): void {
  for (const child of command.commands) {
    child.copyInheritedSettings(command)
    if (child.commands.length === 0 && !child.options.some(({ long }) => long === '--quiet'))
      child.option('-q, --quiet', 'no progress')
    if (child.commands.length === 0)
      child.option('--strict', 'end with status 1 where something was warned of')
    inherit(child)
  }
}
