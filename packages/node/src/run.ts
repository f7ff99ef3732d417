/**
 * From arguments to an exit code. Errors of the user's become one line that says what, where and what
 * to do; anything else is a defect and shows itself whole.
 */
import { readFileSync } from 'node:fs'
import { UnseenError } from '@unseen/core'
import { Command, CommanderError } from 'commander'
import { commands } from './commands/index.js'
import { exitCodes, type Terminal } from './terminal/terminal.js'
import { safe } from './terminal/text.js'

export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  let code: number = exitCodes.done
  const program = new Command('unseen')
    .description('Recognise classes without a single training image, by describing them.')
    .version((JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }).version)
    .configureOutput({ writeOut: (text) => terminal.print(text.replace(/\n$/, '')), writeErr: (text) => terminal.note(text.replace(/\n$/, '')), getOutHelpWidth: () => terminal.width, getErrHelpWidth: () => terminal.width })
    .showHelpAfterError('(--help shows how the command is used)')
    .exitOverride()
  for (const add of commands) add(program, { terminal, exit: (value) => { code = value } })
  inherit(program)
  try {
    if (args.length === 0) program.outputHelp()
    else await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.failed
    if (terminal.signal.aborted) {
      terminal.note('Stopped.')
      return exitCodes.stopped
    }
    if (!(error instanceof UnseenError)) throw error
    terminal.note(`unseen: ${safe(error.message)} [${error.code}]`)
    return exitCodes.failed
  }
}

/** Commands below the first level speak and end as the program does. */
function inherit(command: Command): void {
  for (const child of command.commands) {
    child.copyInheritedSettings(command)
    inherit(child)
  }
}
