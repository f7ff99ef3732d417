/**
 * From arguments to an exit code. Errors of the user's become one line that says what, where and what
 * to do, and so do those of the system; anything else is a defect and shows itself whole.
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
  const strict = beforeDashes.includes('--strict')
  try {
    const program = await createProgram(
      {
        terminal: quiet ? { ...terminal, quiet } : terminal,
        exit: value => {
          code = value
        },
        warned: () => {
          if (strict) code = exitCodes.warnings
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
    return report(error, terminal.note)
  }
}

/** One line for what is known, with its exit code; a defect is shown whole. */
export async function report(error: unknown, note: (line: string) => void): Promise<number> {
  const [{ UnseenError }, { fromSystem, isOfSystem }] = await Promise.all([
    import('@unseen/core'),
    import('./files/system-error.js')
  ])
  const known = error instanceof UnseenError ? error : fromSystem(error)
  if (known === undefined) {
    note(error instanceof Error ? (error.stack ?? error.message) : String(error))
    return exitCodes.defect
  }
  note(`unseen: ${safe(known.message)} [${known.code}]`)
  return isOfSystem(known) ? exitCodes.system : exitCodes.failed
}
