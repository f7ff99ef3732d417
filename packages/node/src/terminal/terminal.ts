/**
 * Where a command speaks and what it may do there. Commands never touch `process`: they are given a
 * terminal, so that tests run them in their own process and read what they said.
 */
export interface Terminal {
  /** results, for people and pipes; a line end is added */
  print(line: string): void
  /** when what was printed has been taken, so that much output does not fill memory */
  drained?(): Promise<void>
  /** everything else: progress, remarks, errors; a line end is added */
  note(line: string): void
  /** standard error as it is, for lines that are drawn again */
  draw(text: string): void
  /** standard error is a terminal: lines may be drawn again */
  readonly live: boolean
  /** no progress is wanted */
  readonly quiet?: boolean
  /** somebody can be asked */
  readonly interactive: boolean
  /** standard output may have colours */
  readonly colour: boolean
  /** in characters */
  readonly width: number
  /** fires at Ctrl-C */
  readonly signal: AbortSignal
}

/** Exit codes of every command. */
export const exitCodes = {
  /** done, nothing to complain of */
  done: 0,
  /** done, with warnings, and `--strict` was said; or not all could be done, or two things differ */
  warnings: 1,
  /** wrong use, wrong data, or nothing could be done */
  failed: 2,
  /** the system refused: a full or read-only disk, too many open files; the same may succeed elsewhere */
  system: 3,
  /** an error of the program's own, which shows itself whole */
  defect: 70,
  /** stopped by Ctrl-C */
  stopped: 130
} as const

/**
 * Ends the process as the signal does where nobody listens: at once. `process.exit` would wait for work in
 * native threads, which may never end.
 */
export function endBySignal(signal: 'SIGINT' | 'SIGTERM'): void {
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
}

export function processTerminal(signal: AbortSignal): Terminal {
  const { stdin, stdout, stderr, env } = process
  const live = stderr.isTTY && env['TERM'] !== 'dumb'
  return {
    print: line => void stdout.write(`${line}\n`),
    drained: () =>
      stdout.writableNeedDrain ? new Promise(resolve => stdout.once('drain', resolve)) : Promise.resolve(),
    note: line => void stderr.write(`${line}\n`),
    draw: text => void stderr.write(text),
    live,
    interactive: live && stdin.isTTY && env['CI'] === undefined,
    colour: stdout.isTTY && env['TERM'] !== 'dumb' && (env['NO_COLOR'] ?? '') === '',
    width: Math.max(40, Math.min(stdout.columns ?? 80, 120)),
    signal
  }
}
