/** The command `unseen`. */
import { run } from './run.js'
import { endBySignal, exitCodes, processTerminal } from './terminal/terminal.js'

const stop = new AbortController()
process.on('SIGINT', () => {
  // Who presses Ctrl-C again means it.
  if (stop.signal.aborted) endBySignal('SIGINT')
  stop.abort()
})
// `unseen ... | head` closes the pipe early, which is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCodes.done)
  throw error
})

process.exitCode = await run(process.argv.slice(2), processTerminal(stop.signal))
