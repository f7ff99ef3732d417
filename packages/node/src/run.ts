/**
 * From arguments to an exit code. Errors of the user's become one line that says what, where and what
 * to do; anything else is a defect and shows itself whole.
 */
import { createProgram } from './program.js'
import { type Terminal, exitCodes } from './terminal/terminal.js'
import { safe } from './terminal/text.js'
import { welcome } from './terminal/welcome.js'
import { CommanderError } from 'commander'

export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  let code: number = exitCodes.done
  if (args.length === 0) {
    for (const line of welcome) terminal.print(line)
    return code
  }
  const beforeDashes = args.includes('--') ? args.slice(0, args.indexOf('--')) : args
  const quiet = beforeDashes.includes('-q') || beforeDashes.includes('--quiet')
  try {
    const program = await createProgram(
      {
        terminal: quiet ? { ...terminal, quiet } : terminal,
        exit: value => {
          code = value
        }
      },
      args.slice(0, args[0] === 'help' ? 2 : 1)
    )
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.failed
    if (terminal.signal.aborted) {
      terminal.note('Stopped.')
      return exitCodes.stopped
    }
    const { UnseenError } = await import('@unseen/core')
    if (!(error instanceof UnseenError)) throw error
    terminal.note(`unseen: ${safe(error.message)} [${error.code}]`)
    return exitCodes.failed
  }
}
