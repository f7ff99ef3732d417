/** The command `unseen`. */
import { report, run } from './run.js'
import { endBySignal, exitCodes, processTerminal } from './terminal/terminal.js'

const stop = new AbortController()
const { stdout, stderr } = process
process.on('SIGINT', () => {
  // Who presses Ctrl-C again means it.
  if (stop.signal.aborted) endBySignal('SIGINT')
  stop.abort()
})
// Whatever nobody caught, in any turn of the event loop; it is said in the same way.
const end = (error: unknown): void =>
  void report(error, line => stderr.write(`${line}\n`)).then(code => process.exit(code))
process.on('uncaughtException', end)
stdout.on('error', (error: NodeJS.ErrnoException) => {
  // `unseen ... | head` closes the pipe early, which is no error.
  if (error.code === 'EPIPE') process.exit(exitCodes.done)
  end(Object.assign(error, { path: 'Standard output' }))
})
// There is nobody left to tell.
stderr.on('error', () => undefined)

process.exitCode = await run(process.argv.slice(2), processTerminal(stop.signal))
