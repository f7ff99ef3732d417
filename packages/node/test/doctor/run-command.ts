// Runs a command in this process and keeps what it prints.
import { run } from '../../src/run.js'
import type { Terminal } from '../../src/terminal/terminal.js'

export async function runCommand(
  args: readonly string[],
  parts: Partial<Terminal> = {}
): Promise<{ code: number; printed: string }> {
  const lines: string[] = []
  const ignore = (): void => undefined
  const terminal: Terminal = {
    print: line => void lines.push(line),
    note: ignore,
    draw: ignore,
    live: false,
    interactive: false,
    colour: false,
    width: 80,
    signal: new AbortController().signal,
    ...parts
  }
  return { code: await run(args, terminal), printed: lines.join('\n') }
}
